"""What compiling a program gives: machine code with all that is needed to call it. It is kept in the user's cache."""

from __future__ import annotations

from attrs import frozen

from dicedsl.interpreter.engines.native.building.layout import Layout
from dicedsl.text.source import Span

Column = tuple[int, int, bool]  # where a pick begins in a row, its words, and whether it is a set


@frozen
class Product:
    """faults: code, message, place and help of each. columns: those of the picks, for each decision and alternative. memo: words for
    images of sets. bundle: words of the widest bundle of answers. uses: how many alternatives and rules are counted."""

    machine: bytes
    lists: bytes
    layout: Layout
    faults: tuple[tuple[str, str, Span, str], ...]
    columns: tuple[tuple[tuple[Column, ...], ...], ...]
    memo: int
    bundle: int
    uses: int

    def width(self, decision: int) -> int:
        """The words of one answer to a decision."""
        return max(1 + sum(words for _, words, _ in columns) for columns in self.columns[decision])
