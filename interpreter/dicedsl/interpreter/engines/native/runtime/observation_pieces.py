"""What a seat sees of a game in memory, as numbers in a row: the pieces of which `observation_code` puts the whole together.

Each piece is handed the state, the seat, who may see what in this position (sets of seats), tables that are the same for all positions,
and where to write. The numbers behind them, which are constants of the program, say what it writes, and how much of it.
"""

from __future__ import annotations

from dicedsl.interpreter.engines.kernel_memory import Ints, count, inlined

ABOUT = 2  # words for each block in its table: what is awaited there, and the number of the decision after 0 for none
ASKS, ROLLS, ENDS = 0, 1, 3  # what may be awaited, as `observing.TURNS` has it


@inlined
def turn(state: Ints, seat: int, seers: Ints, tables: Ints, row: Ints, pc: int, blocks: int) -> None:
    """What is awaited, and which decision."""
    row[0] = tables[blocks + ABOUT * state[pc]]
    row[1] = tables[blocks + ABOUT * state[pc] + 1]


@inlined
def values(state: Ints, seat: int, seers: Ints, tables: Ints, row: Ints, first: int, cells: int, more: int) -> None:
    """So many cells, with a number added."""
    for i in range(cells):
        row[i] = state[first + i] + more


@inlined
def pairs(state: Ints, seat: int, seers: Ints, tables: Ints, row: Ints, first: int, cells: int) -> None:
    """So many cells that everybody sees."""
    for i in range(cells):
        row[2 * i] = 1
        row[2 * i + 1] = state[first + i]


@inlined
def rolling(
    state: Ints, seat: int, seers: Ints, tables: Ints, row: Ints, pc: int, blocks: int, first: int, words: int
) -> None:
    """How many dice are about to fall."""
    falling = 0
    if tables[blocks + ABOUT * state[pc]] == ROLLS:
        for i in range(words):
            falling += count(state[first + i])
    row[0] = falling


@inlined
def positive(state: Ints, seat: int, seers: Ints, tables: Ints, row: Ints, cell: int) -> None:
    row[0] = 1 if state[cell] > 0 else 0


@inlined
def members(state: Ints, seat: int, seers: Ints, tables: Ints, row: Ints, first: int, size: int, words: int) -> None:
    """A set of so many words, member by member."""
    for i in range(size):
        row[i] = state[first + (i >> 6)] >> (i & 63) & 1 if i >> 6 < words else 0


@inlined
def seats_asked(
    state: Ints, seat: int, seers: Ints, tables: Ints, row: Ints, pc: int, blocks: int, first: int, players: int
) -> None:
    """Who has to choose."""
    seats = state[first] if tables[blocks + ABOUT * state[pc]] == ASKS else 0
    for i in range(players):
        row[i] = seats >> i & 1


@inlined
def scores(
    state: Ints, seat: int, seers: Ints, tables: Ints, row: Ints, pc: int, blocks: int, first: int, players: int, is_ranked: int
) -> None:  # fmt: skip
    """What a game that is over was ranked by."""
    shown = tables[blocks + ABOUT * state[pc]] == ENDS and state[is_ranked] != 0
    for i in range(players):
        row[i] = state[first + i] if shown else 0


@inlined
def spans(state: Ints, seat: int, seers: Ints, tables: Ints, row: Ints, first: int, size: int, words: int) -> None:
    """A wide set, 32 members in each number."""
    for i in range(size):
        row[i] = state[first + (i >> 1)] >> 32 * (i & 1) & 0xFFFFFFFF if i >> 1 < words else 0


@inlined
def die(state: Ints, seat: int, seers: Ints, tables: Ints, row: Ints, cell: int, numbered: int, dice: int) -> None:
    """A die that is remembered. Which of the plain ones it is, nobody can tell."""
    remembered = state[cell]
    row[0] = dice if remembered >= 0 and tables[numbered + remembered] == 0 else remembered


def some_dice(
    state: Ints, seat: int, seers: Ints, tables: Ints, row: Ints, first: int, words: int, numbered: int, dice: int
) -> None:
    """A set of dice: those that have numbers one by one, of the plain ones how many there are."""
    plain = 0
    to = 0
    for one in range(dice):
        inside = state[first + (one >> 6)] >> (one & 63) & 1 if one >> 6 < words else 0
        if tables[numbered + one] != 0:
            row[to] = inside
            to += 1
        else:
            plain += inside
    row[to] = plain


@inlined
def own(
    state: Ints, seat: int, seers: Ints, tables: Ints, row: Ints, pc: int, blocks: int, first: int, decision: int
) -> None:
    """What the seat has answered where others still have to."""
    row[0] = state[first + seat] if tables[blocks + ABOUT * state[pc] + 1] == decision else 0


@inlined
def own_value(state: Ints, seat: int, seers: Ints, tables: Ints, row: Ints, back: int, answer: int, first: int) -> None:
    """What it has picked; its answer stands so far back in the row."""
    row[0] = state[first + seat] if row[-back] == answer else 0


@inlined
def own_members(
    state: Ints, seat: int, seers: Ints, tables: Ints, row: Ints, back: int, answer: int, first: int, size: int, words: int
) -> None:  # fmt: skip
    chosen = words if row[-back] == answer else 0
    members(state, seat, seers, tables, row, first + seat * words, size, chosen)


@inlined
def own_spans(
    state: Ints, seat: int, seers: Ints, tables: Ints, row: Ints, back: int, answer: int, first: int, size: int, words: int
) -> None:  # fmt: skip
    chosen = words if row[-back] == answer else 0
    spans(state, seat, seers, tables, row, first + seat * words, size, chosen)


@inlined
def nothing(state: Ints, seat: int, seers: Ints, tables: Ints, row: Ints, size: int) -> None:
    """In the place of what is not seen."""
    for i in range(size):
        row[i] = 0


@inlined
def all_dice(
    state: Ints, seat: int, seers: Ints, tables: Ints, row: Ints, dice: int, location: int, face: int, shown: int, zones: int, zone_seers: int, groups: int
) -> None:  # fmt: skip
    """Of each die where it is, its number if that is seen, whether it is hidden and whether it is shown; plain dice in order."""
    for one in range(dice):
        where = state[location + one]
        open_ = state[shown + (one >> 6)] >> (one & 63) & 1
        visible = 1
        if where < zones:
            visible = seers[tables[zone_seers + where]] >> seat & 1 | open_
        number = state[face + one] if visible != 0 else 0
        row[4 * one] = where << 32 | number << 2 | (1 - visible) << 1 | open_
    for i in range(tables[groups]):
        rise(row, tables[groups + 1 + 2 * i], tables[groups + 2 + 2 * i])
    for one in range(dice):
        whole = row[4 * one]
        row[4 * one] = whole >> 32
        row[4 * one + 1] = whole >> 2 & 0x3FFFFFFF
        row[4 * one + 2] = whole >> 1 & 1
        row[4 * one + 3] = whole & 1


def rise(row: Ints, first: int, dice: int) -> None:
    """Put some dice in rising order."""
    for i in range(first + 1, first + dice):
        mine = row[4 * i]
        to = i
        while to > first and row[4 * (to - 1)] > mine:
            row[4 * to] = row[4 * (to - 1)]
            to -= 1
        row[4 * to] = mine
