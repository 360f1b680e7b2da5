"""Whether working something out can be a fault: what cannot may be worked out earlier, or not at all, and nobody notices."""

from __future__ import annotations

from typing import Any

from dicedsl.program import ops
from dicedsl.program.sets import MOST_NUMBER
from dicedsl.program.walk import children

# Whatever their parts come to, these come to something.
HARMLESS = (
    ops.Const, ops.Address, ops.Cell, ops.CellAt, ops.Var, ops.Not, ops.Cond, ops.Count, ops.Lowest, ops.Highest, ops.Bit,
    ops.ListAt, ops.Reach, ops.OnePiece, ops.Alike,
)  # fmt: skip
SMALL = (
    1 << 10
)  # a number that a state can hold, multiplied by one below this, may be added up as often as anybody writes


def can_fail(op: Any, functions: list[ops.Function | None]) -> bool:
    """Whether an operation, a loop or a part of one may be a fault, or go on for so long that its steps are counted."""
    return _fails(op, functions, {})


def _fails(op: Any, functions: list[ops.Function | None], known: dict[int, bool]) -> bool:
    if isinstance(op, ops.Call):
        if op.function not in known:
            function = functions[op.function]
            known[op.function] = True  # a word never uses itself
            known[op.function] = function is None or _fails(function.body, functions, known)
        if known[op.function]:
            return True
    elif isinstance(op, ops.Bin):
        if not _is_harmless(op):
            return True
    elif isinstance(op, ops.Single):
        if not _is_low(op.member):
            return True
    elif isinstance(op, ops.Span2):
        if not _is_low(op.high):
            return True
    elif isinstance(op, ops.Loop):
        if op.sets or (op.high is not None and not op.binds):
            return True
    elif isinstance(op, ops.Fold):
        if op.kind == "sets":
            return True
    elif not isinstance(op, HARMLESS):
        return True
    return any(_fails(child, functions, known) for child in children(op))


def _is_low(op: ops.Op) -> bool:
    """Whether it is known to be a member of a set of numbers, or of none."""
    return isinstance(op, (ops.Lowest, ops.Highest)) or (isinstance(op, ops.Const) and op.value <= MOST_NUMBER)


def _is_harmless(op: ops.Bin) -> bool:
    if op.op in {"//", "%"}:
        return isinstance(op.right, ops.Const) and op.right.value != 0
    if op.op == "*":
        factors = (op.left, op.right)
        return any(isinstance(f, ops.Const) and abs(f.value) < SMALL for f in factors) and all(
            isinstance(f, (ops.Const, ops.Cell, ops.CellAt)) for f in factors
        )
    return True
