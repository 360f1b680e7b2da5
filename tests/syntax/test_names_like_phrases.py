"""Phrases of the grammar that could also be part of a name do not keep anybody from using that name."""

from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.parser import parse, parse_as
from dicedsl.text.source import Source

TEXT = """game "Names"
players 2
material:
    board field: grid 2 by 2
    each turn has under way = no
    the game has plan = 0
    the game has seen places = none
words:
    beside of place p are neighbours of p
    groups of player p is 2
turn:
    set under way to yes
    set the plan to 1
    add beside of (1,1) to seen places
    add groups of you to the plan
    choose:
        "again": extra turn
        "win": you win the match
cap 5 turns: nobody wins
"""


def test_such_names_are_read() -> None:
    _, problems = parse(Source("names.dice", TEXT))

    assert problems == []


SECOND_TEXT = """game "Names"

options:
    goal = 5
    choice taken = 0, or 1

words:
    limit is 5
    choice path is list 1, 2
"""


def test_names_that_begin_like_a_part_are_read() -> None:
    _, problems = parse_as(Source("names.dice", SECOND_TEXT), SECOND)

    assert problems == []
