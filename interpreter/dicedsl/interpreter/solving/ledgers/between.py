"""The positions between two writings, found once for all pages by machine code, and what leads from one to the other."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Collection, Hashable
from functools import cache
from typing import Any

from dicedsl.interpreter.engines.contract import MOST_GAME_EVENTS, Cells
from dicedsl.interpreter.engines.native.search import KernelCode, Native
from dicedsl.interpreter.solving.aim import PlayAim
from dicedsl.interpreter.solving.graph import WORD, GrowingRow
from dicedsl.interpreter.solving.ledgers import between_kernels
from dicedsl.interpreter.solving.ledgers.asked_memory import guards_of
from dicedsl.interpreter.solving.ledgers.counter import FAR, Counter
from dicedsl.interpreter.solving.ledgers.cuts import CutProgram, dice_cells
from dicedsl.interpreter.solving.ledgers.ledger import Ledger
from dicedsl.interpreter.solving.ledgers.ledger_reader import NoLedger, expressions_asked
from dicedsl.interpreter.solving.positions import position_kernels
from dicedsl.interpreter.solving.positions.position_finder import BlockKey, PositionFinder
from dicedsl.interpreter.solving.positions.position_walk import TooManyPositions
from dicedsl.interpreter.solving.progress import TellProgress
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.masks import members_of
from dicedsl.program import ops
from dicedsl.program.liveness import CellReads, Liveness, run_of

NODES_IN_ONE_GO = 20_000
FIRST_ROOM = 1 << 12
FIRST_SLOTS = 1 << 14


@cache
def _compiled() -> KernelCode:
    """The kernels that look through what is between writings, compiled once."""
    return KernelCode(
        "between", between_kernels.expand_between, between_kernels.order_positions, beside=(position_kernels,)
    )


class BetweenFinder(PositionFinder):
    """Tells positions between writings from each other: not by what is written, nor by a counter, nor by what is never read again."""

    def __init__(
        self, table: GameTable, aim: PlayAim, engine: Native, cut: CutProgram, ledger: Ledger, apart: Collection[int]
    ) -> None:
        program = table.program
        self.apart = apart
        self._cut = cut
        self.guards = guards_of(program)
        self._liveness = Liveness(program)
        ranked = CellReads(program)(ledger.ranked)
        self._ranked = [cell for cell in members_of(ranked) if cell not in apart]
        self._dice = dice_cells(program)
        self._over_how = position_kernels.UNSORTED if ranked & self._dice else position_kernels.WITHOUT_DICE
        self._memory = 0
        for slot in program.slots:
            if slot.scope != "pending":
                self._memory |= run_of(slot.base, slot.size)
        super().__init__(table, aim, engine)
        for number in cut.rests:
            self.setup[self.setup[position_kernels.KINDS] + number] = position_kernels.CUT

    def _key_of(self, block: ops.Block) -> BlockKey:
        """What tells positions in a block from each other."""
        reg = self.table.program.reg
        if isinstance(block.end, ops.Over):
            cells = [c for c in self._ranked if not self._dice >> c & 1]
            return BlockKey([*cells, reg.score_order], self._over_how)
        key = super()._key_of(block)
        live = self._liveness.at_end[block.number] | ~self._memory
        cells = [cell for cell in key.cells if live >> cell & 1 and cell not in self.apart]
        if block.number in self._cut.rests:
            return BlockKey([c for c in cells if not self._dice >> c & 1], position_kernels.WITHOUT_DICE)
        guarded = [(c, *self.guards[c]) for c in cells if c in self.guards]
        return BlockKey([c for c in cells if c not in self.guards], key.how, guarded)


class PositionsBetween:
    """The field between writings: `add` a position to begin with, `expand` it, then read the rows. Kinds, states and marks by position;
    what was `seen`, and where edges are, by node: a position with a stretch of the counter."""

    def __init__(
        self, table: GameTable, finder: BetweenFinder, writes: list[list[bool]], counter: Counter | None, standing: list[int],
        tell: TellProgress,
    ) -> None:  # fmt: skip
        self.table, self.finder, self._tell = table, finder, tell
        self.engine = finder.engine
        self.counter = counter
        self.stretches = 1 if counter is None else len(counter.stretches)
        self.kinds, self.marks, self.states = GrowingRow(), GrowingRow(), GrowingRow()
        self.seen, self.first, self.last, self.total, self.waiting = (GrowingRow() for _ in range(5))
        self.target, self.ways = GrowingRow(), GrowingRow()
        self._slots: Any = (WORD * (position_kernels.SLOT * FIRST_SLOTS))()
        finder.setup[position_kernels.SLOTS] = FIRST_SLOTS
        self.field = self._field_row(writes, standing)
        self._call: dict[str, Callable[..., int]] = _compiled().call
        self._writes = writes
        self._needed: dict[int, tuple[int, ...]] = {}
        self._starts: dict[Hashable, int] = {}
        self._looked = 0
        self.start_positions: list[list[int]] = []  # by start the positions that are this start
        self.start_of: list[int] = []
        self._grow(FIRST_ROOM)

    def _field_row(self, writes: list[list[bool]], standing: list[int]) -> Any:
        """The row that kernels are handed (`between_kernels`), but for addresses."""
        kernels, layout, counter = between_kernels, self.engine.layout, self.counter
        row = [0] * kernels.FIELD_WORDS
        row[kernels.STRETCHES] = self.stretches
        row[kernels.PLACE] = kernels.NOWHERE if counter is None else layout.first[counter.cell]
        stretches = ((-FAR, FAR),) if counter is None else counter.stretches
        for place, values in (
            (kernels.LOWS, [low for low, _ in stretches]),
            (kernels.HIGHS, [high for _, high in stretches]),
            (kernels.STANDING, standing),
            (kernels.WRITES_ANY, [int(any(w)) for w in writes]),
        ):
            row[place] = len(row)
            row += values
        row[kernels.WRITES] = start = len(row)
        row += [0] * len(writes)
        for i, of_decision in enumerate(writes):
            row[start + i] = len(row)
            row += [int(w) for w in of_decision]
        return (WORD * len(row))(*row)

    # -------------------------------------------------------------- found

    @property
    def positions(self) -> int:
        """How many positions there are."""
        return int(self.field[between_kernels.POSITIONS])

    @property
    def edges(self) -> int:
        """How many edges there are."""
        return int(self.field[between_kernels.EDGES])

    def stretch_of(self, cells: Cells) -> int:
        """The stretch that the counter of a position is in."""
        return 0 if self.counter is None else self.counter.stretch_of(cells[self.counter.cell])

    def state(self, position: int) -> Cells:
        """The cells of a position; its counter and its ledger may be any."""
        size = self.finder.size
        memory = memoryview(self.states.memory).cast("B")[8 * position * size : 8 * (position + 1) * size]
        return self.engine.layout.unpack(memory)

    def packed(self, positions: list[int]) -> Any:
        """The states of some positions, as kernels have them."""
        size = 8 * self.finder.size
        memory = memoryview(self.states.memory).cast("B")
        rows = b"".join(memory[p * size : (p + 1) * size] for p in positions)
        return (WORD * max(1, len(rows) // 8)).from_buffer_copy(rows or bytes(8))

    def add(self, cells: Cells) -> int:
        """Add a position to begin with, if it is new; its number."""
        self._grow(1)
        setup, field, kernels = self.finder.setup, self.field, between_kernels
        stretch, mark = self.stretch_of(cells), self.finder.mark(cells)
        number, slot = self.number_of(mark), 0
        if number is None:
            number = self.positions
            slot = self._slot_of(mark)
            self._slots[position_kernels.SLOT * slot : position_kernels.SLOT * slot + 3] = [*mark, number + 1]
            self.marks[2 * number], self.marks[2 * number + 1] = mark
            end = self.table.program.blocks[cells[self.table.reg.pc]].end
            kind = setup[setup[position_kernels.KINDS] + cells[self.table.reg.pc]]
            self.kinds[number] = (
                0 if kind == position_kernels.OVER
                else kernels.CUTTING | kernels.STARTING if kind == position_kernels.CUT
                else 1 if not isinstance(end, ops.Ask)
                else self.finder.aim.kind_of_choice(0) | (kernels.STARTING if any(self._writes[end.decision]) else 0)
            )  # fmt: skip
            packed = self.engine.layout.pack(cells)
            ctypes.memmove(
                ctypes.byref(self.states.memory, 8 * number * self.finder.size), packed, 8 * self.finder.size
            )
            field[kernels.POSITIONS] += 1
        node = number * self.stretches + stretch
        if not self.seen[node]:
            self.seen[node] = 1
            if self.kinds[number] and not self.kinds[number] & kernels.CUTTING:
                self.waiting[field[kernels.WAITING]] = node
                field[kernels.WAITING] += 1
        return number

    def number_of(self, mark: tuple[int, int]) -> int | None:
        """The number of the position with a mark; None if it was not found."""
        return int(self._slots[position_kernels.SLOT * self._slot_of(mark) + 2]) - 1 if self._has(mark) else None

    def _has(self, mark: tuple[int, int]) -> bool:
        return bool(self._slots[position_kernels.SLOT * self._slot_of(mark) + 2])

    def _slot_of(self, mark: tuple[int, int]) -> int:
        """The slot where a mark stands, or would stand."""
        size = self.finder.setup[position_kernels.SLOTS]
        slot = mark[0] & (size - 1)
        while self._slots[position_kernels.SLOT * slot + 2]:
            at = position_kernels.SLOT * slot
            if (self._slots[at], self._slots[at + 1]) == mark:
                break
            slot = (slot + 1) & (size - 1)
        return int(slot)

    def make_room(self, needed: int = 0) -> None:
        """Make room for more, at least for so many positions."""
        self._grow(max(needed, self.positions, NODES_IN_ONE_GO))

    def lay(self) -> None:
        """Tell kernels where everything lies."""
        self.finder.lay_addresses(self._slots)
        self.engine.memory.limit(MOST_GAME_EVENTS)
        for place, row in (
            (between_kernels.STATES_AT, self.states),
            (between_kernels.WAITING_AT, self.waiting),
            (between_kernels.SEEN_AT, self.seen),
            (between_kernels.KINDS_AT, self.kinds),
            (between_kernels.MARKS_AT, self.marks),
            (between_kernels.FIRST_AT, self.first),
            (between_kernels.LAST_AT, self.last),
            (between_kernels.TOTAL_AT, self.total),
            (between_kernels.TARGET_AT, self.target),
            (between_kernels.WAYS_AT, self.ways),
        ):
            self.field[place] = ctypes.addressof(row.memory)

    def expand(self, most: int, memory: int) -> None:
        """Look at all that waits. TooManyPositions if there are more nodes and edges than may be, NoLedger where it cannot be looked through."""
        while True:
            self.lay()
            ending = self._call["expand_between"](self.finder.setup, self.field, self.finder.work, NODES_IN_ONE_GO)
            self._tell(f"{self.positions:,} positions between two writings, {self.edges:,} ways on")
            if ending == position_kernels.DONE:
                break
            if self.positions + self.edges > most or self.bytes > memory:
                raise TooManyPositions(self.positions + self.edges, self.positions)
            if ending == position_kernels.NO_ROOM:
                self.make_room(self.field[between_kernels.NEEDED])
            elif ending == position_kernels.THROW:
                self.finder.write_throw(self.state(self.finder.setup[position_kernels.WANTED]))
            elif ending != position_kernels.MORE:
                raise NoLedger(0)
        self._find_starts()

    @property
    def bytes(self) -> int:
        """How much memory the rows have."""
        rows = (
            self.kinds, self.marks, self.states, self.seen, self.first, self.last, self.total, self.waiting, self.target, self.ways,
        )  # fmt: skip
        return 8 * sum(row.room for row in rows) + ctypes.sizeof(self._slots)

    def _grow(self, more: int) -> None:
        """Make room for so many more positions and edges."""
        field, kernels, stretches = self.field, between_kernels, self.stretches
        positions, edges, waiting = self.positions + more, self.edges + more, field[kernels.WAITING]
        self.kinds.grow(positions)
        self.marks.grow(2 * positions)
        self.states.grow(positions * self.finder.size)
        for row in (self.seen, self.first, self.last, self.total):
            row.grow(positions * stretches)
        self.waiting.grow(waiting + 1 + more * stretches)
        self.target.grow(edges)
        self.ways.grow(edges)
        while 2 * positions > self.finder.setup[position_kernels.SLOTS]:
            self._slots = self.finder.more_slots(self._slots)
        field[kernels.MOST_POSITIONS] = min(
            self.kinds.room, self.marks.room // 2, self.states.room // self.finder.size, self.seen.room // stretches,
            self.finder.setup[position_kernels.SLOTS] // 2,
        )  # fmt: skip
        field[kernels.MOST_EDGES] = min(self.target.room, self.ways.room)
        field[kernels.MOST_WAITING] = self.waiting.room

    # -------------------------------------------------------------- starts of writings

    def _find_starts(self) -> None:
        """Give each new position from which something can be written the number of its start: one for all that are alike in what writings
        depend on."""
        kinds, looked = self.kinds.memory[self._looked : self.positions], self._looked
        self._looked = self.positions
        self.start_of += [-1] * len(kinds)
        for i, kind in enumerate(kinds):
            if kind & between_kernels.STARTING:
                position = looked + i
                key = position if kind & between_kernels.CUTTING else self._start_key(self.state(position))
                start = self._starts.setdefault(key, len(self.start_positions))
                if start == len(self.start_positions):
                    self.start_positions.append([])
                self.start_positions[start].append(position)
                self.start_of[position] = start

    def start_nodes(self) -> list[tuple[int, int]]:
        """The starts of writings, each with the stretches of the counter in which it was come to."""
        return [
            (start, stretch)
            for start, positions in enumerate(self.start_positions)
            for stretch in range(self.stretches)
            if any(self.seen[p * self.stretches + stretch] for p in positions)
        ]

    def _start_key(self, cells: Cells) -> Hashable:
        """What writings from a choice depend on."""
        block = cells[self.table.reg.pc]
        if block not in self._needed:
            program, liveness = self.table.program, Liveness(self.table.program)
            end = program.blocks[block].end
            assert isinstance(end, ops.Ask)
            decision = program.decisions[end.decision]
            needed = liveness.reads(decision.seats, *(must.condition for must in decision.always))
            for alternative, writes in zip(decision.alternatives, self._writes[end.decision], strict=True):
                if writes:
                    needed |= liveness.reads(*expressions_asked(alternative)) | liveness.at_start[alternative.block]
            dice = len(program.dice)
            needed |= run_of(program.reg.location, dice) | run_of(program.reg.face, dice) | 1 << program.reg.shown
            counting = set(self.table.positions.counting(block))
            wanted = [c for c in range(program.cells) if needed >> c & 1 and c not in self.finder.apart]
            self._needed[block] = tuple(c for c in wanted if c in counting)
        return block, *(cells[cell] for cell in self._needed[block])

    # -------------------------------------------------------------- in order

    def orders(self) -> list[Any]:
        """For each stretch the positions in it, each behind those that it leads to while the counter stays. NoLedger if one can go round
        without writing anything."""
        count, orders = self.positions, list[Any]()
        self.lay()
        order, colour, stack = ((WORD * max(1, 2 * count))() for _ in range(3))
        for place, row in (
            (between_kernels.ORDER_AT, order),
            (between_kernels.COLOUR_AT, colour),
            (between_kernels.STACK_AT, stack),
        ):
            self.field[place] = ctypes.addressof(row)
        for stretch in range(self.stretches):
            ordered = self._call["order_positions"](self.field, stretch)
            if ordered < 0:
                raise NoLedger(0)
            orders.append((WORD * ordered)(*order[:ordered]))
        return orders

    def changes(self, stretch: int) -> set[int]:
        """By how much the counter can change in a stretch, beside by writing."""
        kernels, shifts, target = between_kernels, set[int](), self.target.memory
        for position in range(self.positions):
            node = position * self.stretches + stretch
            if self.seen[node]:
                shifts |= {edge >> kernels.BY for edge in target[self.first[node] : self.last[node]]}
        return {by - kernels.MIDDLE for by in shifts}
