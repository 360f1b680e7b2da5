"""A word may hold a list of sets, of something that is worked out: every engine goes through it as the definition says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from dicedsl.check_door import check
from dicedsl.errors import DiceError
from dicedsl.interpreter.game import load
from dicedsl.program import ops
from dicedsl.program.walk import substitute
from dicedsl.text.source import Source
from tests.program.engines import ENGINES
from tests.program.lockstep import Lockstep

GAME = """game "Rows"
players 2, clockwise from anybody

material:
    board field of squares: grid 3 by 3
    stock of each player: 5 dice

turn:
    choose:
        "put" one of empty squares as spot: move one of your stock to spot
        if nothing fits: highest score wins

words:
    own squares of a player are (field where it is taken and owner of it is the player)
    rows of a player are (SETS)
    score of a player is SCORE
"""
OWN = "own squares of the player"
SETS = {
    "lines": f"lines of 3 in {OWN}",
    "short lines": f"lines of 2 in {OWN}",
    "groups": f"groups of 2 in {OWN} linked by neighbours",
}
SCORES = {
    "counted": "count of rows of the player",
    "each in each": "sum of (count of (rows of the player where it is group) for each group in rows of the player)",
    "of another": "sum of (count of rows of p for each p in players except the player)",
}


@pytest.mark.parametrize("score", SCORES.values(), ids=SCORES)
@pytest.mark.parametrize("sets", SETS.values(), ids=SETS)
def test_a_word_that_is_a_list_of_sets(sets: str, score: str) -> None:
    program = load(GAME.replace("SETS", sets).replace("SCORE", score)).table().program
    for engine in ENGINES.values():
        game = Lockstep(program, engine(program))
        game.play(3)
        assert game.steps > 9


def test_what_gives_a_name_still_does_in_its_own_variables() -> None:
    own = ops.Fold("union", (ops.Loop(1, ops.Cell(0)),), None, ops.Single(ops.Var(1)))
    copied = substitute(ops.Fold("sum", (ops.bind(2, own),), None, ops.Count(ops.Var(2))), {}, Fresh())
    assert copied.loops[0].binds and copied.loops[0].source.loops[0].var != 1


def test_what_is_a_number_and_a_set_is_told_where_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_a_name(loop: ops.Loop, var: int, change: Callable[[Any], Any]) -> ops.Loop:
        return evolve(loop, var=var, source=change(loop.source), high=loop.high and change(loop.high))

    monkeypatch.setattr("dicedsl.lower.words.loop_over", without_a_name)
    source = Source("<text>", GAME.replace("SETS", SETS["lines"]).replace("SCORE", SCORES["counted"]))
    problem, *others = check(source)
    assert problem.code == "E439" and not others
    assert problem.span.text == "score of a player is count of rows of the player"
    with pytest.raises(DiceError, match="what is a number and what is a set"):
        load(source.text).table()


class Fresh:
    """Hands out variables that nothing else has."""

    def __init__(self) -> None:
        self.last = 100

    def new_var(self) -> int:
        self.last += 1
        return self.last
