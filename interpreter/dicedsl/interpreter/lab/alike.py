"""Which states have the same future: what no rule will read again is left out, and equal dice are put in order.

A state keeps more than the future needs: how many turns were played, what was picked a moment ago, the old numbers of dice that
are about to fall. `Alike(table)` gives each state a key; states with the same key have the same moves, outcomes and results.
Dice, memory of the rulebook, who is to act and who is still in are always a part of the key.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import cache

from dicedsl.interpreter.state import State
from dicedsl.interpreter.table import Table
from dicedsl.program import ops
from dicedsl.program.walk import children

Cells = frozenset[int]
NO_CELLS: Cells = frozenset()


class Alike:
    """The key of a state. Counters of turns and rounds count as read if `counters` is set."""

    def __init__(self, table: Table, counters: bool = False) -> None:
        self.table = table
        self.program = program = table.program
        reg = program.reg
        self._reads_of_function: dict[int, Cells] = {}
        self._ways_back = program.back_cells()
        dice, zones, boards = len(program.dice), len(program.zones), len(program.boards)
        places = sum(len(b.labels) for b in program.boards)
        self._frame = max(
            [reg.showing + program.max_face + 1, *(s.base + s.size for s in program.slots if s.scope != "pending")]
        )
        self._dice_cells = {
            *range(reg.location, reg.location + dice), *range(reg.face, reg.face + dice),
            *range(reg.zone_mask, reg.zone_mask + zones), *range(reg.on_place, reg.on_place + places),
            *range(reg.taken, reg.taken + boards), *range(reg.showing, reg.showing + program.max_face + 1),
            reg.shown, reg.rolling,
        }  # fmt: skip
        counted = {reg.turns, reg.rounds, reg.game, *range(reg.turns_of, reg.turns_of + program.players)}
        fixed = range(self._frame) if counters else (i for i in range(self._frame) if i not in counted)
        self._fixed = tuple(i for i in fixed if i not in self._dice_cells)
        self._groups = [g for g in program.plain_groups if len(g) > 1]
        self._single = tuple(sorted(set(range(dice)) - {d for g in self._groups for d in g}))
        self._live = _Liveness(self).at_end
        self.kept = cache(self._kept)

    def _kept(self, block: int) -> tuple[tuple[int, ...], bool]:
        """The cells that count in a state of this block, and whether equal dice may be put in order there."""
        live = [i for i in sorted(self._live[block]) if i >= self._frame]
        counters = [
            i
            for i in sorted(self._live[block])
            if i < self._frame and i not in self._dice_cells and i not in self._fixed
        ]
        return (*self._fixed, *counters, *live), all(i in self._ways_back for i in live)

    def __call__(self, state: State) -> Hashable:
        cells, reg = state.cells, self.program.reg
        kept, sortable = self.kept(cells[reg.pc])
        rolling = cells[reg.rolling]
        drawn: tuple[int, ...] = ()
        if isinstance(self.program.blocks[cells[reg.pc]].end, ops.DrawOne):
            # Here it tells what is drawn from, which need not be dice.
            sortable, drawn, rolling = False, (rolling,), 0
        dice = [self._die(cells, d, rolling >> d & 1) for d in self._single]
        for group in self._groups:
            members = [self._die(cells, d, rolling >> d & 1) for d in group]
            dice.extend(sorted(members) if sortable else members)
        return (*drawn, *(cells[i] for i in kept), *dice)

    def _die(self, cells: tuple[int, ...], die: int, falls: int) -> tuple[int, int, int, int]:
        reg = self.program.reg
        if self.program.boards:
            where = cells[reg.location + die]
        else:
            where = next(z for z in range(len(self.program.zones)) if cells[reg.zone_mask + z] >> die & 1)
        if falls:  # its old number will be gone
            return where, 0, 0, 1
        return where, cells[reg.face + die], cells[reg.shown] >> die & 1, 0

    def reads(self, *operations: ops.Op | None) -> Cells:
        """Every cell that working out these expressions may read."""
        found: set[int] = set()
        stack: list[ops.Op] = [op for op in operations if op is not None]
        while stack:
            op = stack.pop()
            if isinstance(op, ops.Cell):
                found.add(op.index)
            elif isinstance(op, ops.CellAt):
                found.update(range(op.base, op.base + op.size))
            elif isinstance(op, ops.Call):
                found |= self._function(op.function)
            stack.extend(children(op))
        return frozenset(found)

    def _function(self, number: int) -> Cells:
        if number not in self._reads_of_function:
            function = self.program.functions[number]
            self._reads_of_function[number] = NO_CELLS if function is None else self.reads(function.body)
        return self._reads_of_function[number]


class _Liveness:
    """For each block, the cells that may still be read after its end. What is only counted up is not read by that."""

    def __init__(self, alike: Alike) -> None:
        self.program = alike.program
        self.reads = alike.reads
        blocks = self.program.blocks
        self._targets: dict[int, set[int]] = {}
        for block in blocks:
            for statement in _flat(block.body):
                if isinstance(statement, ops.Store) and isinstance(statement.value, ops.Address):
                    self._targets.setdefault(statement.index, set()).add(statement.value.block)
        self.at_end: list[Cells] = [NO_CELLS] * len(blocks)
        self.at_start: list[Cells] = [NO_CELLS] * len(blocks)
        changed = True
        while changed:
            changed = False
            for block in reversed(blocks):
                end = self._after(block.end)
                start = self._before(tuple(block.body), end | self._evaluated(block.end))
                if end != self.at_end[block.number] or start != self.at_start[block.number]:
                    self.at_end[block.number], self.at_start[block.number] = end, start
                    changed = True

    def _evaluated(self, end: ops.End) -> Cells:
        """What a roll or a draw reads before the game rests in it."""
        if isinstance(end, ops.RollDice):
            return self.reads(end.dice)
        return self.reads(end.members) if isinstance(end, ops.DrawOne) else NO_CELLS

    def _start(self, blocks: Iterable[int]) -> Cells:
        return NO_CELLS.union(*(self.at_start[b] for b in blocks if 0 <= b < len(self.at_start)))

    def _after(self, end: ops.End) -> Cells:
        if isinstance(end, ops.Jump):
            return self._start([end.block])
        if isinstance(end, ops.Branch):
            return self._start([end.then, end.other]) | self.reads(end.condition)
        if isinstance(end, ops.Back):
            return self._start(self._targets.get(end.cell, ())) | {end.cell}
        if isinstance(end, ops.RollDice):
            return self._start([end.next])
        if isinstance(end, ops.DrawOne):
            return self._start([end.next]) - {end.cell}
        if isinstance(end, ops.Ask):
            return self._asked(self.program.decisions[end.decision])
        return NO_CELLS

    def _asked(self, decision: ops.Decision) -> Cells:
        live = self._start([decision.nothing, decision.after]) | self.reads(
            decision.seats, *(m.condition for m in decision.always)
        )
        if decision.at_once:
            for first in (decision.pending, *(p.pending for a in decision.alternatives for p in a.picks)):
                live |= frozenset(range(first, first + self.program.players))
        for a in decision.alternatives:
            written = NO_CELLS if decision.at_once else frozenset(p.cell for p in a.picks)
            live |= self._start([a.block]) - written
            live |= self.reads(a.weight, *(m.condition for m in (*a.musts, *a.leaves)), *(lot for _, lot in a.lots))
            for p in a.picks:
                live |= self.reads(p.source, p.range_high, p.low, p.high, p.condition)
        return live

    def _before(self, body: tuple[ops.Stmt, ...], live: Cells) -> Cells:
        for s in reversed(body):
            live = self._statement(s, live)
        return live

    def _statement(self, s: ops.Stmt, live: Cells) -> Cells:
        if isinstance(s, ops.Store):
            return live - {s.index} | self.reads(s.value) if s.index in live else live
        if isinstance(s, ops.StoreAt):
            read = any(i in live for i in range(s.base, s.base + s.size))
            return live | self.reads(s.at) | (self.reads(s.value) if read else NO_CELLS)
        if isinstance(s, ops.StoreVar):
            return live | self.reads(s.value)
        if isinstance(s, ops.Put):
            return live | self.reads(s.dice, s.location)
        if isinstance(s, ops.Face):
            return live | self.reads(s.dice, s.number)
        if isinstance(s, ops.Check):
            return live | self.reads(s.condition)
        if isinstance(s, ops.When):
            return self._before(s.then, live) | self._before(s.other, live) | self.reads(s.condition)
        if isinstance(s, ops.Reset):
            return live - {base + i for base, values in s.runs for i in range(len(values))}
        if isinstance(s, ops.Each):
            live |= self.reads(s.loop.source, s.loop.high, s.condition, s.by)
            while (more := live | self._before(s.body, live)) != live:
                live = more
        return live


def _flat(body: Iterable[ops.Stmt]) -> Iterable[ops.Stmt]:
    for s in body:
        yield s
        if isinstance(s, ops.When):
            yield from _flat(s.then)
            yield from _flat(s.other)
        elif isinstance(s, ops.Each):
            yield from _flat(s.body)
