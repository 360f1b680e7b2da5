"""A new rulebook checks and plays at once."""

from pathlib import Path

import pytest

from dicedsl.check_door import check
from dicedsl.interpreter.examples.testing import test_path as run_examples_of
from dicedsl.prose.diff import changes
from dicedsl.prose.new_rulebook import new_text, slug
from dicedsl.rulebook.library import games, shipped_files
from dicedsl.rulebook.loading import load_path
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.formatter import format_text
from dicedsl.text.source import Source


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("My Game", "my-game"),
        ("Dé à coudre!", "de-a-coudre"),
        ("  2 out of 3 ain't bad ", "2-out-of-3-aint-bad"),
        ("../etc/passwd", "etc-passwd"),
        ("???", "new-game"),
    ],
)
def test_slug(title: str, name: str) -> None:
    assert slug(title) == name


@pytest.mark.parametrize("title", ["Storm", 'The "best" game', "{title} {slug}", "a\nb"])
def test_a_new_game_checks_and_its_examples_hold(title: str, tmp_path: Path) -> None:
    path = tmp_path / "new.dice"
    path.write_text(new_text(title, None, None), "utf-8")

    assert check(path) == []
    reports = list(run_examples_of(path))
    assert len(reports) == 2
    assert [report.problems for report in reports] == [[], []]


@pytest.mark.parametrize("parent", [name for name, _ in games()])
def test_a_new_variant_checks_and_changes_something(parent: str, tmp_path: Path) -> None:
    path = tmp_path / "new.dice"
    book, _ = load_path(shipped_files()[parent])
    assert book is not None
    text = new_text("My own", parent, book)
    path.write_text(text, "utf-8")

    assert [p for p in check(path) if p.is_error] == []
    mine, _ = load_path(path)
    assert mine is not None
    found = [c for c in changes(book, mine) if c.section not in {"notes", "examples", "variants"}]
    assert len(found) == 1
    for name in (*book.rules, *book.options):
        assert name in text


def test_the_texts_are_in_their_usual_form() -> None:
    text = new_text("Storm", None, None)

    assert format_text(Source("<new>", text)) == text


def test_what_is_remembered_is_changed_under_its_own_part() -> None:
    book, _ = load_path(shipped_files()["perfecto"])
    assert book is not None
    lines = new_text("My own", "perfecto", book).split("\n")

    head = lines.index("# What is remembered, under `to keep track:`")
    kept = [line for line in lines if line.startswith("#     replace each ")]
    assert kept
    assert all(lines.index(line) > head for line in kept)
    assert len(kept) == len(set(kept))


def test_a_new_game_is_of_the_second_edition() -> None:
    assert SECOND.failure_of(new_text("Storm", None, None)) is None
