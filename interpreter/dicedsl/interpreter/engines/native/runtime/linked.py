"""What hangs together, as `geometry.connected_places` has it. `links` holds a set for each place, one after the other."""

from __future__ import annotations

from dicedsl.geometry.connected_places import MOST_EXAMINED_GROUPS, MOST_GROUPS
from dicedsl.interpreter.engines.kernel_memory import Ints, at, copy_words, lowest
from dicedsl.interpreter.engines.native.runtime.sets import (
    cardinality,
    clear,
    in_order,
    inside,
    join,
    meet,
    member_from,
    put,
    same,
    some,
)

TOO_MANY = -1  # in the place of a number of sets; also where the memory does not suffice
FIRST_SLOTS = 64
MIX = 0x9E3779B97F4A7C55  # odd, with bits all over: spreads sets over a table


def around(mask: Ints, links: Ints, wide: int, out: Ints) -> None:
    """Adds all that some member is linked to."""
    for i in range(wide):
        left = mask[i]
        while left:
            join(out, at(links, (i * 64 + lowest(left)) * wide), wide)
            left &= left - 1


def reach(start: Ints, within: Ints, links: Ints, wide: int, out: Ints, scratch: Ints) -> None:
    """All of `within` that can be reached from `start`, passing through `within` only. The scratch has 2 * wide words."""
    fresh = scratch
    near = at(scratch, wide)
    for i in range(wide):
        fresh[i] = start[i] & within[i]
        out[i] = fresh[i]
    while some(fresh, wide):
        clear(near, wide)
        around(fresh, links, wide, near)
        for i in range(wide):
            fresh[i] = near[i] & within[i] & ~out[i]
            out[i] |= fresh[i]


def one_piece(mask: Ints, links: Ints, wide: int, scratch: Ints) -> bool:
    """Whether all can be reached from the first one. The scratch has 4 * wide words."""
    first = member_from(mask, 0, wide)
    if first < 0:
        return True
    start = at(scratch, 2 * wide)
    reached = at(scratch, 3 * wide)
    clear(start, wide)
    put(start, first)
    reach(start, mask, links, wide, reached, scratch)
    return same(reached, mask, wide)


def groups(many: int, within: Ints, links: Ints, wide: int, room: Ints, size: int) -> int:
    """Every set of so many members of `within` that hangs together, from the start of the room; how many, or TOO_MANY.

    At the end of the room (of `size` words) lie some sets of scratch, and for each step of the search a group, the places it may
    grow into, and those it may not have.
    """
    if many < 1 or many > cardinality(within, wide):
        return 0
    limit = size - (3 * many + 4) * wide
    if limit < wide:
        return TOO_MANY
    scratch = at(room, limit)
    steps = at(scratch, 4 * wide)
    clear(steps, 3 * wide)
    copy_words(at(steps, wide), within, wide)
    depth = 0
    listed = 0
    while depth >= 0:
        group = at(steps, depth * 3 * wide)
        edge = at(group, wide)
        barred = at(group, 2 * wide)
        place = member_from(edge, 0, wide)
        if place < 0:
            depth -= 1
            continue
        edge[place >> 6] &= ~(1 << (place & 63))
        put(barred, place)
        if depth + 1 == many:
            if listed == MOST_GROUPS or (listed + 1) * wide > limit:
                return TOO_MANY
            larger = at(room, listed * wide)
            copy_words(larger, group, wide)
            put(larger, place)
            listed += 1
            continue
        following = at(group, 3 * wide)
        next_edge = at(following, wide)
        next_barred = at(following, 2 * wide)
        near = at(links, place * wide)
        for i in range(wide):
            ahead = near[i] & within[i]
            if depth > 0:
                ahead |= edge[i]
            next_edge[i] = ahead & ~barred[i] & ~group[i]
            next_barred[i] = barred[i]
        copy_words(following, group, wide)
        put(following, place)
        if depth + 1 + cardinality(next_edge, wide) < many:
            # Is there enough further on? Otherwise all that is below would be looked at for nothing.
            allowed = at(scratch, 2 * wide)
            for i in range(wide):
                allowed[i] = within[i] & ~barred[i] | following[i]
            reach(following, allowed, links, wide, at(scratch, 3 * wide), scratch)
            if cardinality(at(scratch, 3 * wide), wide) < many:
                continue
        depth += 1
    return in_order(room, listed, wide)


