"""Boards given by coordinates: the points of a box that meet a condition, and steps between points.

A point is one whole number: its coordinates in a wider box, read as digits. So a step can be added to a point, and taken
several times, without leaving the numbers; whether the point lies on the board is looked up afterwards.
"""

from __future__ import annotations

from attrs import frozen

from dicedsl.geometry.board import Board, Coordinates


@frozen
class Space:
    """The wider box around a board: `low` and `high` of each coordinate of the board, and a margin on every side."""

    names: tuple[str, ...]
    low: int
    high: int

    @property
    def margin(self) -> int:
        return 2 * (self.high - self.low + 1)

    @property
    def width(self) -> int:
        return self.high - self.low + 1 + 2 * self.margin

    @property
    def size(self) -> int:
        return int(self.width ** len(self.names))

    def weight(self, axis: int) -> int:
        return int(self.width ** (len(self.names) - 1 - axis))

    def point(self, coordinates: Coordinates) -> int:
        return sum((x - self.low + self.margin) * self.weight(i) for i, x in enumerate(coordinates))

    def step(self, coordinates: Coordinates) -> int:
        return sum(x * self.weight(i) for i, x in enumerate(coordinates))

    def direction(self, step: int) -> Coordinates:
        """How far a step leads along each coordinate."""
        digits = []
        for _ in self.names:
            digit = (step + self.width // 2) % self.width - self.width // 2
            digits.append(digit)
            step = (step - digit) // self.width
        return tuple(reversed(digits))


def lattice(places: tuple[Coordinates, ...], space: Space) -> Board:
    """A board of these places; how they lie to each other is for the rulebook to say."""
    count = len(places)
    nothing = frozenset[int]()
    span = space.high - space.low + 1
    return Board("lattice", span, span, places, (nothing,) * count, (), (), (), ())
