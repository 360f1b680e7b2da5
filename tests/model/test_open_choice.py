"""What is asked, what can be picked, what a rule forbids, and what a choice is worth."""

from __future__ import annotations

import re

import pytest

from dicedsl.errors import UsageError
from dicedsl.interpreter.model.model import model_of, open_choice_of
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.play.questions.phrases import option_of_text
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.table.game_table import GameTable
from tests.model.playing import NAMES, Game, reader, small, steps


def played(name: str, players: int, *moves: str | tuple[int, ...]) -> tuple[GameTable, Session]:
    table = Game.named(name).table(players, starter=0)
    session = Session(table, NAMES[:players], 1, "ask")
    for move in moves:
        if isinstance(move, str):
            session.answer(session.read(move))
        else:
            session.enter_roll(move)
    return table, session


def test_entering_a_box_says_what_it_is_worth() -> None:
    table, session = played("yahtzee", 2, (6, 6, 6, 2, 1))
    asking = open_choice_of(table, session.state, reader(table, 0))
    enter = next(i for i, a in enumerate(asking.decision.alternatives) if a.name == "enter")
    worth = {option.text: option.worth for option in asking.pick(enter).options}

    assert worth["chance"] == "21" and worth["sixes"] == "18"
    assert worth["yahtzee"] == "0"


def test_stopping_says_what_is_won_and_setting_aside_what_it_adds() -> None:
    table, session = played("farkle", 2, (1, 1, 5, 2, 3, 4), "set aside 1 1")
    model = model_of(table, session.state, 0, NAMES[:2])
    assert model.question is not None
    assert {a.name: a.worth for a in model.question.alternatives} == {"roll on": "", "stop": "score +200"}

    table, session = played("farkle", 2, (1, 1, 5, 2, 3, 4))
    pick = open_choice_of(table, session.state, reader(table, 0)).pick(0, (), 0b11)
    assert pick.many and pick.done and pick.worth == "pot +200"


def test_nothing_is_tried_where_something_is_hidden() -> None:
    table, session = played("perfecto", 2, (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6), "bid 5 3")
    model = model_of(table, session.state, 1, NAMES[:2])
    assert model.question is not None and not any(a.worth for a in model.question.alternatives)


def test_a_closed_choice_and_a_closed_place_say_the_rule() -> None:
    table, session = played("pig", 2)
    model = model_of(table, session.state, 0, NAMES[:2])
    assert model.question is not None
    assert [a.refused for a in model.question.alternatives] == ["", "Roll at least once before you hold."]

    table, session = played("six-by-six", 2, (1, 1, 1, 1, 1, 1))
    pick = open_choice_of(table, session.state, reader(table, 0)).pick(0)
    sentences = {option.refused for option in pick.closed}
    assert "You rolled no die for that column." in sentences
    assert not {o.value for o in pick.closed} & {o.value for o in pick.options}
    assert len(pick.closed) + len(pick.options) == 36


def test_questions_say_what_is_asked() -> None:
    def asked(name: str, seat: int, *moves: str | tuple[int, ...]) -> str:
        table, session = played(name, 2, *moves)
        question = model_of(table, session.state, seat, NAMES[:2], by_hand=True).question
        return "" if question is None else f"{question.kind}: {question.text}"

    assert asked("pig", 0) == "choice: Ann, roll?"
    assert asked("farkle", 0, (1, 1, 5, 2, 3, 4)) == "choice: Ann, set aside which dice?"
    assert asked("farkle", 0, (1, 1, 5, 2, 3, 4), "set aside 1") == "choice: Ann, roll on or stop?"
    assert asked("23-rasanto", 0) == "choice: Ann, put where?"
    assert asked("farkle", 0) == "roll: Ann rolls 6 dice: what do they show?"
    assert asked("pig", 0, "roll") == "roll: Ann rolls 1 die: what does it show?"
    assert asked("farkle", 1, (1, 1, 5, 2, 3, 4)) == "choice: Waiting for Ann."
    assert asked("07-flickers", 0).startswith("report: Ann, what comes of “flick”?")


def test_dice_rolled_in_secret_are_asked_of_their_owner_alone() -> None:
    table, session = played("perfecto", 2)
    questions = [model_of(table, session.state, seat, NAMES[:2], by_hand=True).question for seat in (0, 1, None)]
    assert all(q is not None and q.seat == 0 and q.secret for q in questions)
    assert [q.waiting for q in questions if q is not None] == [False, True, True]


def test_a_die_that_is_taken_says_what_it_frees() -> None:
    table = Game.named("turned-over").table(2, starter=0)
    step = next(step for step in steps(table, 1) if table.decision(step.after) is not None)
    asking = open_choice_of(table, step.after, reader(table, table.turn(step.after).seats[0]))
    worths = {option.text: option.worth for option in asking.pick(0, ()).options}

    freed = r"c\d\d \((?:green|black|red)\)"
    top = next(name for name in worths if name.startswith("d"))
    assert re.search(rf"that frees {freed}, {freed} and {freed}$", worths[top]), worths


HILL = """
material:
    board hill: grid 2 by 2
    stock: 2 dice
setup:
    move stock to ((1,1) + (2,2))
    for each die in dice on hill: turn the die to 4
turn:
    choose:
        "graze" one of dice on hill as goat: turn goat to 5
"""


def test_dice_on_a_board_that_show_the_same_are_told_with_their_places_and_named_by_them() -> None:
    table = small(HILL)
    state = table.start()
    pick = open_choice_of(table, state, Reader(0, ("Ann", "Ben"))).pick(0)

    assert [option.text for option in pick.options] == ["4 on a1", "4 on b2"]
    assert table.parse_move(state, 0, "graze 4 on b2").values == (1,)
    assert table.parse_move(state, 0, "graze 4 on (1,1)").values == (0,)
    with pytest.raises(UsageError, match="no die there shows 4"):
        table.parse_move(state, 0, "graze 4 on a2")
    with pytest.raises(UsageError, match="4 on a1 or 4 on b2"):
        option_of_text(pick, "4", False, False, lambda shape, place: "")
