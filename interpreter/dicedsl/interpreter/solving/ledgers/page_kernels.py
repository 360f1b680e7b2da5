"""Pages of a ledger, as machine code; see `solving.ledgers.pages`, which hands it all it needs.

A page is a ledger as far as positions are told apart by it: the classes of its numbers. What happens between two writings is the same on
every page. What is written is tried here for each page, and positions are worked out page by page, for every count at once.
"""

from __future__ import annotations

from dicedsl.interpreter.engines.kernel_memory import Ints, at, copy_words, lowest, memory_at, real, reals
from dicedsl.interpreter.engines.native.search import ASKED, COUNT, FAILED, SEAT, decision_of, list_answers, width_of
from dicedsl.interpreter.solving.positions.position_kernels import (
    ANSWERS_AT,
    CONTEXT_AT,
    DONE,
    FIRST_FACTOR,
    FIRST_KEY,
    GIVEN_AT,
    NO_ROOM,
    PLAN_AT,
    ROOM,
    ROOM_WORDS,
    RUN,
    SECOND_FACTOR,
    SECOND_KEY,
    SIZE,
    SLOT,
    SLOTS,
    SLOTS_AT,
    STATUS,
    WRONG,
    slot_of,
    take_step,
    write_key,
)

UNKNOWN = 20  # how a page ended that came to a position nobody has seen yet
# The book of a ledger, a row of words: what is known of it, how far its pages are written, and the addresses (`_AT`) of what is written.
(
    CELLS, STARTS, WRITES, PAGES, PAGE_SLOTS, MOST_PAGES, RECORDS, MOST_RECORDS, AT, PLACES, ATOMS, WEIGHTS, CODES,
    STARTS_AT, PAGE_SLOTS_AT, PAGES_AT, RECORDS_AT,
) = range(17)  # fmt: skip
BOOK_WORDS = 17
CLASSES = 64
RECORD = 5  # words: where it is written, the position it leads to, the page, and what is counted and gained
SOURCE, TARGET, PAGE, COUNTED, GAINED = range(5)
EQUAL, UNEQUAL, LESS, AT_MOST, MORE, AT_LEAST = range(6)


def write_page(setup: Ints, book: Ints, work: Ints, number: int) -> int:
    """Find all that can be written on one page, from where it was left (AT); how that ended. `work` as in `expand_positions`.

    In `book`: STARTS_AT states from which something can be written, whatever else is different; PAGES_AT of each page the numbers of
    a ledger that has these classes.
    """
    plan = memory_at(setup[PLAN_AT])
    context = memory_at(setup[CONTEXT_AT])
    rows = memory_at(setup[ANSWERS_AT])
    given = memory_at(setup[GIVEN_AT])
    starts = memory_at(book[STARTS_AT])
    pages = memory_at(book[PAGES_AT])
    cells = book[CELLS]
    numbers = at(pages, number * cells)
    while book[AT] < book[STARTS]:
        first_record = book[RECORDS]
        start = at(starts, book[AT] * setup[SIZE])
        lay_page(setup, book, start, numbers, work)
        seat = lowest(work[plan[ASKED]])
        status = list_answers(setup[RUN], context, work, seat, setup[ROOM], setup[ROOM_WORDS])
        if status >= FAILED:
            setup[STATUS] = status
            return WRONG
        moves = context[COUNT]
        if book[RECORDS] + moves > book[MOST_RECORDS] or book[PAGES] + moves > book[MOST_PAGES]:
            return NO_ROOM
        width = width_of(plan, work)
        writes = at(book, book[book[WRITES] + decision_of(plan, work)])
        row = 0
        for _ in range(moves):
            if writes[rows[row]] != 0:
                lay_page(setup, book, start, numbers, work)
                copy_words(given, at(rows, row), width)
                context[SEAT] = lowest(work[plan[ASKED]])
                ending = take_step(setup, work, 1)
                if ending == DONE:
                    ending = add_record(setup, book, work, numbers)
                if ending != DONE:
                    book[RECORDS] = first_record
                    return ending
            row += width
        book[AT] += 1
    book[AT] = 0
    return DONE


def lay_page(setup: Ints, book: Ints, start: Ints, numbers: Ints, work: Ints) -> None:
    """Lay out a state with the numbers of a page."""
    copy_words(work, start, setup[SIZE])
    for i in range(book[CELLS]):
        work[book[book[PLACES] + i]] = numbers[i]


def class_of(book: Ints, index: int, value: int) -> int:
    """Give the class of a number: a bit for each comparison that holds of it."""
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


