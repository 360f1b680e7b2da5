"""Boards in play: every engine is held to what the programs of these rulebooks mean."""

from pathlib import Path

import pytest

from dicedsl.interpreter.game import Game
from tests.program.engines import ENGINES
from tests.program.holding import hold

HERE = Path(__file__).parent
BOOKS = ("rows", "lines", "lanes", "sizes")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", BOOKS)
def test_engines_play_as_it_is_defined(name: str, engine: str) -> None:
    program = Game.named(str(HERE / f"{name}.dice")).table().program

    assert hold(program, ENGINES[engine](program)) > 10
