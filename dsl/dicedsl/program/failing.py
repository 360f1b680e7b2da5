"""Whether working something out can be a fault: what cannot may be worked out earlier, or not at all, and nobody notices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field

from dicedsl.program import ops
from dicedsl.program.sets import MOST_NUMBER
from dicedsl.program.walk import children

# Whatever their parts come to, these come to something.
HARMLESS = (
    ops.Const, ops.Address, ops.Cell, ops.CellAt, ops.Var, ops.Not, ops.Cond, ops.Count, ops.Lowest, ops.Highest, ops.Bit,
    ops.ListAt, ops.Call, ops.Reach, ops.OnePiece, ops.Alike,
)  # fmt: skip
SMALL = (
    1 << 10
)  # a number that a state can hold, multiplied by one below this, may be added up as often as anybody writes


def _never(op: Any) -> bool:
    return False


@define
class Failing:
    """Whether an operation, a loop or a part of one may be a fault, or go on for so long that its steps are counted.

    Who knows more of a program says which values are low enough to be in a set of numbers, and which loops over numbers are short.
    """

    functions: list[ops.Function | None]
    is_low: Callable[[ops.Op], bool] = _never
    is_short: Callable[[ops.Loop], bool] = _never
    _known: dict[int, bool] = field(factory=dict)

    def __call__(self, op: Any) -> bool:
        return self._fails_itself(op) or any(self(child) for child in children(op))

    def _fails_itself(self, op: Any) -> bool:
        if isinstance(op, ops.Bin):
            return not _is_harmless(op)
        if isinstance(op, ops.Single):
            return not self._is_low(op.member)
        if isinstance(op, ops.Span2):
            return not self._is_low(op.high)
        if isinstance(op, ops.Loop):
            return op.sets or (op.high is not None and not op.binds and not self.is_short(op))
        if isinstance(op, ops.Fold):
            return op.kind == "sets"
        if isinstance(op, ops.Call):
            return self._function(op.function)
        return not isinstance(op, HARMLESS)

    def _function(self, number: int) -> bool:
        if number not in self._known:
            function = self.functions[number]
            self._known[number] = True  # a word never uses itself
            self._known[number] = function is None or self(function.body)
        return self._known[number]

    def _is_low(self, op: ops.Op) -> bool:
        """Whether it is known to be a member of a set of numbers, or of none."""
        if isinstance(op, (ops.Lowest, ops.Highest)):
            return True
        return op.value <= MOST_NUMBER if isinstance(op, ops.Const) else self.is_low(op)


def _is_harmless(op: ops.Bin) -> bool:
    if op.op in {"//", "%"}:
        return isinstance(op.right, ops.Const) and op.right.value != 0
    if op.op == "*":
        factors = (op.left, op.right)
        return any(isinstance(f, ops.Const) and abs(f.value) < SMALL for f in factors) and all(
            isinstance(f, (ops.Const, ops.Cell, ops.CellAt)) for f in factors
        )
    return True
