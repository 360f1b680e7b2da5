"""Moves, positions and games as numbers, for programs that search and learn."""
