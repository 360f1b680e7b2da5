"""Pieces of text that are read on their own, and repairs of them."""

from __future__ import annotations

from attrs import frozen

from dicedsl.errors import Problem
from dicedsl.text.source import Source, Span


@frozen
class Piece:
    """Text put together to be read on its own; each chunk knows where in the file it comes from."""

    source: Source
    chunks: tuple[tuple[str, int], ...] = ()

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self.chunks)

    def plus(self, *chunks: tuple[str, int]) -> Piece:
        return Piece(self.source, (*self.chunks, *chunks))

    def origin(self, offset: int) -> int:
        place = 0
        for text, start in self.chunks:
            if offset <= place + len(text):
                return min(start + max(0, offset - place), len(self.source.text))
            place += len(text)
        return len(self.source.text)

    def span(self, start: int, end: int) -> Span:
        first = self.origin(start)
        return Span(self.source, first, max(first, self.origin(end)))


@frozen
class Edit:
    """A repair of a piece's text."""

    start: int
    end: int
    text: str

    def apply(self, text: str) -> str:
        return text[: self.start] + self.text + text[self.end :]


@frozen
class Finding:
    problem: Problem
    repair: Edit | None = None
    is_whole: bool = True  # whether nothing else has to be written with the repair
    others: tuple[Finding, ...] = ()  # what else may be meant, if it is not this
