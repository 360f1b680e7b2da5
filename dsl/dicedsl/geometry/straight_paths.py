"""Straight ways between the places of a board: which places lie on each of them."""

from __future__ import annotations

from functools import lru_cache
from math import gcd

from dicedsl.geometry.board import Coordinates

Path = tuple[Coordinates, int]  # its shortest step, and how many of these it is long


@lru_cache(maxsize=8)
def places_between(places: tuple[Coordinates, ...], ends: bool) -> tuple[int, ...]:
    """For each two places, row by row, the set of those on the straight way between them; with `ends`, these as well.

    On a straight way each coordinate stays, or goes as far as the longest does.
    """
    ways: dict[Coordinates, Path | None] = {}
    table: list[int] = []
    for start, place in enumerate(places):
        row = [0] * len(places)
        ends_of: dict[Coordinates, list[tuple[int, int]]] = {}
        for end, other in enumerate(places):
            far = tuple([b - a for a, b in zip(place, other, strict=True)])
            if far not in ways:
                ways[far] = _path(far)
            way = ways[far]
            if way is not None:
                ends_of.setdefault(way[0], []).append((way[1], end))
        for reached in ends_of.values():
            crossed = 1 << start if ends else 0
            for _, end in sorted(reached):
                row[end] = crossed | 1 << end if ends else crossed
                crossed |= 1 << end
        if ends:
            row[start] = 1 << start
        table += row
    return tuple(table)


def _path(far: Coordinates) -> Path | None:
    """The way to a place so far away; None if it is the same place, or not in line."""
    steps = gcd(*far)
    if any(abs(x) not in (0, steps) for x in far) or not steps:
        return None
    return tuple(x // steps for x in far), steps
