"""A mistake while names and kinds are resolved."""

from __future__ import annotations

from dicedsl.errors import Problem
from dicedsl.text.source import Span


class SemanticError(Exception):
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


class AlreadyReported(Exception):
    """Something that was not understood, and has been told, would be needed to go on."""
