"""Pages of a ledger, as machine code; see `solving.ledgers.pages`, which hands it all it needs.

A page is a ledger as far as positions are told apart by it: the classes of its numbers. What happens between two writings is the same on
every page. What is written is tried here for each page, and positions are worked out for some pages at once, for every count, and for one
value of a counter after the other.
"""

from __future__ import annotations

from dicedsl.interpreter.engines.kernel_memory import Ints, Reals, at, copy_words, lowest, memory_at, real, reals
from dicedsl.interpreter.engines.native.search import (
    ASKED,
    COUNT,
    FAILED,
    PC,
    SEAT,
    decision_of,
    list_answers,
    width_of,
)
from dicedsl.interpreter.solving.ledgers.between_kernels import (
    BY,
    MIDDLE,
    TARGETS,
    change_of,
    has_room_between,
    lay_counter,
    target_of,
)
from dicedsl.interpreter.solving.positions.position_kernels import (
    ANSWERS_AT,
    CONTEXT_AT,
    CUT,
    DICE,
    DONE,
    FIRST_FACTOR,
    GIVEN_AT,
    KINDS,
    NO_ROOM,
    OVER,
    PLAN_AT,
    ROLL,
    ROLLING,
    ROOM,
    ROOM_WORDS,
    RUN,
    SECOND_FACTOR,
    SIZE,
    SLOT,
    STATUS,
    WRONG,
    slot_of,
    take_step,
)

UNFIT = 20  # how a page ended on which dice still count behind a cut
# The book of a ledger, a row of words: what is known of it, how far its pages are written, and the addresses (`_AT`) of what is written.
(
    CELLS, STARTS, WRITES, PAGES, PAGE_SLOTS, MOST_PAGES, RECORDS, MOST_RECORDS, AT, PLACES, ATOMS, WEIGHTS, REFUSING,
    STARTS_AT, START_NODES_AT, PAGE_SLOTS_AT, PAGES_AT, RECORDS_AT,
) = range(18)  # fmt: skip
BOOK_WORDS = 18
CLASSES = 64
# words: the start it is written from, the position it leads to, the page, what is counted and gained, and of a counter in which stretch
# and by how much it changes
RECORD = 7
SOURCE, TARGET, PAGE, COUNTED, GAINED, STRETCH_OF, CHANGE = range(7)
EQUAL, UNEQUAL, LESS, AT_MOST, MORE, AT_LEAST = range(6)


def write_page(setup: Ints, book: Ints, field: Ints, work: Ints, number: int) -> int:
    """Find all that can be written on one page, from where it was left (AT); how that ended. `work` as in `expand_positions`.

    In `book`: STARTS_AT states from which something can be written, whatever else is different; START_NODES_AT of each its number and the
    stretch of the counter; PAGES_AT of each page the numbers of a ledger that has these classes.
    """
    plan = memory_at(setup[PLAN_AT])
    starts = memory_at(book[STARTS_AT])
    cells = book[CELLS]
    numbers = at(memory_at(book[PAGES_AT]), number * cells)
    while book[AT] < book[STARTS]:
        first_record = book[RECORDS]
        start = at(starts, book[AT] * setup[SIZE])
        if setup[setup[KINDS] + start[plan[PC]]] == CUT:
            ending = write_at_cut(setup, book, field, work, start, numbers)
        else:
            ending = write_at_choice(setup, book, field, work, start, numbers)
        if ending != DONE:
            book[RECORDS] = first_record
            return ending
        book[AT] += 1
    book[AT] = 0
    return DONE


def has_room_to_write(book: Ints, field: Ints, moves: int) -> bool:
    """Whether there is room for so many more records, each of a new page and leading to a new position."""
    return (
        book[RECORDS] + moves <= book[MOST_RECORDS]
        and book[PAGES] + moves <= book[MOST_PAGES]
        and has_room_between(field, moves)
    )


def write_at_choice(setup: Ints, book: Ints, field: Ints, work: Ints, start: Ints, numbers: Ints) -> int:
    """Write down all that the moves at a choice write; how that ended."""
    plan = memory_at(setup[PLAN_AT])
    context = memory_at(setup[CONTEXT_AT])
    rows = memory_at(setup[ANSWERS_AT])
    given = memory_at(setup[GIVEN_AT])
    lay_page(setup, book, field, start, numbers, work)
    status = list_answers(setup[RUN], context, work, lowest(work[plan[ASKED]]), setup[ROOM], setup[ROOM_WORDS])
    if status >= FAILED:
        setup[STATUS] = status
        return WRONG
    moves = context[COUNT]
    if not has_room_to_write(book, field, moves):
        return NO_ROOM
    width = width_of(plan, work)
    writes = at(book, book[book[WRITES] + decision_of(plan, work)])
    row = 0
    for _ in range(moves):
        if writes[rows[row]] != 0:
            lay_page(setup, book, field, start, numbers, work)
            copy_words(given, at(rows, row), width)
            context[SEAT] = lowest(work[plan[ASKED]])
            if take_step(setup, work, 1) != DONE:
                return WRONG
            add_record(setup, book, field, work, numbers)
        row += width
    return DONE


