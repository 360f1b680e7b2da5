"""Rulebooks that one can play alone as environments of Gymnasium: `Solo`, and `SoloVector` for many games at once.

To import this registers every shipped rulebook: `gymnasium.make("dicedsl/NAME-v0")`, `gymnasium.make_vec("dicedsl/NAME-v0", 1000)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from dicedsl.about import OptionValue
from dicedsl.errors import UsageError
from dicedsl.interpreter.environments.optional_packages import import_optional
from dicedsl.interpreter.environments.single_game import SingleGame, score, spaces_of
from dicedsl.interpreter.environments.vector import Vector
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.rulebook.library import games

gymnasium: Any = import_optional("gymnasium", "gymnasium")
batched: Any = import_optional("gymnasium.vector.utils", "gymnasium")
np: Any = import_optional("numpy", "gymnasium")
REWARDS = ("score", "share")
Options = Mapping[str, OptionValue]


class _Alone:
    """A table for one, and what a game there was worth."""

    def __init__(self, game: str, options: Options | None, variants: Sequence[str], reward: str) -> None:
        if reward not in REWARDS:
            raise UsageError(f'rewards are "score" or "share", not "{reward}"')
        self.table: GameTable = Game.named(game).table(1, options, variants)
        self._reward = reward

    def worth(self, state: State) -> float:
        return score(self.table, state, 0) if self._reward == "score" else self.table.returns(state).shares[0]


class Solo(gymnasium.Env):  # type: ignore[misc]
    """One game for one player.

    `reward`, when a game is over: `score`, what it is ranked by, the higher the better (1 for a victory where it is
    ranked by nothing), or `share`, 1 for a victory. An action that is not legal changes nothing, which
    `infos["illegal"]` says; with `strict` it is a `UsageError`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        options: Options | None = None,
        variants: Sequence[str] = (),
        reward: str = "score",
        strict: bool = False,
        engine: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise UsageError(f'there is no render mode "{render_mode}"; there is "ansi"')
        self._alone = _Alone(game, options, variants, reward)
        self.table = self._alone.table
        self.render_mode = render_mode
        self._strict = strict
        self._game = SingleGame(self.table, engine)
        self.observation_space, self.action_space = spaces_of(self.table)

    def reset(self, *, seed: int | None = None, options: object = None) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._game.begin(int(self.np_random.integers(1 << 62)))
        return self._game.seen(0), {"illegal": False}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        game, number = self._game, int(action)
        illegal = not self._strict and not game.is_over and not game.is_legal(number)
        if not illegal:
            game.step(number)
        reward = self._alone.worth(game.state) if game.is_over else 0.0
        return game.seen(0), reward, game.is_over, False, {"illegal": illegal}

    @property
    def state(self) -> State:
        """The whole game: also what the player does not see."""
        return self._game.state

    def render(self) -> str | None:
        return None if self.render_mode is None else self._game.picture(0)


class SoloVector(gymnasium.vector.VectorEnv):  # type: ignore[misc]
    """Many games for one player. A game that is over begins anew in the same step; its end is in `infos["final_obs"]`."""

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        options: Options | None = None,
        variants: Sequence[str] = (),
        reward: str = "score",
        engine: str | None = None,
        render_mode: None = None,
    ) -> None:
        self._alone = _Alone(game, options, variants, reward)
        self.num_envs = num_envs
        self._vector = Vector(self._alone.table, num_envs, engine=engine)
        self.single_observation_space, self.single_action_space = spaces_of(self._alone.table)
        self.observation_space = batched.batch_space(self.single_observation_space, num_envs)
        self.action_space = batched.batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: object = None) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        observations, infos = self._vector.reset(int(self.np_random.integers(1 << 62)))
        return {"observation": observations, "action_mask": infos["action_mask"]}, {}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        observations, _, ended, broken_off, infos = self._vector.step(actions)
        seen = {"observation": observations, "action_mask": infos["action_mask"]}
        rewards, ends = np.zeros(self.num_envs), dict[str, Any]()
        if over := np.flatnonzero(ended).tolist():
            table, last = self._alone.table, np.full(self.num_envs, None, dtype=object)
            for game in over:
                state = self._vector.final(game)
                rewards[game] = self._alone.worth(state)
                row = np.array(table.observation(state, 0), dtype=np.int64)
                last[game] = {"observation": row, "action_mask": np.zeros(table.num_actions, dtype=np.int8)}
            ends = {"final_obs": last, "_final_obs": ended.copy()}
        return seen, rewards, ended, broken_off, ends


def register() -> None:
    """Tell Gymnasium of every shipped rulebook; which of them are for one player is known when one is made."""
    for name, _ in games():
        id_ = f"dicedsl/{name}-v0"
        if id_ not in gymnasium.registry:
            here = __name__
            gymnasium.register(
                id_, entry_point=f"{here}:Solo", vector_entry_point=f"{here}:SoloVector", kwargs={"game": name}
            )


register()
