"""A pile of dice on their corners, drawn from above: the visible sides of each die are those on which no other die rests.

A die rests on three others and hides one side of each, so the sides that are seen lie beside each other like the tiles of a floor, and each
looks towards the player who sits there.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from dicedsl.interpreter.model.corner_sides import corner_sides
from dicedsl.interpreter.model.records import Board, Place
from dicedsl.interpreter.show.hexagons import AXES, Point

SPANNED = ((1, 2), (2, 0), (0, 1))  # by which axes the tile is spanned that looks away from each of them


@frozen
class Tile:
    """One side of a die: its number, or none if nobody has rolled it."""

    place: Place
    side: int
    number: int | None
    corners: tuple[Point, Point, Point, Point]

    @property
    def middle(self) -> Point:
        (x, y), _, (far_x, far_y), _ = self.corners
        return (x + far_x) / 2, (y + far_y) / 2


def middle_of(at: tuple[int, ...], radius: float) -> Point:
    """The middle of a place, whatever layer it belongs to."""
    return (
        sum(n * axis[0] for n, axis in zip(at, AXES, strict=True)) * radius,
        sum(n * axis[1] for n, axis in zip(at, AXES, strict=True)) * radius,
    )


def is_piled(board: Board) -> bool:
    """Whether something lies on something else."""
    plate = max((sum(place.at) for place in board.places), default=0)
    return any(place.die is not None and sum(place.at) < plate for place in board.places)


def can_be_seen(board: Board) -> bool:
    """Whether all dice stand on their corners or have not been rolled."""
    dice = [place.die for place in board.places if place.die is not None]
    return all(die.number is None or corner_sides(die.number) is not None for die in dice)


def tiles(board: Board, radius: float) -> list[Tile]:
    stands = {place.at for place in board.places if place.die is not None}
    return [tile for place in board.places if place.die is not None for tile in _tiles(place, stands, radius)]


def _tiles(place: Place, stands: Iterable[tuple[int, ...]], radius: float) -> Iterable[Tile]:
    assert place.die is not None
    x, y = middle_of(place.at, radius)
    sides = None if place.die.hidden else corner_sides(place.die.number)
    for side, (i, j) in enumerate(SPANNED):
        above = tuple(n - (axis == side) for axis, n in enumerate(place.at))
        if above in stands:
            continue
        (ax, ay), (bx, by) = AXES[i], AXES[j]
        one, far, other = ((x + dx * radius, y + dy * radius) for dx, dy in ((ax, ay), (ax + bx, ay + by), (bx, by)))
        yield Tile(place, side, None if sides is None else sides[side], ((x, y), one, far, other))
