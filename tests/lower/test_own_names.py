"""A file may change a shipped rulebook that has its own name: no file means itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from dicedsl.cli import main
from dicedsl.errors import raise_errors
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.loading import load_path

OWN = 'game "Pig of ours" changes "pig"\noptions:\n    replace goal = 30, from 10 to 1000: "points that win"\n'
BESIDE = 'game "Pig of theirs" changes "pig"\n'


def book_at(path: str) -> Rulebook:
    book, problems = load_path(Path(path))
    raise_errors(problems)
    assert book is not None
    return book


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pig.dice").write_text(OWN)
    (tmp_path / "theirs.dice").write_text(BESIDE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["pig.dice", "./pig.dice"])
def test_a_file_changes_the_shipped_one_of_its_name(folder: Path, name: str) -> None:
    for path in (name, str(folder / name)):
        book = book_at(path)
        assert book.title == "Pig of ours"
        assert book.options["goal"].default.span.text == "30"
        assert book.parents == ["pig"]


def test_its_neighbours_mean_the_file_beside_them(folder: Path) -> None:
    book = book_at(str(folder / "theirs.dice"))
    assert book.title == "Pig of theirs"
    assert book.options["goal"].default.span.text == "30"
    assert book.parents == ["pig", "pig"]


def test_commands_take_it_once_and_again(folder: Path) -> None:
    for name in ("pig.dice", "theirs.dice", "pig.dice", "theirs.dice"):
        result = CliRunner().invoke(main, ["check", name])
        assert result.exit_code == 0, result.output


def test_two_files_that_change_each_other_are_still_a_circle(folder: Path) -> None:
    (folder / "one.dice").write_text('game "One" changes "two"\n')
    (folder / "two.dice").write_text('game "Two" changes "one"\n')
    result = CliRunner().invoke(main, ["check", "one.dice"])
    assert "E201" in result.output
