"""What games that are stepped together need beside the rules: answers as numbers, and equal dice in order.

All of it is told by a plan, a row of words; see `engines.native.batches`.
"""

from __future__ import annotations

from dicedsl.interpreter.engines.native.calling import (
    COUNT,
    FAULT,
    FULL,
    ROOM,
    ROOM_LEFT,
    SEAT,
    STEPS,
    WORK,
)
from dicedsl.interpreter.words import Words, at, lowest

# Where the plan tells what: cells are words of a state, parts are places in the plan itself.
ASKED, PC, BLOCKS, NUMBERING, LOCATION, FACE, SHOWN, ON_PLACE, ZONES, ZONE_MASKS, SHOWING, GROUPS, SCRATCH = range(13)
HEAD = 13
# What is told of a block.
SORTED, REPORTED, DECISION = 1, 2, 4
WIDE = 3  # words of a die that is put in order


def begin(context: Words, source: Words, room: int, words: int) -> None:
    """Make ready for a game: its random source, and all the room."""
    for i in range(3):
        context[i] = source[i]
    context[STEPS] = 0
    again(context, room, words)


def again(context: Words, room: int, words: int) -> None:
    """Make ready for one more run of the same game."""
    context[FAULT] = 0
    context[WORK] = 0
    context[COUNT] = 0
    context[FULL] = 0
    context[ROOM] = room
    context[ROOM_LEFT] = words


def leave(context: Words, source: Words) -> None:
    for i in range(3):
        source[i] = context[i]


def ask(context: Words, state: Words, plan: Words) -> None:
    """The one who is asked: of several at once the first."""
    context[SEAT] = lowest(state[plan[ASKED]])


def coded(rows: Words, count: int, numbering: Words, decision: int, wanted: int, mask: Words) -> int:
    """The place of the answer of a wanted number, -1 if there is none; if none is wanted, those there are are marked in a mask of bytes."""
    start = numbering[decision]
    width = numbering[start]
    row = 0
    last = -1
    place = 0
    for _ in range(count):
        alternative = rows[row]
        if alternative != last:
            place = 0
            last = alternative
        entry = numbering[start + 1 + alternative]
        code = 0
        if numbering[entry + 1] < 0:
            code = place
            place += 1
        for j in range(numbering[entry + 1]):
            digit = entry + 2 + 3 * j
            code = code * numbering[digit + 2] + rows[row + numbering[digit]] - numbering[digit + 1]
        code += numbering[entry]
        if wanted < 0:
            mask[code >> 3] |= 1 << 8 * (code & 7)
        if code == wanted:
            return row
        row += width
    return -1


def answer(context: Words, state: Words, plan: Words, rows: Words, wanted: int, given: Words) -> bool:
    """Give the answer of this number; whether there is one."""
    decision = plan[plan[BLOCKS] + state[plan[PC]]] // DECISION - 1
    numbering = at(plan, plan[NUMBERING])
    row = coded(rows, context[COUNT], numbering, decision, wanted, rows)
    if row < 0:
        return False
    for i in range(numbering[numbering[decision]]):
        given[i] = rows[row + i]
    return True


def mark(context: Words, state: Words, plan: Words, rows: Words, mask: Words) -> None:
    """Mark all answers that were listed."""
    decision = plan[plan[BLOCKS] + state[plan[PC]]] // DECISION - 1
    coded(rows, context[COUNT], at(plan, plan[NUMBERING]), decision, -1, mask)


def settle(state: Words, plan: Words) -> bool:
    """Put equal dice in order where that is done; whether the table has to report something."""
    about = plan[plan[BLOCKS] + state[plan[PC]]]
    if about & SORTED != 0:
        groups = plan[GROUPS]
        for i in range(plan[groups]):
            order(state, plan, plan[groups + 1 + 2 * i], plan[groups + 2 + 2 * i])
    return about & REPORTED != 0


def order(state: Words, plan: Words, first: int, count: int) -> None:
    """Some equal dice by where they are, what they show and whether that is shown."""
    rows = at(plan, plan[SCRATCH])
    moved = False
    for i in range(count):
        die = first + i
        where = state[plan[LOCATION] + die]
        number = state[plan[FACE] + die]
        shown = state[plan[SHOWN] + (die >> 6)] >> (die & 63) & 1
        to = i
        while to > 0:
            before = WIDE * (to - 1)
            if not is_before(where, number, shown, rows[before], rows[before + 1], rows[before + 2]):
                break
            for word in range(WIDE):
                rows[before + WIDE + word] = rows[before + word]
            to -= 1
        moved = moved or to < i
        rows[WIDE * to] = where
        rows[WIDE * to + 1] = number
        rows[WIDE * to + 2] = shown
    if moved:
        lay(state, plan, rows, first, count)


def is_before(where: int, number: int, shown: int, other: int, its_number: int, its_shown: int) -> bool:
    if where != other:
        return where < other
    if number != its_number:
        return number < its_number
    return shown < its_shown


def lay(state: Words, plan: Words, rows: Words, first: int, count: int) -> None:
    """Dice as some rows say, all at once."""
    for i in range(count):
        die = first + i
        where = state[plan[LOCATION] + die]
        if where < plan[ZONES]:
            take_out(state, plan[plan[ZONE_MASKS] + where], die)
        take_out(state, plan[plan[SHOWING] + state[plan[FACE] + die]], die)
        take_out(state, plan[SHOWN], die)
    for i in range(count):
        die = first + i
        where = rows[WIDE * i]
        number = rows[WIDE * i + 1]
        if where < plan[ZONES]:
            put_in(state, plan[plan[ZONE_MASKS] + where], die)
        else:
            state[plan[ON_PLACE] + where - plan[ZONES]] = die + 1
        put_in(state, plan[plan[SHOWING] + number], die)
        if rows[WIDE * i + 2] != 0:
            put_in(state, plan[SHOWN], die)
        state[plan[LOCATION] + die] = where
        state[plan[FACE] + die] = number


def take_out(state: Words, mask: int, die: int) -> None:
    state[mask + (die >> 6)] &= ~(1 << (die & 63))


def put_in(state: Words, mask: int, die: int) -> None:
    state[mask + (die >> 6)] |= 1 << (die & 63)
