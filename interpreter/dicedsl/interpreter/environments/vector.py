"""Many games stepped together with arrays in and out, in the convention of vectorised environments: a game that is over begins anew.

The games are those of `Batch`, and begin with the same seeds. Where several choose at once, they are asked one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicedsl.about import OptionValue
from dicedsl.errors import UsageError
from dicedsl.interpreter.environments.optional_packages import import_optional
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.numbers.batch import games_of, refuse, rows_of

np = import_optional("numpy", "gymnasium")
Array = Any  # of numpy, which not everybody has
Infos = dict[str, Any]


class Vector:
    """So many games of one table.

    `step` takes the number of an action for each game and gives what the seats that choose next see (a row for each
    game), the rewards of all seats (their shares when a game ends, 0 before), whether each game ended (a new one has
    begun then), whether it was broken off (never), and further keys: `seat`, who chooses, and `action_mask`, what is
    legal. With `copy=False` observations and masks are always the same memory, which the next step writes anew.
    """

    def __init__(
        self, table: GameTable, count: int, seed: int = 1, engine: str | None = None, copy: bool = True
    ) -> None:
        if type(count) is not int or count < 1:
            raise UsageError("a vector has at least one game")
        if not table.num_actions:
            raise UsageError("in this game nobody has anything to choose")
        self.table = table
        self.num_envs = count
        self.num_actions = table.num_actions
        self.observation_size = table.observer.size
        self._copies = copy
        self._seed = seed
        self._games = games = games_of(table, table.runner(engine), count, again=True)
        self._rows = rows_of(table, table.observer, games)
        self._numbers, self._seats, self._ended = (
            np.frombuffer(row, dtype=np.int64) for row in (games.numbers, games.seats, games.ended)
        )
        self._rewards = np.frombuffer(games.rewards).reshape(count, table.players)
        self._observations = np.frombuffer(self._rows.words, dtype=np.int64).reshape(count, self.observation_size)
        masks = np.frombuffer(games.masks, dtype=np.int8).reshape(count, games.stride)
        self._masks = masks[:, : self.num_actions]
        self._nobody = np.zeros(count, dtype=bool)
        games.begin(seed)

    def reset(self, seed: int | None = None) -> tuple[Array, Infos]:
        """Begin all games anew. Without a seed they are others than those before."""
        self._seed = self._seed + 1 if seed is None else seed
        self._games.begin(self._seed)
        return self._filled_observations(), self._infos()

    def step(self, actions: Sequence[int] | Array) -> tuple[Array, Array, Array, Array, Infos]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise UsageError(f"a whole number for each of the {self.num_envs} games is needed here")
        games = self._games
        self._numbers[:] = given
        if (wrong := games.refused()) < self.num_envs:
            refuse(self.table, games, wrong)
        games.step()
        ended = self._ended != 0
        return self._filled_observations(), self._rewards.copy(), ended, self._nobody.copy(), self._infos()

    def sample(self) -> Array:
        """A legal action for each game by lot, each as likely."""
        self._games.choose()
        return self._numbers.copy()

    def states(self) -> list[State]:
        """The whole games as they are now: what no seat sees."""
        cells = self._games.cells()
        return [State(self.table, cells(game)) for game in range(self.num_envs)]

    def final(self, game: int) -> State:
        """A game at its end, if that came in the last step."""
        if not self._ended[game]:
            raise UsageError(f"game {game} did not end in the last step")
        return State(self.table, self._games.final(game))

    def _filled_observations(self) -> Array:
        self._rows.fill()
        return self._observations.copy() if self._copies else self._observations

    def _infos(self) -> Infos:
        masks = self._masks.copy() if self._copies else self._masks
        return {"seat": self._seats.copy(), "action_mask": masks}


def vector(
    game: str,
    count: int,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    variants: Sequence[str] = (),
    seed: int = 1,
    starter: int | None = None,
    engine: str | None = None,
    copy: bool = True,
) -> Vector:
    """A `Vector` of so many games of a rulebook, by its path or short name. `starter` is who begins; by lot if nobody is named."""
    return Vector(Game.named(game).table(players, options, variants, starter), count, seed, engine, copy)
