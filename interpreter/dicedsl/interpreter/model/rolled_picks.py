"""Whether the dice that are picked for an alternative are rolled then: the program says so, whatever the alternative is called."""

from __future__ import annotations

from collections.abc import Iterator

from dicedsl.program import ops


def rolls_what_is_picked(program: ops.Program, alternative: ops.AlternativeOp) -> bool:
    """Whether its steps roll the dice of its only pick, in the same turn and before anybody chooses again."""
    if len(alternative.picks) != 1 or alternative.picks[0].shape != "die":
        return False
    return _Walk(program, alternative.picks[0].answer_cell).rolls(alternative.block)


class _Walk:
    """The blocks that follow a choice, and the cells and variables in which its answer stands there."""

    def __init__(self, program: ops.Program, answer_cell: int) -> None:
        self.program = program
        self.cells = {answer_cell}
        self.vars: set[int] = set()
        self.returns: dict[int, set[int]] = {}  # the blocks that a rule may return to, by the cell that keeps which

    def rolls(self, block: int) -> bool:
        left, visited = [block], set[int]()
        while left:
            number = left.pop()
            if number in visited or number < 0:
                continue
            visited.add(number)
            body = self.program.blocks[number].body
            if any(isinstance(stmt, ops.Store) and stmt.index == self.program.reg.turns_played for stmt in body):
                continue  # the next turn begins
            for stmt in body:
                self._follow(stmt)
            end = self.program.blocks[number].end
            if isinstance(end, ops.RollDice):
                if self._is_answer(end.dice):
                    return True
                continue  # what falls later falls for another reason
            left += self._next(end)
        return False

    def _follow(self, stmt: ops.Stmt) -> None:
        if isinstance(stmt, ops.Store):
            if self._is_answer(stmt.value):
                self.cells.add(stmt.index)
            elif isinstance(stmt.value, ops.Address):
                self.returns.setdefault(stmt.index, set()).add(stmt.value.block)
        elif isinstance(stmt, ops.Put) and self._is_answer(stmt.dice) and isinstance(stmt.location, ops.Const):
            if stmt.location.value < len(self.program.zones):  # who rolls all that lies there rolls these
                self.cells.add(self.program.reg.zone_mask + stmt.location.value)
        elif isinstance(stmt, ops.StoreVar) and self._is_answer(stmt.value):
            self.vars.add(stmt.var)

    def _is_answer(self, op: ops.Op) -> bool:
        if isinstance(op, ops.Cell):
            return op.index in self.cells
        return isinstance(op, ops.Var) and op.id in self.vars

    def _next(self, end: ops.End) -> Iterator[int]:
        if isinstance(end, ops.Jump):
            yield end.block
        elif isinstance(end, ops.Branch):
            yield from (end.then, end.other)
        elif isinstance(end, ops.Back):
            yield from self.returns.get(end.cell, ())
