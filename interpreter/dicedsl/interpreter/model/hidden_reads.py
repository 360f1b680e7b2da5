"""Whether an expression may read what a seat may not know: decided from the expression and from what lies where, never
from what it comes to.

Both ways of a condition count, and a loop counts though it has no turns now. What is followed is where dice come from: of every set
an upper bound is known, and of every number the values that it may have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from dicedsl.errors import Fault
from dicedsl.interpreter.table.sight import Cells
from dicedsl.masks import mask_of
from dicedsl.program import ops
from dicedsl.program.arithmetic import BINARY
from dicedsl.program.liveness import run_of
from dicedsl.program.members import MEMBERS
from dicedsl.program.walk import children

ANY_VALUE = -1  # all members, or all values
MOST_NESTED_CALLS = 20  # one within the other
MOST_VALUE_PAIRS = 400  # values that are put together one by one
LARGEST_VALUE = 2_000  # value that is followed


class May(NamedTuple):
    """What something may be: as a set the members that it may have, as a number its values as a mask."""

    members: int = ANY_VALUE
    values: int = ANY_VALUE


Env = Mapping[int, May]
Read = tuple[int, tuple[May, ...], int]


class HiddenReads:
    """What expressions may read of a position. `cells` say nothing that is hidden, `hidden` are the dice whose numbers are, and
    `secret` the cells of memories."""

    def __init__(self, program: ops.Program, cells: Cells, hidden: int, secret: int) -> None:
        self._program = program
        self._cells = cells
        self._hidden = hidden
        reg = program.reg
        self._showing = run_of(reg.showing, program.max_face + 1)
        self._secret = secret | hidden << reg.face
        self._calls = 0
        self._known: dict[Read, bool] = {}

    def may_read(self, op: ops.Op, env: Env, within: int = ANY_VALUE) -> bool:
        """`within`: of a set no other members matter, since it is only met with these."""
        match op:
            case ops.Cell():
                return self._is_hidden(1 << op.index, within)
            case ops.CellAt():
                return self.may_read(op.index, env) or self._is_hidden(self._cells_at(op, env), within)
            case ops.Bin("&"):
                left, right = self._members(op.left, env), self._members(op.right, env)
                return self.may_read(op.left, env, within & right) or self.may_read(op.right, env, within & left)
            case ops.Bin("&~"):
                right_within = within & self._members(op.left, env)
                return self.may_read(op.left, env, within) or self.may_read(op.right, env, right_within)
            case ops.Bin("|"):
                return self.may_read(op.left, env, within) or self.may_read(op.right, env, within)
            case ops.Bit():
                member = self._values(op.member, env)
                return self.may_read(op.member, env) or self.may_read(op.mask, env, member)
            case ops.Cond():
                ways = (op.then, op.other)
                return self.may_read(op.condition, env) or any(self.may_read(way, env, within) for way in ways)
            case ops.Fold():
                return self._fold_may_read(op, env, within)
            case ops.Call():
                return any(self.may_read(a, env) for a in op.arguments) or self._call_may_read(op, env, within)
        return any(self.may_read(part, env) for part in children(op))

    def _is_hidden(self, cells: int, within: int) -> bool:
        return bool(cells & self._secret) or bool(cells & self._showing and within & self._hidden)

    def _fold_may_read(self, fold: ops.Fold, env: Env, within: int) -> bool:
        inner = dict(env)
        # Of a part of a set, only members that matter are looked at.
        is_part = fold.kind == "union" and isinstance(fold.body, ops.Single) and len(fold.loops) == 1
        is_part = is_part and fold.body == ops.Single(ops.Var(fold.loops[0].var)) and fold.loops[0].high is None
        for loop in fold.loops:
            loop_within = within if is_part else ANY_VALUE
            if self.may_read(loop.source, inner, loop_within) or (
                loop.high is not None and not loop.binds and self.may_read(loop.high, inner)
            ):
                return True
            bound = self._bound(loop, inner)
            inner[loop.var] = May(bound.members, bound.values & loop_within)
        if fold.condition is not None and self.may_read(fold.condition, inner):
            return True
        return self.may_read(fold.body, inner, within if fold.kind == "union" else ANY_VALUE)

    def _call_may_read(self, call: ops.Call, env: Env, within: int) -> bool:
        function = self._program.functions[call.function]
        if function is None or self._calls >= MOST_NESTED_CALLS:
            return True
        arguments = tuple(self._may(argument, env) for argument in call.arguments)
        read = call.function, arguments, within
        if read not in self._known:
            self._calls += 1
            self._known[read] = self.may_read(function.body, dict(zip(function.params, arguments, strict=True)), within)
            self._calls -= 1
        return self._known[read]

    # -------------------------------------------------------------- what values may be

    def _may(self, op: ops.Op, env: Env) -> May:
        return May(self._members(op, env), self._values(op, env))

    def _bound(self, loop: ops.Loop, env: Env) -> May:
        """What the variable of a loop may be."""
        if loop.binds:
            return self._may(loop.source, env)
        if loop.sets:
            return May(members=self._members(loop.source, env))
        if loop.high is None:
            return May(values=self._members(loop.source, env))
        low, high = (self._values(end, env) for end in (loop.source, loop.high))
        if low < 0 or high <= 0 or high.bit_length() > LARGEST_VALUE:
            return May()
        return May(values=run_of(0, high.bit_length()) & ~run_of(0, (low & -low).bit_length() - 1 if low else 0))

    def _cells_at(self, op: ops.CellAt, env: Env) -> int:
        """The cells that may be meant."""
        run = run_of(op.base, op.size)
        values = self._values(op.index, env)
        return run if values < 0 else (values << op.base) & run

    def _cells_read(self, op: ops.Cell | ops.CellAt, env: Env) -> list[int]:
        """What the cells hold that may be meant."""
        if isinstance(op, ops.Cell):
            return [self._cells[op.index]]
        return [self._cells[cell] for cell in MEMBERS[self._cells_at(op, env)]] + [op.default]

    def _members(self, op: ops.Op, env: Env) -> int:
        """An upper bound of a set."""
        match op:
            case ops.Const():
                return _joined([op.value])
            case ops.Cell() | ops.CellAt():
                cells = 1 << op.index if isinstance(op, ops.Cell) else self._cells_at(op, env)
                return ANY_VALUE if cells & (self._showing | self._secret) else _joined(self._cells_read(op, env))
            case ops.Var():
                return env.get(op.id, May()).members
            case ops.Bin("&"):
                return self._members(op.left, env) & self._members(op.right, env)
            case ops.Bin("&~"):
                return self._members(op.left, env)
            case ops.Bin("|" | "^"):
                return self._members(op.left, env) | self._members(op.right, env)
            case ops.Cond():
                return self._members(op.then, env) | self._members(op.other, env)
            case ops.Single():
                return self._values(op.member, env)
            case ops.ListAt():
                return _joined((*self._program.lists[op.list], op.default))
            case ops.Fold():
                inner = self._inside(op, env)
                if op.kind in {"union", "sets"}:
                    return self._members(op.body, inner)
                return inner[op.loops[0].var].values if op.kind in {"best_max", "best_min"} else ANY_VALUE
            case ops.Reach():
                return self._members(op.start, env) | self._members(op.within, env)
            case ops.Groups() | ops.Copies():
                return self._members(op.within, env)
            case ops.Call():
                return self._called(op, env).members
        return ANY_VALUE

    def _values(self, op: ops.Op, env: Env) -> int:
        """The values that a number may have, as a mask; nothing below 0 is followed, as it is no member."""
        match op:
            case ops.Const():
                return _mask_of_values([op.value])
            case ops.Cell() | ops.CellAt():
                cells = 1 << op.index if isinstance(op, ops.Cell) else self._cells_at(op, env)
                return (
                    ANY_VALUE if cells & (self._showing | self._secret) else _mask_of_values(self._cells_read(op, env))
                )
            case ops.Var():
                return env.get(op.id, May()).values
            case ops.Bin("+" | "-" | "*" | "//" | "%" | "min" | "max"):
                return self._worked_out(op, env)
            case ops.Cond():
                return self._values(op.then, env) | self._values(op.other, env)
            case ops.Lowest() | ops.Highest():
                return self._members(op.mask, env)
            case ops.ListAt():
                return _mask_of_values((*self._program.lists[op.list], op.default))
            case ops.Fold("max" | "min"):
                return self._values(op.body, self._inside(op, env))
            case ops.Call():
                return self._called(op, env).values
        return ANY_VALUE

    def _worked_out(self, op: ops.Bin, env: Env) -> int:
        left, right = self._values(op.left, env), self._values(op.right, env)
        if left < 0 or right < 0 or left.bit_count() * right.bit_count() > MOST_VALUE_PAIRS:
            return ANY_VALUE
        try:
            return _mask_of_values([BINARY[op.op](a, b) for a in MEMBERS[left] for b in MEMBERS[right]])
        except Fault:
            return ANY_VALUE

    def _inside(self, fold: ops.Fold, env: Env) -> Env:
        inner = dict(env)
        for loop in fold.loops:
            inner[loop.var] = self._bound(loop, inner)
        return inner

    def _called(self, call: ops.Call, env: Env) -> May:
        function = self._program.functions[call.function]
        if function is None or self._calls >= MOST_NESTED_CALLS:
            return May()
        arguments = [self._may(argument, env) for argument in call.arguments]
        self._calls += 1
        try:
            return self._may(function.body, dict(zip(function.params, arguments, strict=True)))
        finally:
            self._calls -= 1


def _joined(masks: Iterable[int]) -> int:
    joined = 0
    for mask in masks:
        if mask < 0:
            return ANY_VALUE
        joined |= mask
    return joined


def _mask_of_values(values: Iterable[int]) -> int:
    kept = [value for value in values if value >= 0]
    return ANY_VALUE if any(value > LARGEST_VALUE for value in kept) else mask_of(set(kept))
