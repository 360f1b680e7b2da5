"""Shipped rulebooks of different kinds mean the same to the stepping engine as the definition says, cell by cell."""

from __future__ import annotations

import pytest

from dicedsl.interpreter.engines.stepping.stepping import Stepping
from dicedsl.interpreter.game import Game
from dicedsl.rulebook.library import games
from tests.program.lockstep import Lockstep, whole_games

# Few steps of each, since the definition is slow: turns, bids, attempts, pyramids, groups, copies, looks ahead, secrets, matches.
SOME = {
    "pig": 60, "craps": 60, "farkle": 12, "liars-dice": 40, "threes": 60, "yahtzee": 60, "01-captain-flint": 40,
    "06-dice-mikado": 20, "09-hide-away": 6, "15-storing-scores": 20, "23-rasanto": 20, "26-dora": 8, "28-tabula-rasa": 4,
    "31-squeezing": 6, "34-masquerade": 6, "36-slipped": 20, "46-reducto": 5, "56-finish": 2, "six-by-six": 30, "perfecto": 40,
    "keep-on-rolling": 60, "two-out-of-three": 60, "spicy-dice": 40,
}  # fmt: skip
WHOLE = ("pig", "craps", "liars-dice", "threes", "05-emag", "08-mounting", "grand-poobah", "two-out-of-three")


@pytest.mark.parametrize("name", SOME)
def test_steps_mean_the_same(name: str) -> None:
    program = Game.named(name).program()
    game = Lockstep(program, Stepping(program))
    game.play(1, SOME[name])
    assert game.steps > 0
    assert game.faults == []


@pytest.mark.parametrize("name", WHOLE)
def test_whole_games_mean_the_same(name: str) -> None:
    program = Game.named(name).program()
    assert whole_games(program, Stepping(program), range(2))


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name, _ in games()])
def test_every_rulebook_means_the_same(name: str) -> None:
    program = Game.named(name).program()
    engine = Stepping(program)
    for seed in range(3):
        game = Lockstep(program, engine)
        game.play(seed, 100)
        assert game.faults == []
