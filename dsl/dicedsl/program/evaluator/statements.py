"""What a block does, from its first statement to where its end leads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dicedsl.errors import Fault
from dicedsl.program import ops
from dicedsl.program.arithmetic import fair
from dicedsl.program.evaluator.dice import Dice
from dicedsl.program.evaluator.expressions import Expressions
from dicedsl.program.faults import endless_block, no_owner_of_memory, nothing_to_draw
from dicedsl.program.value_kinds import NUMBER, ValueKinds
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
        self.value = expressions.value
        self.holds = expressions.holds
        self.members = expressions.members
        self.kinds = ValueKinds(program)
        self.told: list[int] = []

    def follow(self, cells: State, block: int, stop: frozenset[int] | set[int] = frozenset()) -> None:
        """From a block on to the next suspension, or until a block of `stop` is come to."""
        while block != SUSPENDED and block not in stop:
            block = self.run(cells, block)

    def run(self, cells: State, number: int) -> int:
        """One block; the block to go on with, or SUSPENDED."""
        block = self.program.blocks[number]
        local: Local = {}  # a variable of a block does not outlive it
        self.expressions.spend(block.work, endless_block, self.program.spans.get(number, NOWHERE))
        self.statements(block.body, cells, local)
        return ENDS[type(block.end)](self, block.end, number, cells, local)

    # -------------------------------------------------------------- statements

    def statements(self, body: Sequence[ops.Stmt], cells: State, local: Local) -> None:
        for statement in body:
            STATEMENTS[type(statement)](self, statement, cells, local)

    def _keep(self, cells: State, cell: int, value: int) -> None:
        cells[cell] = fair(value) if self.kinds.cell(cell) is NUMBER else value

    def _store(self, statement: ops.Store, cells: State, local: Local) -> None:
        self._keep(cells, statement.index, self.value(statement.value, cells, local))

    def _store_at(self, statement: ops.StoreAt, cells: State, local: Local) -> None:
        index = self.value(statement.at, cells, local)
        if not 0 <= index < statement.size:
            raise no_owner_of_memory(statement.span)
        self._keep(cells, statement.base + index, self.value(statement.value, cells, local))

    def _store_var(self, statement: ops.StoreVar, cells: State, local: Local) -> None:
        local[statement.var] = self.value(statement.value, cells, local)

    def _put(self, statement: ops.Put, cells: State, local: Local) -> None:
        dice = self.value(statement.dice, cells, local)
        if dice:
            self.dice.put(cells, dice, self.value(statement.location, cells, local), statement.span)

    def _face(self, statement: ops.Face, cells: State, local: Local) -> None:
        self.dice.turn(cells, self.value(statement.dice, cells, local), self.value(statement.number, cells, local))

    def _when(self, statement: ops.When, cells: State, local: Local) -> None:
        self.statements(
            statement.then if self.holds(statement.condition, cells, local) else statement.other, cells, local
        )

    def _each(self, statement: ops.Each, cells: State, local: Local) -> None:
        """Carry out a loop: who takes part, and in which order, is settled before the first of them has its turn."""
        taking_part = []
        for member in self.members(statement.loop, cells, local):
            variables = {**local, statement.loop.var: member}
            if self.holds(statement.condition, cells, variables):
                by = 0 if statement.by is None else self.value(statement.by, cells, variables)
                taking_part.append((-by if statement.highest else by, member))
        members = [member for _, member in (taking_part if statement.by is None else sorted(taking_part))]
        for member in members:
            local[statement.loop.var] = member
            self.statements(statement.body, cells, local)

    def _reset(self, statement: ops.Reset, cells: State, local: Local) -> None:
        for base, values in statement.runs:
            cells[base : base + len(values)] = values

    def _tell(self, statement: ops.Tell, cells: State, local: Local) -> None:
        self.told.append(statement.text)

    def _check(self, statement: ops.Check, cells: State, local: Local) -> None:
        if not self.holds(statement.condition, cells, local):
            raise Fault(statement.code, statement.message, statement.span)

    # -------------------------------------------------------------- ends

    def _jump(self, end: ops.Jump, number: int, cells: State, local: Local) -> int:
        return end.block

    def _branch(self, end: ops.Branch, number: int, cells: State, local: Local) -> int:
        return end.then if self.holds(end.condition, cells, local) else end.other

    def _back(self, end: ops.Back, number: int, cells: State, local: Local) -> int:
        return cells[end.cell]

    def _ask(self, end: ops.Ask, number: int, cells: State, local: Local) -> int:
        """Wait for an answer. Who is asked was stored before; `Choices` says what can be answered."""
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
            raise nothing_to_draw(self.program.spans.get(number, NOWHERE))
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
