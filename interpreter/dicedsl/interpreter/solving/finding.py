"""All positions of a game found by machine code; see `solving.native`, which hands it all it needs.

Positions wait in a row until they are looked at. Each is told from the others by 128 bits that are made of all that counts of it.
"""

from __future__ import annotations

from dicedsl.interpreter.engines.kernel_memory import Ints, at, copy_words, count, lowest
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

# What is told of a program and of a search, a row of words.
(
    RUN, SIZE, ROOM, ROOM_WORDS, WINNERS, MEASURED, MEASURE, ROLLING, ROLLING_WORDS, PLAYERS, RANKED, KEYS, DICE, KINDS, THROWS,
    THROW_SLOTS, SLOTS, POSITIONS, EDGES, LOOKED, BASE, MOST_STATES, MOST_POSITIONS, MOST_EDGES, WANTED, AT_ONCE, FIRST_KEY, SECOND_KEY,
    STATUS,
) = range(29)  # fmt: skip
SETTINGS = 29
# How a search ended: nothing is left, so many were looked at, there is no more room, the outcomes of a throw are asked for, something
# went wrong, several choose at once, nothing is allowed, or an end is not ranked as others are.
DONE, SOME, NO_ROOM, THROW, WRONG, TOGETHER, STUCK, UNRANKED = range(8)
OVER, ROLL, DRAW, ASK = range(4)  # how a block ends
FACTOR = 0x9E3779B97F4A7C15
OTHER = 0xC2B2AE3D27D4EB4F
SLOT = 3  # words of an entry in the table of positions: its bits, and its number + 1


def search(about: Ints, plan: Ints, context: Ints, rows: Ints, given: Ints, states: Ints, work: Ints, slots: Ints, throws: Ints, kinds: Ints, worth: Ints, total: Ints, first: Ints, target: Ints, ways: Ints, marks: Ints, steps: int) -> int:  # fmt: skip
    """Look at so many positions; how it ended. `work` has room for a state and for the codes of all dice."""
    for _ in range(steps):
        here = about[LOOKED]
        if here >= about[POSITIONS]:
            return DONE
        state = at(states, (here - about[BASE]) * about[SIZE])
        how = about[about[KINDS] + state[plan[PC]]]
        first[here] = about[EDGES]
        total[here] = 1
        ended = DONE
        if how == ROLL:
            ended = rolled(
                about,
                plan,
                context,
                given,
                states,
                state,
                work,
                slots,
                throws,
                kinds,
                worth,
                total,
                target,
                ways,
                marks,
            )
        elif how == DRAW:
            ended = drawn(
                about, plan, context, given, states, state, work, slots, kinds, worth, total, target, ways, marks
            )
        elif how == ASK:
            ended = asked(
                about, plan, context, rows, given, states, state, work, slots, kinds, worth, target, ways, marks
            )
        if ended != DONE:
            about[WANTED] = here
            return ended
        first[here + 1] = about[EDGES]
        about[LOOKED] += 1
    return SOME


def rolled(about: Ints, plan: Ints, context: Ints, given: Ints, states: Ints, state: Ints, work: Ints, slots: Ints, throws: Ints, kinds: Ints, worth: Ints, total: Ints, target: Ints, ways: Ints, marks: Ints) -> int:  # fmt: skip
    table = throw_of(about, plan, state, throws)
    if table < 0:
        return THROW
    outcomes = throws[table]
    dice = throws[table + 1]
    if not has_room(about, outcomes):
        return NO_ROOM
    total[about[LOOKED]] = throws[table + 2]
    row = table + 3
    begun = about[EDGES]
    for _ in range(outcomes):
        copy_words(work, state, about[SIZE])
        copy_words(given, at(throws, row), dice)
        ended = stepped(about, plan, context, work, 0)
        if ended == DONE:
            ended = noted(about, plan, states, work, slots, kinds, worth, target, ways, marks, throws[row + dice])
        if ended != DONE:
            about[EDGES] = begun
            return ended
        row += dice + 1
    return DONE


