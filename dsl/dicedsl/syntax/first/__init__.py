"""The first edition of the language: read so that its rulebooks are not lost."""
