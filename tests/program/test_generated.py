"""Generated programs mean the same to every engine as the definition says: every cell, move, refusal, fault and tally."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings

from dicedsl.interpreter.engines.contract import Tally
from dicedsl.interpreter.engines.stepping.stepping import Stepping
from dicedsl.program import ops
from tests.program.engines import ENGINES
from tests.program.holding import GAMES, hold, hold_seeded
from tests.program.lockstep import Lockstep
from tests.program.programs import programs, seeded_program
from tests.program.tallies import same_tallies

SMALL = settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
QUICK = {"stepping": 150, "native": 30}  # programs in every run
CHUNK = 250
ALL = 10_000


@SMALL
@given(programs())
def test_small_programs_mean_the_same(program: ops.Program) -> None:
    hold(program, Stepping(program))


@pytest.mark.parametrize("name", ENGINES)
def test_generated_programs_mean_the_same(name: str) -> None:
    count = QUICK[name]
    found = [seeded_program(seed) for seed in range(count)]
    assert sum(hold(program, ENGINES[name](program)) for program in found) > count


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, ALL, CHUNK))
@pytest.mark.parametrize("name", ENGINES)
def test_ten_thousand_generated_programs_mean_the_same(name: str, first: int) -> None:
    assert sum(hold_seeded(name, seed) for seed in range(first, first + CHUNK)) > CHUNK


# -------------------------------------------------------------- what is wrong is noticed


def first_that(holds: Callable[[ops.Program], Any]) -> ops.Program:
    """The first generated program of which something is true."""
    return next(program for program in map(seeded_program, range(400)) if holds(program))


@pytest.mark.parametrize("name", ["winners", "turns", "actions", "matches", "reasons", "chosen", "entered", "scores"])
def test_a_wrong_count_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def counts(program: ops.Program) -> bool:
        try:
            counted = getattr(Stepping(program).playouts(None, 1, 3, GAMES), name)
        except Exception:  # a fault ends all of it
            return False
        return bool(counted[0] if name == "scores" else counted)

    program = first_that(counts)
    engine = Stepping(program)
    assert same_tallies(program, engine, 1, GAMES) == GAMES
    playouts = engine.playouts

    def wrong(*asked: Any) -> Tally:
        tally = playouts(*asked)
        counted = tally.scores[0] if name == "scores" else getattr(tally, name)
        counted[max(counted)] += 1
        return tally

    monkeypatch.setattr(engine, "playouts", wrong)
    with pytest.raises(AssertionError, match=name):
        same_tallies(program, engine, 1, GAMES)


def test_equal_dice_that_make_a_difference_are_noticed() -> None:
    """The generated program takes the first of equal dice; without that, it is not the same which of them is drawn."""

    def differs(program: ops.Program) -> bool:
        for block in program.blocks:
            if isinstance(block.end, ops.DrawOne) and block.end.alike:
                after = program.blocks[block.end.next].body
                assert isinstance(after[0], ops.Store) and after[0].index == block.end.cell
                after[0] = evolve(after[0], value=ops.Cell(block.end.cell))
        try:
            Lockstep(program, Stepping(program)).play(0)
        except AssertionError as error:
            return "it makes a difference" in str(error)
        return False

    assert first_that(differs)
