"""What can be said of a whole set is not asked of its members one by one, however the rulebook puts it."""

from __future__ import annotations

import pytest

from dicedsl.interpreter.game import load
from dicedsl.program import ops
from dicedsl.program.walk import parts

GAME = """\
game "At once"
aim "Go."
players 2, clockwise from anybody
material:
    pool: 5 dice
    board field of spots: (a, b) from 0 to 3
words "Asked":
    answer of spot p, number n is {asked}
    marked spots are (spots where a of it is 1)
setup:
    move one of pool to (1,1)
    move one of pool to (1,2)
    roll the dice on spots
turn:
    choose:
        "go" one of spots as p:
            only if answer of (p, 3) is 1 or answer of (p, 3) is 0 or answer of (p, turns played) is 2; otherwise the player hears "No."
end "over" after each turn when turns played are at least 2: nobody wins
"""
NO_LOOP = {
    "dice on places are counted": "count of the dice on spots",
    "dice on some places are counted": "count of the dice on marked spots",
    "what dice show is counted": "count of (pool where number of it is n)",
    "a loop that never changes": "turns played + count of (spots where a of it + b of it is a of p)",
}


def answer(asked: str) -> ops.Op:
    program = load(GAME.format(asked=asked)).program()
    return next(f.body for f in program.functions if f is not None and f.name == "answer")


@pytest.mark.parametrize("asked", NO_LOOP.values(), ids=NO_LOOP)
def test_no_loop_is_left(asked: str) -> None:
    assert not any(isinstance(part, ops.Fold) for part in parts(answer(asked)))


def test_a_number_that_depends_on_the_die_is_asked_of_each() -> None:
    asked = "count of (pool where number of it is index of it)"

    assert any(isinstance(part, ops.Fold) for part in parts(answer(asked)))


TESTS = {
    "some of pool show 3": True,
    "there is a die on spots": True,
    "fewer than 2 of pool show 3": True,
    "count of the dice on spots is 0": True,
    "all of pool show 3": False,
}


@pytest.mark.parametrize(("test", "at_once"), TESTS.items(), ids=TESTS)
def test_conditions(test: str, at_once: bool) -> None:
    text = GAME.format(asked="1").replace("only if answer of (p, 3) is 1", f"only if {test}")
    program = load(text).program()
    condition = program.decisions[0].alternatives[0].musts[0].condition

    assert isinstance(condition, ops.Bin)
    first = condition.left.left if isinstance(condition.left, ops.Bin) and condition.op == "or" else condition.left
    assert any(isinstance(part, ops.Fold) for part in parts(first)) is not at_once