def add_record(setup: Ints, book: Ints, work: Ints, numbers: Ints) -> int:
    """Write down where a writing leads to, with its page, which is added if it is new."""
    slots = memory_at(setup[SLOTS_AT])
    page_slots = memory_at(book[PAGE_SLOTS_AT])
    pages = memory_at(book[PAGES_AT])
    records = memory_at(book[RECORDS_AT])
    write_key(setup, work, at(work, setup[SIZE]))
    slot = slot_of(slots, setup[SLOTS], setup[FIRST_KEY], setup[SECOND_KEY])
    if slots[SLOT * slot + 2] == 0:
        return UNKNOWN
    one = FIRST_FACTOR
    two = SECOND_FACTOR
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
        one = (one ^ (code + 1)) * FIRST_FACTOR
        one ^= one >> 29
        two = (two + code + 1) * SECOND_FACTOR
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


# The task of solving a page, a row of words: which page it is, and the addresses (`_AT`) of what is known of all.
(
    FIRST_RECORD, LAST_RECORD, LOW, HIGH, CAP, POSITIONS, START_COUNT, SIGN, NUMBER, WIDE,
    KINDS_AT, TOTAL_AT, FIRST_AT, TARGET_AT, WAYS_AT, ORDER_AT, START_OF_AT, ALL_RECORDS_AT, LOWS_AT, HIGHS_AT, BASE_AT, FIXED_AT, DOOR_OF_AT,
    VALUES_AT, BEST_AT, KNOWN_AT,
) = range(26)  # fmt: skip
TASK_WORDS = 26
NO_CAP = 1 << 40


def solve_page(task: Ints) -> int:
    """Work out the values of the positions of one page, for each count from LOW to HIGH.

    In `task`: BEST_AT for each start the best that can be written, then KNOWN_AT for each position its value, a row of WIDE each.
    VALUES_AT the values of the doors of all pages, positions that writings lead to; BASE_AT where those of a page begin. FIXED_AT of each
    page what both sums have beside what is weighed.
    """
    size = task[HIGH] - task[LOW] + 1
    weigh_writings(task, size)
    solve_positions(task, size)
    keep_doors(task, size)
    return size


def weigh_writings(task: Ints, size: int) -> None:
    """Find the best that can be written from each start: what is gained, and what the page that it leads to is worth."""
    records = memory_at(task[ALL_RECORDS_AT])
    lows = memory_at(task[LOWS_AT])
    highs = memory_at(task[HIGHS_AT])
    base = memory_at(task[BASE_AT])
    fixed = memory_at(task[FIXED_AT])
    door_of = memory_at(task[DOOR_OF_AT])
    values = reals(memory_at(task[VALUES_AT]))
    best = reals(memory_at(task[BEST_AT]))
    low = task[LOW]
    wide = task[WIDE]
    sign = real(task[SIGN])
    for i in range(task[START_COUNT] * wide):
        best[i] = -1e300
    own = task[NUMBER]
    for r in range(task[FIRST_RECORD], task[LAST_RECORD]):
        record = RECORD * r
        page_to = records[record + PAGE]
        door = door_of[records[record + TARGET]]
        gained = real(records[record + GAINED] + fixed[2 * page_to] - fixed[2 * own])
        counted = records[record + COUNTED] + fixed[2 * page_to + 1] - fixed[2 * own + 1]
        row = wide * records[record + SOURCE]
        there = base[page_to] + door * (highs[page_to] - lows[page_to] + 1) - lows[page_to]
        for s in range(size):
            count = min(low + s + counted, task[CAP])
            best[row + s] = max(best[row + s], sign * (gained + values[there + count]))


def solve_positions(task: Ints, size: int) -> None:
    """Work out the positions of a page, each after all that it leads to."""
    kinds = memory_at(task[KINDS_AT])
    total = memory_at(task[TOTAL_AT])
    first = memory_at(task[FIRST_AT])
    target = memory_at(task[TARGET_AT])
    ways = memory_at(task[WAYS_AT])
    order = memory_at(task[ORDER_AT])
    start_of = memory_at(task[START_OF_AT])
    best = reals(memory_at(task[BEST_AT]))
    known = reals(memory_at(task[KNOWN_AT]))
    wide = task[WIDE]
    for i in range(task[POSITIONS]):
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


def keep_doors(task: Ints, size: int) -> None:
    """Keep the values of the doors of a page, for the pages from which writings lead there."""
    kinds = memory_at(task[KINDS_AT])
    base = memory_at(task[BASE_AT])
    door_of = memory_at(task[DOOR_OF_AT])
    values = reals(memory_at(task[VALUES_AT]))
    known = reals(memory_at(task[KNOWN_AT]))
    sign = real(task[SIGN])
    for node in range(task[POSITIONS]):
        door = door_of[node]
        if door >= 0 and kinds[node] > 0:
            for s in range(size):
                values[base[task[NUMBER]] + door * size + s] = sign * known[task[WIDE] * node + s]
