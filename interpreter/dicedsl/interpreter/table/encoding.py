"""States as text and back. A text that is no state of the table is refused."""

from __future__ import annotations

import json
from functools import cached_property

from dicedsl.errors import UsageError
from dicedsl.interpreter.table.state_check import Soundness
from dicedsl.program import ops

_DENSE = json.JSONEncoder(separators=(",", ":"))


class Encoding:
    """How the states of one program are written."""

    def __init__(self, program: ops.Program) -> None:
        self.program = program

    def text(self, cells: tuple[int, ...]) -> str:
        return _DENSE.encode(cells)[1:-1]

    def cells(self, text: str) -> tuple[int, ...]:
        """The cells that a text tells of. UsageError if they are no state of this program."""
        try:
            cells = tuple(json.loads(f"[{text}]"))
        except ValueError:
            cells = ()
        if set(map(type, cells)) != {int}:
            raise UsageError("this saved state is damaged")
        if len(cells) != self.program.cells:
            raise UsageError("this saved state belongs to another game")
        if not self._sound.accepts(cells):
            raise UsageError("this saved state is damaged, or belongs to another game")
        return cells

    @cached_property
    def _sound(self) -> Soundness:
        return Soundness(self.program)
