"""What stops an example."""

from __future__ import annotations

from typing import TypeVar

from dicedsl.errors import Problem
from dicedsl.program.examples import LineProblem
from dicedsl.text.source import Span

T = TypeVar("T")


class ExampleFailure(Exception):
    """A line of an example that does not hold, or cannot."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def failure(code: str, message: str, span: Span, help: str = "") -> ExampleFailure:
    return ExampleFailure(Problem(code, message, span, help=help))


def raise_if_wrong(part: T | LineProblem) -> T:
    """A part of a line, if there is nothing wrong with it."""
    if isinstance(part, LineProblem):
        raise ExampleFailure(part.problem)
    return part
