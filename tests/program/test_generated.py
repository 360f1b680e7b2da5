"""Generated programs mean the same to every engine as the definition says."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from dicedsl.program import ops
from tests.program.engines import ENGINES
from tests.program.lockstep import Lockstep, whole_games
from tests.program.programs import programs

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
LONG = settings(max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))


def hold(name: str, program: ops.Program) -> None:
    engine = ENGINES[name](program)
    for seed in range(2):
        Lockstep(program, engine).play(seed)
    whole_games(program, engine, range(2))


@pytest.mark.parametrize("name", ENGINES)
@QUICK
@given(programs())
def test_generated_programs_mean_the_same(name: str, program: ops.Program) -> None:
    hold(name, program)


@pytest.mark.soak
@pytest.mark.parametrize("name", ENGINES)
@LONG
@given(programs())
def test_very_many_generated_programs_mean_the_same(name: str, program: ops.Program) -> None:
    hold(name, program)
