"""Problems as they stand beside the text of somebody who writes, with the words that would mend them."""

from __future__ import annotations

import difflib
import re

from attrs import frozen

from dicedsl.errors import Problem

SUGGESTION = re.compile(r'did you mean "([^"]+)"\?')
LEAST_LIKENESS = 0.5


@frozen
class Mistake:
    """A mistake in a text: where it begins and ends, what is wrong, and what to do about it; `fix` can stand in its place."""

    line: int
    start: int
    end: int
    code: str
    text: str
    help: str
    is_error: bool
    fix: str = ""


def line_at(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def wording_of(problem: Problem) -> str:
    return problem.message + (f"; {problem.help}" if problem.help else "")


def mistake_of(text: str, problem: Problem) -> Mistake:
    said = problem.message
    if problem.label and problem.label not in said:
        said += f" ({problem.label})"
    start = max(0, min(problem.span.start, len(text)))
    end = max(start, min(problem.span.end, len(text)))
    fix = problem.fix or _fix(text[start:end], f"{problem.message} {problem.help}")
    return Mistake(line_at(text, start), start, end, problem.code, said, problem.help, problem.is_error, fix)


def _fix(there: str, said: str) -> str:
    """What can stand instead, where one word is meant and nothing but that word is marked."""
    meant = SUGGESTION.findall(said)
    if len(meant) != 1:
        return ""
    quoted = len(there) > 1 and there[0] == there[-1] == '"'
    inside = there[1:-1] if quoted else there
    if "\n" in inside or difflib.SequenceMatcher(None, inside.lower(), meant[0].lower()).ratio() < LEAST_LIKENESS:
        return ""
    return f'"{meant[0]}"' if quoted else str(meant[0])
