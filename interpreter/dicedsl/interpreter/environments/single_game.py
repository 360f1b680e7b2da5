"""One game at its next choice, as environments of single games want it: what it is worth, what its seats see, what is legal."""

from __future__ import annotations

from typing import Any

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import NobodyChooses
from dicedsl.interpreter.environments.optional_packages import import_optional
from dicedsl.interpreter.seeds import derived_seed
from dicedsl.interpreter.show.draw import table_lines
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.numbers.batch import games_of, refuse, rows_of

np = import_optional("numpy", "gymnasium")
Array = Any  # of numpy, which not everybody has


class SingleGame:
    """A game that is begun with a seed and stepped by the numbers of actions.

    Where nobody ever has anything to choose there is one action, 0: to look on until the game is over.
    """

    def __init__(self, table: GameTable, engine: str | None = None) -> None:
        self.table = table
        self.num_actions = max(1, table.num_actions)
        self.is_over = True
        self._engine = table.runner(engine)
        self._seed = 0
        self._watched = table.start()
        self._games = games_of(table, self._engine, 1, again=False) if table.num_actions else None
        self._rows = None if self._games is None else rows_of(table, table.observer, self._games)

    def begin(self, seed: int) -> None:
        self._seed, self._watched = seed, self.table.start()
        if self._games is not None:
            try:
                self._games.begin(seed)
            except NobodyChooses:  # there are choices in its rules, but not with this setting
                self._games = self._rows = None
        self.is_over = False

    def step(self, action: int) -> None:
        """Take an action of the seat that chooses."""
        if self.is_over:
            raise UsageError("the game is over")
        if self._games is None:
            if action != 0:
                raise UsageError("nobody has anything to choose in this game; action 0 looks on until it is over")
            cells = self._engine.play(None, Chance(derived_seed(self._seed, 0, 0)))
            self._watched, self.is_over = self.table.state_of(cells), True
            return
        self.table.actions.stretch(action)  # says what is no action at all
        self._games.numbers[0] = action
        if not self._games.refused():
            refuse(self.table, self._games, 0)
        self._games.step()
        self.is_over = bool(self._games.ended[0])

    @property
    def seat(self) -> int:
        """The seat that chooses."""
        return 0 if self._games is None else int(self._games.seats[0])

    @property
    def asked(self) -> tuple[int, ...]:
        """All seats that have to choose now."""
        if self.is_over:
            return ()
        return (0,) if self._games is None else self.table.turn(self.state).seats

    @property
    def state(self) -> State:
        """The whole game: what no seat sees."""
        return self._watched if self._games is None else State(self.table, self._games.now(0))

    def is_legal(self, action: int) -> bool:
        return bool(0 <= action < self.num_actions and self.mask(self.seat)[action])

    def mask(self, seat: int) -> Array:
        """1 for each legal action of a seat, if it is the one who chooses."""
        if self.is_over or seat != self.seat:
            return np.zeros(self.num_actions, dtype=np.int8)
        if self._games is None:
            return (np.arange(self.num_actions) == 0).astype(np.int8)
        return np.frombuffer(self._games.masks, dtype=np.int8)[: self.num_actions].copy()

    def observation(self, seat: int) -> Array:
        """What a seat may know."""
        if self._rows is None or self.is_over or seat != self.seat:
            return np.array(self.table.observation(self.state, seat), dtype=np.int64)
        self._rows.fill()
        return np.frombuffer(self._rows.words, dtype=np.int64).copy()

    def seen(self, seat: int) -> dict[str, Array]:
        """What a seat may know, and which actions are legal for it."""
        return {"observation": self.observation(seat), "action_mask": self.mask(seat)}

    def picture(self, seat: int | None) -> str:
        """The table as a seat sees it, in letters."""
        names = [f"player {number}" for number in range(self.table.players)]
        return "\n".join(table_lines(self.table, self.state, seat, names))


def spaces_of(table: GameTable) -> tuple[Any, Any]:
    """The spaces of what one seat sees and of its actions."""
    spaces = import_optional("gymnasium.spaces", "gymnasium")
    low, high = (np.array(row, dtype=np.int64) for row in zip(*table.observer.bounds, strict=True))
    count = max(1, table.num_actions)
    seen = {"observation": spaces.Box(low, high, dtype=np.int64), "action_mask": spaces.MultiBinary(count)}
    return spaces.Dict(seen), spaces.Discrete(count)


def score(table: GameTable, state: State, seat: int) -> float:
    """What a game that is over was ranked by, the higher the better; the share of the seat where it was ranked by nothing."""
    worth = table.returns(state)
    if worth.scores is None:
        return worth.shares[seat]
    highest_wins = state.cells[table.reg.score_order] == 1
    return float(worth.scores[seat] if highest_wins else -worth.scores[seat])
