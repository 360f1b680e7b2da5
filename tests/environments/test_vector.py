"""Many games with arrays in and out: the same games, seen the same way, as those of a batch and of the contract."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy")

import numpy as np

from dicedsl.errors import UsageError
from dicedsl.interpreter.environments.optional_packages import import_optional
from dicedsl.interpreter.environments.vector import Vector, vector
from dicedsl.interpreter.game import Game
from tests.environments.kinds import KINDS, WATCHED, every_game

GAMES = 3


@pytest.mark.parametrize(
    "name", every_game([name for name in KINDS if name != "09-hide-away"], without=(*WATCHED, "14-clever-mole"))
)
def test_what_machine_code_tells_is_what_the_contract_tells(name: str) -> None:
    pytest.importorskip("llvmlite")
    table = Game.named(name).table()
    games = Vector(table, GAMES, seed=5, engine="native")
    low, high = (np.array(row) for row in zip(*table.observer.bounds, strict=True))
    seen, infos = games.reset(seed=5)
    for step in range(60):
        if step % 6 == 0:
            for game, state in enumerate(games.states()):
                seat = int(infos["seat"][game])
                assert seat == table.turn(state).seats[0]
                assert seen[game].tolist() == list(table.observation(state, seat))
                assert infos["action_mask"][game].tobytes() == table.mask(state, seat)
                assert (low <= seen[game]).all() and (seen[game] <= high).all()
        seen, rewards, ended, broken_off, infos = games.step(games.sample())
        assert rewards.shape == (GAMES, table.players) and not broken_off.any()
        for game in range(GAMES):
            worth = table.returns(games.final(game)).shares if ended[game] else (0.0,) * table.players
            assert tuple(rewards[game]) == worth


@pytest.mark.parametrize("name", ["pig", "liars-dice", "perfecto"])
def test_both_engines_and_a_batch_step_the_same_games(name: str) -> None:
    pytest.importorskip("llvmlite")
    table = Game.named(name).table()
    one, other = (Vector(table, GAMES, seed=2, engine=engine) for engine in ("native", "stepping"))
    batch, ended = table.batch(GAMES, seed=2), 0
    shown = batch.look()
    for _ in range(40):
        actions = one.sample()
        assert actions.tolist() == other.sample().tolist()
        assert all(mask[action] for mask, action in zip(shown.masks, actions.tolist(), strict=True))
        found, its = one.step(actions), other.step(actions)
        shown = batch.step(actions.tolist())
        for mine, theirs in zip(found[:4], its[:4], strict=True):
            assert (mine == theirs).all()
        assert found[4]["seat"].tolist() == its[4]["seat"].tolist() == list(shown.seats)
        assert (found[4]["action_mask"] == its[4]["action_mask"]).all()
        assert [tuple(row) for row in found[0].tolist()] == list(shown.observations)
        assert found[1].tolist() == [list(row) for row in shown.rewards]
        ended += found[2].sum()
    assert ended or name != "liars-dice"


def test_what_was_shown_stays_unless_one_wants_it_otherwise() -> None:
    kept, same = vector("pig", 4, 2), vector("pig", 4, 2, copy=False)
    for games, stays in ((kept, True), (same, False)):
        seen, infos = games.reset(seed=1)
        before = seen.copy()
        games.step(np.zeros(4, dtype=np.int32))
        assert (seen == before).all() == stays
        assert infos["action_mask"].shape == (4, 2)


def test_legal_actions_are_drawn_each_as_often() -> None:
    games = vector("liars-dice", 2_000, 2, {"dice per player": 1})
    _, infos = games.reset(seed=4)
    legal = np.flatnonzero(infos["action_mask"][0])
    counts = np.zeros(games.num_actions)
    for _ in range(20):
        np.add.at(counts, games.sample(), 1)
    assert set(np.flatnonzero(counts)) == set(legal)
    expected = counts.sum() / len(legal)
    # Chi squared with so many degrees of freedom, six of its standard deviations beyond its mean.
    freedom = len(legal) - 1
    assert ((counts[legal] - expected) ** 2 / expected).sum() < freedom + 6 * (2 * freedom) ** 0.5


def test_seeds_are_heard() -> None:
    games = vector("farkle", 3, 2)
    first, again = games.reset(seed=7)[0], games.reset(seed=7)[0]
    assert (first == again).all()
    assert (first != games.reset()[0]).any()


def test_what_cannot_be_is_refused() -> None:
    games = vector("pig", 3, 2, {"goal": 20})
    before = games.states()
    for actions, said in (
        ([0, 0], "each of the 3 games"),
        ([0.0, 0.0, 0.0], "a whole number"),
        ([0, 1, 0], "not legal"),
        ([0, 0, 2], "numbered from 0 to 1"),
        ([-1, 0, 0], "numbered from 0 to 1"),
    ):
        with pytest.raises(UsageError, match=said):
            games.step(np.array(actions))
    assert games.states() == before
    with pytest.raises(UsageError, match="did not end"):
        games.final(0)
    with pytest.raises(UsageError, match="at least one"):
        vector("pig", 0)
    with pytest.raises(UsageError, match="nobody has anything to choose"):
        vector("craps", 2)


def test_what_is_missing_is_told_in_one_line() -> None:
    with pytest.raises(
        ModuleNotFoundError, match=r"^this needs no_such_package, .*: pip install 'dicedsl\[pettingzoo\]'$"
    ):
        import_optional("no_such_package.inside", "pettingzoo")
