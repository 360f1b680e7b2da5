"""What can happen between two writings, found by machine code; see `solving.ledgers.between`, which hands it all it needs.

A position has a number, whatever a ledger and a counter hold. It has a node for each stretch of values of the counter: what leads on from
there is the same for all of them. An edge tells the position that it leads to and by how much the counter changes.
"""

from __future__ import annotations

from dicedsl.interpreter.engines.kernel_memory import Ints, at, copy_words, count, lowest, memory_at
from dicedsl.interpreter.engines.native.search import (
    ASKED,
    COUNT,
    PC,
    SEAT,
    decision_of,
    width_of,
)
from dicedsl.interpreter.solving.positions.position_kernels import (
    ANSWERS_AT,
    ASK,
    CONTEXT_AT,
    CUT,
    DONE,
    DRAW,
    FIRST_KEY,
    GIVEN_AT,
    KINDS,
    MORE,
    NO_ROOM,
    OVER,
    PLAN_AT,
    RANKED,
    ROLL,
    ROLLING,
    ROLLING_WORDS,
    SECOND_KEY,
    SIZE,
    SLOT,
    SLOTS,
    SLOTS_AT,
    THROW,
    THROWS_AT,
    WANTED,
    WRONG,
    list_moves,
    slot_of,
    take_step,
    throw_of,
    write_key,
)

# The field between writings, a row of words: what is known of the counter and of decisions, how far it is looked through, and the
# addresses (`_AT`) of what is found.
(
    STRETCHES, PLACE, LOWS, HIGHS, STANDING, WRITES, WRITES_ANY, POSITIONS, MOST_POSITIONS, EDGES, MOST_EDGES, WAITING, MOST_WAITING, NEEDED,
    STATES_AT, WAITING_AT, SEEN_AT, KINDS_AT, MARKS_AT, FIRST_AT, LAST_AT, TOTAL_AT, TARGET_AT, WAYS_AT, ORDER_AT, COLOUR_AT, STACK_AT,
) = range(27)  # fmt: skip
FIELD_WORDS = 27
NOWHERE = -1  # the place of a counter that is not there
SEEKING = 7  # the part of a kind that says what happens there (`graph`); a cut is one more
CUTTING, STARTING = (
    4,
    8,
)  # kinds of positions: the game rests at a cut; something can be written from here, be it in some alternatives
BY = 40  # an edge is its target, and from this bit on by how much the counter changes
MIDDLE = 1 << 20  # stands for a counter that does not change
TARGETS = (1 << 40) - 1


def expand_between(setup: Ints, field: Ints, work: Ints, steps: int) -> int:
    """Look at so many nodes and add what leads on from them; how that ended. `work` as in `expand_positions`."""
    plan = memory_at(setup[PLAN_AT])
    waiting = memory_at(field[WAITING_AT])
    first = memory_at(field[FIRST_AT])
    last = memory_at(field[LAST_AT])
    for _ in range(steps):
        if field[WAITING] == 0:
            return DONE
        node = waiting[field[WAITING] - 1]
        position = node // field[STRETCHES]
        stretch = node % field[STRETCHES]
        state = at(memory_at(field[STATES_AT]), position * setup[SIZE])
        lay_counter(field, state, stretch)
        kind = setup[setup[KINDS] + state[plan[PC]]]
        first_edge = field[EDGES]
        memory_at(field[TOTAL_AT])[node] = 1
        field[WAITING] -= 1
        ending = DONE
        if kind == ROLL:
            ending = expand_roll_between(setup, field, work, node, stretch)
        elif kind == DRAW:
            ending = expand_draw_between(setup, field, work, node, stretch)
        elif kind == ASK:
            ending = expand_choice_between(setup, field, work, node, stretch)
        if ending != DONE:
            field[EDGES] = first_edge
            field[WAITING] += 1
            setup[WANTED] = position
            return ending
        first[node] = first_edge
        last[node] = field[EDGES]
    return MORE


def lay_counter(field: Ints, state: Ints, stretch: int) -> None:
    """Let the counter of a state have the value that stands for a stretch."""
    if field[PLACE] != NOWHERE:
        state[field[PLACE]] = field[field[STANDING] + stretch]


