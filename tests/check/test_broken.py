"""Broken rulebooks: what is said about each stands beside it, word for word."""

import re
from functools import cache
from pathlib import Path

import pytest

from dicedsl.check_door import check
from dicedsl.errors import Problem
from dicedsl.text.render import render_all
from dicedsl.text.source import Source

BROKEN = sorted((Path(__file__).parent / "broken").glob("*.dice"))
LONGEST = 200
# Words of programmers that no author of a rulebook should have to know.
FOREIGN = re.compile(
    r"\b(None|True|False|int|str|bool|list index|tuple|dict|null|exception|traceback|syntax|token|parser|node|type|boolean|"
    r"integer|string|variable|function|argument|expression|identifier|operand|iterate|lambda|class|object|undefined)\b"
)


@cache
def problems_of(path: Path) -> list[Problem]:
    return check(Source(path.name, path.read_text("utf-8")), path.parent)


def test_there_are_many() -> None:
    assert len(BROKEN) >= 60


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_what_is_said(path: Path) -> None:
    said = render_all(problems_of(path)).rstrip("\n") + "\n"

    assert said == path.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_it_is_said_in_the_words_of_rulebooks(path: Path) -> None:
    problems = problems_of(path)

    assert problems
    for problem in problems:
        for text in (problem.message, problem.help, problem.label, *problem.notes):
            assert len(text) <= LONGEST, text
            assert not FOREIGN.search(text), text
        assert problem.help, f"{problem.code} says nothing of what to do"
        assert problem.span.source.name == path.name
        assert 0 <= problem.span.start < problem.span.end <= len(problem.span.source.text)


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_errors_come_first_and_nothing_twice(path: Path) -> None:
    problems = problems_of(path)

    assert [p.is_error for p in problems] == sorted((p.is_error for p in problems), reverse=True)
    keys = [(p.code, p.span.start, p.span.end) for p in problems]
    assert len(keys) == len(set(keys))
