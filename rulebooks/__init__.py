"""The shipped rulebooks, as data."""
