"""Best play of one who writes down numbers for the end: page by page, as machine code.

What can happen between two writings is looked up once, for all pages. Then all pages are found, with what can be written on each, and
worked out from the last one backwards.
"""

from __future__ import annotations

import ctypes
import time
from collections import deque
from collections.abc import Hashable
from typing import Any, cast

from dicedsl.errors import Fault
from dicedsl.interpreter.engines.contract import MOST_GAME_EVENTS, Cells
from dicedsl.interpreter.engines.native.search import Native
from dicedsl.interpreter.solving.aim import PlayAim
from dicedsl.interpreter.solving.graph import CHANCE, DOUBLE, OVER, WORD, Graph, GrowingRow, last_first
from dicedsl.interpreter.solving.ledgers import page_kernels
from dicedsl.interpreter.solving.ledgers.ledger import Ledger, touching_blocks, with_checks
from dicedsl.interpreter.solving.ledgers.ledger_reader import NoLedger, expressions_asked
from dicedsl.interpreter.solving.ledgers.page_solver import PageGraph, PageRows, PageSolver, paging_code
from dicedsl.interpreter.solving.positions import position_kernels
from dicedsl.interpreter.solving.positions.position_finder import PositionFinder
from dicedsl.interpreter.solving.positions.position_walk import PositionWalk, TooManyPositions
from dicedsl.interpreter.solving.progress import TellProgress, ignore_progress
from dicedsl.interpreter.solving.solved_files import SolvedFile
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import ops
from dicedsl.program.liveness import CellReads, Liveness, run_of
from dicedsl.program.sets import low

MOST_BETWEEN = 20_000  # positions between two writings
MOST_RESTARTS = 40  # that new ones are found from which something can be written
MOST_COUNTS = 100_000  # values of a count on one page
ROUNDING_STEP = 2.0**-53  # what one rounding may add, for each unit of the value
NO_VALUE = 1e200
RESTING_ENDS = (ops.Ask, ops.RollDice, ops.DrawOne)
RECORDS_OF_A_PAGE = 1 << 14  # at first
SIGNS = {"==": 0, "!=": 1, "<": 2, "<=": 3, ">": 4, ">=": 5}


