"""The order of declarations means nothing: each may speak of what stands further down, and what cannot be known is a message."""

from __future__ import annotations

import pytest

from dicedsl.check_door import check
from dicedsl.interpreter.game import load
from dicedsl.interpreter.moves.wording import HIDDEN_TEXT
from dicedsl.interpreter.table.game_table import table_of
from dicedsl.interpreter.table.view import view
from dicedsl.text.source import Source

FRAME = """game "Order"
players 2 to 4
options:
    early option = 2, from 1 to 5
    {options}
    late option = 3, from 1 to 9
material:
    cup: 2 dice
    {zones}
    late hand of each player: 1 die
    {boards}
    board field of squares: grid 3 by 3
to keep track:
    the game has an early count, at first 0
    {memories}
    the game has a late count, at first 4
    each player has a late score, at first late count
    each player has a friend, at first nobody
words:
    kind suit, suits: clubs, hearts
    late word is late count + 1
    mates of a player is (players where friend of it is not nobody)
    a player is fond when late score of it is 0
    a square is high when row of it is 3
    late list is list 1, 2, late option
    free squares is (squares where it is empty)
turn:
    roll cup
    add 1 to your late score
    if your late score is at least 3: you win
"""
SPARE = {
    "options": "spare = 1",
    "zones": "spare zone: no dice",
    "boards": "",
    "memories": "the game has spare memory, at first 0",
}
DECLARED = {
    "options": ["self = {0}", "self = 1, from 0 to {0}", "self = 1, or {0}"],
    "zones": [
        "self: ({0}) dice", "self: 1 die with faces 1 to {0}", "self: no dice, seen by {0}", "self of each player: 1 die, seen by {0}",
        "self of each square: no dice, seen by {0}", "self of each suit: ({0}) dice",
    ],
    "boards": ["board self of spots: (x, y) from 0 to {0}", "board self of spots: (x, y) from 0 to 3 where x is at most {0}"],
    "memories": [
        "the game has self, at first {0}", "each player has self, at first {0}", "the game has self, at first 0, from 0 to {0}",
        "each player has self, at first 0, seen by {0}", "the match has self, at first {0}", "each turn has self, at first {0}",
        "each square has self, at first 0, seen by {0}", "each die has self, at first {0}", "each suit has self by square, at first {0}",
    ],
}  # fmt: skip
ASKED = [
    "early count", "late count", "late score of owner", "late word", "late option", "early option", "late list at 3", "count of late hand of you",
    "count of cup", "number of first of cup", "count of squares", "count of spots", "count of free squares", "row of first of squares",
    "count of (squares where it is high)", "friend of owner", "mates of owner", "late hand of owner", "(players where it is fond)",
    "(players where late score of it is 1)", "everyone", "nobody", "owner", "starter", "self", "count of everyone", "turns played", "clubs",
]  # fmt: skip


def written(part: str, line: str) -> str:
    text = FRAME.format(**{**SPARE, part: line})
    return "\n".join(line for line in text.split("\n") if line.strip()) + "\n"


@pytest.mark.parametrize(("part", "line"), [(part, line) for part, lines in DECLARED.items() for line in lines])
def test_whatever_a_declaration_asks_for_is_answered_or_told(part: str, line: str) -> None:
    for asked in ASKED:
        check(Source("order.dice", written(part, line.format(asked))))  # raises nothing


@pytest.mark.parametrize(
    ("part", "line"),
    [
        ("options", "self = late option + 1"),
        ("options", "self = 1, from 0 to late option"),
        ("zones", "self: (late option) dice"),
        ("zones", "self of each player: 1 die, seen by mates of owner"),
        ("zones", "self: no dice, seen by (players where it is fond)"),
        ("boards", "board self of spots: (x, y) from 0 to 4 where x is at most count of (squares where it is high)"),
        ("memories", "the game has self, at first late word"),
        ("memories", "each player has self, at first 0, from 0 to late option"),
        ("memories", "each player has self, at first 0, seen by friend of owner"),
        ("memories", "each player has self, at first 0, seen by mates of owner"),
        ("memories", "each player has self, at first 0, seen by (players where late score of it is 1)"),
    ],
)
def test_what_stands_further_down_may_be_asked_for(part: str, line: str) -> None:
    problems = check(Source("order.dice", written(part, line)))
    assert [p.message for p in problems if p.is_error] == []


@pytest.mark.parametrize(
    ("part", "line", "code"),
    [
        ("options", "self = 1, from 0 to late count", "E348"),
        ("options", "self = 1, or late word", "E347"),
        ("zones", "self: 1 die with faces 1 to late count", "E354"),
        ("boards", "board self of spots: (x, y) from 0 to late count", "E338"),
        ("boards", "board self of spots: (x, y) from 0 to 3 where x is at most turns played", "E339"),
        ("boards", "board self of spots: (x, y) from 0 to 3 where x is at most count of spots", "E366"),
        ("memories", "the game has self, at first 0, from 0 to late word", "E348"),
        ("memories", "the game has self, at first self + 1", "E366"),
    ],
)
def test_what_is_not_known_before_the_game_is_told_where_it_stands(part: str, line: str, code: str) -> None:
    text = written(part, line)
    problems = [p for p in check(Source("order.dice", text)) if p.is_error]
    assert [p.code for p in problems] == [code]
    assert text.split("\n")[problems[0].span.line - 1].strip() == line


def test_who_sees_a_memory_may_be_a_memory_further_down() -> None:
    text = """game "Order"
players 2
to keep track:
    each player has a secret, at first 7, seen by friend of owner
    each player has a friend, at first nobody
setup:
    set friend of each of players to starter
turn:
    choose:
        "end": you win
"""
    state = load(text).start(starter=1)
    told = [[value for _, value in view(table_of(state), state, seat).memory[0].entries] for seat in (0, 1)]
    assert told == [[HIDDEN_TEXT, HIDDEN_TEXT], [7, 7]]
