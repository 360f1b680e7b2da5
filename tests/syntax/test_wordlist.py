"""The words of the language: one table, which everything else agrees with."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from dicedsl import built_in as words_of_language
from dicedsl.cli import main
from dicedsl.lower import built_in
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.forms import FORMS
from dicedsl.syntax.reserved import BEGINNING


@pytest.mark.parametrize("sort", ["NOUNS", "ATTRIBUTES", "ADJECTIVES"])
def test_the_table_holds_what_is_worked_out(sort: str) -> None:
    assert set(getattr(words_of_language, sort)) == set(getattr(built_in, sort))
    assert all(word.meaning for word in getattr(words_of_language, sort).values())


def test_every_word_is_printed() -> None:
    done = CliRunner().invoke(main, ["words"])
    lines = done.output.splitlines()
    rows = {line.split("  ")[1].strip() for line in lines if line.startswith("  ")}

    assert done.exit_code == 0
    assert {*words_of_language.NOUNS, *words_of_language.ADJECTIVES, *FORMS} <= rows
    assert {f"{name} of" for name in words_of_language.ATTRIBUTES} <= rows
    told = set(done.output.replace(",", " ").split())
    assert SECOND.reserved_words | BEGINNING | SECOND.keywords <= told
    assert max(map(len, lines)) <= 160


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("mover", "mover: whose turn it is"),
        ("Neighbours", "neighbours of a place: the places that share an edge"),
        ("dice", "dice of a player: all dice that player owns"),
        ("least", "part of: at least"),
        ("roll", "a line that begins with roll: `roll cup`"),
        ("roll", "roll means something in some places, and is free in names"),
        ("whose", "whose cannot begin a name"),
        ("every", "every cannot be the first word of a name"),
        ("turns  played", "finished turns"),
    ],
)
def test_one_word_is_explained(word: str, said: str) -> None:
    done = CliRunner().invoke(main, ["words", word])

    assert done.exit_code == 0
    assert said in done.output


def test_a_word_that_means_nothing_is_free() -> None:
    done = CliRunner().invoke(main, ["words", "saved pile"])

    assert done.exit_code == 2
    assert "it is free to be a name" in done.output
