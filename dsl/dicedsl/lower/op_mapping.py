"""Operations made over from the inside out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dicedsl.program.walk import rebuilt


def map_operation(op: Any, change: Callable[[Any], Any]) -> Any:
    """The operation with every part of it changed, the innermost first."""
    return change(rebuilt(op, lambda part: map_operation(part, change)))
