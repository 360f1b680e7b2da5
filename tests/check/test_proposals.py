"""What a message tells to write can stand in place of what it marks, and `check` has no more to say of it; else it is not told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from attrs import evolve

from dicedsl.check.proposals import upheld
from dicedsl.check_door import check
from dicedsl.errors import Mending, Problem
from dicedsl.text.source import Source, Span

BROKEN = sorted((Path(__file__).parent / "broken").glob("*.dice"))
WRITTEN = re.compile(r"write `([^`.]+)`(?:, or .*)?")


def proposals_in(path: Path) -> list[tuple[Problem, str]]:
    problems = check(Source(path.name, path.read_text("utf-8")), path.parent)
    told = ((problem, WRITTEN.fullmatch(problem.help)) for problem in problems if problem.is_error)
    return [(problem, match[1]) for problem, match in told if match and not match[1].startswith("rule ")]


PROPOSALS = [(path, problem, written) for path in BROKEN for problem, written in proposals_in(path)]


def test_there_are_some() -> None:
    assert len(PROPOSALS) >= 8


@pytest.mark.parametrize(("path", "problem", "written"), PROPOSALS, ids=lambda part: getattr(part, "code", None))
def test_it_can_stand_where_it_is_told_to(path: Path, problem: Problem, written: str) -> None:
    text = path.read_text("utf-8")
    span = problem.span
    mended = f"{text[: span.start]}{written}{text[span.end :]}"
    end = span.start + len(written)

    left = [p for p in check(Source(path.name, mended), path.parent) if p.is_error]

    assert [p.message for p in left if p.span.start <= end and p.span.end >= span.start] == []


TEXT = "one two three\nfour five\n"


def tried(problem: Problem, *wrong: str) -> Problem:
    """What is told in the end, where these words are mistakes of a text."""

    def look(source: Source) -> list[Problem]:
        places = [(source.text.find(word), len(word)) for word in wrong]
        return [Problem("E311", "wrong", Span(source, at, at + size)) for at, size in places if at >= 0]

    (told,) = upheld([problem], problem.span.source, look)
    return told


def problem_at(word: str, help: str) -> Problem:
    source = Source("text", TEXT)
    start = TEXT.find(word)
    return Problem("E305", "no such", Span(source, start, start + len(word)), help=help)


def test_what_mends_is_told() -> None:
    assert tried(problem_at("two", "write `zwei`"), "two").help == "write `zwei`"


def test_what_does_not_mend_is_not_told() -> None:
    assert tried(problem_at("two", "write `zwei`"), "zwei").help == "`dicedsl explain E305` shows how it is written"


def test_what_is_marked_is_what_it_takes_the_place_of() -> None:
    told = tried(problem_at("two", "write `one zwei`"), "one one")

    assert (told.span.text, told.help) == ("one two", "write `one zwei`")


def test_what_is_told_plainly_takes_the_place_of_a_bad_repair() -> None:
    plain = problem_at("two", "a line looks like this")
    guess = evolve(problem_at("two", ""), code="E111", mending=Mending(4, 7, "zwei"), instead=plain)

    assert tried(guess, "zwei") == plain
    assert tried(guess, "drei").message == guess.message


def test_a_form_is_no_proposal() -> None:
    assert tried(problem_at("two", "write `two of ...`"), "two").help == "write `two of ...`"
