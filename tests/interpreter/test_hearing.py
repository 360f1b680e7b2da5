"""Answers from text: every way a person may write what is picked."""

import pytest
from tests.invariants import Auditor

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import load
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable

NAMES = {"Anna": 0, "Ann Lee": 1, "you": 2}

BOOK = """\
game "Saying"
players 3
material:
    board field: grid 3 by 3
    board pile: (a, b, c) from 0 to 2 where a + b + c is at most 2
    hand of each player: 3 numbered dice
    floor: no dice
    cup of each player: 3 dice
words:
    kind suit, suits: hearts, clubs, old coins
    die d is high when number of d is at least 4
setup:
    for each p in players: move one of hand of p to floor
    for each p in players: roll cup of p
turn:
    attempt "say":
        "place" one of pile as spot
        "places" some of field as spots, one of 1 to 9 as n
        "done" one of 0 to 600 as time, one of pile as site
        "who" one of players as p, some of suits as s
        "all who" any of players as p
        "on" any of your hand as landed, any of floor as hit
        "two" some of floor as left, some of floor - left as right:
            must count of left is 2: "Two on the left."
        "cups" some of your cup as x, some of your cup - x as y, any of 1 to 6 as z
        "other" one of cup of left of you as d
        "yes" one of suits as s
    if count of floor is 9: end turn
cap 6 turns: nobody wins
"""
ROLLED = (1, 4, 4, 2, 4, 6, 1, 2, 3)


@pytest.fixture(scope="module")
def table() -> GameTable:
    return load(BOOK).table(starter=0)


@pytest.fixture(scope="module")
def state(table: GameTable) -> State:
    state = table.start()
    numbers = iter(ROLLED)
    while table.turn(state).kind == "chance":
        outcome = table.outcomes(state)[0]
        given = tuple(next(numbers) for _ in outcome.values)
        state = table.apply(state, type(outcome)(given))
    return state


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("place (1,1,0)", "place (1,1,0)"),
        ("place 1 1 0", "place (1,1,0)"),
        ("place 1,1,0", "place (1,1,0)"),
        ("PLACE ( 1, 1, 0 )", "place (1,1,0)"),
        ("places (1,1) (2,3) 5", "places (1,1) (2,3) 5"),
        ("places (1,1), (2,3), 5", "places (1,1) (2,3) 5"),
        ("places 1 1 2 3 5", "places (1,1) (2,3) 5"),
        ("places all 9", "places (1,1) (1,2) (1,3) (2,1) (2,2) (2,3) (3,1) (3,2) (3,3) 9"),
        ("done 285 (0,1,1)", "done 285 (0,1,1)"),
        ("done 285 0 1 1", "done 285 (0,1,1)"),
        ("who Anna hearts", "who P1 hearts"),
        ("who ann lee old coins hearts", "who P2 hearts old coins"),
        ("who P3 clubs", "who P3 clubs"),
        ("who you all", "who P3 hearts clubs old coins"),
        ("all who", "all who none"),
        ("all who Anna and you", "all who P1 P3"),
        ("all who P1 Ann Lee", "all who P1 P2"),
        ("on d2 d3 and none", "on d2 d3 and none"),
        ("on none and d1 of Ann Lee", "on none and d1 of P2"),
        ("on none d1 d1 of P2", "on none and d1 d1 of P2"),
        ("on nothing nothing", "on none and none"),
        ("on all all", "on d2 d3 and d1 d1 of P2 d1 of P3"),
        ("on d2 d1", "on d2 and d1"),  # only so may it be reported
        ("two d1 d1 of P2 d1 of P3", "two d1 d1 of P2 and d1 of P3"),
        ("cups 1 4 4 2", "cups 1 4 and 4 and 2"),
        ("cups 4 and 1 4 and 3 5", "cups 4 and 1 4 and 3 5"),
        ("cups high 4 and 1 none", "cups 4 and 1 and none"),
        ("other 6", "other 6 of P2"),
        ("other 6 of Ann Lee", "other 6 of P2"),
        ("yes old coins", "yes old coins"),
    ],
)
def test_what_is_said_is_understood(table: GameTable, state: State, said: str, meant: str) -> None:
    move = table.parse_move(state, 0, said, NAMES)

    assert move.text == meant
    assert table.why_not(state, 0, move) is None
    assert table.parse_move(state, 0, meant, NAMES) == move


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("jump", 'this attempt knows "place", "places", "done", "who", "all who", "on", "two", "cups", "other", "yes"'),
        ("place", "say which spot you mean"),
        ("place (3,0,0)", "there is no place (3,0,0)"),
        ("place here", '"here" is no place; a place is written like a31'),
        ("place (1,1,0) (0,0,0)", '"place" does not need "(0,0,0)"'),
        ("places (1,1) (2,2)", "say which n you mean"),
        ("done soon (0,0,0)", '"soon" is no number'),
        ("who Carl clubs", 'nobody here is called "Carl"'),
        ("who P4 clubs", 'nobody here is called "P4"'),
        ("who Anna diamonds", 'there is no suit "diamonds"'),
        ("on d9 none", "there is no die d9"),
        ("on d1 of Carl", 'nobody here is called "Carl"'),
        ("on d1 of", "say whose"),
        ("on d7 of Anna", "there is no die d7 of P1"),
        ("other 5", "no die shows 5"),
        ("other high", '"high" is no die; say what it shows, such as 5, or its name, such as d1'),
        ("yes", "say which s you mean"),
    ],
)
def test_what_is_not_understood_is_told(table: GameTable, state: State, said: str, answer: str) -> None:
    with pytest.raises(UsageError) as caught:
        table.parse_move(state, 0, said, NAMES)
    assert caught.value.message == answer


def test_a_die_that_is_not_there_is_refused_and_not_misread(table: GameTable, state: State) -> None:
    move = table.parse_move(state, 0, "on d1 and none", NAMES)

    assert move.text == "on d1 and none"  # it lies on the floor, not in the hand
    assert table.why_not(state, 0, move) == "That cannot be reported now."


def test_every_report_reads_back(table: GameTable) -> None:
    auditor = Auditor(table, Chance(4))
    for _ in range(60):
        auditor.game()

    assert auditor.counts["reports"] == auditor.counts["moves read"] == 360
