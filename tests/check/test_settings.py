"""What is wrong only with a variant, or only for so many players, says so, and what helps there."""

from __future__ import annotations

import pytest

from dicedsl.check_door import check
from dicedsl.errors import Problem
from dicedsl.text.source import Source

BURNS = """\
game "Burns"
aim "Do not burn."
players 2 to 4, clockwise from anybody

to keep track: each player has burns, at first 0

turn:
    choose:
        note "It is hot."
        "stir": scald

rule scald:
    add 1 to your burns

end "burnt" when some player has burns at least 5: nobody wins

simulation: break off after 50 turns: nobody wins

variant "Calm":
    {calm}

variant "Cool":
    {cool}
"""
MILD = "replace rule scald:\n        add 2 to your burns"


def said(calm: str, cool: str = MILD) -> list[Problem]:
    return check(Source("burns.dice", BURNS.format(calm=calm, cool=cool)))


def test_an_end_that_only_a_variant_never_comes_to() -> None:
    (problem,) = said('replace rule scald:\n        say "Nothing happens."')

    assert problem.code == "W611"
    assert problem.notes == ('with the variant "Calm"',)
    assert '`remove end "burnt"`' in problem.help
    over = 'replace rule scald:\n        say "Nothing happens."\n    remove end "burnt"\n    add to turn: nobody wins'
    assert said(over) == []


def test_all_variants_with_which_it_is_so_are_named() -> None:
    nothing = 'replace rule scald:\n        say "Nothing happens."'
    (problem,) = said(nothing, nothing)

    assert problem.notes == ('with the variant "Calm" or "Cool"',)


def test_a_choice_of_which_a_variant_leaves_nothing() -> None:
    (problem,) = [p for p in said('remove "stir"') if p.is_error]

    assert problem.code == "E452"
    assert problem.notes == ('with the variant "Calm"',)
    assert "`replace` the last one" in problem.help
    assert said('replace "stir": add 1 to your burns') == []
    assert said("replace turn:\n        scald") == []


@pytest.mark.parametrize("note", ["", 'note "It is hot."\n        '])
def test_an_empty_choice_is_told_with_and_without_a_note(note: str) -> None:
    text = BURNS.format(calm='remove "stir"', cool=MILD).replace('note "It is hot."\n        ', note)

    assert [p.code for p in check(Source("burns.dice", text)) if p.is_error] == ["E452"]


def test_a_number_of_players_is_named() -> None:
    endless = "repeat until count of all players is 4:\n        add 1 to your burns\n    scald"
    text = BURNS.format(calm=MILD, cool=MILD).replace("turn:\n", f"turn:\n    {endless}\n", 1)
    (problem,) = check(Source("burns.dice", text))

    assert problem.code == "E441"
    assert problem.notes == ("for 2 players",)


def test_what_is_wrong_in_the_game_itself_names_no_variant() -> None:
    text = BURNS.format(calm=MILD, cool=MILD).replace("burns at least 5", "seat at least 5")
    unasked, problem = check(Source("burns.dice", text))
    assert unasked.code == "W613"  # nothing asks for burns any more

    assert problem.code == "W611"
    assert problem.notes == ()
