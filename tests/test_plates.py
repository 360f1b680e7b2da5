"""Pictures for print: every die of a position is in them, before and after set-up, in every game."""

import re
from xml.etree import ElementTree

import pytest

from dicedsl.errors import raise_errors
from dicedsl.interpreter.examples.wanted_positions import Moments, NamedPosition
from dicedsl.interpreter.model.dice_and_boards import boards_of, form_of
from dicedsl.interpreter.model.records import Form
from dicedsl.interpreter.show.hexagons import AXES
from dicedsl.interpreter.show.pile_from_above import Tile, middle_of, tiles
from dicedsl.interpreter.show.plates import Plates
from dicedsl.interpreter.show.printed_dice import inks
from dicedsl.interpreter.show.printed_picture import is_bare, printed_picture
from dicedsl.interpreter.table.view import view
from dicedsl.rulebook.library import games
from dicedsl.rulebook.loading import load_path

GAMES = dict(games())


def dice_in(markup: str) -> int:
    root = ElementTree.fromstring(f"<div>{markup}</div>")
    return sum(int(element.get("data-dice", "0")) for element in root.iter())


def covered_in(seen: NamedPosition) -> int:
    """The dice of a pyramid on which three others rest: nobody sees them from above."""
    found = 0
    for board in view(seen.table, seen.state, None, revealed=True).boards:
        stands = {at for at, die in zip(board.places, board.dice, strict=True) if die is not None}
        if form_of(board) == Form.PYRAMID:
            found += sum({(a - 1, b, c), (a, b - 1, c), (a, b, c - 1)} <= stands for a, b, c in stands)
    return found


def shows_every_die(markup: str, seen: NamedPosition) -> bool:
    """Each is drawn once, but for those that are covered; with its layers beside it a pyramid shows them all, and some twice."""
    drawn, total = dice_in(markup), len(seen.table.program.dice)
    return drawn >= total if ">layer 2<" in markup else drawn == total - covered_in(seen)


@pytest.mark.parametrize("name", list(GAMES))
def test_the_set_up_shows_every_die(name: str) -> None:
    seen = Moments(GAMES[name]).after_setup()

    assert shows_every_die(printed_picture(seen.table, seen.state, seen.names), seen)


@pytest.mark.parametrize("name", list(GAMES))
def test_examples_show_every_die(name: str) -> None:
    book, problems = load_path(GAMES[name])
    raise_errors(problems)
    assert book is not None
    plates = Plates(Moments(GAMES[name]))
    title = max(book.examples, key=lambda example: len(example.lines)).title.value
    pictures = [plates.at(title, ended) for ended in (False, True)]
    assert any(pictures)
    for picture, seen in zip(pictures, plates.ends_of(title), strict=True):
        # A board with nothing on it is not drawn beside one with dice.
        assert picture == "" if is_bare(seen.table, seen.state) and "" in pictures else shows_every_die(picture, seen)


def test_a_pyramid_shows_each_player_the_numbers_of_their_side() -> None:
    """Two layers: of the dice below, the one that looks at the die above is covered."""
    seen = Plates(Moments(GAMES["35-slide"])).ends_of("35-S1 Six alike")[0]
    (board,) = boards_of(seen.table, seen.state, view(seen.table, seen.state, None, revealed=True))
    found = {(tile.place.at, side_of(tile)): tile.number for tile in tiles(board, 10.0)}
    assert all(side_of(tile) == tile.side for tile in tiles(board, 10.0))

    # 312 on top shows all of its numbers; 415 beside it, towards the first corner, has the top on its first side.
    assert [found[(0, 0, 0), side] for side in range(3)] == [3, 1, 2]
    assert ((1, 0, 0), 0) not in found
    assert ((1, 0, 0), 1) in found and ((1, 0, 0), 2) in found


def side_of(tile: Tile) -> int:
    """Which side of its die it is: the one that looks away from the axis it leaves out."""
    x, y = middle_of(tile.place.at, 10.0)
    away = [(tile.middle[0] - x) * ax + (tile.middle[1] - y) * ay for ax, ay in AXES]
    return away.index(min(away))


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
        used = set(re.findall(r"url\(#([\w-]+)\)", printed_picture(seen.table, seen.state, seen.names)))
        assert used <= known
