"""What hangs together: parts of a board that can be reached step by step, groups of places, and copies of a shape.

Sets of places are bit masks; `links` holds for each place the mask of the places it is linked to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
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


def in_order(
    masks: Iterable[int], row: Callable[[int], tuple[int, ...]] = lambda mask: tuple(members(mask))
) -> list[int]:
    """Each set once, in the order of their members; `row` is how these are looked up."""
    return sorted(set(masks), key=row)


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


def one_piece(mask: int, links: Sequence[int]) -> bool:
    return reach(mask & -mask, mask, links) == mask


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
    cells = list(shape)
    # A cell as one number, so wide that two cells differ by the same number only if they lie the same way to each other.
    base = 4 * max((abs(x) for cell in (*cells, *places) for x in cell), default=0) + 1
    bits = {_digits(place, base): 1 << i for i, place in enumerate(places)}
    found = set()
    ways = set()
    for turn in _turns(len(cells[0])) if cells else ():
        turned = sorted(_digits([sign * cell[axis] for axis, sign in turn], base) for cell in cells)
        ways.add(tuple(cell - turned[0] for cell in turned[1:]))
    for way in ways:
        for first, copy in bits.items():
            for further in way:
                bit = bits.get(first + further)
                if bit is None:
                    break
                copy |= bit
            else:
                found.add(copy)
    return in_order(found)


def _digits(cell: Sequence[int], base: int) -> int:
    number = 0
    for x in cell:
        number = number * base + x
    return number


TURNS = _turns(3)


def form(cells: Iterable[Coordinates]) -> tuple[Coordinates, ...]:
    """What stays the same when a shape is turned and moved. Cells of a flat board lie in a plane of space."""
    in_space = [solid(cell) for cell in cells]
    return _form(_shifted(in_space)) if in_space else ()


def solid(cell: Coordinates) -> Coordinates:
    """A cell of a flat board, in a plane of space."""
    return (*cell, *(0,) * (3 - len(cell)))


def _shifted(cells: Sequence[Coordinates]) -> tuple[Coordinates, ...]:
    """Moved as close to the origin as it goes."""
    a, b, c = (min(cell[i] for cell in cells) for i in range(3))
    return tuple(sorted((x - a, y - b, z - c) for x, y, z in cells))


@lru_cache(100_000)
def _form(cells: tuple[Coordinates, ...]) -> tuple[Coordinates, ...]:
    return min(_shifted([tuple(sign * cell[axis] for axis, sign in turn) for cell in cells]) for turn in TURNS)
