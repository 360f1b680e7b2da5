"""Places have one short name each, the same for everybody and for the whole game."""

from __future__ import annotations

import pytest

from dicedsl.interpreter.model.model import model_of, open_choice_of
from dicedsl.interpreter.moves.place_names import place_names
from tests.model.playing import NAMES, Game, reader, small

ATTEMPT = """material:
    board row: (x) from 1 to 4
    cup: 4 dice
    each player has score = 0
setup:
    for each spot in row: move one of cup to spot
turn:
    choose:
        "pull" one of taken row as spot:
            attempt "pull":
                "out": add 1 to your score
                "topple"
                odds:
                    "out": 4 - x of spot
                    "topple": x of spot
            move die on spot to cup
        if nothing fits: nobody wins
cap 9 turns: nobody wins
"""
VIEWED = """material:
    board heap: (a, b, c) from 0 to 2 where a + b + c is at most 2
    cup: 10 dice
words:
    depth of place p is b of p
setup:
    for each spot in heap: move one of cup to spot
shown:
    depth of each place as "your side" when a of place is 0
turn:
    choose:
        "take" one of taken heap as spot: move die on spot to cup
        if nothing fits: nobody wins
cap 9 turns: nobody wins
"""


@pytest.mark.parametrize("name", ["23-rasanto", "turned over", "six by six", "two out of three", "quadrula rasa"])
def test_every_place_has_a_name_of_its_own_that_means_it(name: str) -> None:
    table = Game.named(name).table(2)
    for board in table.program.boards:
        names = [table.words.places.name(board.name, key) for key in range(len(board.labels))]

        assert len(set(names)) == len(names)
        assert [table.words.places.key(board.name, text.upper()) for text in names] == list(range(len(names)))
        assert max(map(len, names)) <= 3


def test_names_say_column_and_row_or_layer_row_and_place() -> None:
    assert place_names([(1, 1), (1, 2), (2, 1)]) == ["a1", "b1", "a2"]
    assert place_names([(1, 1), (1, 2), (2, 1)], sides=4) == ["1-1", "1-2", "2-1"]
    assert place_names([(5,), (6,)]) == ["5", "6"]
    assert place_names([(0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 0, 0)]) == ["a11", "a12", "a21", "b11"]
    assert place_names([(1, 1, 1), (1, 2, 1), (1, 1, 2), (2, 2, 2)]) == ["a11", "a12", "b11", "b22"]


def test_where_there_are_no_short_names_places_are_called_by_their_coordinates() -> None:
    assert place_names([(0, 0, 0, 1)]) == ["(0,0,0,1)"]
    assert place_names([(-1,), (0,)]) == ["(-1)", "(0)"]
    assert place_names([(row, column) for row in (1,) for column in range(40)])[39] == "(1,39)"


def test_a_move_that_leads_to_an_attempt_is_listed_with_its_odds() -> None:
    table = small(ATTEMPT)
    asking = open_choice_of(table, table.start(), reader(table, 0))

    assert {option.text: option.worth for option in asking.pick(0).options} == {
        "1": "75 % out; 25 % topple",
        "2": "50 % out; 50 % topple",
        "3": "75 % topple; 25 % out",
        "4": "",
    }


def test_what_is_shown_for_places_is_an_aspect_of_their_board() -> None:
    table = small(VIEWED)
    (aspect,) = model_of(table, table.start(), 0, NAMES[:2]).aspects
    board = table.program.boards[0]

    assert (aspect.name, aspect.board) == ("your side", "heap")
    assert {board.labels[key]: text for key, text in aspect.values} == {
        label: str(label[1]) for label in board.labels if label[0] == 0
    }
