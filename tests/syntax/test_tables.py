"""The tables of the parser are kept: what is read with them is the same, and damage costs nothing but time."""

from __future__ import annotations

from pathlib import Path

import pytest
from lark import Lark

from dicedsl import kept_files
from dicedsl.rulebook.library import shipped_files
from dicedsl.syntax import parser_tables
from dicedsl.syntax.edition_parser import FIRST, SECOND, Edition


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept_files, "folder", lambda: tmp_path)
    return tmp_path


SMALL = "start: word+\nword: A | B\nA: /a+/\nB: /b+/\n"
OPTIONS = {"parser": "lalr", "lexer": "basic", "start": "start"}


def test_the_second_time_they_are_read(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = parser_tables.load_parser(SMALL, OPTIONS)
    assert len(list(kept.iterdir())) == 1

    def never(*_: object, **__: object) -> None:
        raise AssertionError("made anew")

    monkeypatch.setattr(Lark, "__init__", never)
    second = parser_tables.load_parser(SMALL, OPTIONS)
    assert second.parse("aabba") == first.parse("aabba")


def test_what_is_damaged_is_made_anew(kept: Path) -> None:
    first = parser_tables.load_parser(SMALL, OPTIONS)
    (entry,) = kept.iterdir()
    whole = entry.read_bytes()
    for damaged in (b"", b"junk", whole[: len(whole) // 2], whole[:-1]):
        entry.write_bytes(damaged)
        assert parser_tables.load_parser(SMALL, OPTIONS).parse("ab") == first.parse("ab")
        assert len(entry.read_bytes()) == len(whole)


def test_another_grammar_has_tables_of_its_own(kept: Path) -> None:
    parser_tables.load_parser(SMALL, OPTIONS)
    parser_tables.load_parser(SMALL.replace("b+", "c+"), OPTIONS)
    assert len(list(kept.iterdir())) == 2


def test_nobody_needs_a_place_to_keep_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_files, "folder", lambda: None)
    assert parser_tables.load_parser(SMALL, OPTIONS).parse("ab").data == "start"


OLD = sorted((Path(__file__).parents[1] / "first-edition").rglob("*.dice"))


@pytest.mark.parametrize(
    ("reader", "paths"), [(FIRST, OLD[::15]), (SECOND, list(shipped_files().values())[::15])], ids=["first", "second"]
)
def test_rulebooks_are_read_as_with_tables_just_made(reader: Edition, paths: list[Path]) -> None:
    used = reader.parser
    names = ("parser", "lexer", "start", "postlex", "propagate_positions", "maybe_placeholders")
    made = Lark(reader.grammar, **{name: getattr(used.options, name) for name in names})
    for path in paths:
        text = path.read_text("utf-8") + "\n"
        assert used.parse(text) == made.parse(text)
