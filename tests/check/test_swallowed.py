"""Clauses that would be taken for names, sets for kinds, and steps for alternatives: what is told mends them."""

from __future__ import annotations

import pytest

from dicedsl.check_door import check
from dicedsl.errors import Problem
from dicedsl.text.source import Source
from tests.check.test_obeyed import PLAIN, RULES, errors_of, obeyed

CHOICE = """turn:
    roll cup
    choose:
        "load" one or more of cup as load:
            only if load is a pair; otherwise the player hears "Load a pair."
            roll load
        "leave it"
"""


def varied(difference: str) -> list[Problem]:
    """What is said of a rulebook with a choice, and of a variant with these differences."""
    lines = [f"    {line}" for line in difference.split("\n")]
    part = "\n".join(['variant "Fog":', *lines])
    text = RULES.format(
        **{**PLAIN, "word": "dice load is a pair when count of load is 2 and load are all alike", "part": part}
    )
    before, _, behind = text.partition("turn:\n")
    whole = Source("obeyed.dice", f"{before}{CHOICE}\nrule{behind.partition('rule')[2]}")
    return [problem for problem in check(whole) if problem.is_error or problem.code == "W610"]


def test_beside_an_alternative_stand_only_alternatives() -> None:
    (problem,) = varied('remove "leave it"\nin turn, add beside "load":\n    if nothing fits: end turn')

    assert problem.message == "only alternatives stand below `add beside`, each with its name in quotes"
    assert '`"pass": end turn`' in problem.help
    assert "for `if nothing fits:` write `replace turn:`" in problem.help
    assert varied('remove "leave it"\nin turn, add beside "load":\n    "pass": end turn') == []
    told = CHOICE.replace('"leave it"', "if nothing fits: end turn")
    assert varied("replace " + told.rstrip()) == []


def test_a_choice_that_hangs_on_dice_that_are_alike_may_be_closed() -> None:
    (problem,) = varied('remove "leave it"')

    assert problem.code == "W610"
    assert problem.notes == ('with the variant "Fog"',)


def test_a_name_of_a_set_is_told_once() -> None:
    word = "dice load is a pair when count of dice load is 2\ndice load is a run when dice load are all different"
    (problem,) = errors_of(word=word)

    assert problem.help == "write `load`"
    assert errors_of(word=word.replace("of dice load", "of load").replace("when dice load", "when load")) == []


@pytest.mark.parametrize(("line", "instead"), [
    ('choose:\n    "blame" one of others as rival of one of cup as kept: roll kept', 'choose:\n    "blame" one of others as rival, one of cup as kept: roll kept'),
    ('choose:\n    "blame" one of others as rival for one or more of cup as kept:\n        roll kept',
     'choose:\n    "blame" one of others as rival, one or more of cup as kept:\n        roll kept'),
    ("let worst be the lowest of cup\nmove worst to your hand", "let worst be lowest 1 of cup\nmove worst to your hand"),
    ("move the lowest of cup to your hand", "move lowest 1 of cup to your hand"),
])  # fmt: skip
def test_a_step_takes_what_is_told(line: str, instead: str) -> None:
    obeyed("step", line, instead)


def test_what_each_has_is_no_name() -> None:
    part = "material:\n    wine in each shelf: 1 die"
    (problem,) = errors_of(part=part, step="roll wine in upper")

    assert problem.span.text == "wine in each shelf"
    assert problem.help == "write `wine of each shelf`, and `wine of` where it is spoken of"
    assert errors_of(part=part.replace(" in each", " of each"), step="roll wine of upper") == []


def test_a_rule_is_given_the_die_that_it_moves() -> None:
    part = "rule send a pilgrim:\n    move the pilgrim to cup"
    (problem,) = errors_of(part=part, step="for each die in your hand: send die")

    assert "write `rule send a die:`" in problem.help
    assert "`a die pilgrim`" in problem.help
    assert errors_of(part=part.replace("pilgrim", "die"), step="for each die in your hand: send die") == []
    assert errors_of(part=part.replace("a pilgrim", "a die pilgrim"), step="for each die in your hand: send die") == []


def test_a_set_is_no_kind() -> None:
    (problem,) = errors_of(word="a load is a pair when count of it is 2")

    assert problem.help.endswith("write `dice load is ... when count of load`")
    assert errors_of(word="dice load is a pair when count of load is 2") == []
