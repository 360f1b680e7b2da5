"""A mistake while names and kinds are resolved, and what could have been meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from dicedsl.errors import Problem
from dicedsl.text.source import Span


class Bad(Exception):
    """A mistake; caught at the nearest expression, step or declaration, so that the rest can still be looked at."""

    def __init__(self, code: str, message: str, span: Span, help: str = "", label: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.help = help
        self.label = label

    @property
    def problem(self) -> Problem:
        return Problem(self.code, self.message, self.span, help=self.help, label=self.label)


class Unclear(Exception):
    """Something that was not understood, and has been told, would be needed to go on."""


def suggest(name: str, known: Iterable[str]) -> str:
    others = [other for other in known if other != name]  # the very word would be no help
    close = difflib.get_close_matches(name, others, n=1, cutoff=0.6)
    return f'did you mean "{close[0]}"?' if close else ""
