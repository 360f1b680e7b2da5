"""What can be said of a program before it is played: which blocks are reached, and which cells never change."""

from __future__ import annotations

from dicedsl.errors import raise_unhandled
from dicedsl.program import ops
from dicedsl.program.control_flow import next_blocks
from dicedsl.program.simplify import MOST_UNROLLED_TURNS, Simplifier


class Survey:
    """Which blocks can be reached, which cells never change, and the addresses that each cell for a return address may hold."""

    def __init__(self, program: ops.Program, most_turns: int = MOST_UNROLLED_TURNS) -> None:
        self.program = program
        self.fixed = dict(enumerate(program.initial))
        self.fold = Simplifier(program, self.fixed, most_turns)
        self.return_addresses: dict[int, set[int]] = {}
        self.back_cells = program.back_cells()
        for cell in (program.reg.pc, program.reg.asked, program.reg.rolling, program.reg.over, *self.back_cells):
            self.fixed.pop(cell, None)
        self.reached: set[int] = set()
        while self._pass():
            pass

    def _pass(self) -> bool:
        before = len(self.fixed), len(self.reached), sum(map(len, self.return_addresses.values()))
        self.reached = set()
        waiting = [self.program.entry]
        while waiting:
            number = waiting.pop()
            if number in self.reached:
                continue
            self.reached.add(number)
            block = self.program.blocks[number]
            self._statements(block.body)
            waiting.extend(self._ways(block.end))
        return before != (len(self.fixed), len(self.reached), sum(map(len, self.return_addresses.values())))

    def _ways(self, end: ops.End) -> list[int]:
        reg = self.program.reg
        if isinstance(end, ops.Branch):
            condition = self.fold(end.condition)
            if isinstance(condition, ops.Const):
                return [end.then if condition.value else end.other]
        elif isinstance(end, ops.Ask):
            decision = self.program.decisions[end.decision]
            for pick in (p for a in decision.alternatives for p in a.picks):
                self.fixed.pop(pick.answer_cell, None)
                if decision.at_once:
                    self._loosen(pick.pending, self.program.players)
            if decision.at_once:
                self._loosen(decision.pending, self.program.players)
        elif isinstance(end, ops.DrawOne):
            self.fixed.pop(end.cell, None)
        elif isinstance(end, ops.RollDice):
            self._loosen(reg.face, len(self.program.dice))
            self._loosen(reg.showing, self.program.max_face + 1)
            if self.fixed.get(reg.shown) != 0:
                self.fixed.pop(reg.shown, None)
        return next_blocks(self.program, end, self.return_addresses)

    def _loosen(self, base: int, count: int) -> None:
        for cell in range(base, base + count):
            self.fixed.pop(cell, None)

    def _note_store(self, cell: int, value: ops.Op) -> None:
        if isinstance(value, ops.Address):
            self.return_addresses.setdefault(cell, set()).add(value.block)
        elif cell in self.fixed and self.fold(value) != ops.Const(self.fixed[cell]):
            del self.fixed[cell]

    def _statements(self, body: list[ops.Stmt] | tuple[ops.Stmt, ...]) -> None:
        reg = self.program.reg
        for s in body:
            if isinstance(s, ops.Store):
                self._note_store(s.index, s.value)
            elif isinstance(s, ops.StoreAt):
                at = self.fold(s.at)
                if isinstance(at, ops.Const) and 0 <= at.value < s.size:
                    self._note_store(s.base + at.value, s.value)
                else:
                    self._loosen(s.base, s.size)
            elif isinstance(s, ops.Put):
                self._loosen(reg.zone_mask, len(self.program.zones))
                self._loosen(reg.location, len(self.program.dice))
                self._loosen(reg.on_place, sum(len(b.labels) for b in self.program.boards))
                self._loosen(reg.taken, len(self.program.boards))
            elif isinstance(s, ops.Face):
                self._loosen(reg.face, len(self.program.dice))
                self._loosen(reg.showing, self.program.max_face + 1)
            elif isinstance(s, ops.When):
                condition = self.fold(s.condition)
                if not isinstance(condition, ops.Const) or condition.value:
                    self._statements(s.then)
                if not isinstance(condition, ops.Const) or not condition.value:
                    self._statements(s.other)
            elif isinstance(s, ops.Each):
                self._statements(s.body)
            elif isinstance(s, ops.Reset):
                for base, values in s.runs:
                    for i, value in enumerate(values):
                        if self.fixed.get(base + i, value) != value:
                            del self.fixed[base + i]
            elif not isinstance(s, (ops.StoreVar, ops.Tell, ops.Check)):
                raise_unhandled(s)
