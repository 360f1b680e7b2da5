"""The plan of a program, which machine code reads beside the rules: where some cells lie, how answers are numbered, and
which dice are equal and put in order. It is a row of words; see `engines.native.batches`.
"""

from __future__ import annotations

from dicedsl.interpreter.engines.kernel_memory import Ints, at

# What stands where in a plan: cells are words of a state, parts are places in the plan itself.
ASKED, PC, BLOCKS, NUMBERING, LOCATION, FACE, SHOWN, ON_PLACE, ZONES, ZONE_MASKS, SHOWING, GROUPS, SCRATCH, WINNERS = (
    range(14)
)
HEAD = 14
# What the plan says of a block.
SORTED, REPORTED, DECISION = 1, 2, 4
SORT_WORDS = 3  # of a die that is put in order: where it lies, its number, and whether that is shown


def decision_of(plan: Ints, state: Ints) -> int:
    """The number of what is asked, -1 if nothing is."""
    return plan[plan[BLOCKS] + state[plan[PC]]] // DECISION - 1


def width_of(plan: Ints, state: Ints) -> int:
    """The words of an answer here."""
    numbering = at(plan, plan[NUMBERING])
    return numbering[numbering[decision_of(plan, state)]]


def settle(state: Ints, plan: Ints) -> bool:
    """Put equal dice in order where that is done; whether the table has to report something."""
    about = plan[plan[BLOCKS] + state[plan[PC]]]
    if about & SORTED != 0:
        groups = plan[GROUPS]
        for i in range(plan[groups]):
            order(state, plan, plan[groups + 1 + 2 * i], plan[groups + 2 + 2 * i])
    return about & REPORTED != 0


def order(state: Ints, plan: Ints, first: int, dice: int) -> None:
    """Some equal dice by where they are, what they show and whether that is shown."""
    if is_in_order(state, plan, first, dice):
        return
    rows = at(plan, plan[SCRATCH])
    for i in range(dice):
        die = first + i
        where = state[plan[LOCATION] + die]
        number = state[plan[FACE] + die]
        shown = state[plan[SHOWN] + (die >> 6)] >> (die & 63) & 1
        to = i
        while to > 0:
            before = SORT_WORDS * (to - 1)
            if not is_before(where, number, shown, rows[before], rows[before + 1], rows[before + 2]):
                break
            for word in range(SORT_WORDS):
                rows[before + SORT_WORDS + word] = rows[before + word]
            to -= 1
        rows[SORT_WORDS * to] = where
        rows[SORT_WORDS * to + 1] = number
        rows[SORT_WORDS * to + 2] = shown
    lay(state, plan, rows, first, dice)


def is_in_order(state: Ints, plan: Ints, first: int, dice: int) -> bool:
    """Whether nothing has to be moved, as mostly."""
    last = 0
    for die in range(first, first + dice):
        shown = state[plan[SHOWN] + (die >> 6)] >> (die & 63) & 1
        mine = state[plan[LOCATION] + die] << 32 | state[plan[FACE] + die] << 1 | shown
        if mine < last:
            return False
        last = mine
    return True


def is_before(where: int, number: int, shown: int, other: int, its_number: int, its_shown: int) -> bool:
    if where != other:
        return where < other
    if number != its_number:
        return number < its_number
    return shown < its_shown


def lay(state: Ints, plan: Ints, rows: Ints, first: int, dice: int) -> None:
    """Dice as some rows say, all at once."""
    for i in range(dice):
        die = first + i
        where = state[plan[LOCATION] + die]
        if where < plan[ZONES]:
            take_out(state, plan[plan[ZONE_MASKS] + where], die)
        take_out(state, plan[plan[SHOWING] + state[plan[FACE] + die]], die)
        take_out(state, plan[SHOWN], die)
    for i in range(dice):
        die = first + i
        where = rows[SORT_WORDS * i]
        number = rows[SORT_WORDS * i + 1]
        if where < plan[ZONES]:
            put_in(state, plan[plan[ZONE_MASKS] + where], die)
        else:
            state[plan[ON_PLACE] + where - plan[ZONES]] = die + 1
        put_in(state, plan[plan[SHOWING] + number], die)
        if rows[SORT_WORDS * i + 2] != 0:
            put_in(state, plan[SHOWN], die)
        state[plan[LOCATION] + die] = where
        state[plan[FACE] + die] = number


def take_out(state: Ints, mask: int, die: int) -> None:
    state[mask + (die >> 6)] &= ~(1 << (die & 63))


def put_in(state: Ints, mask: int, die: int) -> None:
    state[mask + (die >> 6)] |= 1 << (die & 63)
