"""Straight lines: what lies one step further along a way, runs of so many places in a row, and whole lines.

Sets of places are bit masks, as in `linking`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from dicedsl.geometry.board import Coordinates
from dicedsl.geometry.linking import in_order


def straight(axes: int) -> list[Coordinates]:
    """One step either way along each coordinate."""
    return [tuple(sign * (i == axis) for i in range(axes)) for axis in range(axes) for sign in (1, -1)]


def diagonal(axes: int) -> list[Coordinates]:
    """One step along several coordinates at once."""
    ways = product((1, 0, -1), repeat=axes)
    return [way for way in ways if sum(map(abs, way)) > 1]


def runs(places: Sequence[Coordinates], ways: Iterable[Coordinates], count: int) -> list[int]:
    """Every set of `count` places that follow each other along a way, once: there and back is the same."""
    masks = []
    for row in _rows(places, ways):
        masks += in_a_row(row, count)
    return in_order(masks)


def in_a_row(row: Sequence[int], count: int) -> list[int]:
    """Every run of `count` neighbours in a row of places; no run has a place twice, or goes on beyond the board (-1)."""
    masks = []
    for first in range(len(row) - count + 1) if count > 0 else ():
        run = set(row[first : first + count])
        if len(run) == count and -1 not in run:
            masks.append(_mask(run))
    return masks


def whole(places: Sequence[Coordinates], ways: Iterable[Coordinates]) -> list[int]:
    """All places in line with each other, as far as the board goes; a place alone is no line."""
    return in_order(_mask(row) for row in _rows(places, ways) if len(row) > 1)


def neighbours(places: Sequence[Coordinates], ways: Iterable[Coordinates]) -> list[int]:
    """For each place those one step away."""
    number = {place: i for i, place in enumerate(places)}
    ways = list(ways)
    steps = ([number.get(_moved(place, way)) for way in ways] for place in places)
    return [_mask(place for place in row if place is not None) for row in steps]


def _rows(places: Sequence[Coordinates], ways: Iterable[Coordinates]) -> Iterator[list[int]]:
    """The places along each way, from where nothing lies before them to where nothing follows."""
    number = {place: i for i, place in enumerate(places)}
    for way in dict.fromkeys(map(_forth, ways)):
        if not any(way):
            continue
        back = tuple(-x for x in way)
        for place in places:
            if _moved(place, back) in number:
                continue
            row, at = [], place
            while at in number:
                row.append(number[at])
                at = _moved(at, way)
            yield row


def _forth(way: Coordinates) -> Coordinates:
    """Of a way and the way back the one that leads forth."""
    return max(way, tuple(-x for x in way))


def _moved(place: Coordinates, way: Coordinates) -> Coordinates:
    return tuple(x + d for x, d in zip(place, way, strict=True))


def _mask(members: Iterable[int]) -> int:
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask
