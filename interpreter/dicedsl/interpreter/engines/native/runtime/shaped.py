"""Shapes that may be turned and moved, as `geometry.shapes` has them. What kernels must know of a board, `layout` and `box` make."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from dicedsl.geometry.board import Coordinates
from dicedsl.geometry.shapes import IN_SPACE, TURNS, Solid, solid
from dicedsl.interpreter.engines.kernel_memory import Ints, at, copy_words, count, inlined, lowest
from dicedsl.interpreter.engines.native.runtime.linked import TOO_MANY
from dicedsl.interpreter.engines.native.runtime.sets import (
    cardinality,
    clear,
    in_order,
    join,
    member_from,
    members,
    put,
    same,
    sort_numbers,
)

MANY_TURNS = len(TURNS)
SPACE = tuple(step for turn in IN_SPACE for step in turn)

# A box: whether its cells are the places in their order, the extents, where the cell of each place is found, where the place of each
# cell, and where the masks of each axis; then, for each order of the axes, these and what a step along each axis of a shape counts,
# for each way to reverse some; then the masks, cells and places.
IS_FULL, EXTENTS, CELL_OF, PLACE_OF, MASKS, ORDERS = 0, 1, 4, 5, 6, 9
MANY_ORDERS, MANY_WAYS = 6, 4
ORDER_WORDS = 3 + 3 * MANY_WAYS

KEPT_SLOTS = 1 << 14  # shapes whose forms are kept
KEPT_WORDS = 1 << 22  # for all of them
KEPT_TRIED = 16
KEPT_MIX = 0x9E3779B97F4A7C55


def layout(labels: Sequence[Coordinates]) -> list[int]:
    """The coordinates of the places of a board."""
    return [x for label in labels for x in solid(label)]


def box(labels: Sequence[Coordinates]) -> list[int]:
    """The smallest box around the places of a board, its cells numbered through; for each axis, masks of the cells from which a shape
    of each extent does not leave the box."""
    cells = [solid(label) for label in labels]
    axes = list(zip(*cells, strict=True))
    near, extents = [min(axis) for axis in axes], [max(axis) - min(axis) for axis in axes]
    sizes = [extent + 1 for extent in extents]
    scale: Solid = (sizes[1] * sizes[2], sizes[2], 1)
    cell_of = [sum((x - low) * step for x, low, step in zip(cell, near, scale, strict=True)) for cell in cells]
    every = list(product(*map(range, sizes)))
    place_of = [0] * len(every)
    for place, cell in enumerate(cell_of):
        place_of[cell] = place
    orders: dict[Solid, list[int]] = {}
    for turn in TURNS:
        orders.setdefault(turn.axes, []).extend(turn.numbers(scale))
    words = [int(cell_of == list(range(len(every)))), *extents, 0, 0, 0, 0, 0]
    for order, steps in orders.items():
        words += [*order, *steps]
    for axis, extent in enumerate(extents):
        words[MASKS + axis] = len(words)
        for long in range(extent + 1):
            mask = sum(1 << i for i, cell in enumerate(every) if cell[axis] + long <= extent)
            words += [mask >> 64 * i & (1 << 64) - 1 for i in range(box_words(labels))]
    words[CELL_OF] = len(words)
    words += cell_of
    words[PLACE_OF] = len(words)
    return [*words, *place_of]


def is_ordered(labels: Sequence[Coordinates]) -> bool:
    """Whether the places come in the order of the cells of the box."""
    return list(map(solid, labels)) == sorted(map(solid, labels))


def box_words(labels: Sequence[Coordinates]) -> int:
    """How many words hold a set of cells of the box around a board."""
    many = 1
    for axis in zip(*map(solid, labels), strict=True):
        many *= max(axis) - min(axis) + 1
    return (many + 63) // 64


def from_first(numbers: Ints, many: int) -> None:
    """Sorts numbers, and makes each how far it is from the first."""
    sort_numbers(numbers, many)
    first = numbers[0]
    for i in range(many):
        numbers[i] -= first


def equal(left: Ints, right: Ints, many: int) -> bool:
    for i in range(many):
        if left[i] != right[i]:
            return False
    return True


def raise_mask(mask: Ints, by: int, wide: int, out: Ints) -> None:
    """A set with every member so much higher; none may leave the set."""
    far = by >> 6
    rest = by & 63
    for i in range(wide - 1, -1, -1):
        word = 0
        if i >= far:
            word = mask[i - far] << rest
            if i > far:
                word |= mask[i - far - 1] >> 1 >> (63 - rest)
        out[i] = word


@inlined
def earlier(left: Ints, right: Ints, wide: int) -> bool:
    """Whether a set comes before another of the same size in the order of their members."""
    for i in range(wide):
        differ = left[i] ^ right[i]
        if differ:
            return left[i] & differ & -differ != 0
    return False


def enter_form(forms: Ints, order: Ints, known: int, stride: int, wide: int) -> int:
    """The last form put in order among those known, or joined to the one that is the same; how many there are then."""
    form = at(forms, known * stride)
    i = known
    while i > 0 and earlier(form, at(forms, order[i - 1] * stride), wide):
        i -= 1
    if i > 0 and same(at(forms, order[i - 1] * stride), form, wide):
        join(at(forms, order[i - 1] * stride + wide), at(form, wide), wide)
        return known
    for k in range(known, i, -1):
        order[k] = order[k - 1]
    order[i] = known
    return known + 1


def turned_forms(cells: Ints, many: int, shape_board: Ints, board: Ints, wide: int, order: Ints, forms: Ints) -> int:
    """The different forms a shape has when it is turned; how many. Each is a set of cells, its first being 0; then follows where in the
    box that first one may lie, and how far from it each cell lies. The order has room for some numbers behind it."""
    stride = 2 * wide + many
    ends = at(order, MANY_TURNS)
    for axis in range(3):
        ends[axis] = shape_board[3 * cells[0] + axis]
        ends[3 + axis] = ends[axis]
        for i in range(1, many):
            here = shape_board[3 * cells[i] + axis]
            ends[axis] = min(here, ends[axis])
            ends[3 + axis] = max(here, ends[3 + axis])
    known = 0
    for turned in range(MANY_ORDERS):
        axes = at(board, ORDERS + ORDER_WORDS * turned)
        x_long = ends[3 + axes[0]] - ends[axes[0]]
        y_long = ends[3 + axes[1]] - ends[axes[1]]
        z_long = ends[3 + axes[2]] - ends[axes[2]]
        if x_long > board[EXTENTS] or y_long > board[EXTENTS + 1] or z_long > board[EXTENTS + 2]:
            continue
        x_masks = at(board, board[MASKS] + x_long * wide)
        y_masks = at(board, board[MASKS + 1] + y_long * wide)
        z_masks = at(board, board[MASKS + 2] + z_long * wide)
        for way in range(MANY_WAYS):
            steps = at(axes, 3 + 3 * way)
            form = at(forms, known * stride)
            free = at(form, wide)
            offsets = at(free, wide)
            for i in range(many):
                cell = at(shape_board, 3 * cells[i])
                offsets[i] = cell[0] * steps[0] + cell[1] * steps[1] + cell[2] * steps[2]
            first = offsets[0]
            for i in range(1, many):
                first = min(first, offsets[i])
            clear(form, wide)
            for i in range(many):
                offsets[i] -= first
                put(form, offsets[i])
            for axis in range(3):  # how far it lies from the corner of the box around the shape
                first -= steps[axis] * (ends[axis] if steps[axis] > 0 else ends[3 + axis])
            for k in range(wide):
                free[k] = x_masks[k] & y_masks[k] & z_masks[k]
            raise_mask(free, first, wide, free)
            known = enter_form(forms, order, known, stride, wide)
    return known


def kept_forms(
    shape: Ints,
    shape_wide: int,
    many: int,
    shape_board: Ints,
    board: Ints,
    wide: int,
    number: int,
    kept: Ints,
    slots: int,
    most: int,
    room: Ints,
) -> Ints:
    """The forms of a shape in their order, behind the shape itself and their number; what was worked out is kept.

    What is kept begins with how many words are used; then `slots` follow (a power of two), with places in the words after them (`most`)
    where the records lie: a `number` for both boards, how many forms, the shape, and the forms. Memory is needed for two records more.
    """
    data = at(kept, 1 + slots)
    mixed = number
    for i in range(shape_wide):
        mixed = (mixed ^ shape[i]) * KEPT_MIX
        mixed ^= mixed >> 29
    slot = mixed >> 20 & (slots - 1)
    tried = 0
    while tried < KEPT_TRIED and kept[1 + slot]:
        other = at(data, kept[1 + slot] - 1)
        if other[0] == number and same(at(other, 2), shape, shape_wide):
            return at(other, 1)
        slot = (slot + 1) & (slots - 1)
        tried += 1
    stride = 2 * wide + many
    if tried == KEPT_TRIED or kept[0] + 2 + shape_wide + MANY_TURNS * stride > most:
        clear(kept, 1 + slots)
        slot = mixed >> 20 & (slots - 1)
    record = at(data, kept[0])
    order = at(room, many)
    forms = at(order, MANY_TURNS + 6)
    members(shape, shape_wide, room)
    known = turned_forms(room, many, shape_board, board, wide, order, forms)
    record[0] = number
    record[1] = known
    copy_words(at(record, 2), shape, shape_wide)
    for i in range(known):
        copy_words(at(record, 2 + shape_wide + i * stride), at(forms, order[i] * stride), stride)
    kept[1 + slot] = kept[0] + 1
    kept[0] += 2 + shape_wide + known * stride
    return at(record, 1)


def firsts_of(form: Ints, many: int, within: Ints, wide: int, bit: int, forms_at: Ints) -> int:
    """Notes by a bit where the first cell of a form may lie so that all of it is within a set; how many there are. What is within has as
    many words again behind it, all 0."""
    offsets = at(form, 2 * wide)
    total = 0
    for k in range(wide):
        free = form[wide + k]
        i = 0
        while free and i < many:
            near = at(within, k + (offsets[i] >> 6))
            rest = offsets[i] & 63
            free &= near[0] >> rest | near[1] << 1 << (63 - rest)
            i += 1
        total += count(free)
        while free:
            forms_at[64 * k + lowest(free)] |= bit
            free &= free - 1
    return total


def find_copies(
    shape: Ints,
    shape_wide: int,
    shape_board: Ints,
    within: Ints,
    wide: int,
    board: Ints,
    box_wide: int,
    number: int,
    kept: Ints,
    slots: int,
    most: int,
    room: Ints,
    size: int,
) -> int:
    """How many sets within a set of places are a shape turned and moved, or TOO_MANY. The start of the room is made ready for
    `next_copy`: where that is, which forms are left there, for each cell the forms that begin in it, the forms, and a set of scratch.

    All places for a turned shape are found at once: what is within, moved by each of the cells, is put together. The different forms
    are in order, so that the copies are it too, if they are taken by their first cell.
    """
    many = cardinality(shape, shape_wide)
    if many == 0:
        return 0
    stride = 2 * box_wide + many
    if words_to_find(box_wide, many) > size:
        return TOO_MANY
    forms_at = at(room, 2)
    masks = at(forms_at, 64 * box_wide)
    space = at(room, state_words(box_wide))
    record = kept_forms(
        shape, shape_wide, many, shape_board, board, box_wide, number, kept, slots, most, at(space, 2 * box_wide)
    )
    clear(space, 2 * box_wide)
    if board[IS_FULL]:
        copy_words(space, within, box_wide)
    else:
        place = member_from(within, 0, wide)
        while place >= 0:
            put(space, board[board[CELL_OF] + place])
            place = member_from(within, place + 1, wide)
    room[0] = -1
    room[1] = 0
    clear(forms_at, 64 * box_wide)
    forms = at(record, 1 + shape_wide)
    total = 0
    for i in range(record[0]):
        form = at(forms, i * stride)
        total += firsts_of(form, many, space, box_wide, 1 << i, forms_at)
        copy_words(at(masks, i * box_wide), form, box_wide)
    return total


@inlined
def state_words(box_wide: int) -> int:
    """What is made ready for `next_copy` takes so many words."""
    return 2 + (64 + MANY_TURNS + 1) * box_wide


@inlined
def words_to_find(box_wide: int, many: int) -> int:
    """And so many are needed to find the copies of a shape of so many cells."""
    return state_words(box_wide) + 2 * box_wide + MANY_TURNS + 6 + many + (MANY_TURNS + 1) * (2 * box_wide + many)


def next_copy(state: Ints, board: Ints, box_wide: int, wide: int, out: Ints) -> None:
    """The next copy; there must be one. They come in the order of their cells."""
    first = state[0]
    left = state[1]
    while left == 0:
        first += 1
        left = state[2 + first]
    state[0] = first
    state[1] = left & (left - 1)
    masks = at(state, 2 + 64 * box_wide)
    form = at(masks, lowest(left) * box_wide)
    if board[IS_FULL]:
        raise_mask(form, first, box_wide, out)
        clear(at(out, box_wide), wide - box_wide)
        return
    lifted = at(masks, MANY_TURNS * box_wide)
    raise_mask(form, first, box_wide, lifted)
    clear(out, wide)
    cell = member_from(lifted, 0, box_wide)
    while cell >= 0:
        put(out, board[board[PLACE_OF] + cell])
        cell = member_from(lifted, cell + 1, box_wide)


def copies(
    shape: Ints,
    shape_wide: int,
    shape_board: Ints,
    within: Ints,
    wide: int,
    board: Ints,
    box_wide: int,
    number: int,
    kept: Ints,
    slots: int,
    most: int,
    room: Ints,
    size: int,
) -> int:
    """Every set within a set of places that is a shape turned and moved, in their order, from the start of the room; how many, or
    TOO_MANY. The end of the room (of `size` words) is scratch."""
    needed = words_to_find(box_wide, cardinality(shape, shape_wide))
    limit = size - needed
    if limit < 0:
        return TOO_MANY
    state = at(room, limit)
    copies = find_copies(
        shape, shape_wide, shape_board, within, wide, board, box_wide, number, kept, slots, most, state, needed
    )
    if copies < 0 or copies * wide > limit:
        return TOO_MANY
    for i in range(copies):
        next_copy(state, board, box_wide, wide, at(room, i * wide))
    return in_order(room, copies, wide)


def alike(
    left: Ints, left_wide: int, left_board: Ints, right: Ints, right_wide: int, right_board: Ints, room: Ints
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


def space_numbers(cells: Ints, many: int, board: Ints, turn: int, out: Ints) -> None:
    """How far places lie from the first one, after a turn."""
    for i in range(many):
        cell = at(board, 3 * cells[i])
        out[i] = cell[0] * SPACE[3 * turn] + cell[1] * SPACE[3 * turn + 1] + cell[2] * SPACE[3 * turn + 2]
    from_first(out, many)
