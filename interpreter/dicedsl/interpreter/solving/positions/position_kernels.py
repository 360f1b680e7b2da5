"""All positions of a game found by machine code; see `solving.positions.position_finder`, which hands it all it needs.

Positions wait in a row until they are looked at. Each is told from the others by 128 bits that are made of all that counts of it.
"""

from __future__ import annotations

from dicedsl.interpreter.engines.kernel_memory import Ints, at, copy_words, count, lowest, memory_at
from dicedsl.interpreter.engines.native.search import (
    ASKED,
    COUNT,
    FACE,
    FAILED,
    LOCATION,
    PC,
    SEAT,
    SHOWN,
    decision_of,
    list_answers,
    settle,
    take_ready,
    width_of,
)

# The setup of a search, a row of words: what is known of its program, how far it has come, and the addresses (`_AT`) of
# the memory it works on.
(
    RUN, SIZE, ROOM, ROOM_WORDS, WINNERS, MEASURED, MEASURE, ROLLING, ROLLING_WORDS, PLAYERS, RANKED, KEYS, DICE, KINDS, THROWS,
    THROW_SLOTS, SLOTS, POSITIONS, EDGES, LOOKED, BASE, MOST_STATES, MOST_POSITIONS, MOST_EDGES, WANTED, AT_ONCE, FIRST_KEY, SECOND_KEY,
    STATUS, PLAN_AT, CONTEXT_AT, ANSWERS_AT, GIVEN_AT, STATES_AT, SLOTS_AT, THROWS_AT, POSITION_KINDS_AT, WORTH_AT, TOTAL_AT, FIRST_AT,
    TARGET_AT, WAYS_AT, MARKS_AT, NEEDED,
) = range(44)  # fmt: skip
SETUP_WORDS = 44
# How a search ended: nothing is left, so many were looked at, there is no more room, the outcomes of a throw are asked for, something
# went wrong, several choose at once, nothing is allowed, or an end is not ranked as others are.
DONE, MORE, NO_ROOM, THROW, WRONG, TOGETHER, STUCK, UNRANKED = range(8)
OVER, ROLL, DRAW, ASK, CUT = range(5)  # how a block ends; CUT: by a rest before something is written (`ledgers.cuts`)
UNSORTED, SORTED, WITHOUT_DICE = range(3)  # how dice are told by the key of a block
FIRST_FACTOR = 0x9E3779B97F4A7C15
SECOND_FACTOR = 0xC2B2AE3D27D4EB4F
SLOT = 3  # words of an entry in the table of positions: its bits, and its number + 1


def expand_positions(setup: Ints, work: Ints, steps: int) -> int:
    """Look at so many positions and add what follows on them; how that ended. `work` has room for a state and for the codes of all dice."""
    plan = memory_at(setup[PLAN_AT])
    states = memory_at(setup[STATES_AT])
    total = memory_at(setup[TOTAL_AT])
    first = memory_at(setup[FIRST_AT])
    for _ in range(steps):
        here = setup[LOOKED]
        if here >= setup[POSITIONS]:
            return DONE
        state = at(states, (here - setup[BASE]) * setup[SIZE])
        block_end = setup[setup[KINDS] + state[plan[PC]]]
        first[here] = setup[EDGES]
        total[here] = 1
        ending = DONE
        if block_end == ROLL:
            ending = expand_roll(setup, state, work)
        elif block_end == DRAW:
            ending = expand_draw(setup, state, work)
        elif block_end == ASK:
            ending = expand_choice(setup, state, work)
        if ending != DONE:
            setup[WANTED] = here
            return ending
        first[here + 1] = setup[EDGES]
        setup[LOOKED] += 1
    return MORE


def expand_roll(setup: Ints, state: Ints, work: Ints) -> int:
    """Add an edge for each outcome of a throw; how that ended."""
    given = memory_at(setup[GIVEN_AT])
    throws = memory_at(setup[THROWS_AT])
    total = memory_at(setup[TOTAL_AT])
    table = throw_of(setup, state)
    if table < 0:
        return THROW
    outcomes = throws[table]
    dice = throws[table + 1]
    if not has_room(setup, outcomes):
        return NO_ROOM
    total[setup[LOOKED]] = throws[table + 2]
    row = table + 3
    first_edge = setup[EDGES]
    for _ in range(outcomes):
        copy_words(work, state, setup[SIZE])
        copy_words(given, at(throws, row), dice)
        ending = take_step(setup, work, 0)
        if ending == DONE:
            ending = add_edge(setup, work, throws[row + dice])
        if ending != DONE:
            setup[EDGES] = first_edge
            return ending
        row += dice + 1
    return DONE


