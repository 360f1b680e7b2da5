"""What can be worked out before a game starts: operations that read no state."""

from __future__ import annotations

from collections.abc import Callable
from operator import add, and_, floordiv, mod, mul, or_, sub, xor

from dicedsl.program import ops


def constant_of(op: ops.Op) -> int | None:
    """The value of an operation that reads no state, or None."""
    if isinstance(op, ops.Const):
        return op.value
    if isinstance(op, ops.Count):
        mask = constant_of(op.mask)
        return None if mask is None else mask.bit_count()
    if isinstance(op, ops.Span2):
        low, high = constant_of(op.low), constant_of(op.high)
        return None if low is None or high is None else max(0, (1 << (high + 1)) - (1 << low))
    if isinstance(op, ops.Single):
        member = constant_of(op.member)
        return None if member is None else (1 << member if member >= 0 else 0)
    if isinstance(op, ops.Cond):
        test = constant_of(op.condition)
        return None if test is None else constant_of(op.then if test else op.other)
    if isinstance(op, ops.Bin):
        a, b = constant_of(op.left), constant_of(op.right)
        if a is None or b is None:
            return None
        try:
            return BINARY[op.op](a, b)
        except (ZeroDivisionError, OverflowError, ValueError):
            return None
    return None


BINARY: dict[str, Callable[[int, int], int]] = {
    "+": add, "-": sub, "*": mul, "//": floordiv, "%": mod,
    "min": min, "max": max, "==": lambda a, b: int(a == b), "!=": lambda a, b: int(a != b), "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b), ">": lambda a, b: int(a > b), ">=": lambda a, b: int(a >= b), "and": lambda a, b: int(bool(a and b)),
    "or": lambda a, b: int(bool(a or b)), "&": and_, "|": or_, "^": xor, "&~": lambda a, b: a & ~b,
}  # fmt: skip
