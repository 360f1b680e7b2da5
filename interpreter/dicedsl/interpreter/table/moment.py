"""Moments of a game between two suspensions that are worth telling of."""

from __future__ import annotations

from attrs import frozen

from dicedsl.program.telling import ToldValue


@frozen
class Moment:
    """How everything was when something was said (`text`), or when a register of the engine changed (-1 if it is about a text).

    Of a text with values, `pieces` stand around `values`, each with what it came to; None if that cannot be said.
    """

    cells: tuple[int, ...]
    register: int
    text: str = ""
    pieces: tuple[str, ...] = ()
    values: tuple[tuple[ToldValue, int | None], ...] = ()
