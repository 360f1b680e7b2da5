"""The grammar of the .dice language, as data."""
