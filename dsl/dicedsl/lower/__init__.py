"""From a rulebook and a setting to a program."""
