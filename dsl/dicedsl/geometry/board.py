"""What every board knows of its places."""

from __future__ import annotations

from attrs import frozen

Coordinates = tuple[int, ...]


@frozen
class Board:
    """Places by number, in the order of their coordinates, and the relations between them.

    neighbours: for each place the places that share an edge with it. lines: the sets of places in line. row_of, column_of: for each
    side the board can be seen from, each place's row (away from that side) and column (from the left); ahead_of: the next place away.
    """

    form: str
    rows: int
    columns: int
    places: tuple[Coordinates, ...]
    neighbours: tuple[frozenset[int], ...]
    lines: tuple[frozenset[int], ...]
    row_of: tuple[tuple[int, ...], ...]
    column_of: tuple[tuple[int, ...], ...]
    ahead_of: tuple[tuple[int, ...], ...]

    def number(self, coordinates: Coordinates) -> int | None:
        try:
            return self.places.index(coordinates)
        except ValueError:
            return None
