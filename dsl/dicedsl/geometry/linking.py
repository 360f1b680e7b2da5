"""What hangs together: parts of a board that can be reached step by step, groups of places, and copies of a shape.

Sets of places are bit masks; `links` holds for each place the mask of the places it is linked to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations, product

from dicedsl.geometry.board import Coordinates

MOST_GROUPS = 1 << 16


class TooMany(Exception):
    """There are more groups than can be listed."""


def members(mask: int) -> Iterable[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def in_order(masks: Iterable[int]) -> list[int]:
    """Each set once, in the order of their members."""
    return sorted(set(masks), key=lambda mask: tuple(members(mask)))


def reach(start: int, within: int, links: Sequence[int]) -> int:
    """All of `within` that can be reached from `start`, passing through `within` only."""
    found = fresh = start & within
    while fresh:
        around = 0
        for place in members(fresh):
            around |= links[place]
        fresh = around & within & ~found
        found |= fresh
    return found


def groups(count: int, within: int, links: Sequence[int]) -> list[int]:
    """Every set of so many members of `within` that hangs together."""
    found: list[int] = []
    if count < 1:
        return found

    def grow(group: int, size: int, edge: int, barred: int) -> None:
        if size == count:
            found.append(group)
            if len(found) > MOST_GROUPS:
                raise TooMany
            return
        for place in members(edge):
            barred |= 1 << place
            grow(group | 1 << place, size + 1, (edge | links[place] & within) & ~barred & ~group, barred)
            edge &= ~(1 << place)

    barred = 0
    for place in members(within):
        barred |= 1 << place
        grow(1 << place, 1, links[place] & within & ~barred, barred)
    return in_order(found)


def standing_groups(count: int, within: int, links: Sequence[int], under: Sequence[int], standing: int) -> list[int]:
    """The same for groups in which all that lies under a member stands already or belongs to the group as well."""
    needs: dict[int, int] = {}

    def need(place: int) -> int:
        """The place with all that is missing under it, 0 if that is more than `count` or cannot be had."""
        if place not in needs:
            whole = 1 << place if within >> place & 1 else 0
            for below in members(under[place] & ~standing):
                part = need(below)
                whole = whole | part if whole and part else 0
            needs[place] = whole if whole.bit_count() <= count else 0
        return needs[place]

    parts = [part for place in members(within) if (part := need(place))]
    seen = set(parts)
    waiting = list(seen)
    found = []
    while waiting:
        group = waiting.pop()
        size = group.bit_count()
        if size == count:
            if reach(group & -group, group, links) == group:
                found.append(group)
            continue
        around = group
        for place in members(group):
            around |= links[place]
        for part in parts:
            larger = group | part
            if part & around and larger != group and larger.bit_count() <= count and larger not in seen:
                seen.add(larger)
                waiting.append(larger)
                if len(seen) > 4 * MOST_GROUPS:
                    raise TooMany
    return in_order(found)


def _turns(size: int) -> list[tuple[tuple[int, int], ...]]:
    """All ways to turn a solid so that its edges lie along the coordinates; a flat one may be flipped."""
    found = []
    for order in permutations(range(size)):
        swaps = sum(order[i] > order[j] for i in range(size) for j in range(i + 1, size))
        for signs in product((1, -1), repeat=size):
            mirrored = (-1) ** swaps * (-1) ** signs.count(-1) != 1
            if size < 3 or not mirrored:
                found.append(tuple(zip(order, signs, strict=True)))
    return found


def copies(shape: Iterable[Coordinates], places: Sequence[Coordinates]) -> list[int]:
    """Every set of places that is this shape, turned any way and moved anywhere."""
    number = {place: i for i, place in enumerate(places)}
    cells = list(shape)
    found = set()
    for turn in _turns(len(cells[0])) if cells else ():
        turned = [tuple(sign * cell[axis] for axis, sign in turn) for cell in cells]
        for place in places:
            shift = [p - t for p, t in zip(place, turned[0], strict=True)]
            moved = [number.get(tuple(x + s for x, s in zip(cell, shift, strict=True))) for cell in turned]
            if None not in moved:
                found.add(sum(1 << m for m in moved if m is not None))
    return in_order(found)


def form(cells: Iterable[Coordinates]) -> tuple[Coordinates, ...]:
    """What stays the same when a shape is turned and moved. Cells of a flat board lie in a plane of space."""
    solid = [(*cell, *(0,) * (3 - len(cell))) for cell in cells]
    best: tuple[Coordinates, ...] = ()
    for turn in _turns(3) if solid else ():
        turned = [tuple(sign * cell[axis] for axis, sign in turn) for cell in solid]
        least = [min(cell[i] for cell in turned) for i in range(3)]
        shifted = tuple(sorted(tuple(x - m for x, m in zip(cell, least, strict=True)) for cell in turned))
        if not best or shifted < best:
            best = shifted
    return best
