"""Pictures for print: every die of a position is in them, before and after set-up, in every game."""

import re
from xml.etree import ElementTree

import pytest

from dicedsl.interpreter.examples.moments import Moments
from dicedsl.interpreter.show.engraving import engraved, inks, is_bare
from dicedsl.interpreter.show.plates import Plates
from dicedsl.rulebook.library import games
from dicedsl.rulebook.loading import load_path, raise_errors

GAMES = dict(games())


def dice_in(markup: str) -> int:
    root = ElementTree.fromstring(f"<div>{markup}</div>")
    return sum(int(element.get("data-dice", "0")) for element in root.iter())


@pytest.mark.parametrize("name", list(GAMES))
def test_the_set_up_shows_every_die(name: str) -> None:
    seen = Moments(GAMES[name]).after_setup()

    assert dice_in(engraved(seen.table, seen.state, seen.names)) == len(seen.table.program.dice)


@pytest.mark.parametrize("name", list(GAMES))
def test_examples_show_every_die(name: str) -> None:
    book, problems = load_path(GAMES[name])
    raise_errors(problems)
    assert book is not None
    plates = Plates(Moments(GAMES[name]))
    title = max(book.examples, key=lambda example: len(example.lines)).title.value
    for ended, seen in enumerate(plates.ends_of(title)):
        picture = plates.at(title, bool(ended))
        cleared = bool(ended) and picture == "" and is_bare(seen.table, seen.state)
        assert cleared or dice_in(picture) == len(seen.table.program.dice)


def test_a_board_that_has_been_cleared_is_not_shown() -> None:
    plates = Plates(Moments(GAMES["14-clever-mole"]))
    before, after = (plates.at("Nobody knows", ended) for ended in (False, True))

    assert dice_in(before) > 0
    assert after == ""


def test_an_arrow_shows_where_a_die_went() -> None:
    plates = Plates(Moments(GAMES["46-reducto"]))
    before, after = (plates.at("46-S3 Six dice: two moves, the second a jump", ended) for ended in (False, True))

    assert "stroke-dasharray" not in before
    assert before != after


def test_places_of_a_story_are_named() -> None:
    picture = Plates(Moments(GAMES["26-dora"])).at(
        "26-S2 Two alike: the owner of the third number fills", places=[(7, 0, 1)]
    )

    assert ">7,0,1</text>" in picture
    assert picture.count("<polygon") < 45  # and only the corner of the plate where it happens


def test_a_position_that_cannot_be_reached_has_no_picture() -> None:
    assert Plates(Moments(GAMES["pig"])).at("no such example") == ""


def test_hatchings_are_there_for_every_colour_that_is_used() -> None:
    known = set(re.findall(r'id="(ink-\w+)"', inks()))
    for name in ("46-reducto", "51-steps-to-the-throne", "six-by-six"):
        seen = Moments(GAMES[name]).after_setup()
        used = set(re.findall(r"url\(#([\w-]+)\)", engraved(seen.table, seen.state, seen.names)))
        assert used <= known
