"""Pages of a ledger, as machine code; see `solving.pages`, which hands it all it needs.

A page is a ledger as far as positions are told apart by it: the classes of its numbers. What happens between two writings is the same on
every page. What is written is tried here for each page, and positions are worked out page by page, for every count at once.
"""

from __future__ import annotations

from dicedsl.interpreter.engines.kernel_memory import Ints, Reals, at, copy_words, lowest, real
from dicedsl.interpreter.engines.native.search import ASKED, COUNT, FAILED, SEAT, decision_of, list_answers, width_of
from dicedsl.interpreter.solving.finding import (
    DONE,
    FACTOR,
    FIRST_KEY,
    NO_ROOM,
    OTHER,
    ROOM,
    ROOM_WORDS,
    RUN,
    SECOND_KEY,
    SIZE,
    SLOT,
    SLOTS,
    STATUS,
    WRONG,
    keyed,
    slot_of,
    stepped,
)

UNKNOWN = 20  # how a page ended that came to a position nobody has seen yet
# What is told of a ledger, a row of words.
CELLS, STARTS, WRITES, PAGES, PAGE_SLOTS, MOST_PAGES, RECORDS, MOST_RECORDS, AT, PLACES, ATOMS, WEIGHTS, CODES = range(
    13
)
SETTINGS = 13
CLASSES = 64
RECORD = 5  # words: where it is written, the position it leads to, the page, and what is counted and gained
SOURCE, TARGET, PAGE, COUNTED, GAINED = range(5)
EQUAL, UNEQUAL, LESS, AT_MOST, MORE, AT_LEAST = range(6)


def page(about: Ints, book: Ints, plan: Ints, context: Ints, rows: Ints, given: Ints, starts: Ints, work: Ints, slots: Ints, page_slots: Ints, pages: Ints, records: Ints, number: int) -> int:  # fmt: skip
    """All that can be written on one page, from where it was left (AT); how it ended. `work` as in `finding.search`.

    starts: states from which something can be written, whatever else is different. pages: of each the numbers of a ledger that
    has these classes.
    """
    cells = book[CELLS]
    numbers = at(pages, number * cells)
    while book[AT] < book[STARTS]:
        begun = book[RECORDS]
        start = at(starts, book[AT] * about[SIZE])
        lay(about, book, start, numbers, work)
        seat = lowest(work[plan[ASKED]])
        status = list_answers(about[RUN], context, work, seat, about[ROOM], about[ROOM_WORDS])
        if status >= FAILED:
            about[STATUS] = status
            return WRONG
        moves = context[COUNT]
        if book[RECORDS] + moves > book[MOST_RECORDS] or book[PAGES] + moves > book[MOST_PAGES]:
            return NO_ROOM
        width = width_of(plan, work)
        writes = at(book, book[book[WRITES] + decision_of(plan, work)])
        row = 0
        for _ in range(moves):
            if writes[rows[row]] != 0:
                lay(about, book, start, numbers, work)
                copy_words(given, at(rows, row), width)
                context[SEAT] = lowest(work[plan[ASKED]])
                ended = stepped(about, plan, context, work, 1)
                if ended == DONE:
                    ended = written(about, book, plan, work, slots, page_slots, pages, numbers, records)
                if ended != DONE:
                    book[RECORDS] = begun
                    return ended
            row += width
        book[AT] += 1
    book[AT] = 0
    return DONE


def lay(about: Ints, book: Ints, start: Ints, numbers: Ints, work: Ints) -> None:
    """A state with the numbers of a page."""
    copy_words(work, start, about[SIZE])
    for i in range(book[CELLS]):
        work[book[book[PLACES] + i]] = numbers[i]


def class_of(book: Ints, index: int, value: int) -> int:
    """The class of a number: a bit for each comparison that holds of it."""
    start = book[book[ATOMS] + index]
    code = 0
    for j in range(book[start]):
        sign = book[start + 1 + 2 * j]
        other = book[start + 2 + 2 * j]
        holds = value == other
        if sign == UNEQUAL:
            holds = value != other
        elif sign == LESS:
            holds = value < other
        elif sign == AT_MOST:
            holds = value <= other
        elif sign == MORE:
            holds = value > other
        elif sign == AT_LEAST:
            holds = value >= other
        if holds:
            code |= 1 << j
    return code


