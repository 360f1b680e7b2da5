"""Every rulebook of the first edition is the same game after `fmt --upgrade`.

The same means: for the fewest players, without a variant and with each, both texts are lowered to one program. Compared is all that
is compared when a save is opened (cells, blocks, faults, sentences, odds of attempts ...). Only how names are spelt may differ: a
word that can be no part of a name any more is joined to its neighbour, and an article in front of a name is for the ear.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from dicedsl.about import Setting
from dicedsl.compile_door import about_rulebook, compile_program
from dicedsl.program.fingerprint import fingerprint
from dicedsl.program.ops import Program
from dicedsl.rulebook.shelf import Shelf, ShelfText
from dicedsl.syntax.edition_parser import FIRST
from dicedsl.syntax.formatter import upgrade_and_format
from dicedsl.syntax.parser import parse_as
from dicedsl.text.source import Source
from tests.syntax.second.spelling import respelt

OLD = {path.stem: path for path in sorted((Path(__file__).parents[2] / "first-edition").rglob("*.dice"))}
GAMES = [name for name, path in OLD.items() if path.read_text("utf-8").startswith("game")]


@cache
def texts(edition: int) -> dict[str, str]:
    old = {name: path.read_text("utf-8") for name, path in OLD.items()}
    return old if edition == 1 else {name: upgrade_and_format(Source(name, text)) for name, text in old.items()}


def on_shelf(name: str, known: dict[str, str]) -> Shelf:
    """A rulebook with all others of its edition beside it."""
    names = [name, *(other for other in known if other != name)]
    numbers = tuple((other, number) for number, other in enumerate(names))
    return Shelf(tuple(ShelfText(other, known[other], numbers) for other in names))


def programs(shelf: Shelf) -> dict[str, Program]:
    said = about_rulebook(shelf.source, shelf)
    found = {}
    for titles in ((), *((title,) for title in said.variants)):
        counts = about_rulebook(shelf.source, shelf, titles).counts
        found[", ".join(titles)] = compile_program(shelf.source, shelf, Setting(min(counts) if counts else 2), titles)
    return found


def test_all_of_them_are_there() -> None:
    assert len(OLD) == 87 and len(GAMES) == 77
    # Two libraries are read alike by both editions.
    read = [parse_as(Source(name, text), FIRST) for name, text in texts(1).items()]
    assert all(file is not None and not problems for file, problems in read)


@pytest.mark.parametrize("name", GAMES)
def test_it_is_the_same_game(name: str) -> None:
    old, new = (programs(on_shelf(name, texts(edition))) for edition in (1, 2))

    assert {title: respelt(made) for title, made in old.items()} == {
        title: respelt(made) for title, made in new.items()
    }


def test_other_odds_are_another_game() -> None:
    name = next(n for n, text in texts(2).items() if re.search(r'odds of ".*":\n +".*": \d+\n', text) and n in GAMES)
    other = re.sub(r'(odds of ".*":\n +".*": )\d+\n', r"\g<1>77\n", texts(2)[name], count=1)

    one, two = (programs(on_shelf(name, {**texts(2), name: text}))[""] for text in (texts(2)[name], other))

    assert respelt(one) != respelt(two) and fingerprint(one) != fingerprint(two)
