"""Rulebooks for one player as environments of Gymnasium, by its own tests."""

from __future__ import annotations

import pytest

pytest.importorskip("gymnasium")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

from dicedsl.errors import UsageError
from dicedsl.interpreter.environments.gymnasium import Solo, SoloVector
from dicedsl.interpreter.game import Game
from dicedsl.rulebook.library import games

QUICK = ("yahtzee", "craps", "06-dice-mikado")
ALONE = [name for name, _ in games() if 1 in Game.named(name).about.counts]


@pytest.mark.filterwarnings("ignore:.*maximum and minimum values are equal")
@pytest.mark.parametrize("name", [pytest.param(n, marks=[] if n in QUICK else [pytest.mark.soak]) for n in ALONE])
def test_the_interface_is_kept(name: str) -> None:
    check_env(gymnasium.make(f"dicedsl/{name}-v0").unwrapped)


def test_a_game_is_worth_its_score() -> None:
    for reward in ("score", "share"):
        found = Solo("threes", reward=reward, render_mode="ansi")
        seen, _ = found.reset(seed=3)
        total, ended = 0.0, False
        while not ended:
            action = int(np.flatnonzero(seen["action_mask"])[0])
            seen, worth, ended, _, infos = found.step(action)
            total += worth
            assert not infos["illegal"]
        returns = found.table.returns(found.state)
        assert returns.scores is not None
        assert total == (-returns.scores[0] if reward == "score" else returns.shares[0])  # the lowest wins
        assert not seen["action_mask"].any()
        assert "you" in (found.render() or "")


def test_what_is_not_legal_changes_nothing() -> None:
    loose, strict = Solo("yahtzee"), Solo("yahtzee", strict=True)
    seen, _ = loose.reset(seed=1)
    strict.reset(seed=1)
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    after, reward, ended, _, infos = loose.step(illegal)
    assert infos["illegal"] and not ended and reward == 0
    assert all((after[key] == seen[key]).all() for key in seen)
    with pytest.raises(UsageError, match=r"not legal|another choice"):
        strict.step(illegal)
    with pytest.raises(UsageError, match="numbered from 0"):
        strict.step(1_000)
    with pytest.raises(UsageError, match="players, not 1"):
        Solo("liars-dice")
    with pytest.raises(UsageError, match='"score" or "share"'):
        Solo("yahtzee", reward="luck")
    with pytest.raises(UsageError, match="render mode"):
        Solo("yahtzee", render_mode="human")


def test_many_games_at_once() -> None:
    found = gymnasium.make_vec("dicedsl/threes-v0", 5)
    assert isinstance(found.unwrapped, SoloVector)
    seen, _ = found.reset(seed=2)
    ends = 0
    for _ in range(30):
        assert seen["observation"] in gymnasium.vector.utils.batch_space(
            found.single_observation_space["observation"], 5
        )
        actions = np.array([np.flatnonzero(mask)[0] for mask in seen["action_mask"]])
        seen, rewards, ended, _, infos = found.step(actions)
        assert ("final_obs" in infos) == ended.any()
        for game in np.flatnonzero(ended):
            assert infos["final_obs"][game] in found.single_observation_space
            assert rewards[game] <= 0
            ends += 1
        assert not rewards[~ended].any()
    assert ends
