"""Whole games of players who choose at random, as one generated Python function for each program.

It means what stepping from choice to choice means, draw for draw. Where it meets anything out of the ordinary (a fault, a game
without end) it gives up, and the caller plays the same game again step by step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dicedsl.errors import Fault
from dicedsl.interpreter import helpers
from dicedsl.interpreter.byte_source import Bytes, below
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.play_expressions import TooLong
from dicedsl.interpreter.play_writer import PlayWriter
from dicedsl.ir import ops
from dicedsl.ir.inline import children


class Again(Exception):
    """This game must be played step by step."""


class Player:
    """Plays whole games of one program at random."""

    def __init__(self, program: ops.Program) -> None:
        self.initial = list(program.initial)
        self.source = ""
        self._play: Callable[..., list[int]] | None = None
        if _lists_sets(program):
            return
        try:
            writer = PlayWriter(program)
            self.source = writer.source_text()
        except (TooLong, RecursionError):
            return
        space: dict[str, Any] = helpers.namespace(program, _give_up)
        space |= {f"T{i}": table for i, table in enumerate(program.tables)}
        space |= writer.lookups.functions()
        space |= {"Again": Again, "below": below, "EVEN": {n for n in range(1, 257) if 256 % n == 0}}
        space["__builtins__"] = {**space["__builtins__"], "len": len}
        exec(compile(self.source, "<playout>", "exec"), space)
        self._play = space["play"]

    def play(self, chance: Chance, limit: int) -> list[int] | None:
        """The cells at the end of a game; None, and nothing drawn, if it has to be played step by step."""
        if self._play is None or type(chance) is not Chance:
            return None
        before = chance.state, chance._bytes, chance._at
        source = Bytes(chance)
        try:
            cells = self._play(list(self.initial), source.next, limit)
        except (Again, Fault):
            chance.state, chance._bytes, chance._at = before
            return None
        source.done()
        return cells


def _give_up(number: int, cells: list[int]) -> None:
    raise Again


def _lists_sets(program: ops.Program) -> bool:
    """Lists of sets and what hangs together are left to the stepping engine."""
    rest: list[Any] = [*program.functions, *program.decisions]
    for block in program.blocks:
        rest += [*block.body, block.end]
    while rest:
        part = rest.pop()
        if isinstance(part, (ops.Reach, ops.OnePiece, ops.Groups, ops.Alike, ops.Copies)) or getattr(
            part, "sets", False
        ):
            return True
        if part is not None:
            rest += children(part)
    return False
