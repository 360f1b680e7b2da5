"""How the values of a pick, a memory or a word are written: what a program stores as a text, such as `place:board`, taken apart."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple


class ValueShape(NamedTuple):
    """`sort` is number, truth, die, player, place or kind; `name` says which board or which kind, and is empty for the others."""

    sort: str
    name: str


@cache
def shape_of(text: str) -> ValueShape:
    sort, _, name = text.partition(":")
    return ValueShape(sort, name)


def place_shape(board: str) -> str:
    """How the places of a board are written."""
    return f"place:{board}"