def drawn(about: Ints, plan: Ints, context: Ints, given: Ints, states: Ints, state: Ints, work: Ints, slots: Ints, kinds: Ints, worth: Ints, total: Ints, target: Ints, ways: Ints, marks: Ints) -> int:  # fmt: skip
    members = 0
    for word in range(about[ROLLING_WORDS]):
        members += count(state[about[ROLLING] + word])
    if not has_room(about, members):
        return NO_ROOM
    total[about[LOOKED]] = members
    begun = about[EDGES]
    for word in range(about[ROLLING_WORDS]):
        left = state[about[ROLLING] + word]
        while left != 0:
            member = lowest(left)
            left &= left - 1
            copy_words(work, state, about[SIZE])
            given[0] = 64 * word + member
            ended = stepped(about, plan, context, work, 0)
            if ended == DONE:
                ended = noted(about, plan, states, work, slots, kinds, worth, target, ways, marks, 1)
            if ended != DONE:
                about[EDGES] = begun
                return ended
    return DONE


def asked(about: Ints, plan: Ints, context: Ints, rows: Ints, given: Ints, states: Ints, state: Ints, work: Ints, slots: Ints, kinds: Ints, worth: Ints, target: Ints, ways: Ints, marks: Ints) -> int:  # fmt: skip
    seats = state[plan[ASKED]]
    if about[about[AT_ONCE] + decision_of(plan, state)] != 0 and count(seats) > 1:
        return TOGETHER
    copy_words(work, state, about[SIZE])
    status = list_answers(about[RUN], context, work, lowest(seats), about[ROOM], about[ROOM_WORDS])
    if status >= FAILED:
        about[STATUS] = status
        return WRONG
    moves = context[COUNT]
    if moves == 0:
        return STUCK
    if not has_room(about, moves):
        return NO_ROOM
    width = width_of(plan, state)
    begun = about[EDGES]
    row = 0
    for _ in range(moves):
        copy_words(work, state, about[SIZE])
        copy_words(given, at(rows, row), width)
        row += width
        context[SEAT] = lowest(seats)
        ended = stepped(about, plan, context, work, 1)
        if ended == DONE:
            ended = noted(about, plan, states, work, slots, kinds, worth, target, ways, marks, 1)
        if ended != DONE:
            about[EDGES] = begun
            return ended
    return DONE


def stepped(about: Ints, plan: Ints, context: Ints, state: Ints, answers: int) -> int:
    """Take what stands ready, and put equal dice in order."""
    status = take_ready(about[RUN], context, state, answers, about[ROOM], about[ROOM_WORDS])
    if status >= FAILED:
        about[STATUS] = status
        return WRONG
    settle(state, plan)
    return DONE


def has_room(about: Ints, more: int) -> bool:
    return (
        about[EDGES] + more <= about[MOST_EDGES]
        and about[POSITIONS] + more <= about[MOST_POSITIONS]
        and about[POSITIONS] - about[BASE] + more <= about[MOST_STATES]
    )


# ------------------------------------------------------------------ positions


def noted(about: Ints, plan: Ints, states: Ints, state: Ints, slots: Ints, kinds: Ints, worth: Ints, target: Ints, ways: Ints, marks: Ints, falls: int) -> int:  # fmt: skip
    """An edge to a position, which is written down if it is new."""
    keyed(about, plan, state, at(state, about[SIZE]))
    first_key = about[FIRST_KEY]
    second_key = about[SECOND_KEY]
    slot = slot_of(slots, about[SLOTS], first_key, second_key)
    if slots[SLOT * slot + 2] == 0:
        number = about[POSITIONS]
        if not judged(about, plan, state, kinds, worth, number):
            return UNRANKED
        about[POSITIONS] += 1
        slots[SLOT * slot] = first_key
        slots[SLOT * slot + 1] = second_key
        slots[SLOT * slot + 2] = number + 1
        marks[2 * number] = first_key
        marks[2 * number + 1] = second_key
        copy_words(at(states, (number - about[BASE]) * about[SIZE]), state, about[SIZE])
    target[about[EDGES]] = slots[SLOT * slot + 2] - 1
    ways[about[EDGES]] = falls
    about[EDGES] += 1
    return DONE