def expand_draw(setup: Ints, state: Ints, work: Ints) -> int:
    """Add an edge for each member that can be drawn; how that ended."""
    given = memory_at(setup[GIVEN_AT])
    total = memory_at(setup[TOTAL_AT])
    members = 0
    for word in range(setup[ROLLING_WORDS]):
        members += count(state[setup[ROLLING] + word])
    if not has_room(setup, members):
        return NO_ROOM
    total[setup[LOOKED]] = members
    first_edge = setup[EDGES]
    for word in range(setup[ROLLING_WORDS]):
        left = state[setup[ROLLING] + word]
        while left != 0:
            member = lowest(left)
            left &= left - 1
            copy_words(work, state, setup[SIZE])
            given[0] = 64 * word + member
            ending = take_step(setup, work, 0)
            if ending == DONE:
                ending = add_edge(setup, work, 1)
            if ending != DONE:
                setup[EDGES] = first_edge
                return ending
    return DONE


def list_moves(setup: Ints, state: Ints, work: Ints) -> int:
    """List what who is asked may do; how that ended."""
    plan = memory_at(setup[PLAN_AT])
    seats = state[plan[ASKED]]
    if setup[setup[AT_ONCE] + decision_of(plan, state)] != 0 and count(seats) > 1:
        return TOGETHER
    copy_words(work, state, setup[SIZE])
    status = list_answers(setup[RUN], memory_at(setup[CONTEXT_AT]), work, lowest(seats), setup[ROOM], setup[ROOM_WORDS])
    if status >= FAILED:
        setup[STATUS] = status
        return WRONG
    return DONE


def expand_choice(setup: Ints, state: Ints, work: Ints) -> int:
    """Add an edge for each move of who is asked; how that ended."""
    plan = memory_at(setup[PLAN_AT])
    context = memory_at(setup[CONTEXT_AT])
    rows = memory_at(setup[ANSWERS_AT])
    given = memory_at(setup[GIVEN_AT])
    seats = state[plan[ASKED]]
    listed = list_moves(setup, state, work)
    if listed != DONE:
        return listed
    moves = context[COUNT]
    if moves == 0:
        return STUCK
    if not has_room(setup, moves):
        return NO_ROOM
    width = width_of(plan, state)
    first_edge = setup[EDGES]
    row = 0
    for _ in range(moves):
        copy_words(work, state, setup[SIZE])
        copy_words(given, at(rows, row), width)
        row += width
        context[SEAT] = lowest(seats)
        ending = take_step(setup, work, 1)
        if ending == DONE:
            ending = add_edge(setup, work, 1)
        if ending != DONE:
            setup[EDGES] = first_edge
            return ending
    return DONE


def take_step(setup: Ints, state: Ints, answers: int) -> int:
    """Take what stands ready, and put equal dice in order; how that ended."""
    plan = memory_at(setup[PLAN_AT])
    context = memory_at(setup[CONTEXT_AT])
    status = take_ready(setup[RUN], context, state, answers, setup[ROOM], setup[ROOM_WORDS])
    if status >= FAILED:
        setup[STATUS] = status
        return WRONG
    settle(state, plan)
    return DONE


def has_room(setup: Ints, more: int) -> bool:
    """Whether there is room for so many more edges and positions. If not, that many are needed."""
    setup[NEEDED] = more
    return (
        setup[EDGES] + more <= setup[MOST_EDGES]
        and setup[POSITIONS] + more <= setup[MOST_POSITIONS]
        and setup[POSITIONS] - setup[BASE] + more <= setup[MOST_STATES]
    )


# ------------------------------------------------------------------ positions


def add_edge(setup: Ints, state: Ints, falls: int) -> int:
    """Add an edge to a position, which is written down if it is new; how that ended."""
    states = memory_at(setup[STATES_AT])
    slots = memory_at(setup[SLOTS_AT])
    target = memory_at(setup[TARGET_AT])
    ways = memory_at(setup[WAYS_AT])
    marks = memory_at(setup[MARKS_AT])
    write_key(setup, state, at(state, setup[SIZE]))
    first_key = setup[FIRST_KEY]
    second_key = setup[SECOND_KEY]
    slot = slot_of(slots, setup[SLOTS], first_key, second_key)
    if slots[SLOT * slot + 2] == 0:
        number = setup[POSITIONS]
        if not judge_position(setup, state, number):
            return UNRANKED
        setup[POSITIONS] += 1
        slots[SLOT * slot] = first_key
        slots[SLOT * slot + 1] = second_key
        slots[SLOT * slot + 2] = number + 1
        marks[2 * number] = first_key
        marks[2 * number + 1] = second_key
        copy_words(at(states, (number - setup[BASE]) * setup[SIZE]), state, setup[SIZE])
    target[setup[EDGES]] = slots[SLOT * slot + 2] - 1
    ways[setup[EDGES]] = falls
    setup[EDGES] += 1
    return DONE


def slot_of(slots: Ints, size: int, first_key: int, second_key: int) -> int:
    """Give the slot of a table where these bits stand, or would stand."""
    slot = first_key & (size - 1)
    while slots[SLOT * slot + 2] != 0 and (slots[SLOT * slot] != first_key or slots[SLOT * slot + 1] != second_key):
        slot = (slot + 1) & (size - 1)
    return slot


