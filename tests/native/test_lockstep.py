"""Both engines play the same games: every cell, every list of answers, every fault, from the same random source."""

from pathlib import Path

import pytest

from dicedsl.interpreter.engines.stepping.stepping import Stepping
from tests.native.lockstep import BOOKS, MOST_STEPS, Difference, compared, rounds, same_game, settings

pytest.importorskip("dicedsl.interpreter.engines.native.native")


@pytest.mark.parametrize("path", BOOKS, ids=lambda p: p.stem)
def test_engines_in_lockstep(path: Path) -> None:
    _, program = next(settings(path))

    assert compared(program, range(1), most=60) > 0


@pytest.mark.soak
@pytest.mark.parametrize("path", BOOKS, ids=lambda p: p.stem)
def test_engines_in_lockstep_for_every_setting(path: Path) -> None:
    assert sum(compared(program, range(200), MOST_STEPS) for _, program in settings(path)) > 0


def test_an_engine_that_does_something_else_is_noticed() -> None:
    _, program = next(settings(next(p for p in BOOKS if p.stem == "craps")))
    other = Stepping(program)
    fall = other.fall
    other.fall = lambda cells, values: fall(cells, [7 - v for v in values])  # type: ignore[method-assign]

    with pytest.raises(Difference, match="seed 1, step 1, cells"):
        same_game(Stepping(program), other, seed=1, most=60)


def test_every_game_is_played_in_one_of_the_rounds() -> None:
    assert [seed for seeds in rounds(200) for seed in seeds] == list(range(200))
    assert rounds(5) == [range(5)]
