"""What can be worked out before a game starts: operations that read no state."""

from __future__ import annotations

from collections.abc import Callable

from dicedsl.errors import Fault
from dicedsl.program import ops
from dicedsl.program.arithmetic import BINARY, PLAIN_OPERATIONS, plain_parts


def constant_of(op: ops.Op) -> int | None:
    """The value of an operation on constants, or None; also if it would be a fault in play."""
    if isinstance(op, ops.Const):
        return op.value
    if isinstance(op, ops.Cond):
        test = constant_of(op.condition)
        return None if test is None else constant_of(op.then if test else op.other)
    if isinstance(op, ops.Bin):
        return _applied(BINARY[op.op], op.left, op.right)
    if type(op) in PLAIN_OPERATIONS:
        return _applied(PLAIN_OPERATIONS[type(op)], *plain_parts(op))
    return None


def _applied(compute: Callable[..., int], *parts: ops.Op) -> int | None:
    values = []
    for part in parts:
        value = constant_of(part)
        if value is None:
            return None
        values.append(value)
    try:
        return compute(*values)
    except Fault:
        return None
