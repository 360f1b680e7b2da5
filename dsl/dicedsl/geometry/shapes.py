"""Shapes that may be turned and moved: whether two are alike, and where on a board there is room for one.

A flat board lies in a plane of space, so that a flat shape may be flipped and a solid one never becomes its mirror image.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import permutations, product

from attrs import define

from dicedsl.geometry.board import Coordinates
from dicedsl.masks import members_of

Solid = tuple[int, int, int]


def solid(cell: Coordinates) -> Solid:
    """A cell of a flat board, in a plane of space."""
    x, y, z = (*cell, *(0,) * (3 - len(cell)))
    return x, y, z


@define(frozen=True)
class Rotation:
    """A way to turn a solid so that its edges lie along the axes: which axis becomes which, and whether it is reversed."""

    axes: Solid
    signs: Solid

    def numbers(self, scale: Solid) -> Solid:
        """What a step along each axis counts after the turn, if it counts as on `scale` before."""
        counts = [0, 0, 0]
        for axis, sign, count in zip(self.axes, self.signs, scale, strict=True):
            counts[axis] = sign * count
        return counts[0], counts[1], counts[2]


def _turns() -> Iterator[Rotation]:
    for i, j, k in permutations(range(3)):
        swaps = (i > j) + (i > k) + (j > k)
        for p, q, r in product((1, -1), repeat=3):
            mirrored = (-1) ** swaps * p * q * r != 1
            if not mirrored:
                yield Rotation((i, j, k), (p, q, r))


TURNS = tuple(_turns())
MOST_REMEMBERED_COPIES = 50_000  # ways to lay shapes; then all are forgotten


class NumberedSpace:
    """The places of a board as one number each, so wide that two differ by the same number only if they lie the same way to each
    other. A shape then fits where the numbers of the board, moved by each of its cells, have one in common."""

    def __init__(self, places: Iterable[Coordinates]) -> None:
        cells = [solid(place) for place in places]
        axes = list(zip(*cells, strict=True))
        near = [min(axis) for axis in axes]
        self.extents = [max(axis) - min(axis) for axis in axes]
        wide = 2 * self.extents[2] + 1
        scale = ((2 * self.extents[1] + 1) * wide, wide, 1)
        self.turns: dict[Solid, list[Solid]] = {}
        for turn in TURNS:
            self.turns.setdefault(turn.axes, []).append(turn.numbers(scale))
        self.numbers = [sum((x - low) * s for x, low, s in zip(cell, near, scale, strict=True)) for cell in cells]
        self.all = sum(1 << number for number in self.numbers)
        # Each place twice: as a member of a mask, and above that so that the largest comes first in the order of members.
        self.bits = {number: 1 << i | 1 << 2 * len(cells) - 1 - i for i, number in enumerate(self.numbers)}
        self.mask = (1 << len(cells)) - 1
        self._known: dict[tuple[int, ...], tuple[int, ...]] = {}

    def copies(self, shape: Iterable[Coordinates]) -> tuple[int, ...]:
        """Every set of places that is this shape, turned any way and moved anywhere."""
        cells = [solid(cell) for cell in shape]
        if not cells:
            return ()
        turned = self._ways(cells)
        first = next(turned, None)
        if first is None:
            return ()
        if first not in self._known:
            if len(self._known) > MOST_REMEMBERED_COPIES:
                self._known.clear()
            ways = {first, *turned}
            masks_of_copies = sorted(set().union(*map(self._fitting, ways)), reverse=True)
            masks = tuple([copy & self.mask for copy in masks_of_copies])
            self._known.update(dict.fromkeys(ways, masks))
        return self._known[first]

    def _ways(self, cells: list[Solid]) -> Iterator[tuple[int, ...]]:
        """How far the cells of a shape lie from the first one, for each turn in which it is not too large for the board."""
        extents = [max(axis) - min(axis) for axis in zip(*cells, strict=True)]
        for axes, turns in self.turns.items():
            if all(extents[axis] <= most for axis, most in zip(axes, self.extents, strict=True)):
                for p, q, r in turns:
                    yield _from_first([x * p + y * q + z * r for x, y, z in cells])

    def _fitting(self, way: tuple[int, ...]) -> list[int]:
        bits, firsts = self.bits, self.all
        for further in way:
            firsts &= self.all >> further
        copies = []
        for first in members_of(firsts):
            copy = 0
            for further in way:
                copy |= bits[first + further]
            copies.append(copy)
        return copies


def _from_first(numbers: list[int]) -> tuple[int, ...]:
    numbers.sort()
    first = numbers[0]
    return tuple([number - first for number in numbers])


def copies(shape: Iterable[Coordinates], places: Iterable[Coordinates]) -> list[int]:
    return list(NumberedSpace(places).copies(shape))


COORDINATE_SHIFT = 1 << 20  # no board is as wide as half of it
IN_SPACE = [turn.numbers((COORDINATE_SHIFT * COORDINATE_SHIFT, COORDINATE_SHIFT, 1)) for turn in TURNS]


def form(cells: Iterable[Coordinates]) -> tuple[Coordinates, ...]:
    """What stays the same when a shape is turned and moved."""
    rows = [_turned(solid(cell)) for cell in cells]
    least = min((_from_first(list(numbers)) for numbers in zip(*rows, strict=True)), default=())
    return tuple(_cell(number) for number in least)


@lru_cache(100_000)
def _turned(cell: Solid) -> tuple[int, ...]:
    """The cell after each turn, as one number; the way between two cells is the difference of their numbers."""
    x, y, z = cell
    return tuple(x * p + y * q + z * r for p, q, r in IN_SPACE)


def _cell(number: int) -> Coordinates:
    """The way from the first cell of a shape, as coordinates again."""
    digits = []
    for _ in range(3):
        digit = (number + COORDINATE_SHIFT // 2) % COORDINATE_SHIFT - COORDINATE_SHIFT // 2
        digits.append(digit)
        number = (number - digit) // COORDINATE_SHIFT
    return tuple(reversed(digits))