def judge_position(setup: Ints, state: Ints, number: int) -> bool:
    """Write down what happens at a new position, and what it is worth if the game is over there (`PlayAim.worth`);
    whether that can be said."""
    plan = memory_at(setup[PLAN_AT])
    kinds = memory_at(setup[POSITION_KINDS_AT])
    worth = memory_at(setup[WORTH_AT])
    block_end = setup[setup[KINDS] + state[plan[PC]]]
    worth[number] = 0
    kinds[number] = 1
    if block_end == OVER:
        kinds[number] = 0
        winners = state[setup[WINNERS]]
        if setup[PLAYERS] == 2:
            worth[number] = 2 if winners == 1 else 0 if winners == 2 else 1
        elif setup[RANKED] == 0:
            worth[number] = 1 if winners != 0 else 0
        elif state[setup[MEASURED]] != setup[RANKED]:
            return False
        else:
            worth[number] = state[setup[MEASURE]]
    elif block_end == ASK:
        kinds[number] = 3 if lowest(state[plan[ASKED]]) == 1 or setup[RANKED] == 2 else 2
    return True


def write_key(setup: Ints, state: Ints, codes: Ints) -> None:
    """Write down the 128 bits of a position: of the cells that count in its block, and of its dice."""
    plan = memory_at(setup[PLAN_AT])
    block = state[plan[PC]]
    start = setup[setup[KEYS] + block]
    one = (block + 1) * FIRST_FACTOR
    two = (block + 1) * SECOND_FACTOR
    places = setup[start]
    how = setup[start + 1]
    for i in range(places):
        word = state[setup[start + 3 + i]]
        one = (one ^ word) * FIRST_FACTOR
        one ^= one >> 29
        two = (two + word) * SECOND_FACTOR
        two ^= two >> 31
    guarded = start + 3 + places
    for i in range(setup[start + 2]):
        # What is remembered of a die counts only while it shows certain numbers.
        word = 0
        if setup[guarded + 3 * i + 2] >> state[plan[FACE] + setup[guarded + 3 * i + 1]] & 1 != 0:
            word = state[setup[guarded + 3 * i]]
        one = (one ^ word) * FIRST_FACTOR
        one ^= one >> 29
        two = (two + word) * SECOND_FACTOR
        two ^= two >> 31
    dice = 0 if how == WITHOUT_DICE else setup[setup[DICE]]
    rolls = setup[setup[KINDS] + block] == ROLL
    for die in range(dice):
        falling = 0
        if rolls:
            falling = state[setup[ROLLING] + (die >> 6)] >> (die & 63) & 1
        code = state[plan[LOCATION] + die] << 20
        if falling == 0:
            shown = state[plan[SHOWN] + (die >> 6)] >> (die & 63) & 1
            code += state[plan[FACE] + die] * 4 + shown * 2
        else:
            code += 1
        # Equal dice are one run; where they may change places the codes of a run are put in order.
        begin = setup[setup[DICE] + 1 + die]
        place = die
        if rolls and how == SORTED:
            while place > begin and codes[place - 1] > code:
                codes[place] = codes[place - 1]
                place -= 1
        codes[place] = code
    for die in range(dice):
        word = codes[die]
        one = (one ^ word) * FIRST_FACTOR
        one ^= one >> 29
        two = (two + word) * SECOND_FACTOR
        two ^= two >> 31
    setup[FIRST_KEY] = one
    setup[SECOND_KEY] = two


def throw_of(setup: Ints, state: Ints) -> int:
    """Give where the outcomes of this throw are written down, -1 if they are not yet. Equal dice in equal places have one entry."""
    plan = memory_at(setup[PLAN_AT])
    throws = memory_at(setup[THROWS_AT])
    mixed = FIRST_FACTOR
    for die in range(setup[setup[DICE]]):
        if state[setup[ROLLING] + (die >> 6)] >> (die & 63) & 1 != 0:
            mixed = (mixed ^ ((die << 32) + state[plan[LOCATION] + die] + 1)) * FIRST_FACTOR
            mixed ^= mixed >> 29
    setup[FIRST_KEY] = mixed
    slot = mixed & (setup[THROW_SLOTS] - 1)
    while throws[2 * slot + 1] != 0:
        if throws[2 * slot] == mixed:
            return throws[2 * slot + 1]
        slot = (slot + 1) & (setup[THROW_SLOTS] - 1)
    return -1


def move_entries(setup: Ints, old: Ints, size: int, slots: Ints) -> int:
    """Move the entries of a table into a larger one."""
    for i in range(size):
        if old[SLOT * i + 2] != 0:
            slot = old[SLOT * i] & (setup[SLOTS] - 1)
            while slots[SLOT * slot + 2] != 0:
                slot = (slot + 1) & (setup[SLOTS] - 1)
            copy_words(at(slots, SLOT * slot), at(old, SLOT * i), SLOT)
    return size


def mark_state(setup: Ints, state: Ints, codes: Ints, steps: int) -> int:
    """Write down the bits of one state, for who looks it up."""
    write_key(setup, state, codes)
    return steps
