"""What hangs together: parts of a board that can be reached step by step and groups of places.

Sets of places are bit masks; `links` holds for each place the mask of the places it is linked to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dicedsl.masks import members_of

MOST_GROUPS = 1 << 16
MOST_EXAMINED_GROUPS = 4 * MOST_GROUPS  # on the way to groups that stand


class TooManyGroups(Exception):
    """There are more groups than can be listed."""


def sorted_sets(masks: Iterable[int]) -> list[int]:
    """Each set once, in the order of their members."""
    return sorted(set(masks), key=_row)


_FLIP = str.maketrans("01", "10")


def _row(mask: int) -> str:
    """As text that sorts like the row of the members: a member as 0, a gap as 1."""
    return bin(mask)[:1:-1].translate(_FLIP) if mask else ""


def places_linked_to(mask: int, links: Sequence[int]) -> int:
    """All that some member is linked to."""
    linked = 0
    while mask:  # as `members_of`, which would take twice as long here
        low = mask & -mask
        linked |= links[low.bit_length() - 1]
        mask ^= low
    return linked


def reach(start: int, within: int, links: Sequence[int]) -> int:
    """All of `within` that can be reached from `start`, passing through `within` only."""
    reached = fresh = start & within
    while fresh:
        fresh = places_linked_to(fresh, links) & within & ~reached
        reached |= fresh
    return reached


def one_piece(mask: int, links: Sequence[int]) -> bool:
    return reach(mask & -mask, mask, links) == mask


def groups(count: int, within: int, links: Sequence[int]) -> list[int]:
    """Every set of so many members of `within` that hangs together."""
    masks: list[int] = []
    if not 1 <= count <= within.bit_count():
        return masks
    # A group, how many it has, the places it may grow into, and those it may not have: they were had before.
    waiting = [(0, 0, within, 0)]
    while waiting:
        group, size, edge, barred = waiting.pop()
        while edge:
            low = edge & -edge
            edge ^= low
            barred |= low
            if size + 1 == count:
                masks.append(group | low)
                if len(masks) > MOST_GROUPS:
                    raise TooManyGroups
                continue
            ahead = (links[low.bit_length() - 1] & within | (edge if size else 0)) & ~barred & ~group
            if size + 1 + ahead.bit_count() < count:
                # Is there enough further on? Otherwise all that is below would be looked at for nothing.
                allowed = within & ~barred | group | low
                if reach(group | low, allowed, links).bit_count() < count:
                    continue
            waiting.append((group | low, size + 1, ahead, barred))
    return sorted_sets(masks)


def standing_groups(count: int, within: int, links: Sequence[int], under: Sequence[int], standing: int) -> list[int]:
    """The same for groups in which all that lies under a member stands already or belongs to the group as well."""

    def need(place: int) -> int:
        """The place with all that is missing under it, 0 if that is more than `count` or cannot be had."""
        whole = fresh = 1 << place
        while fresh:
            if fresh & ~within or whole.bit_count() > count:
                return 0
            fresh = places_linked_to(fresh, under) & ~standing & ~whole
            whole |= fresh
        return whole

    parts = {part: part | places_linked_to(part, links) for place in members_of(within) if (part := need(place))}
    near = dict(parts)  # each group met, with all that it is linked to
    waiting = list(near)
    masks = []
    while waiting:
        group = waiting.pop()
        linked = near[group]
        if group.bit_count() == count:
            if one_piece(group, links):
                masks.append(group)
            continue
        for part, around_part in parts.items():
            larger = group | part
            if part & linked and larger not in near and larger.bit_count() <= count:
                near[larger] = linked | around_part
                waiting.append(larger)
                if len(near) > MOST_EXAMINED_GROUPS:
                    raise TooManyGroups
    return sorted_sets(masks)
