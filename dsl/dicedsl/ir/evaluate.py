"""Working out operations that read no state, for given values of their variables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from dicedsl.geometry import linking
from dicedsl.ir import ops
from dicedsl.ir.constants import BINARY
from dicedsl.ir.inline import children
from dicedsl.ir.kinds import NO_NUMBER

Environment = dict[int, int]


class StateRead(Exception):
    """The operation asks for something that only a game in progress can tell."""


def reads_state(op: Any, functions: list[ops.Function | None]) -> bool:
    if isinstance(op, (ops.Cell, ops.CellAt)):
        return True
    if isinstance(op, ops.Call):
        function = functions[op.function]
        if function is None or reads_state(function.body, functions):
            return True
    return any(reads_state(child, functions) for child in children(op))


class Evaluator:
    def __init__(self, program: ops.Program) -> None:
        self.program = program

    def __call__(self, op: ops.Op, environment: Environment) -> int:
        return HANDLERS[type(op)](self, op, environment)

    def _state(self, op: Any, e: Environment) -> int:
        raise StateRead

    def _const(self, op: ops.Const, e: Environment) -> int:
        return op.value

    def _var(self, op: ops.Var, e: Environment) -> int:
        return e[op.id]

    def _bin(self, op: ops.Bin, e: Environment) -> int:
        left = self(op.left, e)
        if op.op == "and":
            return int(bool(left and self(op.right, e)))
        if op.op == "or":
            return int(bool(left or self(op.right, e)))
        right = self(op.right, e)
        if op.op in {"//", "%"} and right == 0:
            raise StateRead
        return BINARY[op.op](left, right)

    def _not(self, op: ops.Not, e: Environment) -> int:
        return int(not self(op.operand, e))

    def _cond(self, op: ops.Cond, e: Environment) -> int:
        return self(op.then if self(op.condition, e) else op.other, e)

    def _count(self, op: ops.Count, e: Environment) -> int:
        return self(op.mask, e).bit_count()

    def _lowest(self, op: ops.Lowest, e: Environment) -> int:
        mask = self(op.mask, e)
        return (mask & -mask).bit_length() - 1

    def _highest(self, op: ops.Highest, e: Environment) -> int:
        return self(op.mask, e).bit_length() - 1

    def _bit(self, op: ops.Bit, e: Environment) -> int:
        member = self(op.member, e)
        return self(op.mask, e) >> member & 1 if member >= 0 else 0

    def _single(self, op: ops.Single, e: Environment) -> int:
        member = self(op.member, e)
        return 1 << member if member >= 0 else 0

    def _span(self, op: ops.Span2, e: Environment) -> int:
        low, high = max(0, self(op.low, e)), self(op.high, e)
        return (1 << (high + 1)) - (1 << low) if high >= low else 0

    def _table(self, op: ops.TableAt, e: Environment) -> int:
        table = self.program.tables[op.table]
        index = self(op.index, e)
        return table[index] if 0 <= index < len(table) else op.default

    def _call(self, op: ops.Call, e: Environment) -> int:
        function = self.program.functions[op.function]
        assert function is not None
        values = [self(a, e) for a in op.arguments]
        return self(function.body, dict(zip(function.params, values, strict=True)))

    def bindings(self, loops: tuple[ops.Loop, ...], condition: ops.Op | None, e: Environment) -> Iterator[Environment]:
        """Every binding of the loops that meets the condition."""
        if not loops:
            if condition is None or self(condition, e):
                yield e
            return
        loop = loops[0]
        for member in self._members(loop, e):
            yield from self.bindings(loops[1:], condition, {**e, loop.var: member})

    def sets(self, op: Any, e: Environment) -> list[int]:
        """The masks of a list of sets."""
        if isinstance(op, ops.Groups):
            count, within = self(op.count, e), self(op.within, e)
            links = self.program.tables[op.links]
            if op.under < 0:
                return linking.groups(count, within, links)
            under = self.program.tables[op.under]
            return linking.standing_groups(count, within, links, under, self(op.standing, e))
        if isinstance(op, ops.Copies):
            raise StateRead  # asked in play only
        bound = self.bindings(op.loops, op.condition, e)
        return linking.in_order(self(op.body, b) for b in bound)

    def _reach(self, op: ops.Reach, e: Environment) -> int:
        return linking.reach(self(op.start, e), self(op.within, e), self.program.tables[op.links])

    def _one_piece(self, op: ops.OnePiece, e: Environment) -> int:
        return int(linking.one_piece(self(op.mask, e), self.program.tables[op.links]))

    def _alike(self, op: ops.Alike, e: Environment) -> int:
        raise StateRead  # asked in play only

    def _members(self, loop: ops.Loop, e: Environment) -> Iterator[int]:
        if loop.sets:
            yield from self.sets(loop.source, e)
            return
        if loop.high is not None:
            yield from range(self(loop.source, e), self(loop.high, e) + 1)
            return
        mask = self(loop.source, e)
        while mask:
            low = mask & -mask
            yield low.bit_length() - 1
            mask ^= low

    def _fold(self, op: ops.Fold, e: Environment) -> int:
        bound = self.bindings(op.loops, op.condition, e)
        if op.kind == "any":
            return int(any(self(op.body, b) for b in bound))
        if op.kind == "all":
            return int(all(self(op.body, b) for b in bound))
        if op.kind == "sum":
            return sum(self(op.body, b) for b in bound)
        if op.kind == "union":
            mask = 0
            for b in bound:
                mask |= self(op.body, b)
            return mask
        found = [(self(op.body, b), b[op.loops[0].var]) for b in bound]
        if op.kind in {"max", "min"}:
            return (max if op.kind == "max" else min)((value for value, _ in found), default=NO_NUMBER)
        if not found:
            return 0
        best = (max if op.kind == "best_max" else min)(value for value, _ in found)
        return sum(1 << member for value, member in found if value == best)


HANDLERS: dict[type, Callable[[Evaluator, Any, Environment], int]] = {
    ops.Const: Evaluator._const, ops.Cell: Evaluator._state, ops.CellAt: Evaluator._state, ops.Var: Evaluator._var,
    ops.Bin: Evaluator._bin, ops.Not: Evaluator._not, ops.Cond: Evaluator._cond, ops.Count: Evaluator._count,
    ops.Lowest: Evaluator._lowest, ops.Highest: Evaluator._highest, ops.Bit: Evaluator._bit, ops.Single: Evaluator._single,
    ops.Span2: Evaluator._span, ops.TableAt: Evaluator._table, ops.Call: Evaluator._call, ops.Fold: Evaluator._fold,
    ops.Reach: Evaluator._reach, ops.OnePiece: Evaluator._one_piece, ops.Alike: Evaluator._alike,
}  # fmt: skip
