"""Shapes that may be turned and moved, as `geometry.shapes` has them. Each board has a layout: a row of words that `layout` makes."""

from __future__ import annotations

from collections.abc import Sequence

from dicedsl.geometry.board import Coordinates
from dicedsl.geometry.shapes import IN_SPACE, TURNS, Room, solid
from dicedsl.interpreter.engines.native.runtime.linked import TOO_MANY
from dicedsl.interpreter.engines.native.runtime.sets import (
    cardinality,
    clear,
    copy,
    has,
    in_order,
    inside,
    member_from,
    members,
    put,
    sort_numbers,
)
from dicedsl.interpreter.words import Words, at

# A layout: how many places, how many slots, the extents; for each turn its axes and what a step along each axis counts; for each
# place its coordinates; for each place its number; then slots (number, place + 1) to find a place by its number.
PLACES, SLOTS, EXTENTS, TURNED, COORDINATES = 0, 1, 2, 5, 5 + 6 * len(TURNS)
MANY_TURNS = len(TURNS)
SPACE = tuple(step for turn in IN_SPACE for step in turn)
SPREAD = 0x9E3779B97F4A7C55

KEPT_SLOTS = 1 << 14  # shapes whose copies are kept
KEPT_WORDS = 1 << 22  # for all of them
KEPT_TRIED = 16
KEPT_MIX = 0x9E3779B97F4A7C55


def layout(labels: Sequence[Coordinates]) -> list[int]:
    """All that kernels must know of the places of a board."""
    room = Room(labels)
    cells = [solid(label) for label in labels]
    near = [min(axis) for axis in zip(*cells, strict=True)]
    slots = 1
    while slots < 2 * len(cells):
        slots *= 2
    table = [0] * (2 * slots)
    for place, number in enumerate(room.numbers):
        slot = (number * SPREAD & (1 << 64) - 1) >> 40 & slots - 1
        while table[2 * slot + 1]:
            slot = slot + 1 & slots - 1
        table[2 * slot : 2 * slot + 2] = [number, place + 1]
    turns = [word for axes, ways in room.turns.items() for way in ways for word in (*axes, *way)]
    coordinates = [x - low for cell in cells for x, low in zip(cell, near, strict=True)]
    return [len(cells), slots, *room.extents, *turns, *coordinates, *room.numbers, *table]


def place_of(board: Words, number: int) -> int:
    """The place with a number; -1 if there is none."""
    slots = board[SLOTS]
    table = at(board, COORDINATES + 4 * board[PLACES])
    slot = number * SPREAD >> 40 & (slots - 1)
    while table[2 * slot + 1]:
        if table[2 * slot] == number:
            return table[2 * slot + 1] - 1
        slot = (slot + 1) & (slots - 1)
    return -1


def from_first(numbers: Words, many: int) -> None:
    """Sorts numbers, and makes each how far it is from the first."""
    sort_numbers(numbers, many)
    first = numbers[0]
    for i in range(many):
        numbers[i] -= first


def equal(left: Words, right: Words, many: int) -> bool:
    for i in range(many):
        if left[i] != right[i]:
            return False
    return True


def extent(cells: Words, many: int, shape_board: Words, axis: int) -> int:
    """How far places lie from each other along an axis."""
    least = shape_board[COORDINATES + 3 * cells[0] + axis]
    most = least
    for i in range(1, many):
        here = shape_board[COORDINATES + 3 * cells[i] + axis]
        least = min(least, here)
        most = max(most, here)
    return most - least


def turned_ways(cells: Words, many: int, shape_board: Words, board: Words, ways: Words) -> int:
    """How far the cells of a shape lie from the first one, for each different way it may be turned on a board; how many ways."""
    x_extent = extent(cells, many, shape_board, 0)
    y_extent = extent(cells, many, shape_board, 1)
    z_extent = extent(cells, many, shape_board, 2)
    found = 0
    for turn in range(MANY_TURNS):
        rule = at(board, TURNED + 6 * turn)
        fits = True
        for axis in range(3):
            long = x_extent if rule[axis] == 0 else y_extent if rule[axis] == 1 else z_extent
            if long > board[EXTENTS + axis]:
                fits = False
        if not fits:
            continue
        way = at(ways, found * many)
        for i in range(many):
            cell = at(shape_board, COORDINATES + 3 * cells[i])
            way[i] = cell[0] * rule[3] + cell[1] * rule[4] + cell[2] * rule[5]
        from_first(way, many)
        earlier = 0
        while earlier < found and not equal(at(ways, earlier * many), way, many):
            earlier += 1
        if earlier == found:
            found += 1
    return found


