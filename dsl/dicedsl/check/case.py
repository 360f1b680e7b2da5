"""What a pass of the checker looks at: a file, its rulebook with and without variants, and their lowered forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import define, field

from dicedsl.errors import Problem
from dicedsl.rulebook.merge import Rulebook
from dicedsl.source import Span
from dicedsl.syntax import nodes as n


@define
class Case:
    """One file under test. `lowered` holds a Lowering for each variant and number of players that has no errors."""

    file: n.File
    book: Rulebook
    variants: dict[str, Rulebook] = field(factory=dict)
    lowered: list[Any] = field(factory=list)

    @property
    def books(self) -> list[Rulebook]:
        """The rulebook as it stands, then with each of its variants."""
        return [self.book, *self.variants.values()]

    @property
    def is_library(self) -> bool:
        return self.file.word == "library"

    def owns(self, span: Span) -> bool:
        """Does this stretch of text stand in the file under test?"""
        return span.source is self.file.span.source


Pass = Callable[[Case], Iterable[Problem]]


def warning(code: str, message: str, span: Span, help: str = "", **more: Any) -> Problem:
    return Problem(code, message, span, help=help, severity="warning", **more)


def head(span: Span) -> Span:
    """The first line of a stretch of text, without its colon: what a person would point at."""
    first = span.text.split("\n", 1)[0].split("  #", 1)[0].rstrip()
    return Span(span.source, span.start, span.start + len(first.rstrip(":")))
