"""Every colour of dice is known to whatever shows dice, and no two look alike there."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pytest

from dicedsl.built_in import COLOURS, NO_COLOUR
from dicedsl.interpreter.show import dice, printed_dice, svg
from dicedsl.interpreter.web import dice_pictures
from dicedsl.typed.material import COLOUR_WORDS

BLACK_AND_WHITE = {"black", "white"}  # neither terminals nor paper paint these
WITHOUT_COLOUR = {""}
PALETTES: dict[str, tuple[Mapping[str, object], Collection[str]]] = {
    "the terminal": (dice.PAINTS, COLOURS.keys() - BLACK_AND_WHITE),
    "grounds in print": (printed_dice.GROUNDS, COLOURS.keys() - BLACK_AND_WHITE),
    "hatches in print": (printed_dice.HATCHES, COLOURS.keys() - BLACK_AND_WHITE),
    "pictures of boards": (svg.COLOUR_FILLS, COLOURS.keys()),
    "the page": (dice_pictures.FILLS, COLOURS.keys() | WITHOUT_COLOUR),
}


@pytest.mark.parametrize("palette", PALETTES)
def test_a_palette_has_each_colour(palette: str) -> None:
    known, expected = PALETTES[palette]

    assert set(known) == set(expected)


@pytest.mark.parametrize("palette", ["grounds in print", "hatches in print", "pictures of boards"])
def test_no_two_colours_look_alike(palette: str) -> None:
    known, _ = PALETTES[palette]

    assert len(set(known.values())) == len(known)


def test_each_colour_has_a_letter_of_its_own() -> None:
    assert len(set(COLOURS.values())) == len(COLOURS)
    assert all(len(letter) == 1 and letter.isupper() for letter in COLOURS.values())


def test_no_colour_is_a_word_for_dice_and_no_colour() -> None:
    assert COLOUR_WORDS == (NO_COLOUR, *COLOURS)
    assert NO_COLOUR not in COLOURS


def test_the_players_in_print_have_colours_that_there_are() -> None:
    assert set(printed_dice.OF_SEATS) <= COLOURS.keys()
