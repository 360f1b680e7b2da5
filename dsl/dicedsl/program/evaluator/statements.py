"""What a block does, from its first statement to where its end leads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dicedsl.errors import Fault
from dicedsl.program import ops
from dicedsl.program.arithmetic import fair
from dicedsl.program.evaluator.dice import Dice
from dicedsl.program.evaluator.expressions import Expressions
from dicedsl.program.kinds import NUMBER, Kinds
from dicedsl.text.source import NOWHERE

State = list[int]
Local = dict[int, int]
SUSPENDED = -1


class StatementRunner:
    """Runs the blocks of one program over the cells of a state, which change in place."""

    def __init__(self, program: ops.Program, expressions: Expressions, dice: Dice) -> None:
        self.program = program
        self.reg = program.reg
        self.dice = dice
        self.expressions = expressions
        self.kinds = Kinds(program)
        self.value = expressions.value
        self.holds = expressions.holds
        self.members = expressions.members
        self.kinds = Kinds(program)
        self.told: list[int] = []

    def follow(self, cells: State, block: int, stop: frozenset[int] | set[int] = frozenset()) -> None:
        """From a block on to the next suspension, or until a block of `stop` is come to."""
        while block != SUSPENDED and block not in stop:
            block = self.run(cells, block)

    def run(self, cells: State, number: int) -> int:
        """One block; the block to go on with, or SUSPENDED."""
        block = self.program.blocks[number]
        local: Local = {}  # a variable of a block does not outlive it
        endless = "this goes on for ever without a choice or a roll"
        self.expressions.spend(block.work, endless, self.program.spans.get(number, NOWHERE))
        self.statements(block.body, cells, local)
        return ENDS[type(block.end)](self, block.end, number, cells, local)

    # -------------------------------------------------------------- statements

    def statements(self, body: Sequence[ops.Stmt], cells: State, local: Local) -> None:
        for statement in body:
            STATEMENTS[type(statement)](self, statement, cells, local)

    def _keep(self, cells: State, cell: int, value: int) -> None:
        cells[cell] = fair(value) if self.kinds.cell(cell) is NUMBER else value

    def _store(self, s: ops.Store, cells: State, local: Local) -> None:
        self._keep(cells, s.index, self.value(s.value, cells, local))

    def _store_at(self, s: ops.StoreAt, cells: State, local: Local) -> None:
        index = self.value(s.at, cells, local)
        if not 0 <= index < s.size:
            raise Fault("F503", "this memory belongs to nobody here", s.span)
        self._keep(cells, s.base + index, self.value(s.value, cells, local))

    def _store_var(self, s: ops.StoreVar, cells: State, local: Local) -> None:
        local[s.var] = self.value(s.value, cells, local)

    def _put(self, s: ops.Put, cells: State, local: Local) -> None:
        dice = self.value(s.dice, cells, local)
        if dice:
            self.dice.put(cells, dice, self.value(s.location, cells, local), s.span)

    def _face(self, s: ops.Face, cells: State, local: Local) -> None:
        self.dice.turn(cells, self.value(s.dice, cells, local), self.value(s.number, cells, local))

    def _when(self, s: ops.When, cells: State, local: Local) -> None:
        self.statements(s.then if self.holds(s.condition, cells, local) else s.other, cells, local)

    def _each(self, s: ops.Each, cells: State, local: Local) -> None:
        """Who takes part, and in which order, is settled before the first of them has its turn."""
        taking_part = []
        for member in self.members(s.loop, cells, local):
            variables = {**local, s.loop.var: member}
            if self.holds(s.condition, cells, variables):
                by = 0 if s.by is None else self.value(s.by, cells, variables)
                taking_part.append((-by if s.highest else by, member))
        members = [member for _, member in (taking_part if s.by is None else sorted(taking_part))]
        for member in members:
            local[s.loop.var] = member
            self.statements(s.body, cells, local)

    def _reset(self, s: ops.Reset, cells: State, local: Local) -> None:
        for base, values in s.runs:
            cells[base : base + len(values)] = values

    def _tell(self, s: ops.Tell, cells: State, local: Local) -> None:
        self.told.append(s.text)

    def _check(self, s: ops.Check, cells: State, local: Local) -> None:
        if not self.holds(s.condition, cells, local):
            raise Fault(s.code, s.message, s.span)

    # -------------------------------------------------------------- ends

    def _jump(self, end: ops.Jump, number: int, cells: State, local: Local) -> int:
        return end.block

    def _branch(self, end: ops.Branch, number: int, cells: State, local: Local) -> int:
        return end.then if self.holds(end.condition, cells, local) else end.other

    def _back(self, end: ops.Back, number: int, cells: State, local: Local) -> int:
        return cells[end.cell]

    def _ask(self, end: ops.Ask, number: int, cells: State, local: Local) -> int:
        """Whom it asks was stored before; see `Choices` for what can be answered."""
        cells[self.reg.pc] = number
        return SUSPENDED

    def _roll_dice(self, end: ops.RollDice, number: int, cells: State, local: Local) -> int:
        dice = self.value(end.dice, cells, local)
        if not dice:
            return end.next
        return self._left_to_chance(dice, number, cells)

    def _draw_one(self, end: ops.DrawOne, number: int, cells: State, local: Local) -> int:
        members = self.value(end.members, cells, local)
        if not members:
            raise Fault("F505", "there is nothing to draw from", self.program.spans.get(number, NOWHERE))
        return self._left_to_chance(members, number, cells)

    def _left_to_chance(self, mask: int, number: int, cells: State) -> int:
        actor = cells[self.reg.actor]
        cells[self.reg.rolling] = mask
        cells[self.reg.asked] = 1 << actor if actor >= 0 else 0
        cells[self.reg.pc] = number
        return SUSPENDED

    def _over(self, end: ops.Over, number: int, cells: State, local: Local) -> int:
        cells[self.reg.pc] = number
        cells[self.reg.over] = 1
        cells[self.reg.asked] = 0
        return SUSPENDED


STATEMENTS: dict[type, Callable[[StatementRunner, Any, State, Local], None]] = {
    ops.Store: StatementRunner._store,
    ops.StoreAt: StatementRunner._store_at,
    ops.StoreVar: StatementRunner._store_var,
    ops.Put: StatementRunner._put,
    ops.Face: StatementRunner._face,
    ops.When: StatementRunner._when,
    ops.Each: StatementRunner._each,
    ops.Reset: StatementRunner._reset,
    ops.Tell: StatementRunner._tell,
    ops.Check: StatementRunner._check,
}
ENDS: dict[type, Callable[[StatementRunner, Any, int, State, Local], int]] = {
    ops.Jump: StatementRunner._jump,
    ops.Branch: StatementRunner._branch,
    ops.Back: StatementRunner._back,
    ops.Ask: StatementRunner._ask,
    ops.RollDice: StatementRunner._roll_dice,
    ops.DrawOne: StatementRunner._draw_one,
    ops.Over: StatementRunner._over,
}
