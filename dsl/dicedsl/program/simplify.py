"""Expressions made smaller before code is generated from them: constants worked out, short loops unrolled, functions put in place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve, fields

from dicedsl.masks import members_of
from dicedsl.program import ops, sets
from dicedsl.program.arithmetic import PLAIN_OPERATIONS, plain_parts
from dicedsl.program.constants import constant_of
from dicedsl.program.fault_finder import FaultFinder
from dicedsl.program.walk import ATOMS, loop_over, size

MOST_UNROLLED_TURNS = 8
MOST_UNROLLED_NODES = 400
MOST_INLINED_NODES = 120
WIDEST_WRITTEN_SET = 1 << 1000  # sets as wide as this are not written out

Env = Mapping[int, ops.Op]

TRUTHS = {"==", "!=", "<", "<=", ">", ">=", "and", "or"}


def is_truth(op: ops.Op) -> bool:
    """Whether its value can only be 0 or 1 (or False or True in Python)."""
    if isinstance(op, ops.Bin):
        return op.op in TRUTHS
    if isinstance(op, ops.Const):
        return op.value in (0, 1)
    if isinstance(op, ops.Fold):
        return op.kind in {"any", "all"}
    return isinstance(op, (ops.Not, ops.Bit, ops.OnePiece, ops.Alike))


class Simplifier:
    """Simplifies expressions of one program, given the cells known never to change."""

    def __init__(self, program: ops.Program, fixed: Mapping[int, int], most_turns: int = MOST_UNROLLED_TURNS) -> None:
        self.program = program
        self.fixed = fixed
        self.most_turns = most_turns
        self.can_fail = FaultFinder(program.functions)

    def __call__(self, op: ops.Op, env: Env | None = None) -> ops.Op:
        return self.fold(op, env or {})

    def fold(self, op: ops.Op, env: Env) -> ops.Op:
        if type(op) in PLAIN_OPERATIONS:
            return self._plain(op, env)
        return FOLDED[type(op)](self, op, env)

    def _same(self, op: ops.Op, env: Env) -> ops.Op:
        return op

    def _parts(self, op: Any, env: Env) -> Any:
        """An operation with its parts made simpler."""
        return evolve(op, **{name: self.fold(getattr(op, name), env) for name in _operands(type(op), op)})

    def _cell(self, op: ops.Cell, env: Env) -> ops.Op:
        return ops.Const(self.fixed[op.index]) if op.index in self.fixed else op

    def _var(self, op: ops.Var, env: Env) -> ops.Op:
        return env.get(op.id, op)

    def _cond(self, op: ops.Cond, env: Env) -> ops.Op:
        condition = self.fold(op.condition, env)
        if isinstance(condition, ops.Const):
            return self.fold(op.then if condition.value else op.other, env)
        return ops.Cond(condition, self.fold(op.then, env), self.fold(op.other, env))

    def _cell_at(self, op: ops.CellAt, env: Env) -> ops.Op:
        index = self.fold(op.index, env)
        if isinstance(index, ops.Const) and 0 <= index.value < op.size:
            return self.fold(ops.Cell(op.base + index.value), env)
        if isinstance(index, ops.Const):
            return ops.Const(op.default)
        return evolve(op, index=index)

    def _list_at(self, op: ops.ListAt, env: Env) -> ops.Op:
        index = self.fold(op.index, env)
        if isinstance(index, ops.Const):
            return ops.Const(sets.entry(self.program.lists[op.list], index.value, op.default))
        return evolve(op, index=index)

    def _plain(self, op: Any, env: Env) -> ops.Op:
        """Operations on one or two values, worked out when these are known; a fault is left to be told in play."""
        parts = [self.fold(part, env) for part in plain_parts(op)]
        whole: ops.Op = type(op)(*parts)
        value = constant_of(whole)
        return whole if value is None or value >= WIDEST_WRITTEN_SET else ops.Const(value)

    def _bin(self, op: ops.Bin, env: Env) -> ops.Op:
        left = self.fold(op.left, env)
        if op.op in {"and", "or"}:
            return self._junction(op.op, left, op.right, env)
        right = self.fold(op.right, env)
        value = constant_of(ops.Bin(op.op, left, right))
        if value is not None:
            return ops.Const(value)
        if right == ops.ZERO and op.op in {"+", "-", "|", "^", "&~"}:
            return left
        if left == ops.ZERO and op.op in {"+", "|", "^"}:
            return right
        for zero, other in ((left, right), (right, left)):
            if op.op in {"&", "*"} and zero == ops.ZERO and not self.can_fail(other):
                return ops.ZERO
        if left == ops.ZERO and op.op == "&~" and not self.can_fail(right):
            return ops.ZERO
        if op.op == "*" and right == ops.ONE:
            return left
        if op.op == "*" and left == ops.ONE:
            return right
        return ops.Bin(op.op, left, right)

    def _junction(self, word: str, left: ops.Op, later: ops.Op, env: Env) -> ops.Op:
        if isinstance(left, ops.Const):
            if bool(left.value) == (word == "or"):
                return ops.Const(int(word == "or"))
            right = self.fold(later, env)
            if isinstance(right, ops.Const):
                return ops.Const(int(bool(right.value)))
            return right if is_truth(right) else ops.Bin("!=", right, ops.ZERO)
        right = self.fold(later, env)
        if isinstance(right, ops.Const):
            if bool(right.value) == (word == "or"):
                return ops.Bin(word, left, right) if self.can_fail(left) else ops.Const(int(word == "or"))
            return left if is_truth(left) else ops.Bin("!=", left, ops.ZERO)
        return ops.Bin(word, left, right)

    def _call(self, op: ops.Call, env: Env) -> ops.Op:
        arguments = tuple(self.fold(a, env) for a in op.arguments)
        function = self.program.functions[op.function]
        assert function is not None
        if (
            all(isinstance(a, ATOMS) for a in arguments)
            and size(function.body, MOST_INLINED_NODES) <= MOST_INLINED_NODES
        ):
            body = self.fold(function.body, dict(zip(function.params, arguments, strict=True)))
            if size(body, MOST_INLINED_NODES) <= MOST_INLINED_NODES:
                return body
        return ops.Call(op.function, arguments)

    def _fold(self, op: ops.Fold, env: Env) -> ops.Op:
        first = op.loops[0]
        first = self._loop(first, env)
        members = None if first.sets or first.weight else known_members(first.source, first.high)
        if members is not None and len(members) <= self.most_turns and op.kind in {"any", "all", "sum", "union"}:
            unrolled = self._unrolled(op, first.var, members, env)
            if unrolled is not None:
                return unrolled
        inner = {k: v for k, v in env.items() if all(k != item.var for item in op.loops)}
        loops = (first, *(self._loop(item, inner) for item in op.loops[1:]))
        condition = None if op.condition is None else self.fold(op.condition, inner)
        if condition == ops.ZERO and op.kind in {"any", "sum", "union"} and not any(map(self.can_fail, loops)):
            return ops.ZERO
        if isinstance(condition, ops.Const) and condition.value:
            condition = None
        return ops.Fold(op.kind, loops, condition, self.fold(op.body, inner))

    def _loop(self, loop: ops.Loop, env: Env) -> ops.Loop:
        return loop_over(loop, loop.var, lambda part: self.fold(part, env))

    def _unrolled(self, op: ops.Fold, var: int, members: range | tuple[int, ...], env: Env) -> ops.Op | None:
        parts: list[ops.Op] = []
        total = 0
        for member in members:
            bound = {**env, var: ops.Const(member)}
            if len(op.loops) > 1:
                part: ops.Op = self.fold(evolve(op, loops=op.loops[1:]), bound)
            else:
                part = self.fold(self._one(op), bound)
            total += size(part, MOST_UNROLLED_NODES)
            if total > MOST_UNROLLED_NODES:
                return None
            parts.append(part)
        word, empty = {"any": ("or", 0), "all": ("and", 1), "sum": ("+", 0), "union": ("|", 0)}[op.kind]
        whole: ops.Op = ops.Const(empty)
        for part in parts:
            whole = ops.Bin(word, whole, part)
        return self.fold(whole, {})

    def _one(self, op: ops.Fold) -> ops.Op:
        """What a single binding gives."""
        if op.condition is None:
            return op.body
        if op.kind == "any":
            return ops.Bin("and", op.condition, op.body)
        if op.kind == "all":
            return ops.Bin("or", ops.Not(op.condition), op.body)
        return ops.Cond(op.condition, op.body, ops.ZERO)


def known_members(source: ops.Op, high: ops.Op | None) -> range | tuple[int, ...] | None:
    if not isinstance(source, ops.Const):
        return None
    if high is None:
        return tuple(members_of(source.value)) if source.value >= 0 else None
    return range(source.value, high.value + 1) if isinstance(high, ops.Const) else None


def _operands(kind: type, op: Any) -> list[str]:
    return [f.name for f in fields(kind) if isinstance(getattr(op, f.name), OPERATIONS)]


FOLDED: dict[type, Callable[[Simplifier, Any, Env], ops.Op]] = {
    ops.Cell: Simplifier._cell,
    ops.Var: Simplifier._var,
    ops.Bin: Simplifier._bin,
    ops.Cond: Simplifier._cond,
    ops.CellAt: Simplifier._cell_at,
    ops.ListAt: Simplifier._list_at,
    ops.Call: Simplifier._call,
    ops.Fold: Simplifier._fold,
    **dict.fromkeys((ops.Const, ops.Address), Simplifier._same),
    **dict.fromkeys((ops.Reach, ops.OnePiece, ops.Groups, ops.Alike, ops.Copies), Simplifier._parts),
}
OPERATIONS = (*PLAIN_OPERATIONS, *FOLDED)