def slot_of(table: Ints, slots: int, entries: Ints, mask: Ints, wide: int) -> int:
    """Where a set stands in a table of numbers of entries (from 1 on), or the empty slot where it belongs."""
    mixed = 0
    for i in range(wide):
        mixed = (mixed ^ mask[i]) * MIX
        mixed ^= mixed >> 29
    slot = mixed & (slots - 1)
    while table[slot] and not same(at(entries, (table[slot] - 1) * 2 * wide), mask, wide):
        slot = (slot + 1) & (slots - 1)
    return slot


def need(place: int, many: int, within: Ints, under: Ints, standing: Ints, wide: int, whole: Ints, fresh: Ints) -> bool:
    """The place with all that is missing under it; false if that is more than so many or cannot be had. `fresh` has 2 * wide words."""
    below = at(fresh, wide)
    clear(whole, wide)
    put(whole, place)
    copy_words(fresh, whole, wide)
    while some(fresh, wide):
        if not inside(fresh, within, wide) or cardinality(whole, wide) > many:
            return False
        clear(below, wide)
        around(fresh, under, wide, below)
        for i in range(wide):
            fresh[i] = below[i] & ~standing[i] & ~whole[i]
            whole[i] |= fresh[i]
    return True


def enter(mask: Ints, linked: Ints, room: Ints, limit: int, wide: int, kept: Ints) -> bool:
    """Keeps a set, with all that it is linked to, unless it is known; false if there is no room.

    `kept` holds how many there are, and how many slots the table has that lies at the end of the room and grows as it must.
    """
    stride = 2 * wide
    met = kept[0]
    slots = kept[1]
    table = at(room, limit - slots)
    slot = slot_of(table, slots, room, mask, wide)
    if table[slot]:
        return True
    if met == MOST_EXAMINED_GROUPS or (met + 1) * stride + slots > limit:
        return False
    copy_words(at(room, met * stride), mask, wide)
    copy_words(at(room, met * stride + wide), linked, wide)
    met += 1
    kept[0] = met
    table[slot] = met
    if met * 2 > slots:
        slots *= 2
        if met * stride + slots > limit:
            return False
        kept[1] = slots
        table = at(room, limit - slots)
        clear(table, slots)
        for entry in range(met):
            table[slot_of(table, slots, room, at(room, entry * stride), wide)] = entry + 1
    return True


def standing_groups(
    many: int, within: Ints, links: Ints, under: Ints, standing: Ints, wide: int, room: Ints, size: int
) -> int:
    """As `groups`, where all that lies under a member stands already or belongs to the group as well.

    The groups met lie at the start of the room, each with all that it is linked to; at its end lie the parts that groups are made
    of, and some scratch.
    """
    stride = 2 * wide
    limit = size - cardinality(within, wide) * stride - 4 * wide - 2
    if limit < FIRST_SLOTS:
        return TOO_MANY
    parts = at(room, limit)
    scratch = at(room, size - 4 * wide - 2)
    kept = at(room, size - 2)
    kept[0] = 0
    kept[1] = FIRST_SLOTS
    clear(at(room, limit - FIRST_SLOTS), FIRST_SLOTS)
    made = 0
    place = member_from(within, 0, wide)
    while place >= 0:
        part = at(parts, made * stride)
        if need(place, many, within, under, standing, wide, part, scratch):
            copy_words(at(part, wide), part, wide)
            around(part, links, wide, at(part, wide))
            made += 1
            if not enter(part, at(part, wide), room, limit, wide, kept):
                return TOO_MANY
        place = member_from(within, place + 1, wide)
    turn = 0
    while turn < kept[0]:
        group = at(room, turn * stride)
        turn += 1
        if cardinality(group, wide) == many:
            continue
        for i in range(made):
            part = at(parts, i * stride)
            if meet(part, at(group, wide), wide):
                for k in range(stride):
                    scratch[k] = group[k] | part[k]
                if cardinality(scratch, wide) <= many and not enter(
                    scratch, at(scratch, wide), room, limit, wide, kept
                ):
                    return TOO_MANY
    listed = 0
    for entry in range(turn):
        group = at(room, entry * stride)
        if cardinality(group, wide) == many and one_piece(group, links, wide, scratch):
            copy_words(at(room, listed * wide), group, wide)
            listed += 1
    return in_order(room, listed, wide)