def slot_of(slots: Ints, size: int, first_key: int, second_key: int) -> int:
    """Where something stands in a table, or would stand."""
    slot = first_key & (size - 1)
    while slots[SLOT * slot + 2] != 0 and (slots[SLOT * slot] != first_key or slots[SLOT * slot + 1] != second_key):
        slot = (slot + 1) & (size - 1)
    return slot


def judged(about: Ints, plan: Ints, state: Ints, kinds: Ints, worth: Ints, number: int) -> bool:
    """What happens at a new position, and what it is worth if that is nothing; see `aims`."""
    how = about[about[KINDS] + state[plan[PC]]]
    worth[number] = 0
    kinds[number] = 1
    if how == OVER:
        kinds[number] = 0
        winners = state[about[WINNERS]]
        if about[PLAYERS] == 2:
            worth[number] = 2 if winners == 1 else 0 if winners == 2 else 1
        elif about[RANKED] == 0:
            worth[number] = 1 if winners != 0 else 0
        elif state[about[MEASURED]] != about[RANKED]:
            return False
        else:
            worth[number] = state[about[MEASURE]]
    elif how == ASK:
        kinds[number] = 3 if lowest(state[plan[ASKED]]) == 1 or about[RANKED] == 2 else 2
    return True


def keyed(about: Ints, plan: Ints, state: Ints, codes: Ints) -> None:
    """The 128 bits of a position: of the cells that count in its block, and of its dice."""
    block = state[plan[PC]]
    start = about[about[KEYS] + block]
    one = (block + 1) * FACTOR
    two = (block + 1) * OTHER
    for i in range(about[start]):
        word = state[about[start + 2 + i]]
        one = (one ^ word) * FACTOR
        one ^= one >> 29
        two = (two + word) * OTHER
        two ^= two >> 31
    dice = about[about[DICE]]
    rolls = about[about[KINDS] + block] == ROLL
    for die in range(dice):
        falling = 0
        if rolls:
            falling = state[about[ROLLING] + (die >> 6)] >> (die & 63) & 1
        code = state[plan[LOCATION] + die] << 20
        if falling == 0:
            shown = state[plan[SHOWN] + (die >> 6)] >> (die & 63) & 1
            code += state[plan[FACE] + die] * 4 + shown * 2
        else:
            code += 1
        # Equal dice are one run; where they may change places the codes of a run are put in order.
        begin = about[about[DICE] + 1 + die]
        place = die
        if rolls and about[start + 1] != 0:
            while place > begin and codes[place - 1] > code:
                codes[place] = codes[place - 1]
                place -= 1
        codes[place] = code
    for die in range(dice):
        word = codes[die]
        one = (one ^ word) * FACTOR
        one ^= one >> 29
        two = (two + word) * OTHER
        two ^= two >> 31
    about[FIRST_KEY] = one
    about[SECOND_KEY] = two


def throw_of(about: Ints, plan: Ints, state: Ints, throws: Ints) -> int:
    """Where the outcomes of this throw are written down, -1 if they are not yet. The same for the same dice in the same places."""
    mixed = FACTOR
    for die in range(about[about[DICE]]):
        if state[about[ROLLING] + (die >> 6)] >> (die & 63) & 1 != 0:
            mixed = (mixed ^ ((die << 32) + state[plan[LOCATION] + die] + 1)) * FACTOR
            mixed ^= mixed >> 29
    about[FIRST_KEY] = mixed
    slot = mixed & (about[THROW_SLOTS] - 1)
    while throws[2 * slot + 1] != 0:
        if throws[2 * slot] == mixed:
            return throws[2 * slot + 1]
        slot = (slot + 1) & (about[THROW_SLOTS] - 1)
    return -1


def moved(about: Ints, old: Ints, size: int, slots: Ints) -> int:
    """The entries of a table in a larger one."""
    for i in range(size):
        if old[SLOT * i + 2] != 0:
            slot = old[SLOT * i] & (about[SLOTS] - 1)
            while slots[SLOT * slot + 2] != 0:
                slot = (slot + 1) & (about[SLOTS] - 1)
            copy_words(at(slots, SLOT * slot), at(old, SLOT * i), SLOT)
    return size


def marked(about: Ints, plan: Ints, state: Ints, codes: Ints, steps: int) -> int:
    """The bits of one state, for who looks it up."""
    keyed(about, plan, state, codes)
    return steps
