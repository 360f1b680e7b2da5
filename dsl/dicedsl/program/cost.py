"""How much work an operation can be at the most, so that no rulebook can keep the engine busy for ever."""

from __future__ import annotations

from typing import Any

from dicedsl.program import ops
from dicedsl.program.constants import constant_of
from dicedsl.program.walk import children

MOST_COUNTED_STEPS = 100_000_000
ASSUMED_TURNS = 8  # how often a loop of unknown length is taken to run; the engine counts those while it runs them


class Cost:
    def __init__(self, program: ops.Program) -> None:
        self.program = program
        self._known: dict[int, int] = {}

    def __call__(self, op: Any) -> int:
        if isinstance(op, ops.Fold):
            times, outer = 1, 0
            for loop in op.loops:
                outer += times * self._of_parts(loop)
                times = min(times * self._length(loop), MOST_COUNTED_STEPS + 1)
            inner = self(op.body) + (0 if op.condition is None else self(op.condition))
            return min(outer + times * inner, MOST_COUNTED_STEPS + 1)
        total = 1 + self._of_parts(op)
        if isinstance(op, ops.Call):
            total += self.function(op.function)
        return min(total, MOST_COUNTED_STEPS + 1)

    def _of_parts(self, op: Any) -> int:
        return min(sum(self(child) for child in children(op)), MOST_COUNTED_STEPS + 1)

    def _length(self, loop: ops.Loop) -> int:
        if loop.high is not None:
            low, high = constant_of(loop.source), constant_of(loop.high)
            return ASSUMED_TURNS if low is None or high is None else max(0, high - low + 1)
        mask = constant_of(loop.source)
        return ASSUMED_TURNS if mask is None else mask.bit_count()

    def function(self, number: int) -> int:
        if number not in self._known:
            self._known[number] = MOST_COUNTED_STEPS + 1  # a word never uses itself; if it did, it would be endless
            function = self.program.functions[number]
            self._known[number] = 0 if function is None else self(function.body)
        return self._known[number]
