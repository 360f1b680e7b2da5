"""Rulebooks found, read and put together from their files."""
