"""Straight lines: what lies one step further along a direction, runs of so many places in a row, and whole lines.

Sets of places are bit masks, as in `connected_places`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from dicedsl.geometry.board import Coordinates
from dicedsl.geometry.connected_places import sorted_sets
from dicedsl.masks import mask_of


def straight_directions(axes: int) -> list[Coordinates]:
    """One step either direction along each coordinate."""
    return [tuple(sign * (i == axis) for i in range(axes)) for axis in range(axes) for sign in (1, -1)]


def diagonal_directions(axes: int) -> list[Coordinates]:
    """One step along several coordinates at once."""
    directions = product((1, 0, -1), repeat=axes)
    return [direction for direction in directions if sum(map(abs, direction)) > 1]


def lines_of_length(places: Sequence[Coordinates], directions: Iterable[Coordinates], count: int) -> list[int]:
    """Every set of `count` places that follow each other along a direction, once: there and back is the same."""
    masks = []
    for row in _rows(places, directions):
        masks += in_a_row(row, count)
    return sorted_sets(masks)


def in_a_row(row: Sequence[int], count: int) -> list[int]:
    """Every run of `count` neighbours in a row of places; no run has a place twice, or goes on beyond the board (-1)."""
    masks = []
    for first in range(len(row) - count + 1) if count > 0 else ():
        run = set(row[first : first + count])
        if len(run) == count and -1 not in run:
            masks.append(mask_of(run))
    return masks


def whole_lines(places: Sequence[Coordinates], directions: Iterable[Coordinates]) -> list[int]:
    """All places in line with each other, as far as the board goes; a place alone is no line."""
    return sorted_sets(mask_of(row) for row in _rows(places, directions) if len(row) > 1)


def neighbours(places: Sequence[Coordinates], directions: Iterable[Coordinates]) -> list[int]:
    """For each place those one step away."""
    number = {place: i for i, place in enumerate(places)}
    directions = list(directions)
    steps = ([number.get(_moved(place, direction)) for direction in directions] for place in places)
    return [mask_of(place for place in row if place is not None) for row in steps]


def _rows(places: Sequence[Coordinates], directions: Iterable[Coordinates]) -> Iterator[list[int]]:
    """The places along each direction, from where nothing lies before them to where nothing follows."""
    number = {place: i for i, place in enumerate(places)}
    for direction in dict.fromkeys(map(_forth, directions)):
        if not any(direction):
            continue
        back = tuple(-x for x in direction)
        for place in places:
            if _moved(place, back) in number:
                continue
            row, at = [], place
            while at in number:
                row.append(number[at])
                at = _moved(at, direction)
            yield row


def _forth(direction: Coordinates) -> Coordinates:
    """Of a direction and the direction back the one that leads forth."""
    return max(direction, tuple(-x for x in direction))


def _moved(place: Coordinates, direction: Coordinates) -> Coordinates:
    return tuple(x + d for x, d in zip(place, direction, strict=True))
