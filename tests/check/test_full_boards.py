"""A choice that needs an empty place, or a taken one, is doubted unless an end comes before the board is full or bare."""

from __future__ import annotations

import pytest

from dicedsl.check_door import check
from dicedsl.text.source import Source

RULES = """game "Probe"
players 2
material:
    board field: grid 2 by 2
    stock of each player: 6 dice
turn:
    {before}
    choose:
        {alternative}
cap 10 turns: nobody wins
{end}
"""
PUT = '"put" one of field as s:\n            must s is empty: "Taken."\n            move one of your stock to s'
PUT_EMPTY = '"put" one of empty field as s: move one of your stock to s'
PUT_NOT_TAKEN = (
    '"put" one of field as s:\n            must s is not taken: "Taken."\n            move one of your stock to s'
)
TAKE = '"take" one of taken field as s: move die on s to your stock'
ALSO_PASS = f'{PUT_EMPTY}\n        "pass"'


def doubted(alternative: str, end: str = "", before: str = 'say "Go."') -> bool:
    found = check(Source("probe.dice", RULES.format(alternative=alternative, end=end, before=before)))
    assert not [p for p in found if p.is_error]
    return "W610" in {p.code for p in found}


@pytest.mark.parametrize("alternative", [PUT, PUT_EMPTY, PUT_NOT_TAKEN, TAKE])
def test_a_board_may_be_full_or_bare(alternative: str) -> None:
    assert doubted(alternative)


@pytest.mark.parametrize("alternative", [PUT, PUT_EMPTY, PUT_NOT_TAKEN])
@pytest.mark.parametrize(
    "end",
    [
        'end "full" when no s in field is empty: nobody wins',
        'end "full" when every s in field is taken: nobody wins',
        'end "full" when empty field is empty: nobody wins',
        'end "full" after each turn when not some s in field is not taken: nobody wins',
    ],
)
def test_an_end_that_comes_first_is_a_proof(alternative: str, end: str) -> None:
    assert not doubted(alternative, end)


def test_the_end_must_be_about_the_same_thing() -> None:
    assert doubted(PUT, 'end "bare" when every s in field is empty: nobody wins')
    assert doubted(TAKE, 'end "full" when every s in field is taken: nobody wins')
    assert not doubted(TAKE, 'end "bare" when no s in field is taken: nobody wins')


def test_what_held_after_the_last_turn_may_have_changed_since() -> None:
    end = 'end "full" after each turn when every s in field is taken: nobody wins'
    assert doubted(PUT, end, before="if (1,1) is empty: move one of your stock to (1,1)")


def test_something_that_is_always_open_is_enough() -> None:
    assert not doubted(ALSO_PASS)