def copies(
    shape: Words, shape_wide: int, shape_board: Words, within: Words, wide: int, board: Words, room: Words, size: int
) -> int:
    """Every set within a set of places that is a shape turned and moved, in their order, from the start of the room; how many, or
    TOO_MANY. The end of the room (of `size` words) is scratch."""
    many = cardinality(shape, shape_wide)
    if many == 0:
        return 0
    limit = size - (MANY_TURNS + 1) * many
    if limit < wide:
        return TOO_MANY
    cells = at(room, limit)
    ways = at(cells, many)
    members(shape, shape_wide, cells)
    different = turned_ways(cells, many, shape_board, board, ways)
    numbers = at(board, COORDINATES + 3 * board[PLACES])
    found = 0
    for turn in range(different):
        way = at(ways, turn * many)
        first = member_from(within, 0, wide)
        while first >= 0:
            if (found + 1) * wide > limit:
                return TOO_MANY
            one = at(room, found * wide)
            clear(one, wide)
            put(one, first)
            fitting = 1
            while fitting < many:
                place = place_of(board, numbers[first] + way[fitting])
                if place < 0 or not has(within, place):
                    break
                put(one, place)
                fitting += 1
            if fitting == many:
                found += 1
            first = member_from(within, first + 1, wide)
    return in_order(room, found, wide)


def kept_copies(
    shape: Words,
    shape_wide: int,
    shape_board: Words,
    within: Words,
    whole: Words,
    wide: int,
    board: Words,
    number: int,
    kept: Words,
    room: Words,
    size: int,
) -> int:
    """As `copies`; where a shape has room on the `whole` board (a `number` for both boards) is kept, wherever the shape lay.

    What is kept begins with how many words are used; then slots follow, each with the place and number of some copies; then the
    copies themselves, each list behind the number, the size of the shape and how its cells lie to each other.
    """
    many = cardinality(shape, shape_wide)
    if many == 0:
        return 0
    if many > size:
        return TOO_MANY
    if kept[0] + 2 + many > KEPT_WORDS:
        clear(kept, 1 + 2 * KEPT_SLOTS)
    data = at(kept, 1 + 2 * KEPT_SLOTS)
    record = at(data, kept[0])
    record[0] = number
    record[1] = many
    members(shape, shape_wide, room)
    space_numbers(room, many, shape_board, 0, at(record, 2))
    mixed = number
    for i in range(1, many):
        mixed = (mixed ^ record[2 + i]) * KEPT_MIX
        mixed ^= mixed >> 29
    slot = mixed >> 20 & (KEPT_SLOTS - 1)
    tried = 0
    while tried < KEPT_TRIED and kept[1 + 2 * slot]:
        other = at(data, kept[1 + 2 * slot] - 1)
        if other[0] == number and other[1] == many and equal(at(other, 2), at(record, 2), many):
            return fitting_copies(at(other, 2 + many), kept[2 + 2 * slot], within, wide, room, size)
        slot = (slot + 1) & (KEPT_SLOTS - 1)
        tried += 1
    found = copies(shape, shape_wide, shape_board, whole, wide, board, room, size)
    if found < 0:
        return TOO_MANY
    needed = 2 + many + found * wide
    if tried == KEPT_TRIED or kept[0] + needed > KEPT_WORDS:
        clear(kept, 1 + 2 * KEPT_SLOTS)  # there is room for the next one
    else:
        copy(at(record, 2 + many), room, found * wide)
        kept[1 + 2 * slot] = kept[0] + 1
        kept[2 + 2 * slot] = found
        kept[0] += needed
    return fitting_copies(room, found, within, wide, room, size)


def fitting_copies(sets: Words, many: int, within: Words, wide: int, room: Words, size: int) -> int:
    """Those of some sets that lie within another, in their order, at the start of the room; how many, or TOO_MANY."""
    found = 0
    for i in range(many):
        if inside(at(sets, i * wide), within, wide):
            if (found + 1) * wide > size:
                return TOO_MANY
            copy(at(room, found * wide), at(sets, i * wide), wide)
            found += 1
    return found


def alike(
    left: Words, left_wide: int, left_board: Words, right: Words, right_wide: int, right_board: Words, room: Words
) -> bool:
    """Whether one set is the other turned and moved. The room has three words for each member of a set."""
    many = cardinality(left, left_wide)
    if many != cardinality(right, right_wide):
        return False
    if many == 0:
        return True
    cells = room
    wanted = at(room, many)
    turned = at(room, 2 * many)
    members(right, right_wide, cells)
    space_numbers(cells, many, right_board, 0, wanted)
    members(left, left_wide, cells)
    for turn in range(MANY_TURNS):
        space_numbers(cells, many, left_board, turn, turned)
        if equal(wanted, turned, many):
            return True
    return False


def space_numbers(cells: Words, many: int, board: Words, turn: int, out: Words) -> None:
    """How far places lie from the first one, after a turn."""
    for i in range(many):
        cell = at(board, COORDINATES + 3 * cells[i])
        out[i] = cell[0] * SPACE[3 * turn] + cell[1] * SPACE[3 * turn + 1] + cell[2] * SPACE[3 * turn + 2]
    from_first(out, many)