class Pages:
    """The pages of one table: found by `find_pages`, worked out by `solve_pages`, kept by `rows_to_keep` and brought back by `restore`."""

    def __init__(self, table: GameTable, aim: PlayAim, ledger: Ledger, tell: TellProgress = ignore_progress) -> None:
        """NoLedger where a page is not all that counts of a ledger, or where writing leads back to the same page."""
        self.aim = aim
        self.tell = tell
        self.table = GameTable(with_checks(table.program, ledger))
        self.ledger = ledger
        self.engine = cast(Native, self.table.runner("native"))
        if self.engine.layout.behind:
            raise NoLedger(0)
        program = self.table.program
        self.measure = set(range(program.reg.score_of_player, program.reg.score_of_player + program.players))
        self.apart = {*ledger.cells, *self.measure}
        self.finder = PositionFinder(self.table, aim, self.engine, self.apart)
        self._touching_blocks = touching_blocks(program, ledger)
        self._writes = [self._writes_of(decision) for decision in program.decisions]
        self._needed: dict[int, tuple[int, ...]] = {}
        self._known: dict[tuple[int, int], int] = {}
        self._starts: dict[Hashable, int] = {}
        self.start_states: list[Cells] = []
        self.graph = Graph(1)
        self.states: list[Cells] = []
        self.start_of: list[int] = []
        self._waiting: deque[int] = deque()
        self._lead: dict[int, list[tuple[int, int, int]]] = {}
        self._call = paging_code().call
        self._check_rests()
        self.begin = self.table.start().cells
        if self.begin[self.table.reg.pc] == program.entry:  # it is drawn by lot who begins, of one
            self.begin = PositionWalk(self.table, aim, self.engine).following(self.begin)[0][0]

    def _check_rests(self) -> None:
        """Raise NoLedger if what the game ranks by is read where it rests: it may hold a sum of the ledger."""
        liveness = Liveness(self.table.program)
        for block in self.table.program.blocks:
            if block.number != self.table.program.entry and isinstance(block.end, RESTING_ENDS):
                if any(liveness.at_end[block.number] >> cell & 1 for cell in self.measure):
                    raise NoLedger(0)
                if not isinstance(block.end, ops.Ask) and block.end.next in self._touching_blocks:
                    raise NoLedger(0)

    def _writes_of(self, decision: ops.Decision) -> list[bool]:
        """Of each alternative whether it has to do with the ledger."""
        reads, cells = CellReads(self.table.program), sum(1 << cell for cell in self.ledger.cells)
        always = any(reads(must.condition) & cells for must in decision.always) or decision.at_once
        return [
            always or a.block in self._touching_blocks or any(reads(op) & cells for op in expressions_asked(a))
            for a in decision.alternatives
        ]

    # -------------------------------------------------------------- between writings

    def _number_of(self, cells: Cells) -> int:
        """The number of a position, whatever the page."""
        mark = self.finder.mark(cells)
        number = self._known.get(mark)
        if number is None:
            end = self.table.program.blocks[cells[self.table.reg.pc]].end
            kind = OVER if isinstance(end, ops.Over) else CHANCE
            if isinstance(end, ops.Ask):
                kind = self.aim.kind_of_choice(0)
            number = self._known[mark] = self.graph.add_position(kind)
            self.states.append(cells)
            self.start_of.append(self._start_of_writings(cells, end))
            self._waiting.append(number)
            if number > MOST_BETWEEN:
                raise NoLedger(0)
        return number

    def _start_of_writings(self, cells: Cells, end: ops.End) -> int:
        """The start of writings that a position is: one for all that are alike in what these depend on."""
        if not isinstance(end, ops.Ask) or not any(self._writes[end.decision]):
            return -1
        block = cells[self.table.reg.pc]
        if block not in self._needed:
            program, liveness = self.table.program, Liveness(self.table.program)
            decision = program.decisions[end.decision]
            needed = liveness.reads(decision.seats, *(must.condition for must in decision.always))
            for alternative, writes in zip(decision.alternatives, self._writes[end.decision], strict=True):
                if writes:
                    needed |= liveness.reads(*expressions_asked(alternative)) | liveness.at_start[alternative.block]
            dice = len(program.dice)
            needed |= run_of(program.reg.location, dice) | run_of(program.reg.face, dice) | 1 << program.reg.shown
            counting = set(self.table.positions.counting(block))
            wanted = [c for c in range(program.cells) if needed >> c & 1 and c not in self.apart]
            self._needed[block] = tuple(c for c in wanted if c in counting)
        key = (block, *(cells[cell] for cell in self._needed[block]))
        if key not in self._starts:
            self._starts[key] = len(self.start_states)
            self.start_states.append(cells)
        return self._starts[key]

    def _expand_waiting(self) -> None:
        """Look up what follows on all positions that wait."""
        walk = PositionWalk(self.table, self.aim, self.engine)
        while self._waiting:
            here = self._waiting.popleft()
            cells = self.states[here]
            end = self.table.program.blocks[cells[self.table.reg.pc]].end
            following = []
            if isinstance(end, ops.Ask):
                writes = self._writes[end.decision]
                seat = low(cells[self.table.reg.asked])
                moves = [move for move in self.engine.moves(cells, seat) if not writes[move[0]]]
                following = [(self.table.state_of(self.engine.answer(cells, seat, move)).cells, 1) for move in moves]
            elif not isinstance(end, ops.Over):
                following = walk.following(cells)
            self._lead[here] = [(self._number_of(after), ways, 0) for after, ways in following]
            self.tell(f"{len(self.states):,} positions between two writings")

    # -------------------------------------------------------------- pages

    def find_pages(self, most: int, memory: int) -> None:
        """Find all pages, with what can be written on each. TooManyPositions if positions are more than may be."""
        ledger = self.ledger
        self._number_of(self.begin)
        self._expand_waiting()
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
        slots, starts = self._tables(book)
        mine, number, times = self.engine.memory, 0, 0
        while number < book[page_kernels.PAGES]:
            book[page_kernels.MOST_RECORDS] = self.records.room // page_kernels.RECORD
            book[page_kernels.MOST_PAGES] = min(self.pages.room // cells, book[page_kernels.PAGE_SLOTS] // 2)
            mine.limit(MOST_GAME_EVENTS)
            ending = self._write_page(book, slots, starts, number)
            if ending == position_kernels.DONE:
                self.fixed_sums.append(ledger.fixed_sums(self._on_page(start, number)))
                number += 1
                self.first_record.append(book[page_kernels.RECORDS])
                self.tell(f"{number:,} pages of {book[page_kernels.PAGES]:,} found so far")
                looked = len(self.states) + book[page_kernels.RECORDS]
                if looked > most or 8 * (self.records.room + self.pages.room) > memory:
                    raise TooManyPositions(looked, looked)
            elif ending == page_kernels.UNKNOWN:
                work = memoryview(self.finder.work).cast("B")[: 8 * self.finder.size]
                self._number_of(self.table.state_of(self.engine.layout.unpack(work)).cells)
                self._expand_waiting()
                if (
                    len(self.start_states) > book[page_kernels.STARTS]
                ):  # from there too something can be written on every page
                    times += 1
                    if times > MOST_RESTARTS:
                        raise NoLedger(0)
                    number = book[page_kernels.RECORDS] = book[page_kernels.AT] = 0
                    self.first_record, self.fixed_sums = [0], []
                slots, starts = self._tables(book)
            elif ending == position_kernels.NO_ROOM:
                self.records.grow(2 * self.records.room)
                self.pages.grow(2 * self.pages.room)
                self._more_pages(book)
            else:
                self._raise(ending)
        self.count_of_pages = number

    def _write_page(self, book: Any, slots: Any, starts: Any, number: int) -> int:
        """Find all that can be written on a page; how that ended."""
        self.finder.lay_addresses(slots)
        book[page_kernels.STARTS_AT] = ctypes.addressof(starts)
        book[page_kernels.PAGE_SLOTS_AT] = ctypes.addressof(self.page_slots.memory)
        book[page_kernels.PAGES_AT] = ctypes.addressof(self.pages.memory)
        book[page_kernels.RECORDS_AT] = ctypes.addressof(self.records.memory)
        return int(self._call["write_page"](self.finder.setup, book, self.finder.work, number))

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

    def _tables(self, book: Any) -> tuple[Any, Any]:
        """The positions between writings, to be found by their marks; and the states that writings start from."""
        size = 1 << max(10, (4 * len(self.states)).bit_length())
        slots = (WORD * (position_kernels.SLOT * size))()
        for (first, second), number in self._known.items():
            slot = first & (size - 1)
            while slots[position_kernels.SLOT * slot + 2]:
                slot = (slot + 1) & (size - 1)
            slots[position_kernels.SLOT * slot : position_kernels.SLOT * slot + 3] = [first, second, number + 1]
        self.finder.setup[position_kernels.SLOTS] = size
        packed = b"".join(self.engine.layout.pack(cells) for cells in self.start_states)
        starts = (WORD * max(1, len(packed) // 8)).from_buffer_copy(packed or bytes(8))
        book[page_kernels.STARTS] = len(self.start_states)
        return slots, starts

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

    def graph_between(self) -> PageGraph:
        """Give the graph between writings, whole; NoLedger if one can go round in it without writing anything."""
        graph, count = self.graph, len(self.states)
        for here in range(count):
            graph.add_edges(here, self._lead[here])
        order = last_first([[graph.target[edge] for edge in graph.edges_of(here)] for here in range(count)])
        if order is None:
            raise NoLedger(0)
        return PageGraph(graph, self.states, self.start_of, order)

    def solve_pages(self) -> float:
        """Work out all pages, the last ones first; give the value of the start."""
        between = self.graph_between()
        self.between_order = between.order
        self.order = self._page_order()
        self._find_ranges()
        doors = self._doors()
        sizes = [self.highs[p] - self.lows[p] + 1 for p in range(self.count_of_pages)]
        self.base = [0]
        for size in sizes:
            self.base.append(self.base[-1] + size * len(doors))
        self.values = GrowingRow(max(1, self.base[-1]), DOUBLE)
        self._fill_ends(doors)
        wide = max(sizes)
        self.solver = PageSolver(self._page_rows(), between, wide)
        begun = time.monotonic()
        for i, number in enumerate(self.order):
            self.solver.solve_page(number)
            if i % 50 == 0:
                self.tell(f"{i:,} of {len(self.order):,} pages worked out, {time.monotonic() - begun:.0f} s")
        self.solver.solve_page(0)
        start = self.begin
        value = self.solver.value(0, 0, min(self.ledger.count_of(start), self.cap))
        if abs(value) > NO_VALUE:
            raise NoLedger(0)  # somewhere nothing is allowed
        return value + self.ledger.gain_of(start)

    def _page_rows(self) -> PageRows:
        """What a solver of pages is handed."""
        return PageRows(
            self.aim, self.cap, len(self.start_states), self.lows, self.highs, self.base, self.fixed_sums, self.door_of,
            self.first_record, self.records, self.values,
        )  # fmt: skip

    def error(self, value: float) -> float:
        """Give what rounding can come to: each roll on the longest way adds a little, the more outcomes it has the more."""
        graph, rolls = self.graph, [0] * len(self.states)
        widest = 1
        for here in self.between_order:
            is_roll = graph.kinds[here] == CHANCE
            widest = max(widest, len(graph.edges_of(here)) if is_roll else 1)
            rolls[here] = is_roll + max((rolls[graph.target[e]] for e in graph.edges_of(here)), default=0)
        writings = [0] * self.count_of_pages
        for page in self.order:
            writings[page] = 1 + max((writings[other] for other in self.after[page]), default=0)
        return max(writings) * max(rolls) * (widest + 4) * ROUNDING_STEP * max(1.0, abs(value))

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
        self.after = after
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
        self.door_of = [-1] * len(self.states)
        for i, position in enumerate(sorted(doors)):
            self.door_of[position] = i
        return sorted(doors)

    def _fill_ends(self, doors: list[int]) -> None:
        """Fill in what ends are worth beside what was gained: on each page where a game can end, for each count."""
        over = [position for position in doors if self.graph.kinds[position] == OVER]
        reads = CellReads(self.table.program)(self.ledger.ranked)
        looked = [c for c in range(self.table.program.cells) if reads >> c & 1 and c not in self.apart]
        ending: dict[int, set[int]] = {}
        record, memory = page_kernels.RECORD, self.records.memory
        ends = set(over)
        for number in range(self.count_of_pages):
            first, last = record * self.first_record[number], record * self.first_record[number + 1]
            targets = memory[first + page_kernels.TARGET : last : record]
            if ends.isdisjoint(targets):
                continue
            for target, page in set(zip(targets, memory[first + page_kernels.PAGE : last : record], strict=True)):
                if target in ends:
                    ending.setdefault(page, set()).add(target)
        for page, positions in ending.items():
            size, rests = self.highs[page] - self.lows[page] + 1, dict[Hashable, list[int]]()
            for position in positions:
                cells = self._on_page(self.states[position], page)
                if cells[self.table.reg.score_order] != self.aim.ranked:
                    raise NoLedger(0)
                key = tuple(cells[c] for c in looked)
                if key not in rests:
                    rests[key] = [self._rest_with_count(cells, self.lows[page] + s) for s in range(size)]
                at = self.base[page] + self.door_of[position] * size
                for s, rest in enumerate(rests[key]):
                    self.values[at + s] = rest

    def _rest_with_count(self, cells: Cells, count: int) -> int:
        """What an end is worth beside what was gained, with another count."""
        counted = self.ledger.with_count(cells, count)
        if counted is None:
            raise NoLedger(0)
        return self.ledger.rest_of(counted)

    # -------------------------------------------------------------- kept, and looked up again

    def rows_to_keep(self) -> tuple[dict[str, Any], dict[str, GrowingRow]]:
        """Give all that is needed to work out single pages again: of each page where the values of its doors are, and these."""
        doors = [position for position, door in sorted(enumerate(self.door_of), key=lambda pair: pair[1]) if door >= 0]
        marks = {number: mark for mark, number in self._known.items()}
        about = {
            "pages": self.count_of_pages,
            "cap": self.cap,
            "slots": len(self.page_slots.memory) // position_kernels.SLOT,
        }
        kept = {
            "doors": [word for door in doors for word in marks[door]],
            "lows": self.lows,
            "highs": self.highs,
            "base": self.base,
            "fixed": [word for pair in self.fixed_sums for word in pair],
        }
        rows = {name: GrowingRow(max(1, len(values))) for name, values in kept.items()}
        for name, values in kept.items():
            rows[name].memory[: len(values)] = values
        return about, {**rows, "page_slots": self.page_slots, "pages": self.pages, "values": self.values}

    def restore(self, solved: SolvedFile) -> None:
        """Bring back what `find_pages` and `solve_pages` left, from what was kept; a page is worked out again when somebody looks."""
        self.count_of_pages, self.cap = solved.about["pages"], solved.about["cap"]
        for name in ("page_slots", "pages"):
            row = GrowingRow(len(solved.words(name)))
            row.memory[:] = solved.words(name).tolist()
            setattr(self, name, row)
        self.values = GrowingRow(len(solved.reals("values")), DOUBLE)
        self.values.memory[:] = solved.reals("values").tolist()
        self.lows, self.highs, self.base = (solved.words(name).tolist() for name in ("lows", "highs", "base"))
        sums = solved.words("fixed").tolist()
        self.fixed_sums = list(zip(sums[::2], sums[1::2], strict=True))
        self._number_of(self.begin)
        self._expand_waiting()
        words = solved.words("doors").tolist()
        self._door_marks = list(zip(words[::2], words[1::2], strict=True))
        self.records = GrowingRow(page_kernels.RECORD * RECORDS_OF_A_PAGE)
        self._page_now = -1
        self._old_book = self._book()
        self._old_book[page_kernels.PAGES], self._old_book[page_kernels.PAGE_SLOTS] = (
            self.count_of_pages,
            solved.about["slots"],
        )

    def worth(self, cells: Cells) -> float | None:
        """Give what the game is worth at a position, with all that was gained; None if best play never comes near it."""
        number = self._page_of(cells)
        position = self._known.get(self.finder.mark(cells))
        if number is None or position is None or not self._turn_to(number):
            return None
        count = min(self.ledger.count_of(cells), self.cap)
        if not self.lows[number] <= count <= self.highs[number]:
            return None
        return self.solver.value(number, position, count) + self.ledger.gain_of(cells)

    def _page_of(self, cells: Cells) -> int | None:
        """The number of the page that a position is on; None if it was never found."""
        one, two = self._bits(cells)
        size = len(self.page_slots.memory) // position_kernels.SLOT
        slot = one & (size - 1)
        while self.page_slots[position_kernels.SLOT * slot + 2]:
            if (
                self.page_slots[position_kernels.SLOT * slot] == one
                and self.page_slots[position_kernels.SLOT * slot + 1] == two
            ):
                return int(self.page_slots[position_kernels.SLOT * slot + 2]) - 1
            slot = (slot + 1) & (size - 1)
        return None

    def _turn_to(self, number: int) -> bool:
        """Work out a page that was worked out before."""
        if number == self._page_now:
            return True
        book, mine = self._old_book, self.engine.memory
        while True:
            slots, starts = self._tables(book)
            book[page_kernels.RECORDS] = book[page_kernels.AT] = 0
            book[page_kernels.MOST_RECORDS], book[page_kernels.MOST_PAGES] = (
                self.records.room // page_kernels.RECORD,
                1 << 60,
            )
            mine.limit(MOST_GAME_EVENTS)
            ending = self._write_page(book, slots, starts, number)
            if ending == position_kernels.DONE:
                break
            if ending == position_kernels.NO_ROOM:
                self.records.grow(2 * self.records.room)
            elif ending == page_kernels.UNKNOWN:
                work = memoryview(self.finder.work).cast("B")[: 8 * self.finder.size]
                self._number_of(self.table.state_of(self.engine.layout.unpack(work)).cells)
                self._expand_waiting()
            else:
                return False
        door_of = {mark: door for door, mark in enumerate(self._door_marks)}
        self.door_of = [-1] * len(self.states)
        for mark, position in self._known.items():
            self.door_of[position] = door_of.get(mark, -1)
        self.first_record = [0] * number + [0, book[page_kernels.RECORDS]]
        self.graph = _without_edges(self.graph)
        between = self.graph_between()
        wide = max(high - low + 1 for low, high in zip(self.lows, self.highs, strict=True))
        self.solver = PageSolver(self._page_rows(), between, wide)
        self.solver.solve_page(number)
        self._page_now = number
        return True

    @property
    def positions(self) -> int:
        """How many positions there are, each page and count for itself."""
        sizes = sum(high - low + 1 for low, high in zip(self.lows, self.highs, strict=True))
        return sizes * len(self.states)

    @property
    def edges(self) -> int:
        """How many edges and writings there are on all pages."""
        return self.graph.edges * self.count_of_pages + self.first_record[-1]


def _without_edges(graph: Graph) -> Graph:
    """A copy of a graph with its positions, whose edges are yet to come."""
    copy = Graph(graph.unit)
    for number in range(graph.positions):
        copy.add_position(graph.kinds[number])
    return copy


def _signed(value: int) -> int:
    """64 bits as a signed number."""
    return value - (1 << 64) if value >> 63 else value
