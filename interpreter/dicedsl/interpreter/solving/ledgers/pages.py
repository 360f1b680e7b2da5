"""Best play of one who writes down numbers for the end: page by page, as machine code.

What can happen between two writings is looked up once, for all pages. Then all pages are found, with what can be written on each, and
worked out from the last one backwards.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Hashable
from typing import Any, cast

from attrs import frozen

from dicedsl.errors import Fault
from dicedsl.interpreter.engines.contract import Cells
from dicedsl.interpreter.engines.native.search import Native
from dicedsl.interpreter.solving.aim import PlayAim
from dicedsl.interpreter.solving.graph import CHANCE, DOUBLE, OVER, WORD, GrowingRow, last_first
from dicedsl.interpreter.solving.ledgers import between_kernels, page_kernels
from dicedsl.interpreter.solving.ledgers.between import BetweenFinder, PositionsBetween
from dicedsl.interpreter.solving.ledgers.counter import counter_of
from dicedsl.interpreter.solving.ledgers.cuts import CutProgram, with_cuts, with_loops_written_out
from dicedsl.interpreter.solving.ledgers.ledger import Ledger, touching_blocks, with_checks
from dicedsl.interpreter.solving.ledgers.ledger_reader import NoLedger, expressions_asked
from dicedsl.interpreter.solving.ledgers.levels import levels_of
from dicedsl.interpreter.solving.ledgers.page_solver import SIDE_BY_SIDE, PageRows, PageSolver, paging_code
from dicedsl.interpreter.solving.positions import position_kernels
from dicedsl.interpreter.solving.positions.position_walk import PositionWalk, TooManyPositions
from dicedsl.interpreter.solving.progress import TellProgress, ignore_progress
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import ops
from dicedsl.program.liveness import CellReads, Liveness

MOST_RESTARTS = 40  # that new ones are found from which something can be written
MOST_COUNTS = 100_000  # values of a count on one page
ROUNDING_STEP = 2.0**-53  # what one rounding may add, for each unit of the value
NO_VALUE = 1e200
RESTING_ENDS = (ops.Ask, ops.RollDice, ops.DrawOne)
SIGNS = {"==": 0, "!=": 1, "<": 2, "<=": 3, ">": 4, ">=": 5}


@frozen
class PageWay:
    """How pages are told: whether writings are cut (`cuts`), and whether a counter is worked out value by value (`counter`)."""

    cuts: bool
    counter: bool


# Tried one after the other: what is quickest first.
PAGE_WAYS = (PageWay(True, True), PageWay(True, False), PageWay(False, True), PageWay(False, False))


class Pages:
    """The pages of one table: found by `find_pages`, worked out by `solve_pages`, kept by `rows_to_keep` and brought back as `KeptPages`."""

    def __init__(
        self,
        table: GameTable,
        aim: PlayAim,
        ledger: Ledger,
        tell: TellProgress = ignore_progress,
        way: PageWay = PAGE_WAYS[0],
    ) -> None:
        """NoLedger where a page is not all that counts of a ledger, or where writing leads back to the same page."""
        self.aim = aim
        self.tell = tell
        self.ledger = ledger
        self.way = way
        self._cells_of_game = table.program.cells
        checked = with_loops_written_out(with_checks(table.program, ledger))
        cut = with_cuts(checked, ledger) if way.cuts else CutProgram(checked, frozenset(), -1)
        self._refusing, self._cut_rests = cut.refusing, cut.rests
        self.table = GameTable(cut.program)
        self.engine = cast(Native, self.table.runner("native"))
        if self.engine.layout.behind:
            raise NoLedger(0)
        program = self.table.program
        self.counter = counter_of(program, ledger) if way.counter else None
        self.measure = set(range(program.reg.score_of_player, program.reg.score_of_player + program.players))
        self.apart = {*ledger.cells, *self.measure, *([] if self.counter is None else [self.counter.cell])}
        self.finder = BetweenFinder(self.table, aim, self.engine, cut, ledger, self.apart)
        self._touching_blocks = touching_blocks(program, ledger)
        self._writes = [self._writes_of(decision) for decision in program.decisions]
        self._call = paging_code().call
        self._check_rests()
        self.begin = self.table.start().cells
        if self.begin[self.table.reg.pc] == program.entry:  # it is drawn by lot who begins, of one
            self.begin = PositionWalk(self.table, aim, self.engine).following(self.begin)[0][0]
        standing = [0] if self.counter is None else self.counter.standing(self.begin)
        self.between = PositionsBetween(self.table, self.finder, self._writes, self.counter, standing, tell)

    def _check_rests(self) -> None:
        """Raise NoLedger if what the game ranks by is read where it rests: it may hold a sum of the ledger."""
        liveness = Liveness(self.table.program)
        for block in self.table.program.blocks:
            if block.number != self.table.program.entry and isinstance(block.end, RESTING_ENDS):
                if any(liveness.at_end[block.number] >> cell & 1 for cell in self.measure):
                    raise NoLedger(0)
                is_cut = block.number in self._cut_rests
                if not (is_cut or isinstance(block.end, ops.Ask)) and block.end.next in self._touching_blocks:
                    raise NoLedger(0)

    def _writes_of(self, decision: ops.Decision) -> list[bool]:
        """Of each alternative whether it has to do with the ledger."""
        reads, cells = CellReads(self.table.program), sum(1 << cell for cell in self.ledger.cells)
        always = any(reads(must.condition) & cells for must in decision.always) or decision.at_once
        return [
            always or a.block in self._touching_blocks or any(reads(op) & cells for op in expressions_asked(a))
            for a in decision.alternatives
        ]

    # -------------------------------------------------------------- pages

    def find_pages(self, most: int, memory: int) -> None:
        """Find all pages, with what can be written on each. TooManyPositions if positions are more than may be."""
        ledger, between, self._memory = self.ledger, self.between, memory
        between.add(self.begin)
        between.expand(most, memory)
        cells = len(ledger.cells)
        book = self._book()
        room, pages_room = 1 << 16, 1 << 12
        self.records, self.pages = GrowingRow(page_kernels.RECORD * room), GrowingRow(cells * pages_room)
        self.page_slots, page_slots_size = GrowingRow(position_kernels.SLOT * 4 * pages_room), 4 * pages_room
        start = self.begin
        for i, cell in enumerate(ledger.cells):
            self.pages[i] = start[cell]
        book[page_kernels.PAGES], book[page_kernels.PAGE_SLOTS] = 1, page_slots_size
        self.first_record, self.fixed_sums = [0], list[tuple[int, int]]()
        self._first_page(book, start)
        self._lay_starts(book)
        number, times = 0, 0
        while number < book[page_kernels.PAGES]:
            book[page_kernels.MOST_RECORDS] = self.records.room // page_kernels.RECORD
            book[page_kernels.MOST_PAGES] = min(self.pages.room // cells, book[page_kernels.PAGE_SLOTS] // 2)
            if self._write_page(book, number, most, memory):
                if len(between.start_nodes()) > book[page_kernels.STARTS]:
                    times += 1  # from there too something can be written on every page
                    if times > MOST_RESTARTS:
                        raise NoLedger(0)
                    number = book[page_kernels.RECORDS] = book[page_kernels.AT] = 0
                    self.first_record, self.fixed_sums = [0], []
                    self._lay_starts(book)
                    continue
                self.fixed_sums.append(ledger.fixed_sums(self._on_page(start, number)))
                number += 1
                self.first_record.append(book[page_kernels.RECORDS])
                self.tell(f"{number:,} pages of {book[page_kernels.PAGES]:,} found so far")
                looked = between.positions + between.edges + book[page_kernels.RECORDS]
                if looked > most or 8 * (self.records.room + self.pages.room) + between.bytes > memory:
                    raise TooManyPositions(looked, looked)
        self.count_of_pages = number

    def _write_page(self, book: Any, number: int, most: int, memory: int) -> bool:
        """Find all that can be written on a page, and look through all that this leads to; whether it is done, or more room was made first."""
        between = self.between
        between.lay()
        book[page_kernels.STARTS_AT] = ctypes.addressof(self._start_states)
        book[page_kernels.START_NODES_AT] = ctypes.addressof(self._start_nodes)
        book[page_kernels.PAGE_SLOTS_AT] = ctypes.addressof(self.page_slots.memory)
        book[page_kernels.PAGES_AT] = ctypes.addressof(self.pages.memory)
        book[page_kernels.RECORDS_AT] = ctypes.addressof(self.records.memory)
        ending = self._call["write_page"](self.finder.setup, book, between.field, self.finder.work, number)
        if ending == position_kernels.DONE:
            if between.field[between_kernels.WAITING] or between.positions > len(between.start_of):
                between.expand(most, memory)
            return True
        if ending != position_kernels.NO_ROOM:
            self._raise(ending)
        self.records.grow(2 * self.records.room)
        self.pages.grow(2 * self.pages.room)
        self._more_pages(book)
        between.make_room(between.field[between_kernels.NEEDED])
        return False

    def _lay_starts(self, book: Any) -> None:
        """Lay out the states that writings start from, with the stretches of the counter in which they do."""
        nodes = self.between.start_nodes()
        self._start_nodes = (WORD * max(1, 2 * len(nodes)))(*(x for node in nodes for x in node))
        self._start_states = self.between.packed([self.between.start_positions[start][0] for start, _ in nodes])
        book[page_kernels.STARTS] = len(nodes)

    def _on_page(self, cells: Cells, number: int) -> Cells:
        """A position with the numbers of a page."""
        here, size = list(cells), len(self.ledger.cells)
        for i, cell in enumerate(self.ledger.cells):
            here[cell] = self.pages[number * size + i]
        return tuple(here)

    def _book(self) -> Any:
        """The row that tells kernels of the ledger (`page_kernels`)."""
        ledger, layout = self.ledger, self.engine.layout
        book = [0] * page_kernels.BOOK_WORDS
        book[page_kernels.CELLS] = len(ledger.cells)
        book[page_kernels.REFUSING] = self._refusing
        book[page_kernels.PLACES] = len(book)
        book += [layout.first[cell] for cell in ledger.cells]
        book[page_kernels.WRITES] = start = len(book)
        book += [0] * len(self._writes)
        for i, writes in enumerate(self._writes):
            book[start + i] = len(book)
            book += [int(w) for w in writes]
        book[page_kernels.ATOMS] = start = len(book)
        book += [0] * len(ledger.cells)
        for i, atoms in enumerate(ledger.atoms):
            book[start + i] = len(book)
            book += [len(atoms), *(x for sign, value in atoms for x in (SIGNS[sign], value))]
        book[page_kernels.WEIGHTS] = start = len(book)
        book += [0] * (2 * page_kernels.CLASSES * len(ledger.cells))
        for i, weights in enumerate(ledger.weights):
            for number, (gain, count) in weights.items():
                at = start + 2 * (page_kernels.CLASSES * i + number)
                book[at : at + 2] = [gain, count]
        return (WORD * len(book))(*book)

    def _first_page(self, book: Any, start: Cells) -> None:
        """The page that a game begins with stands in the table of pages."""
        one, two = self._bits(start)
        slot = one & (book[page_kernels.PAGE_SLOTS] - 1)
        for i, value in enumerate((one, two, 1)):
            self.page_slots[position_kernels.SLOT * slot + i] = value

    def _bits(self, cells: Cells) -> tuple[int, int]:
        """The 128 bits of a page, as machine code has them."""
        one, two = position_kernels.FIRST_FACTOR, position_kernels.SECOND_FACTOR
        mask = (1 << 64) - 1
        for i, cell in enumerate(self.ledger.cells):
            its_class = self.ledger.class_of(i, cells[cell])
            one = (one ^ (its_class + 1)) * position_kernels.FIRST_FACTOR & mask
            one ^= one >> 29
            two = (two + its_class + 1) * position_kernels.SECOND_FACTOR & mask
            two ^= two >> 31
        return _signed(one), _signed(two)

    def _more_pages(self, book: Any) -> None:
        """Make the table of pages larger, if pages fill it."""
        old = book[page_kernels.PAGE_SLOTS]
        if 2 * self.pages.room // len(self.ledger.cells) <= old:
            return
        wider = GrowingRow(position_kernels.SLOT * 4 * old)
        book[page_kernels.PAGE_SLOTS] = 4 * old
        for i in range(old):
            entry = [self.page_slots[position_kernels.SLOT * i + j] for j in range(3)]
            if entry[2]:
                slot = entry[0] & (4 * old - 1)
                while wider[position_kernels.SLOT * slot + 2]:
                    slot = (slot + 1) & (4 * old - 1)
                for j in range(3):
                    wider[position_kernels.SLOT * slot + j] = entry[j]
        self.page_slots = wider

    def _raise(self, ending: int) -> None:
        """Raise why a page could not be written."""
        if ending == position_kernels.WRONG:
            ctypes.memmove(self.engine.memory.state, self.finder.work, 8 * self.finder.size)
            try:
                self.engine.raise_if_failed(self.engine.memory, self.finder.setup[position_kernels.STATUS])
            except Fault:
                pass  # be it that a number is not known, or a fault of the rulebook that is met again without pages
        raise NoLedger(0)

    # -------------------------------------------------------------- worked out

    def solve_pages(self) -> float:
        """Work out all pages, the last ones first; give the value of the start."""
        between = self.between
        self.orders = between.orders()
        self.order = self._page_order()
        self._find_ranges()
        self._find_levels()
        doors = self._doors()
        self.base = [0]
        for low, high in zip(self.lows, self.highs, strict=True):
            self.base.append(self.base[-1] + (high - low + 1) * len(doors) * len(self.levels.values))
        self.values = GrowingRow(max(1, self.base[-1]), DOUBLE)
        self._fill_ends(doors)
        rows = self._page_rows()
        together, depth = max(1, SIDE_BY_SIDE // rows.own_wide), self.levels.farthest + 1
        of_one = 8 * depth * between.positions * rows.own_wide
        together = max(1, min(together, self._memory // (2 * of_one)))
        if of_one > self._memory:
            raise TooManyPositions(between.positions, between.positions)
        self.solver = PageSolver(rows, between, self.orders, self.levels, together, depth)
        begun, done = time.monotonic(), 0
        for numbers in self._batches(together):
            self.solver.solve(numbers)
            done += len(numbers)
            self.tell(f"{done:,} of {len(self.order):,} pages worked out, {time.monotonic() - begun:.0f} s")
        start = self.begin
        position, level = between.number_of(self.finder.mark(start)), self._level_of(start)
        assert position is not None and level is not None and numbers == [0]
        value = self.solver.value(0, position, level, min(self.ledger.count_of(start), self.cap))
        if abs(value) > NO_VALUE:
            raise NoLedger(0)  # somewhere nothing is allowed
        return value + self.ledger.gain_of(start)

    def _batches(self, together: int) -> list[list[int]]:
        """Pages to be worked out at once, none of which leads to another; all that they lead to comes before."""
        by_depth: dict[int, list[int]] = {}
        for page in self.order:
            by_depth.setdefault(self.writings[page], []).append(page)
        return [
            pages[i : i + together]
            for _, pages in sorted(by_depth.items())
            for i in range(0, len(pages), together)
        ]  # fmt: skip

    def _level_of(self, cells: Cells) -> int | None:
        """Where the counter of a position stands in the order of its values."""
        return 0 if self.counter is None else self.levels.level_of(cells[self.counter.cell])

    def _find_levels(self) -> None:
        """Find the values that the counter can have, and their order."""
        counter, record = self.counter, page_kernels.RECORD
        changes = [
            self.between.changes(stretch) if counter else set[int]() for stretch in range(self.between.stretches)
        ]
        if counter is not None:
            last, memory = record * self.first_record[-1], self.records.memory
            rows = zip(
                memory[page_kernels.STRETCH_OF : last : record],
                memory[page_kernels.CHANGE : last : record],
                strict=True,
            )
            for stretch, change in set(rows):
                changes[stretch].add(change)
        self.levels = levels_of(counter, 0 if counter is None else self.begin[counter.cell], changes)

    def _page_rows(self) -> PageRows:
        """What a solver of pages is handed."""
        return PageRows(
            self.aim, self.cap, self.lows, self.highs, self.base, self.fixed_sums, self.doors, self.door_of, self.first_record, self.records,
            self.values,
        )  # fmt: skip

    def error(self, value: float) -> float:
        """Give what rounding can come to: each roll on the longest way adds a little, the more outcomes it has the more."""
        between, widest, longest = self.between, 1, 1
        kinds, first, last, target = (
            between.kinds.memory,
            between.first.memory,
            between.last.memory,
            between.target.memory,
        )
        here = between_kernels.MIDDLE
        for stretch, order in enumerate(self.orders):
            rolls = [0] * between.positions
            for position in order:
                node = position * between.stretches + stretch
                edges = target[first[node] : last[node]]
                is_roll = kinds[position] == CHANCE
                if is_roll:
                    widest = max(widest, len(edges))
                after = (rolls[e & between_kernels.TARGETS] for e in edges if e >> between_kernels.BY == here)
                rolls[position] = is_roll + max(after, default=0)
            longest = max(longest, max(rolls, default=0))
        few = page_kernels.FEW_ADDED
        steps = min(widest, few) + -(-widest // few) + 4
        ways = max(self.writings) + len(
            self.levels.values
        )  # so often at most the counter changes or something is written
        return ways * longest * steps * ROUNDING_STEP * max(1.0, abs(value))

    def _page_order(self) -> list[int]:
        """Pages, each after all that writing on it leads to."""
        count, record = self.count_of_pages, page_kernels.RECORD
        after: list[set[int]] = [set() for _ in range(count)]
        memory = self.records.memory
        for number in range(count):
            first, last = self.first_record[number], self.first_record[number + 1]
            after[number] = set(memory[record * first + page_kernels.PAGE : record * last : record])
        order = last_first(after)
        if order is None:
            raise NoLedger(0)
        self.writings = [0] * count
        for number in order:
            self.writings[number] = 1 + max((self.writings[other] for other in after[number]), default=0)
        return order

    def _find_ranges(self) -> None:
        """Find between which numbers the count of each page is; no more than makes a difference, if it never falls."""
        record, memory = page_kernels.RECORD, self.records.memory
        grown: list[dict[int, tuple[int, int]]] = []
        falls = False
        for number in range(self.count_of_pages):
            first, last = record * self.first_record[number], record * self.first_record[number + 1]
            rows = zip(
                memory[first + page_kernels.PAGE : last : record],
                memory[first + page_kernels.COUNTED : last : record],
                strict=True,
            )
            changes: dict[int, tuple[int, int]] = {}
            for other, count in set(rows):
                apart = count + self.fixed_sums[other][1] - self.fixed_sums[number][1]
                falls = falls or apart < 0
                low, high = changes.get(other, (apart, apart))
                changes[other] = (min(low, apart), max(high, apart))
            grown.append(changes)
        cap = self.ledger.count.cap if self.ledger.count is not None else None
        self.cap = page_kernels.NO_CAP if cap is None or falls else cap
        much = 1 << 60
        self.lows, self.highs = [much] * self.count_of_pages, [-much] * self.count_of_pages
        start = min(self.ledger.count_of(self.begin), self.cap)
        self.lows[0] = self.highs[0] = start
        for number in reversed(self.order):
            for other, (low, high) in grown[number].items():
                self.lows[other] = min(self.lows[other], min(self.lows[number] + low, self.cap))
                self.highs[other] = max(self.highs[other], min(self.highs[number] + high, self.cap))
        for number in range(self.count_of_pages):
            if self.lows[number] > self.highs[number]:
                self.lows[number] = self.highs[number] = 0
            if self.highs[number] - self.lows[number] > MOST_COUNTS:
                raise NoLedger(0)

    def _doors(self) -> list[int]:
        """The positions that writings lead to."""
        record, last = page_kernels.RECORD, page_kernels.RECORD * self.first_record[-1]
        doors: set[int] = set()
        step = record * 1_000_000
        for at in range(0, last, step):
            doors |= set(self.records.memory[at + page_kernels.TARGET : min(last, at + step) : record])
        self.doors = sorted(doors)
        self.door_of = [-1] * self.between.positions
        for i, position in enumerate(self.doors):
            self.door_of[position] = i
        return self.doors

    def _fill_ends(self, doors: list[int]) -> None:
        """Fill in what ends are worth beside what was gained: on each page where a game can end, for each count and value of the counter."""
        between, record, memory = self.between, page_kernels.RECORD, self.records.memory
        ends = {position for position in doors if between.kinds[position] == OVER}
        reads = CellReads(self.table.program)(self.ledger.ranked)
        looked = [c for c in range(self.table.program.cells) if reads >> c & 1 and c not in self.apart]
        ending: dict[int, set[int]] = {}
        for number in range(self.count_of_pages):
            first, last = record * self.first_record[number], record * self.first_record[number + 1]
            targets = memory[first + page_kernels.TARGET : last : record]
            if ends.isdisjoint(targets):
                continue
            for target, page in set(zip(targets, memory[first + page_kernels.PAGE : last : record], strict=True)):
                if target in ends:
                    ending.setdefault(page, set()).add(target)
        states = {position: between.state(position) for position in ends}
        for page, positions in ending.items():
            size, rests = self.highs[page] - self.lows[page] + 1, dict[Hashable, list[int]]()
            for position in positions:
                cells = self._on_page(states[position], page)
                if cells[self.table.reg.score_order] != self.aim.ranked:
                    raise NoLedger(0)
                for level, value in enumerate(self.levels.values):
                    if not between.seen[position * between.stretches + self.levels.stretch_of(value)]:
                        continue
                    cells = self._counting(cells, value)
                    key = (level, *(cells[c] for c in looked))
                    if key not in rests:
                        rests[key] = [self._rest_with_count(cells, self.lows[page] + s) for s in range(size)]
                    at = self.base[page] + (self.door_of[position] * len(self.levels.values) + level) * size
                    for s, rest in enumerate(rests[key]):
                        self.values[at + s] = rest

    def _counting(self, cells: Cells, value: int) -> Cells:
        """A position with another value of the counter."""
        if self.counter is None:
            return cells
        return (*cells[: self.counter.cell], value, *cells[self.counter.cell + 1 :])

    def _rest_with_count(self, cells: Cells, count: int) -> int:
        """What an end is worth beside what was gained, with another count."""
        counted = self.ledger.with_count(cells, count)
        if counted is None:
            raise NoLedger(0)
        return self.ledger.rest_of(counted)

    # -------------------------------------------------------------- kept

    def rows_to_keep(self) -> tuple[dict[str, Any], dict[str, GrowingRow]]:
        """Give all that is needed to work out single pages again: of each page where the values of its doors are, and these."""
        values = self.levels.values
        about = {
            "pages": self.count_of_pages,
            "cap": self.cap,
            "slots": len(self.page_slots.memory) // position_kernels.SLOT,
            "cuts": self.way.cuts,
            "counter": self.way.counter,
            "levels": [values.start, values.stop, values.step, self.levels.direction, self.levels.farthest],
        }
        marks = self.between.marks
        kept = {
            "doors": [word for door in self.doors for word in (marks[2 * door], marks[2 * door + 1])],
            "lows": self.lows,
            "highs": self.highs,
            "base": self.base,
            "fixed": [word for pair in self.fixed_sums for word in pair],
        }
        rows = {name: GrowingRow(max(1, len(values))) for name, values in kept.items()}
        for name, words in kept.items():
            rows[name].memory[: len(words)] = words
        return about, {**rows, "page_slots": self.page_slots, "pages": self.pages, "values": self.values}

    @property
    def positions(self) -> int:
        """How many positions there are, each page, count and value of the counter for itself."""
        sizes = sum(high - low + 1 for low, high in zip(self.lows, self.highs, strict=True))
        return sizes * self.between.positions * len(self.levels.values)

    @property
    def edges(self) -> int:
        """How many edges and writings there are on all pages."""
        return self.between.edges * self.count_of_pages * len(self.levels.values) + self.first_record[-1]


def _signed(value: int) -> int:
    """64 bits as a signed number."""
    return value - (1 << 64) if value >> 63 else value
