"""Operations made over, part by part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve, fields, has

from dicedsl.program import ops


def changed(op: Any, change: Callable[[Any], Any]) -> Any:
    """The operation with every part of it changed, the innermost first."""
    changes: dict[str, Any] = {}
    for each in fields(type(op)):
        value = getattr(op, each.name)
        if isinstance(value, tuple):
            made: Any = tuple(changed(v, change) if has(type(v)) else v for v in value)
            if any(a is not b for a, b in zip(made, value, strict=True)):
                changes[each.name] = made
        elif not isinstance(value, (int, str, type(None))) and has(type(value)):
            made = changed(value, change)
            if made is not value:
                changes[each.name] = made
    if isinstance(op, ops.Loop) and op.binds and changes:
        changes["high"] = changes["source"]  # by that it is known to give a name
    return change(evolve(op, **changes) if changes else op)
