"""Boards as plain text: rows with their numbers, and piles layer by layer, so that every place can be named from what is read."""

from __future__ import annotations

from dicedsl.interpreter.model.layers import Layer, is_pyramid, layers
from dicedsl.interpreter.model.marks import open_places
from dicedsl.interpreter.show.pieces import Letters
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table import Table
from dicedsl.interpreter.view import BoardView, DieView, View

EMPTY, OPEN = ".", "+"


def board_lines(table: Table, state: State, seen: View, board: BoardView, letters: Letters) -> list[str]:
    if board.form == "lattice":
        return _pile(table, state, seen, board, letters)
    return _grid(board)


# ------------------------------------------------------------------ grids


def _grid(board: BoardView) -> list[str]:
    """A grid with its numbers: (row, column) from the top, or (column, row) from the bottom if it is seen from sides."""
    sided = board.sides > 1
    cells: dict[tuple[int, int], str] = {}
    for place, die in zip(board.places, board.dice, strict=True):
        row, column = (place[1], place[0]) if sided else (place[0], place[1])
        cells[row, column] = EMPTY if die is None else _standing(die)
    how = "(column,row), row 1 at the bottom" if sided else "(row,column)"
    head = f"{board.name}, places are written {how}; a dot is an empty place"
    return [head, *_rows(cells, reverse=sided)]


def _rows(cells: dict[tuple[int, int], str], reverse: bool = False) -> list[str]:
    rows = sorted({r for r, _ in cells}, reverse=reverse)
    columns = sorted({c for _, c in cells})
    width = max([len(text) for text in cells.values()] + [len(str(c)) for c in columns])
    side = max(len(str(r)) for r in rows)
    lines = [" " * (side + 2) + " ".join(str(c).rjust(width) for c in columns)]
    for row in rows:
        texts = (cells.get((row, column), "").rjust(width) for column in columns)
        lines.append(f"{str(row).rjust(side)}: " + " ".join(texts).rstrip())
    return lines


def _standing(die: DieView) -> str:
    number = "-" if die.number is None else str(die.number)
    text = f"d{die.index}:{number}" if die.index is not None else number
    if die.colour != "plain":
        text = f"{die.colour}-{text}"
    return text if die.owner is None else f"P{die.owner + 1}/{text}"


# ------------------------------------------------------------------ piles


def _pile(table: Table, state: State, seen: View, board: BoardView, letters: Letters) -> list[str]:
    """A board given by coordinates: only the layers in which something stands or could be put."""
    names = board.coordinates
    free = open_places(table, state, seen, board.name)
    texts = {}
    for number, die in enumerate(board.dice):
        sign = OPEN if free is not None and free >> number & 1 else EMPTY
        texts[number] = sign if die is None else letters.of(die)
    every = layers(board.places)
    shown = [x for x in every if any(board.dice[n] is not None or texts[n] == OPEN for n in x.cells.values())]
    if free is None and shown and shown[-1] is not every[-1]:
        shown.append(every[every.index(shown[-1]) + 1])
    signs = f"a dot is an empty place{f', {OPEN} one that is open' if free is not None else ''}"
    lines = [f"{board.name}, places are written ({','.join(names)}); {signs}"]
    legend = letters.legend(die for die in board.dice if die is not None)
    if legend:
        lines.append(", ".join(legend))
    pyramid = is_pyramid(board.places)
    for layer in shown or every[:1]:
        lines += _triangle(layer, texts, names) if pyramid else _level(layer, texts, names)
    return lines


def _triangle(layer: Layer, texts: dict[int, str], names: tuple[str, ...]) -> list[str]:
    """The rows of a layer, the corner of the first coordinate at the top. In a row the second coordinate grows to the right."""
    a, b, c = names
    where = " (the plate)" if layer.level == 1 else ""
    head = f"layer {layer.level}{where}: {a} in front of each row, {b} = 0, 1, 2 ... along it, {c} = {layer.total} - {a} - {b}"
    if layer.total == 0:
        head = f"layer {layer.level}{where}: the top, (0,0,0)"
    width = max(len(texts[n]) for n in layer.cells.values())
    step = width + 1 + (width + 1) % 2
    side = len(str(layer.total))
    lines = [head]
    for row in sorted({r for r, _ in layer.cells}, reverse=True):
        cells = [layer.cells.get((row, column)) for column in range(layer.total - row + 1)]
        text = "".join(("" if n is None else texts[n]).ljust(step) for n in cells)
        lines.append(f"  {a} {str(row).rjust(side)}: " + " " * (row * step // 2) + text.rstrip())
    return lines


def _level(layer: Layer, texts: dict[int, str], names: tuple[str, ...]) -> list[str]:
    cells = {at: texts[number] for at, number in layer.cells.items()}
    if len(names) == 1:
        return [f"{names[0]} from left to right", *_rows(cells)[:1], "   " + " ".join(cells.values())]
    head = f"{names[0]} in front of each row, {names[1]} above each column"
    return [head if len(names) == 2 else f"{names[2]} = {layer.total}: {head}", *_rows(cells)]