def has_room_between(field: Ints, more: int) -> bool:
    """Whether there is room for so many more edges, each to a new position. If not, that many are needed."""
    field[NEEDED] = more
    return (
        field[EDGES] + more <= field[MOST_EDGES]
        and field[POSITIONS] + more <= field[MOST_POSITIONS]
        and field[WAITING] + 1 + more * field[STRETCHES] <= field[MOST_WAITING]
    )


def expand_roll_between(setup: Ints, field: Ints, work: Ints, node: int, stretch: int) -> int:
    """Add an edge for each outcome of a throw; how that ended."""
    given = memory_at(setup[GIVEN_AT])
    throws = memory_at(setup[THROWS_AT])
    state = at(memory_at(field[STATES_AT]), node // field[STRETCHES] * setup[SIZE])
    table = throw_of(setup, state)
    if table < 0:
        return THROW
    outcomes = throws[table]
    dice = throws[table + 1]
    if not has_room_between(field, outcomes):
        return NO_ROOM
    memory_at(field[TOTAL_AT])[node] = throws[table + 2]
    row = table + 3
    for _ in range(outcomes):
        copy_words(work, state, setup[SIZE])
        copy_words(given, at(throws, row), dice)
        if take_step(setup, work, 0) != DONE:
            return WRONG
        add_edge_between(setup, field, work, stretch, throws[row + dice])
        row += dice + 1
    return DONE


def expand_draw_between(setup: Ints, field: Ints, work: Ints, node: int, stretch: int) -> int:
    """Add an edge for each member that can be drawn; how that ended."""
    given = memory_at(setup[GIVEN_AT])
    state = at(memory_at(field[STATES_AT]), node // field[STRETCHES] * setup[SIZE])
    members = 0
    for word in range(setup[ROLLING_WORDS]):
        members += count(state[setup[ROLLING] + word])
    if not has_room_between(field, members):
        return NO_ROOM
    memory_at(field[TOTAL_AT])[node] = members
    for word in range(setup[ROLLING_WORDS]):
        left = state[setup[ROLLING] + word]
        while left != 0:
            member = lowest(left)
            left &= left - 1
            copy_words(work, state, setup[SIZE])
            given[0] = 64 * word + member
            if take_step(setup, work, 0) != DONE:
                return WRONG
            add_edge_between(setup, field, work, stretch, 1)
    return DONE


def expand_choice_between(setup: Ints, field: Ints, work: Ints, node: int, stretch: int) -> int:
    """Add an edge for each move that has nothing to do with the ledger; how that ended."""
    plan = memory_at(setup[PLAN_AT])
    context = memory_at(setup[CONTEXT_AT])
    rows = memory_at(setup[ANSWERS_AT])
    given = memory_at(setup[GIVEN_AT])
    state = at(memory_at(field[STATES_AT]), node // field[STRETCHES] * setup[SIZE])
    seats = state[plan[ASKED]]
    listed = list_moves(setup, state, work)
    if listed != DONE:
        return listed
    moves = context[COUNT]
    if not has_room_between(field, moves):
        return NO_ROOM
    width = width_of(plan, state)
    writes = at(field, field[field[WRITES] + decision_of(plan, state)])
    row = 0
    for _ in range(moves):
        if writes[rows[row]] == 0:
            copy_words(work, state, setup[SIZE])
            copy_words(given, at(rows, row), width)
            context[SEAT] = lowest(seats)
            if take_step(setup, work, 1) != DONE:
                return WRONG
            add_edge_between(setup, field, work, stretch, 1)
        row += width
    return DONE


def add_edge_between(setup: Ints, field: Ints, work: Ints, stretch: int, ways: int) -> None:
    """Add an edge to the position that `work` holds; there is room for it."""
    by = change_of(field, work, stretch)
    target = target_of(setup, field, work, stretch, by)
    memory_at(field[TARGET_AT])[field[EDGES]] = target | (by + MIDDLE) << BY
    memory_at(field[WAYS_AT])[field[EDGES]] = ways
    field[EDGES] += 1


def change_of(field: Ints, work: Ints, stretch: int) -> int:
    """By how much the counter has changed since it had the value that stands for a stretch."""
    if field[PLACE] == NOWHERE:
        return 0
    return work[field[PLACE]] - field[field[STANDING] + stretch]


def target_of(setup: Ints, field: Ints, work: Ints, stretch: int, by: int) -> int:
    """Give the number of a position, which is added if it is new; its nodes that can be come to from a stretch by such a change wait."""
    plan = memory_at(setup[PLAN_AT])
    slots = memory_at(setup[SLOTS_AT])
    write_key(setup, work, at(work, setup[SIZE]))
    slot = slot_of(slots, setup[SLOTS], setup[FIRST_KEY], setup[SECOND_KEY])
    end = setup[setup[KINDS] + work[plan[PC]]]
    if slots[SLOT * slot + 2] == 0:
        number = field[POSITIONS]
        marks = memory_at(field[MARKS_AT])
        field[POSITIONS] += 1
        slots[SLOT * slot] = setup[FIRST_KEY]
        slots[SLOT * slot + 1] = setup[SECOND_KEY]
        slots[SLOT * slot + 2] = number + 1
        marks[2 * number] = setup[FIRST_KEY]
        marks[2 * number + 1] = setup[SECOND_KEY]
        kind = 1
        if end == OVER:
            kind = 0
        elif end == CUT:
            kind = CUTTING | STARTING
        elif end == ASK:
            kind = 3 if setup[RANKED] == 2 else 2
            if field[field[WRITES_ANY] + decision_of(plan, work)] != 0:
                kind |= STARTING
        memory_at(field[KINDS_AT])[number] = kind
        copy_words(at(memory_at(field[STATES_AT]), number * setup[SIZE]), work, setup[SIZE])
    target = slots[SLOT * slot + 2] - 1
    seen = memory_at(field[SEEN_AT])
    waiting = memory_at(field[WAITING_AT])
    low = field[field[LOWS] + stretch] + by
    high = field[field[HIGHS] + stretch] + by
    for other in range(field[STRETCHES]):
        node = target * field[STRETCHES] + other
        if seen[node] == 0 and low <= field[field[HIGHS] + other] and high >= field[field[LOWS] + other]:
            seen[node] = 1
            if end != OVER and end != CUT:
                waiting[field[WAITING]] = node
                field[WAITING] += 1
    return target


def order_positions(field: Ints, stretch: int) -> int:
    """Write down the positions of a stretch (ORDER_AT), each behind those that it leads to while the counter stays; how many they are,
    -1 if one can go round."""
    order = memory_at(field[ORDER_AT])
    colour = memory_at(field[COLOUR_AT])
    stack = memory_at(field[STACK_AT])
    seen = memory_at(field[SEEN_AT])
    first = memory_at(field[FIRST_AT])
    last = memory_at(field[LAST_AT])
    target = memory_at(field[TARGET_AT])
    ordered = 0
    for i in range(field[POSITIONS]):
        colour[i] = 0
    for begin in range(field[POSITIONS]):
        if colour[begin] == 0 and seen[begin * field[STRETCHES] + stretch] != 0:
            depth = 0
            stack[0] = begin
            stack[1] = first[begin * field[STRETCHES] + stretch]
            colour[begin] = 1
            while depth >= 0:
                position = stack[2 * depth]
                edge = stack[2 * depth + 1]
                if edge >= last[position * field[STRETCHES] + stretch]:
                    colour[position] = 2
                    order[ordered] = position
                    ordered += 1
                    depth -= 1
                else:
                    stack[2 * depth + 1] = edge + 1
                    if target[edge] >> BY == MIDDLE:
                        other = target[edge] & TARGETS
                        if colour[other] == 1:
                            return -1
                        if colour[other] == 0:
                            depth += 1
                            colour[other] = 1
                            stack[2 * depth] = other
                            stack[2 * depth + 1] = first[other * field[STRETCHES] + stretch]
    return ordered