def written(about: Ints, book: Ints, plan: Ints, work: Ints, slots: Ints, page_slots: Ints, pages: Ints, numbers: Ints, records: Ints) -> int:  # fmt: skip
    """Note where a writing leads to."""
    keyed(about, plan, work, at(work, about[SIZE]))
    slot = slot_of(slots, about[SLOTS], about[FIRST_KEY], about[SECOND_KEY])
    if slots[SLOT * slot + 2] == 0:
        return UNKNOWN
    one = FACTOR
    two = OTHER
    counted = 0
    gained = 0
    for i in range(book[CELLS]):
        value = work[book[book[PLACES] + i]]
        code = class_of(book, i, value)
        weight = book[WEIGHTS] + 2 * (CLASSES * i + code)
        gained += book[weight] * value
        counted += book[weight + 1] * value
        old = class_of(book, i, numbers[i])
        weight = book[WEIGHTS] + 2 * (CLASSES * i + old)
        gained -= book[weight] * numbers[i]
        counted -= book[weight + 1] * numbers[i]
        one = (one ^ (code + 1)) * FACTOR
        one ^= one >> 29
        two = (two + code + 1) * OTHER
        two ^= two >> 31
    other = slot_of(page_slots, book[PAGE_SLOTS], one, two)
    if page_slots[SLOT * other + 2] == 0:
        page_slots[SLOT * other] = one
        page_slots[SLOT * other + 1] = two
        page_slots[SLOT * other + 2] = book[PAGES] + 1
        for i in range(book[CELLS]):
            pages[book[PAGES] * book[CELLS] + i] = work[book[book[PLACES] + i]]
        book[PAGES] += 1
    record = RECORD * book[RECORDS]
    records[record + SOURCE] = book[AT]
    records[record + TARGET] = slots[SLOT * slot + 2] - 1
    records[record + PAGE] = page_slots[SLOT * other + 2] - 1
    records[record + COUNTED] = counted
    records[record + GAINED] = gained
    book[RECORDS] += 1
    return DONE


# What is told of pages that are worked out.
FIRST_RECORD, LAST_RECORD, LOW, HIGH, CAP, POSITIONS, DOORS, SIGN, NUMBER, WIDE = range(10)
TOLD = 10
NO_CAP = 1 << 40


def worked(told: Ints, kinds: Ints, total: Ints, first: Ints, target: Ints, ways: Ints, order: Ints, start_of: Ints, records: Ints, lows: Ints, highs: Ints, base: Ints, fixed: Ints, door_of: Ints, values: Reals, best: Reals, known: Reals, steps: int) -> int:  # fmt: skip
    """The values of the positions of one page, for each count from LOW to HIGH.

    best: for each start the best that can be written, then `known`, for each position its value, a row of WIDE each. values: those of
    the doors of all pages, positions that writings lead to; `base` is where those of a page begin. fixed: of each page what both
    sums have beside what is weighed.
    """
    low = told[LOW]
    size = told[HIGH] - low + 1
    wide = told[WIDE]
    sign = real(told[SIGN])
    for i in range(steps * wide):
        best[i] = -1e300
    own = told[NUMBER]
    for r in range(told[FIRST_RECORD], told[LAST_RECORD]):
        record = RECORD * r
        page_to = records[record + PAGE]
        door = door_of[records[record + TARGET]]
        gained = real(records[record + GAINED] + fixed[2 * page_to] - fixed[2 * own])
        counted = records[record + COUNTED] + fixed[2 * page_to + 1] - fixed[2 * own + 1]
        row = wide * records[record + SOURCE]
        there = base[page_to] + door * (highs[page_to] - lows[page_to] + 1) - lows[page_to]
        for s in range(size):
            count = min(low + s + counted, told[CAP])
            best[row + s] = max(best[row + s], sign * (gained + values[there + count]))
    for i in range(told[POSITIONS]):
        node = order[i]
        kind = kinds[node]
        row = wide * node
        if kind == 1:
            for s in range(size):
                known[row + s] = 0.0
            for e in range(first[node], first[node + 1]):
                weight = real(ways[e]) / real(total[node])
                other = wide * target[e]
                for s in range(size):
                    known[row + s] += weight * known[other + s]
        elif kind > 1:
            for s in range(size):
                known[row + s] = -1e300
            if start_of[node] >= 0:
                other = wide * start_of[node]
                for s in range(size):
                    known[row + s] = best[other + s]
            for e in range(first[node], first[node + 1]):
                other = wide * target[e]
                for s in range(size):
                    known[row + s] = max(known[row + s], known[other + s])
    for node in range(told[POSITIONS]):
        door = door_of[node]
        if door >= 0 and kinds[node] > 0:
            for s in range(size):
                values[base[own] + door * size + s] = sign * known[wide * node + s]
    return size
