"""Whether working something out can be a fault: what cannot may be worked out earlier, or not at all, and nobody notices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field

from dicedsl.program import ops
from dicedsl.program.sets import LARGEST_MEMBER
from dicedsl.program.walk import children

# Whatever their parts come to, these come to something.
HARMLESS = (
    ops.Const, ops.Address, ops.Cell, ops.CellAt, ops.Var, ops.Not, ops.Cond, ops.Count, ops.Lowest, ops.Highest, ops.Bit,
    ops.ListAt, ops.Call, ops.Reach, ops.OnePiece, ops.Alike,
)  # fmt: skip
# a number that a state can hold, multiplied by one below this, may be added up as often as anybody writes
SMALL_FACTOR = 1 << 10


def _never(op: Any) -> bool:
    return False


def _may_grow(op: ops.Op) -> bool:
    """Whether it is more than a sum of numbers that a state can hold, and of small multiples of these."""
    if not isinstance(op, ops.Bin):
        return True
    if op.op != "*":
        return not (_is_held(op.left) or isinstance(op.left, ops.Bin)) or not _is_held(op.right)
    small = any(isinstance(f, ops.Const) and abs(f.value) < SMALL_FACTOR for f in (op.left, op.right))
    return not small or not (_is_held(op.left) and _is_held(op.right))


def _is_held(op: ops.Op) -> bool:
    return isinstance(op, (ops.Const, ops.Cell, ops.CellAt, ops.Count, ops.Lowest, ops.Highest))


@define
class FaultFinder:
    """Whether an operation, a loop or a part of one may be a fault, or go on for so long that its steps are counted.

    Who knows more of a program says which values are low enough to be in a set of numbers, which loops over numbers are short, and
    which sums and products may become too large.
    """

    functions: list[ops.Function | None]
    is_low: Callable[[ops.Op], bool] = _never
    is_short: Callable[[ops.Loop], bool] = _never
    may_grow: Callable[[ops.Op], bool] = _may_grow
    _known: dict[int, bool] = field(factory=dict)

    def __call__(self, op: Any) -> bool:
        return self._fails_itself(op) or any(self(child) for child in children(op))

    def _fails_itself(self, op: Any) -> bool:
        if isinstance(op, ops.Bin):
            return self._bin(op)
        if isinstance(op, ops.Single):
            return not self._is_low(op.member)
        if isinstance(op, ops.Range):
            return not self._is_low(op.high)
        if isinstance(op, ops.Loop):
            return op.sets or (op.high is not None and not op.binds and not self.is_short(op))
        if isinstance(op, ops.Fold):
            return op.kind == "sets" or (op.kind == "sum" and self.may_grow(op))
        if isinstance(op, ops.Call):
            return self._function(op.function)
        return not isinstance(op, HARMLESS)

    def _function(self, number: int) -> bool:
        if number not in self._known:
            function = self.functions[number]
            self._known[number] = True  # a word never uses itself
            self._known[number] = function is None or self(function.body)
        return self._known[number]

    def _bin(self, op: ops.Bin) -> bool:
        if op.op in {"//", "%"}:
            return not isinstance(op.right, ops.Const) or op.right.value == 0
        return op.op in {"+", "-", "*"} and self.may_grow(op)

    def _is_low(self, op: ops.Op) -> bool:
        """Whether it is known to be a member of a set of numbers, or of none."""
        if isinstance(op, (ops.Lowest, ops.Highest)):
            return True
        return op.value <= LARGEST_MEMBER if isinstance(op, ops.Const) else self.is_low(op)
