"""Rulebooks as environments of PettingZoo, by its own tests."""

from __future__ import annotations

import pytest

pytest.importorskip("pettingzoo")

import numpy as np
from pettingzoo.test import api_test, parallel_api_test, seed_test

from dicedsl.errors import UsageError
from dicedsl.interpreter.environments.pettingzoo import env, parallel_env, raw_env
from tests.environments.kinds import KINDS, every_game

QUICK = [name for name in KINDS if name not in ("farkle", "02-dune")]
# Observations are dicts for the sake of masks, which only environments that are shipped there may have without a warning.
DICTS = ["ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be"]
PLAIN = pytest.mark.filterwarnings(
    "error", *DICTS, "ignore:.*minimum and maximum.*|.*maximum and minimum.*", "ignore:Action mask"
)


@PLAIN
@pytest.mark.parametrize("name", every_game(QUICK))
def test_the_interface_is_kept(name: str) -> None:
    api_test(env(name), num_cycles=20)
    seed_test(lambda: env(name), num_cycles=10)


@PLAIN
def test_everybody_chooses_at_once() -> None:
    parallel_api_test(parallel_env("lonely-peak"), num_cycles=60)
    parallel_api_test(parallel_env("craps"), num_cycles=3)
    with pytest.raises(UsageError, match="one chooses after the other"):
        parallel_env("perfecto")


def test_both_sorts_play_the_same_games() -> None:
    one, all_ = raw_env("lonely-peak", seed=3), parallel_env("lonely-peak", seed=3)
    one.reset(seed=8)
    seen, _ = all_.reset(seed=8)
    while all_.agents:
        actions = {}
        for agent in all_.agents:
            if seen[agent]["action_mask"].any():
                assert one.agent_selection == agent
                own = one.observe(agent)
                assert (own["action_mask"] == seen[agent]["action_mask"]).all()
                actions[agent] = int(np.flatnonzero(own["action_mask"])[-1])
                one.step(actions[agent])
        seen, rewards, ended, _, _ = all_.step(actions)
    assert all(ended.values())
    assert rewards == one.rewards


@pytest.mark.parametrize("name", ["liars-dice", "perfecto", "36-slipped"])
def test_nothing_is_seen_but_what_the_seat_may_know(name: str) -> None:
    found = raw_env(name)
    found.reset(seed=1)
    table = found.table
    for _ in range(40):
        state = found._game.state
        for seat, agent in enumerate(found.possible_agents):
            seen = found.observe(agent)
            assert set(seen) == {"observation", "action_mask"}
            assert tuple(seen["observation"]) == table.observation(state, seat)
            chooses = agent == found.agent_selection
            assert seen["action_mask"].tobytes() == (table.mask(state, seat) if chooses else bytes(table.num_actions))
        assert all(info == {} for info in found.infos.values())
        found.step(int(np.flatnonzero(found.observe(found.agent_selection)["action_mask"])[0]))
        if any(found.terminations.values()):
            found.reset()


def test_rewards_are_the_shares_and_illegal_moves_end_the_game() -> None:
    found = env("pig", players=3, options={"goal": 20}, render_mode="ansi")
    found.reset(seed=5)
    assert "you: score 0" in found.render() and "player 2: score 0" in found.render()
    total = dict.fromkeys(found.possible_agents, 0.0)
    for agent in found.agent_iter():
        seen, reward, ended, _, _ = found.last()
        total[agent] += reward
        found.step(None if ended else int(np.flatnonzero(seen["action_mask"])[-1]))
    assert sorted(total.values()) == [-0.5, -0.5, 1.0]
    found.reset(seed=5)
    found.step(1)  # to hold before one has rolled
    assert sorted(found.rewards.values()) == [-1, 0, 0]
    assert all(found.terminations.values())
    raw = raw_env("pig", players=2)
    raw.reset(seed=5)
    with pytest.raises(UsageError, match="not legal"):
        raw.step(1)
    with pytest.raises(UsageError, match="an action is needed"):
        raw.step(None)