def write_at_cut(setup: Ints, book: Ints, field: Ints, work: Ints, start: Ints, numbers: Ints) -> int:
    """Write down what is written behind a cut, if it may be; how that ended. Dice must not count any more where that leads to."""
    plan = memory_at(setup[PLAN_AT])
    given = memory_at(setup[GIVEN_AT])
    if not has_room_to_write(book, field, 1):
        return NO_ROOM
    lay_page(setup, book, field, start, numbers, work)
    given[0] = 0
    if take_step(setup, work, 0) != DONE:
        return WRONG
    if work[plan[PC]] == book[REFUSING]:
        return DONE
    end = setup[setup[KINDS] + work[plan[PC]]]
    if end == ROLL:
        for die in range(setup[setup[DICE]]):
            if work[setup[ROLLING] + (die >> 6)] >> (die & 63) & 1 == 0:
                return UNFIT
    elif end != OVER:
        return UNFIT
    add_record(setup, book, field, work, numbers)
    return DONE


def lay_page(setup: Ints, book: Ints, field: Ints, start: Ints, numbers: Ints, work: Ints) -> None:
    """Lay out a state with the numbers of a page, and with the value of the counter that stands for the stretch at hand."""
    copy_words(work, start, setup[SIZE])
    for i in range(book[CELLS]):
        work[book[book[PLACES] + i]] = numbers[i]
    lay_counter(field, work, memory_at(book[START_NODES_AT])[2 * book[AT] + 1])


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


def add_record(setup: Ints, book: Ints, field: Ints, work: Ints, numbers: Ints) -> None:
    """Write down where a writing leads to, with its page, which is added if it is new."""
    page_slots = memory_at(book[PAGE_SLOTS_AT])
    pages = memory_at(book[PAGES_AT])
    records = memory_at(book[RECORDS_AT])
    start_nodes = memory_at(book[START_NODES_AT])
    stretch = start_nodes[2 * book[AT] + 1]
    by = change_of(field, work, stretch)
    target = target_of(setup, field, work, stretch, by)
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
    records[record + SOURCE] = start_nodes[2 * book[AT]]
    records[record + TARGET] = target
    records[record + PAGE] = page_slots[SLOT * other + 2] - 1
    records[record + COUNTED] = counted
    records[record + GAINED] = gained
    records[record + STRETCH_OF] = stretch
    records[record + CHANGE] = by
    book[RECORDS] += 1


# The task of solving some pages, a row of words: which pages (BATCH of them) and which value of the counter (LEVEL, in the order in which
# they are worked out; DIRECTION is -1 if the counter falls and 1 if it rises), and the addresses (`_AT`) of what is known of all.
(
    BATCH, LEVEL, LEVELS, STRETCH, STRETCHES, ORDERED, DIRECTION, CAP, POSITIONS, START_COUNT, SIGN, OWN_WIDE, WIDE, DOORS,
    BATCH_AT, ROWS_AT, KINDS_AT, SEEN_AT, TOTAL_AT, FIRST_AT, LAST_AT, TARGET_AT, WAYS_AT, ORDER_AT, START_OF_AT, FIRST_RECORD_AT,
    ALL_RECORDS_AT, LOWS_AT, HIGHS_AT, BASE_AT, FIXED_AT, DOORS_AT, DOOR_OF_AT, VALUES_AT, BEST_AT, KNOWN_AT,
) = range(36)  # fmt: skip
TASK_WORDS = 36
NO_CAP = 1 << 40
LANES = 8  # numbers that are worked out side by side
FEW_ADDED = 256  # numbers that are added up before they are added to the whole, so that roundings stay few


def solve_level(task: Ints) -> int:
    """Work out the values of the positions of some pages, for each count, with one value of the counter.

    In `task`: BEST_AT for each start the best that can be written; KNOWN_AT for each position its value, a row of WIDE each, OWN_WIDE for
    each page; ROWS_AT where the rows begin of this value of the counter, of the one before, and so on. VALUES_AT the values of the doors of
    all pages, positions that writings lead to; BASE_AT where those of a page begin. FIXED_AT of each page what both sums have beside what
    is weighed.
    """
    weigh_writings(task)
    solve_positions(task)
    keep_doors(task)
    return task[LEVEL]


