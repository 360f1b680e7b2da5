"""What can be wrong with a rulebook: problems as data, and the one error a caller may have to catch."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Never, NoReturn

from attrs import field, frozen

from dicedsl.text.source import Span


@frozen
class Label:
    """A stretch of the author's text with a few words about it."""

    span: Span
    text: str = ""


def _clipped(message: str) -> str:
    """A message stays short, however long a name in it is."""
    return message if len(message) <= 200 else message[:197] + "..."


@frozen
class Mending:
    """What mends a text: other words in place of those from `start` to `end`."""

    start: int
    end: int
    text: str


@frozen
class Problem:
    """One mistake: a stable code, a sentence, where it is, and what to do about it."""

    code: str
    message: str = field(converter=_clipped)
    span: Span
    label: str = ""
    notes: tuple[str, ...] = ()
    also: tuple[Label, ...] = ()
    help: str = ""
    severity: str = "error"
    fix: str = ""  # what can stand in its place
    mending: Mending | None = None  # what it tells to write, until that has been tried
    instead: Problem | None = None  # what is told if that is no good

    @property
    def is_error(self) -> bool:
        return self.severity == "error"


class DiceError(Exception):
    """The only error this package raises for a user's mistake; carries every problem found."""

    def __init__(self, problems: list[Problem] | tuple[Problem, ...]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(p.message for p in self.problems[:3]))


def raise_unhandled(value: Never) -> NoReturn:
    """At the end of a row of cases that knows every class there is: a new class fails here loudly, and in mypy before that."""
    raise TypeError(f"{type(value).__name__} is not known here")


class Fault(DiceError):
    """A rulebook's fault found while playing (stuck choice, endless loop, impossible move of dice)."""

    def __init__(self, code: str, message: str, span: Span, help: str = "") -> None:
        super().__init__([Problem(code, message, span, help=help)])
        self.message = message


class UsageError(DiceError):
    """Asked for something that is not there: a game, an option, a number of players, a move."""

    def __init__(self, message: str) -> None:
        super().__init__([])
        self.message = message
        self.args = (message,)


def reason_of(error: BaseException, otherwise: str) -> str:
    """What the machine says of a file that it could not read or write, in the middle of a sentence."""
    return (getattr(error, "strerror", None) or otherwise).lower()


def errors_of(problems: Iterable[Problem]) -> list[Problem]:
    return [p for p in problems if p.is_error]


def raise_errors(problems: Iterable[Problem]) -> None:
    errors = errors_of(problems)
    if errors:
        raise DiceError(errors)
