"""Square grids, with holes if the rulebook says so. Places are (row, column), or (x, y) seen from the first side."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dicedsl.geometry.board import Board, Coordinates


def grid(rows: int, columns: int, without: Iterable[Coordinates] = (), sides: int = 1) -> Board:
    """A grid of squares. With several sides a square is named (column, row) as the first side sees it.

    The sides follow each other clockwise by quarter turns, so such a grid must be square.
    """
    holes = set(without)
    every: list[Coordinates] = [
        (i, j) for i in range(1, _first(rows, columns, sides) + 1) for j in range(1, _second(rows, columns, sides) + 1)
    ]
    places = tuple(p for p in every if p not in holes)
    number = {p: k for k, p in enumerate(places)}

    def step(place: Coordinates, di: int, dj: int) -> int | None:
        return number.get((place[0] + di, place[1] + dj))

    neighbours = tuple(
        frozenset(k for k in (step(p, -1, 0), step(p, 1, 0), step(p, 0, -1), step(p, 0, 1)) if k is not None)
        for p in places
    )
    seen = [_seen(p, side, sides, rows) for side in range(sides) for p in places]
    count = len(places)
    row_of = tuple(tuple(r for _, r in seen[s * count : (s + 1) * count]) for s in range(sides))
    column_of = tuple(tuple(c for c, _ in seen[s * count : (s + 1) * count]) for s in range(sides))
    ahead_of = tuple(_ahead(row_of[s], column_of[s]) for s in range(sides))
    return Board("grid", rows, columns, places, neighbours, _lines(places, number), row_of, column_of, ahead_of)


def _first(rows: int, columns: int, sides: int) -> int:
    return rows if sides == 1 else columns


def _second(rows: int, columns: int, sides: int) -> int:
    return columns if sides == 1 else rows


def _seen(place: Coordinates, side: int, sides: int, size: int) -> tuple[int, int]:
    """Column and row of a place for someone sitting at a side; one side only: the place is (row, column) itself."""
    if sides == 1:
        return place[1], place[0]
    x, y = place
    turns: tuple[Callable[[], tuple[int, int]], ...] = (
        lambda: (x, y),
        lambda: (size + 1 - y, x),
        lambda: (size + 1 - x, size + 1 - y),
        lambda: (y, size + 1 - x),
    )
    quarter = side if sides == 4 else 2 * side
    return turns[quarter % 4]()


def _ahead(rows: tuple[int, ...], columns: tuple[int, ...]) -> tuple[int, ...]:
    """For each place the next one in its column, or -1."""
    at = {(row, column): place for place, (row, column) in enumerate(zip(rows, columns, strict=True))}
    return tuple(at.get((row + 1, column), -1) for row, column in zip(rows, columns, strict=True))


def _lines(places: tuple[Coordinates, ...], number: dict[Coordinates, int]) -> tuple[frozenset[int], ...]:
    """Rows, columns and the two full diagonals, each without its holes; lines of one square are none."""
    groups: dict[tuple[str, int], set[int]] = {}
    if not places:
        return ()
    size = max(p[0] for p in places), max(p[1] for p in places)
    for place, k in number.items():
        groups.setdefault(("row", place[0]), set()).add(k)
        groups.setdefault(("column", place[1]), set()).add(k)
        if size[0] == size[1]:
            if place[0] == place[1]:
                groups.setdefault(("diagonal", 1), set()).add(k)
            if place[0] + place[1] == size[0] + 1:
                groups.setdefault(("diagonal", 2), set()).add(k)
    order = {"row": 0, "column": 1, "diagonal": 2}
    keys = sorted(groups, key=lambda key: (order[key[0]], key[1]))
    return tuple(frozenset(groups[key]) for key in keys if len(groups[key]) > 1)