def weigh_writings(task: Ints) -> None:
    """Find the best that can be written from each start: what is gained, and what the page that it leads to is worth."""
    pages = memory_at(task[BATCH_AT])
    first_record = memory_at(task[FIRST_RECORD_AT])
    records = memory_at(task[ALL_RECORDS_AT])
    lows = memory_at(task[LOWS_AT])
    highs = memory_at(task[HIGHS_AT])
    base = memory_at(task[BASE_AT])
    fixed = memory_at(task[FIXED_AT])
    door_of = memory_at(task[DOOR_OF_AT])
    values = reals(memory_at(task[VALUES_AT]))
    best = reals(memory_at(task[BEST_AT]))
    sign = real(task[SIGN])
    for i in range(task[START_COUNT] * task[WIDE]):
        best[i] = -1e300
    for b in range(task[BATCH]):
        own = pages[b]
        low = lows[own]
        size = highs[own] - low + 1
        for r in range(first_record[own], first_record[own + 1]):
            record = RECORD * r
            level = task[LEVEL] - records[record + CHANGE] * task[DIRECTION]
            if records[record + STRETCH_OF] == task[STRETCH] and level >= 0:
                page_to = records[record + PAGE]
                door = door_of[records[record + TARGET]]
                gained = real(records[record + GAINED] + fixed[2 * page_to] - fixed[2 * own])
                counted = records[record + COUNTED] + fixed[2 * page_to + 1] - fixed[2 * own + 1]
                row = task[WIDE] * records[record + SOURCE] + b * task[OWN_WIDE]
                wide_there = highs[page_to] - lows[page_to] + 1
                there = base[page_to] + (door * task[LEVELS] + level) * wide_there - lows[page_to]
                for s in range(size):
                    count = min(low + s + counted, task[CAP])
                    best[row + s] = max(best[row + s], sign * (gained + values[there + count]))


