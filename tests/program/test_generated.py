"""Generated programs mean the same to every engine as the definition says: every cell, move, refusal and fault."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from dicedsl.program import ops
from tests.program.engines import ENGINES
from tests.program.lockstep import Lockstep, whole_games
from tests.program.programs import programs, seeded_program

SMALL = settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
QUICK = {"stepping": 150, "native": 8}  # programs in every run
CHUNK = 250
ALL = 10_000


def hold(name: str, program: ops.Program) -> int:
    """Both play the same games; how many steps were compared."""
    engine = ENGINES[name](program)
    steps = 0
    for seed in range(2):
        game = Lockstep(program, engine)
        game.play(seed)
        steps += game.steps
    whole_games(program, engine, range(2))
    return steps


@SMALL
@given(programs())
def test_small_programs_mean_the_same(program: ops.Program) -> None:
    hold("stepping", program)


@pytest.mark.parametrize("name", ENGINES)
def test_generated_programs_mean_the_same(name: str) -> None:
    count = QUICK[name]
    assert sum(hold(name, seeded_program(seed)) for seed in range(count)) > count


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, ALL, CHUNK))
@pytest.mark.parametrize("name", ENGINES)
def test_ten_thousand_generated_programs_mean_the_same(name: str, first: int) -> None:
    assert sum(hold(name, seeded_program(seed)) for seed in range(first, first + CHUNK)) > CHUNK
