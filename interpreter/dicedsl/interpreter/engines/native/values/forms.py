"""Which operations come to the same, whatever their loops call what they bind."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from attrs import field, frozen

from dicedsl.program import ops
from dicedsl.program.walk import parts, substitute


@frozen
class Numbered:
    """Hands out the variables -1, -2 and so on, which no program has."""

    numbers: Iterator[int] = field(factory=lambda: count(1))

    def new_var(self) -> int:
        return -next(self.numbers)


class OperationForms:
    """Numbers the forms of the operations of a program."""

    def __init__(self, program: ops.Program) -> None:
        self.program = program
        self._known: dict[int, tuple[Any, int]] = {}
        self._numbers: dict[Any, int] = {}
        self._counted: dict[int, tuple[Any, bool]] = {}

    def of(self, op: ops.Op) -> int:
        """The same number for operations that differ only in the variables their loops bind."""
        known = self._known.get(id(op))
        if known is None:
            plain = substitute(op, {}, Numbered())
            known = self._known[id(op)] = (op, self._numbers.setdefault(plain, len(self._numbers)))
        return known[1]

    def is_counted(self, op: Any) -> bool:
        """Whether working it out may count as work."""
        known = self._counted.get(id(op))
        if known is None:
            known = self._counted[id(op)] = (op, any(map(self._part_is_counted, parts(op))))
        return known[1]

    def _part_is_counted(self, part: Any) -> bool:
        if isinstance(part, ops.Call):
            function = self.program.functions[part.function]
            return function is None or self.is_counted(function.body)
        return isinstance(part, ops.Loop) and part.weight > 0
