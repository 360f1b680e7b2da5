"""Which cells the future of a position can depend on: for each block, those that may still be read once it has come to its end.

Sets of cells are masks, so that joining them is one operation. What is only counted up is not read by that.
"""

from __future__ import annotations

from collections.abc import Iterable

from dicedsl.errors import raise_unhandled
from dicedsl.program import ops
from dicedsl.program.control_flow import next_blocks, return_addresses
from dicedsl.program.walk import children


def run_of(first: int, size: int) -> int:
    """The mask of so many cells from one on."""
    return ((1 << size) - 1) << first


# Operations that read no cell but by their parts.
READ_NOTHING = (
    ops.Const, ops.Address, ops.Var, ops.Bin, ops.Not, ops.Cond, ops.Count, ops.Lowest, ops.Highest, ops.Bit, ops.Single,
    ops.Range, ops.ListAt, ops.Fold, ops.Loop, ops.Reach, ops.OnePiece, ops.Groups, ops.Alike, ops.Copies,
)  # fmt: skip


class CellReads:
    """The cells that expressions of a program may read."""

    def __init__(self, program: ops.Program) -> None:
        self._program = program
        self._functions: dict[int, int] = {}
        # by identity; the object is kept so that its identity is not used again
        self._known: dict[int, tuple[object, int]] = {}

    def __call__(self, *operations: ops.Op | None) -> int:
        cells = 0
        for op in operations:
            if op is not None:
                cells |= self._of(op)
        return cells

    def _of(self, root: ops.Op) -> int:
        entry = self._known.get(id(root))
        if entry is not None:
            return entry[1]
        cells = 0
        stack: list[ops.Op] = [root]
        while stack:
            op = stack.pop()
            if isinstance(op, ops.Cell):
                cells |= 1 << op.index
            elif isinstance(op, ops.CellAt):
                cells |= run_of(op.base, op.size)
            elif isinstance(op, ops.Call):
                cells |= self._function(op.function)
            elif not isinstance(op, READ_NOTHING):
                raise_unhandled(op)
            stack.extend(children(op))
        self._known[id(root)] = (root, cells)
        return cells

    def _function(self, number: int) -> int:
        if number not in self._functions:
            function = self._program.functions[number]
            self._functions[number] = 0 if function is None else self._of(function.body)
        return self._functions[number]


class Liveness:
    """`at_start[n]`, `at_end[n]`: the cells that may be read from the start of block n on, and after its end.
    `observed` are looked at whenever the game rests."""

    def __init__(self, program: ops.Program, observed: int = 0) -> None:
        self.program = program
        self._observed = observed
        self.reads = CellReads(program)
        self._return_addresses = return_addresses(program)
        before: list[set[int]] = [set() for _ in program.blocks]
        for block in program.blocks:
            for target in self._following(block.end):
                before[target].add(block.number)
        self.at_end = [0] * len(program.blocks)
        self.at_start = [0] * len(program.blocks)
        waiting = dict.fromkeys(range(len(program.blocks)))
        while waiting:
            number, _ = waiting.popitem()
            block = program.blocks[number]
            end = self._after(block.end)
            start = self._before(block.body, end | self._reads_at_rest(block.end))
            self.at_end[number] = end
            if start != self.at_start[number]:
                self.at_start[number] = start
                waiting.update(dict.fromkeys(before[number]))

    def return_addresses(self, cell: int) -> set[int]:
        """The blocks whose addresses are ever kept in a cell."""
        return self._return_addresses.get(cell, set())

    def _following(self, end: ops.End) -> list[int]:
        return next_blocks(self.program, end, self._return_addresses)

    def _reads_at_rest(self, end: ops.End) -> int:
        """What is read where the game comes to rest: by a roll or a draw, and by whoever looks at it."""
        if isinstance(end, (ops.Jump, ops.Branch, ops.Back)):
            return 0
        if isinstance(end, ops.RollDice):
            return self._observed | self.reads(end.dice)
        return self._observed | (self.reads(end.members) if isinstance(end, ops.DrawOne) else 0)

    def _start(self, blocks: Iterable[int]) -> int:
        cells = 0
        for block in blocks:
            if block >= 0:
                cells |= self.at_start[block]
        return cells

    def _after(self, end: ops.End) -> int:
        if isinstance(end, ops.Ask):
            return self._reads_of_decision(self.program.decisions[end.decision])
        live = self._start(self._following(end))
        if isinstance(end, ops.Branch):
            return live | self.reads(end.condition)
        if isinstance(end, ops.Back):
            return live | 1 << end.cell
        return live & ~(1 << end.cell) if isinstance(end, ops.DrawOne) else live

    def _reads_of_decision(self, decision: ops.Decision) -> int:
        live = self._start([decision.nothing_block, decision.after_block])
        live |= self.reads(decision.seats, *(m.condition for m in decision.always))
        if decision.at_once:
            for first in (decision.pending, *(p.pending for a in decision.alternatives for p in a.picks)):
                live |= run_of(first, self.program.players)
        for a in decision.alternatives:
            written = 0
            if not decision.at_once:
                for pick in a.picks:
                    written |= 1 << pick.answer_cell
            live |= self._start([a.block]) & ~written
            live |= self.reads(a.weight, *(m.condition for m in (*a.musts, *a.leaves)), *(lot for _, lot in a.lots))
            for p in a.picks:
                live |= self.reads(p.source, p.range_high, p.low, p.high, p.condition)
        return live

    def _before(self, body: Iterable[ops.Stmt], live: int) -> int:
        for statement in reversed(tuple(body)):
            live = self._statement(statement, live)
        return live

    def _statement(self, statement: ops.Stmt, live: int) -> int:
        reads = self.reads
        if isinstance(statement, ops.Store):
            return live & ~(1 << statement.index) | reads(statement.value) if live >> statement.index & 1 else live
        if isinstance(statement, ops.StoreAt):
            read = live & run_of(statement.base, statement.size)
            return live | reads(statement.at) | (reads(statement.value) if read else 0)
        if isinstance(statement, ops.StoreVar):
            return live | reads(statement.value)
        if isinstance(statement, ops.Put):
            return live | reads(statement.dice, statement.location)
        if isinstance(statement, ops.Face):
            return live | reads(statement.dice, statement.number)
        if isinstance(statement, ops.Check):
            return live | reads(statement.condition)
        if isinstance(statement, ops.When):
            return self._before(statement.then, live) | self._before(statement.other, live) | reads(statement.condition)
        if isinstance(statement, ops.Reset):
            for base, values in statement.runs:
                live &= ~run_of(base, len(values))
            return live
        if isinstance(statement, ops.Each):
            live |= reads(statement.loop.source, statement.loop.high, statement.condition, statement.by)
            while (more := live | self._before(statement.body, live)) != live:
                live = more
            return live
        assert isinstance(statement, ops.Tell), f"nobody says what {type(statement).__name__} reads"
        return live
