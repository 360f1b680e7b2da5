"""What hangs together: parts of a board that can be reached step by step and groups of places.

Sets of places are bit masks; `links` holds for each place the mask of the places it is linked to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
    return sorted(set(masks), key=_row)


_FLIP = str.maketrans("01", "10")


def _row(mask: int) -> str:
    """As text that sorts like the row of the members: a member as 0, a gap as 1."""
    return bin(mask)[:1:-1].translate(_FLIP)


def around(mask: int, links: Sequence[int]) -> int:
    """All that some member is linked to."""
    found = 0
    while mask:  # as `members`, which would take twice as long here
        low = mask & -mask
        found |= links[low.bit_length() - 1]
        mask ^= low
    return found


def reach(start: int, within: int, links: Sequence[int]) -> int:
    """All of `within` that can be reached from `start`, passing through `within` only."""
    found = fresh = start & within
    while fresh:
        fresh = around(fresh, links) & within & ~found
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

    parts = {part: part | around(part, links) for place in members(within) if (part := need(place))}
    near = dict(parts)  # each group met, with all that it is linked to
    waiting = list(near)
    found = []
    while waiting:
        group = waiting.pop()
        linked = near[group]
        if group.bit_count() == count:
            if one_piece(group, links):
                found.append(group)
            continue
        for part, around_part in parts.items():
            larger = group | part
            if part & linked and larger not in near and larger.bit_count() <= count:
                near[larger] = linked | around_part
                waiting.append(larger)
                if len(near) > 4 * MOST_GROUPS:
                    raise TooMany
    return in_order(found)
