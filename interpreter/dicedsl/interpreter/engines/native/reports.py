"""Reports by lot as machine code: what the table would tell, drawn by the odds of an attempt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dicedsl.errors import UsageError
from dicedsl.program import ops

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.whole import Whole


class Reports:
    def __init__(self, whole: Whole) -> None:
        self.whole = whole

    def drawn(self, decision: ops.Decision) -> Any:
        raise UsageError("native code cannot draw reports yet")
