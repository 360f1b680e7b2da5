"""Text and places in it: a Source knows its lines, a Span is a stretch of one Source."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from attrs import field, frozen


@frozen(eq=False, slots=False)
class Source:
    """A rulebook's text and the name people know it by (a path, or `<text>`)."""

    name: str
    text: str = field(repr=False)
    from_file: bool = field(default=False, repr=False)

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        for i, char in enumerate(self.text):
            if char == "\n":
                starts.append(i + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    @property
    def line_count(self) -> int:
        return len(self._starts)


@frozen(eq=False)
class Span:
    """The characters from `start` up to, not including, `end`."""

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        return Span(self.source, self.start, other.end)

    def holds(self, other: Span) -> bool:
        """Whether another stretch lies within this one, or is as long."""
        return self.source is other.source and self.start <= other.start and other.end <= self.end


class _Nowhere(Span):
    """The one place that is none: it stays itself when what speaks of it is written down and read back."""

    def __reduce__(self) -> str:
        return "NOWHERE"


NOWHERE: Span = _Nowhere(Source("<built in>", ""), 0, 0)
