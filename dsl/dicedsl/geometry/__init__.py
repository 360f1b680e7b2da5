"""Boards: sets of places and how they lie to each other. A new form of board gets a module and a line in FORMS."""

from dicedsl.geometry.board import Board
from dicedsl.geometry.grid import grid

FORMS = {"grid": grid}

__all__ = ["FORMS", "Board"]
