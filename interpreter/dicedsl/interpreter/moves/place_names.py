"""One short name for each place of a board, the same in pictures, questions and news: `b3` on a grid, `c25` in a pile.

On a grid the letter is the column and the number the row; on one that is seen from several sides, where
columns have numbers for the players, both are numbers, as in `4-2`.
In a pile, and where planes lie one above the other, the letter is the
layer, the lowest first, and the two digits are row and place as they are drawn. On a single row a place is its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dicedsl.geometry.layers import layers
from dicedsl.program import ops

LETTERS = "abcdefghijklmnopqrstuvwxyz"
Label = tuple[int, ...]


class PlaceNames:
    """The names of all places of a program, and what a name means."""

    def __init__(self, boards: Sequence[ops.BoardInfo], dice: Iterable[ops.DieInfo] = ()) -> None:
        named = any(die.numbered for die in dice)
        self._names = {board.name: place_names(board.labels, board.sides, named) for board in boards}
        self._layered = {b.name for b in boards if len(b.labels[0]) == 3 and self._names[b.name][0][0] != "("}
        self._keys = {
            board: {name: key for key, name in enumerate(names) if not name.startswith("(")}
            for board, names in self._names.items()
        }

    def name(self, board: str, key: int) -> str:
        return self._names[board][key]

    def layer(self, board: str, key: int) -> str:
        """The letter of the layer in which a place lies; nothing on a board without layers."""
        return self._names[board][key][0] if board in self._layered else ""

    def key(self, board: str, text: str) -> int | None:
        """The place that is called so; None if there is none."""
        return self._keys[board].get(text.lower())


def place_names(labels: Sequence[Label], sides: int = 1, named_dice: bool = False) -> list[str]:
    """The names of the places of a board, which lie at these coordinates; those themselves where no short names are to be had.

    named_dice: there are dice called d1, d2 and so on, so that no column of a grid is d.
    """
    written = ["(" + ",".join(map(str, label)) + ")" for label in labels]
    size = len(labels[0]) if labels else 0
    if size == 1:
        return [str(label[0]) for label in labels] if all(label[0] >= 0 for label in labels) else written
    if size == 2:
        squares = [label if sides > 1 else label[::-1] for label in labels]
        numbered = sides > 1 or (named_dice and len({column for column, _ in squares}) > LETTERS.index("d"))
        if numbered and all(min(label) >= 0 for label in labels):
            return [f"{first}-{second}" for first, second in labels]  # as the rulebook writes them
        return _on_a_grid(squares) or written
    return (_in_layers(labels) if size == 3 else []) or written


def _on_a_grid(squares: Sequence[Label]) -> list[str]:
    first = min(column for column, _ in squares)
    low = min(row for _, row in squares)
    if max(column for column, _ in squares) - first >= len(LETTERS):
        return []
    # Rows have the numbers that they have in the rulebook, unless these are below 1.
    return [f"{LETTERS[column - first]}{row if low >= 1 else row - low + 1}" for column, row in squares]


def _in_layers(labels: Sequence[Label]) -> list[str]:
    planes = layers(labels)
    rows, columns = first_row_and_column(labels)
    last = max(max(label[0] - rows, label[1] - columns) for label in labels) + 1
    if len(planes) > len(LETTERS):
        return []
    names = [""] * len(labels)
    for plane in planes:
        for (row, column), key in plane.cells.items():
            digits = f"{row - rows + 1}{'' if last <= 9 else '-'}{column - columns + 1}"
            names[key] = f"{LETTERS[plane.level - 1]}{digits}"
    return names


def first_row_and_column(labels: Sequence[Label]) -> tuple[int, int]:
    """The row and the column of layers from which others are counted."""
    return min(label[0] for label in labels), min(label[1] for label in labels)