def solve_positions(task: Ints) -> None:
    """Work out the positions of some pages, each after all that it leads to."""
    kinds = memory_at(task[KINDS_AT])
    total = memory_at(task[TOTAL_AT])
    first = memory_at(task[FIRST_AT])
    last = memory_at(task[LAST_AT])
    order = memory_at(task[ORDER_AT])
    start_of = memory_at(task[START_OF_AT])
    best = reals(memory_at(task[BEST_AT]))
    known = reals(memory_at(task[KNOWN_AT]))
    wide = task[WIDE]
    here = memory_at(task[ROWS_AT])[0]
    for i in range(task[ORDERED]):
        position = order[i]
        kind = kinds[position]
        node = position * task[STRETCHES] + task[STRETCH]
        row = here + wide * position
        if kind == 1:
            if wide % LANES == 0:
                for group in range(wide // LANES):
                    mean_of_lanes(task, known, row, LANES * group, first[node], last[node], real(total[node]))
            else:
                for lane in range(wide):
                    known[row + lane] = mean_of(task, known, lane, first[node], last[node], real(total[node]))
        elif kind > 1:
            if start_of[position] >= 0:
                copy_reals(known, row, best, wide * start_of[position], wide)
            else:
                for s in range(wide):
                    known[row + s] = -1e300
            if wide % LANES == 0:
                for group in range(wide // LANES):
                    best_of_lanes(task, known, row, LANES * group, first[node], last[node])
            else:
                for lane in range(wide):
                    known[row + lane] = best_of(task, known, known[row + lane], lane, first[node], last[node])


def copy_reals(to: Reals, here: int, source: Reals, there: int, size: int) -> None:
    """Copy so many doubles."""
    for s in range(size):
        to[here + s] = source[there + s]


def mean_of(task: Ints, known: Reals, lane: int, first: int, last: int, total: float) -> float:
    """Give the mean of what edges lead to, in one lane."""
    target = memory_at(task[TARGET_AT])
    ways = memory_at(task[WAYS_AT])
    rows = memory_at(task[ROWS_AT])
    whole = 0.0
    begin = first
    while begin < last:
        part = 0.0
        for e in range(begin, min(begin + FEW_ADDED, last)):
            edge = target[e]
            back = ((edge >> BY) - MIDDLE) * task[DIRECTION]
            part += real(ways[e]) * known[rows[back] + task[WIDE] * (edge & TARGETS) + lane]
        whole += part
        begin += FEW_ADDED
    return whole / total


def best_of(task: Ints, known: Reals, best: float, lane: int, first: int, last: int) -> float:
    """Give the best of what edges lead to, in one lane."""
    target = memory_at(task[TARGET_AT])
    rows = memory_at(task[ROWS_AT])
    for e in range(first, last):
        edge = target[e]
        back = ((edge >> BY) - MIDDLE) * task[DIRECTION]
        best = max(best, known[rows[back] + task[WIDE] * (edge & TARGETS) + lane])
    return best


def mean_of_lanes(task: Ints, known: Reals, row: int, lane: int, first: int, last: int, total: float) -> None:
    """Work out the mean of what edges lead to, in some lanes side by side."""
    target = memory_at(task[TARGET_AT])
    ways = memory_at(task[WAYS_AT])
    rows = memory_at(task[ROWS_AT])
    wide = task[WIDE]
    direction = task[DIRECTION]
    for s in range(LANES):
        known[row + lane + s] = 0.0
    begin = first
    while begin < last:
        a = 0.0
        b = 0.0
        c = 0.0
        d = 0.0
        e = 0.0
        f = 0.0
        g = 0.0
        h = 0.0
        for i in range(begin, min(begin + FEW_ADDED, last)):
            edge = target[i]
            there = rows[((edge >> BY) - MIDDLE) * direction] + wide * (edge & TARGETS) + lane
            weight = real(ways[i])
            a += weight * known[there]
            b += weight * known[there + 1]
            c += weight * known[there + 2]
            d += weight * known[there + 3]
            e += weight * known[there + 4]
            f += weight * known[there + 5]
            g += weight * known[there + 6]
            h += weight * known[there + 7]
        known[row + lane] += a
        known[row + lane + 1] += b
        known[row + lane + 2] += c
        known[row + lane + 3] += d
        known[row + lane + 4] += e
        known[row + lane + 5] += f
        known[row + lane + 6] += g
        known[row + lane + 7] += h
        begin += FEW_ADDED
    for s in range(LANES):
        known[row + lane + s] = known[row + lane + s] / total


def best_of_lanes(task: Ints, known: Reals, row: int, lane: int, first: int, last: int) -> None:
    """Find the best of what stands in a row and what edges lead to, in some lanes side by side."""
    target = memory_at(task[TARGET_AT])
    rows = memory_at(task[ROWS_AT])
    wide = task[WIDE]
    direction = task[DIRECTION]
    a = known[row + lane]
    b = known[row + lane + 1]
    c = known[row + lane + 2]
    d = known[row + lane + 3]
    e = known[row + lane + 4]
    f = known[row + lane + 5]
    g = known[row + lane + 6]
    h = known[row + lane + 7]
    for i in range(first, last):
        edge = target[i]
        there = rows[((edge >> BY) - MIDDLE) * direction] + wide * (edge & TARGETS) + lane
        a = max(a, known[there])
        b = max(b, known[there + 1])
        c = max(c, known[there + 2])
        d = max(d, known[there + 3])
        e = max(e, known[there + 4])
        f = max(f, known[there + 5])
        g = max(g, known[there + 6])
        h = max(h, known[there + 7])
    known[row + lane] = a
    known[row + lane + 1] = b
    known[row + lane + 2] = c
    known[row + lane + 3] = d
    known[row + lane + 4] = e
    known[row + lane + 5] = f
    known[row + lane + 6] = g
    known[row + lane + 7] = h


def keep_doors(task: Ints) -> None:
    """Keep the values of the doors of some pages, for the pages from which writings lead there."""
    pages = memory_at(task[BATCH_AT])
    kinds = memory_at(task[KINDS_AT])
    seen = memory_at(task[SEEN_AT])
    lows = memory_at(task[LOWS_AT])
    highs = memory_at(task[HIGHS_AT])
    base = memory_at(task[BASE_AT])
    doors = memory_at(task[DOORS_AT])
    values = reals(memory_at(task[VALUES_AT]))
    known = reals(memory_at(task[KNOWN_AT]))
    here = memory_at(task[ROWS_AT])[0]
    sign = real(task[SIGN])
    for door in range(task[DOORS]):
        position = doors[door]
        if kinds[position] > 0 and seen[position * task[STRETCHES] + task[STRETCH]] != 0:
            for b in range(task[BATCH]):
                own = pages[b]
                size = highs[own] - lows[own] + 1
                row = here + task[WIDE] * position + b * task[OWN_WIDE]
                there = base[own] + (door * task[LEVELS] + task[LEVEL]) * size
                for s in range(size):
                    values[there + s] = sign * known[row + s]
