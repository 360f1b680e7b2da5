"""What an expression comes to: the definition of every operation that makes a value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from dicedsl.errors import Fault
from dicedsl.geometry import connected_places, shapes
from dicedsl.masks import members_of
from dicedsl.program import ops
from dicedsl.program.arithmetic import BINARY, FOLDS, PLAIN_OPERATIONS, plain_parts
from dicedsl.program.faults import no_set, too_many_answers, too_much_work
from dicedsl.program.sets import MOST_LOOP_STEPS, entry
from dicedsl.text.source import NOWHERE, Span

Cells = Sequence[int]
Variables = Mapping[int, int]

NO_VARIABLES: Variables = {}


def members_or_fault(mask: int) -> list[int]:
    """The members of a set, lowest first; a fault where there is no set."""
    if mask < 0:
        raise no_set()
    return list(members_of(mask))


class Expressions:
    """Works out expressions of one program, for given cells and variables."""

    def __init__(self, program: ops.Program) -> None:
        self.program = program
        self.work = 0

    def value(self, op: ops.Op, cells: Cells, variables: Variables = NO_VARIABLES) -> int:
        if type(op) in PLAIN_OPERATIONS:
            return PLAIN_OPERATIONS[type(op)](*(self.value(part, cells, variables) for part in plain_parts(op)))
        return VALUES[type(op)](self, op, cells, variables)

    def holds(self, condition: ops.Op | None, cells: Cells, variables: Variables = NO_VARIABLES) -> bool:
        return condition is None or bool(self.value(condition, cells, variables))

    def sets(self, op: ops.Op, cells: Cells, variables: Variables = NO_VARIABLES) -> list[int]:
        """A list of sets, each once, in the order of their members."""
        return LISTS[type(op)](self, op, cells, variables)

    # -------------------------------------------------------------- what is read

    def _const(self, op: ops.Const, cells: Cells, variables: Variables) -> int:
        return op.value

    def _address(self, op: ops.Address, cells: Cells, variables: Variables) -> int:
        return op.block

    def _cell(self, op: ops.Cell, cells: Cells, variables: Variables) -> int:
        return cells[op.index]

    def _cell_at(self, op: ops.CellAt, cells: Cells, variables: Variables) -> int:
        index = self.value(op.index, cells, variables)
        return cells[op.base + index] if 0 <= index < op.size else op.default

    def _var(self, op: ops.Var, cells: Cells, variables: Variables) -> int:
        return variables[op.id]

    def _list_at(self, op: ops.ListAt, cells: Cells, variables: Variables) -> int:
        return entry(self.program.lists[op.list], self.value(op.index, cells, variables), op.default)

    # -------------------------------------------------------------- what is worked out

    def _bin(self, op: ops.Bin, cells: Cells, variables: Variables) -> int:
        left = self.value(op.left, cells, variables)
        if op.op == "and" and not left:
            return 0
        if op.op == "or" and left:
            return 1
        return BINARY[op.op](left, self.value(op.right, cells, variables))

    def _cond(self, op: ops.Cond, cells: Cells, variables: Variables) -> int:
        chosen = op.then if self.holds(op.condition, cells, variables) else op.other
        return self.value(chosen, cells, variables)

    def _call(self, op: ops.Call, cells: Cells, variables: Variables) -> int:
        """A function knows its parameters and the cells, nothing of where it is called."""
        function = self.program.functions[op.function]
        assert function is not None
        arguments = [self.value(argument, cells, variables) for argument in op.arguments]
        return self.value(function.body, cells, dict(zip(function.params, arguments, strict=True)))

    # -------------------------------------------------------------- loops

    def members(self, loop: ops.Loop, cells: Cells, variables: Variables) -> Sequence[int]:
        """What a loop binds its variable to, in order."""
        values = self._members(loop, cells, variables)
        self.spend(loop.weight * len(values))
        return values

    def _members(self, loop: ops.Loop, cells: Cells, variables: Variables) -> Sequence[int]:
        if loop.sets:
            return self.sets(loop.source, cells, variables)
        first = self.value(loop.source, cells, variables)
        if loop.high is None:
            return members_or_fault(first)
        return range(first, self.value(loop.high, cells, variables) + 1)

    def begin(self) -> int:
        """Begin to count work anew; gives what had been counted before."""
        before, self.work = self.work, 0
        return before

    def spend(self, work: int, fault_at: Callable[[Span], Fault] = too_much_work, span: Span = NOWHERE) -> None:
        """Count work that is marked to be counted; too much of it is a fault."""
        self.work += work
        if self.work > MOST_LOOP_STEPS:
            raise fault_at(span)

    def bindings(
        self, loops: tuple[ops.Loop, ...], condition: ops.Op | None, cells: Cells, variables: Variables
    ) -> Iterator[Variables]:
        """The variables of each round of loops within loops that meets the condition."""
        if not loops:
            if self.holds(condition, cells, variables):
                yield variables
            return
        for member in self.members(loops[0], cells, variables):
            yield from self.bindings(loops[1:], condition, cells, {**variables, loops[0].var: member})

    def _fold(self, op: ops.Fold, cells: Cells, variables: Variables) -> int:
        rounds = self.bindings(op.loops, op.condition, cells, variables)
        return FOLDS[op.kind]((self.value(op.body, cells, r), r[op.loops[0].var]) for r in rounds)

    def _fold_sets(self, op: ops.Fold, cells: Cells, variables: Variables) -> list[int]:
        assert op.kind == "sets"
        rounds = self.bindings(op.loops, op.condition, cells, variables)
        return connected_places.sorted_sets([self.value(op.body, cells, r) for r in rounds])

    # -------------------------------------------------------------- boards

    def _reach(self, op: ops.Reach, cells: Cells, variables: Variables) -> int:
        start, within = self.value(op.start, cells, variables), self.value(op.within, cells, variables)
        return connected_places.reach(start, within, self.program.lists[op.links])

    def _one_piece(self, op: ops.OnePiece, cells: Cells, variables: Variables) -> int:
        return int(connected_places.one_piece(self.value(op.mask, cells, variables), self.program.lists[op.links]))

    def _groups(self, op: ops.Groups, cells: Cells, variables: Variables) -> list[int]:
        count, within, standing = (self.value(part, cells, variables) for part in (op.count, op.within, op.standing))
        links = self.program.lists[op.links]
        try:
            if op.under < 0:
                return connected_places.groups(count, within, links)
            return connected_places.standing_groups(count, within, links, self.program.lists[op.under], standing)
        except connected_places.TooManyGroups:
            raise too_many_answers() from None

    def _places(self, mask: int, board: int) -> list[tuple[int, ...]]:
        return [self.program.boards[board].labels[place] for place in members_or_fault(mask)]

    def _alike(self, op: ops.Alike, cells: Cells, variables: Variables) -> int:
        left = self._places(self.value(op.left, cells, variables), op.left_board)
        right = self._places(self.value(op.right, cells, variables), op.right_board)
        return int(shapes.form(left) == shapes.form(right))

    def _copies(self, op: ops.Copies, cells: Cells, variables: Variables) -> list[int]:
        shape = self._places(self.value(op.shape, cells, variables), op.shape_board)
        within = self.value(op.within, cells, variables)
        copies = shapes.copies(shape, self.program.boards[op.board].labels)
        return [copy for copy in copies if copy & ~within == 0]


VALUES: dict[type, Callable[[Expressions, Any, Cells, Variables], int]] = {
    ops.Const: Expressions._const,
    ops.Address: Expressions._address,
    ops.Cell: Expressions._cell,
    ops.CellAt: Expressions._cell_at,
    ops.Var: Expressions._var,
    ops.ListAt: Expressions._list_at,
    ops.Bin: Expressions._bin,
    ops.Cond: Expressions._cond,
    ops.Call: Expressions._call,
    ops.Fold: Expressions._fold,
    ops.Reach: Expressions._reach,
    ops.OnePiece: Expressions._one_piece,
    ops.Alike: Expressions._alike,
}
LISTS: dict[type, Callable[[Expressions, Any, Cells, Variables], list[int]]] = {
    ops.Fold: Expressions._fold_sets,
    ops.Groups: Expressions._groups,
    ops.Copies: Expressions._copies,
}
