"""A language in which a dice game's rulebook is a program."""

__version__ = "0.1.0"
