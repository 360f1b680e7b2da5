"""Many games stepped together, as learners want them: what falls and what the table reports happens by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, overload

from attrs import define, frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Cells, Engine
from dicedsl.interpreter.research.playing import Playing
from dicedsl.interpreter.research.returns import shares
from dicedsl.interpreter.seeds import derive
from dicedsl.interpreter.state import Move, State
from dicedsl.program import ops

MOST_EMPTY = 1_000  # games that end without a choice, one after the other
MOST_EVENTS = 1_000_000  # rolls, draws and reports between two choices
CellsOf = Callable[[int], Cells]
Row = tuple[int, ...]


class Observations(Sequence[Row]):
    """What the seat that chooses sees in each game; worked out when it is asked for."""

    def __init__(self, table: Playing, seats: Sequence[int], cells: CellsOf) -> None:
        self._table = table
        self._seats = seats
        self._cells = cells
        self._known: dict[int, Row] = {}

    def __len__(self) -> int:
        return len(self._seats)

    @overload
    def __getitem__(self, game: int) -> Row: ...
    @overload
    def __getitem__(self, game: slice) -> tuple[Row, ...]: ...
    def __getitem__(self, game: int | slice) -> Row | tuple[Row, ...]:
        if isinstance(game, slice):
            return tuple(self._row(i) for i in range(len(self))[game])
        return self._row(range(len(self))[game])

    def _row(self, game: int) -> Row:
        if game not in self._known:
            state = State(self._table, self._cells(game))
            self._known[game] = self._table.observation(state, self._seats[game])
        return self._known[game]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Observations) and self[:] == other[:]

    def __hash__(self) -> int:
        return hash(self[:])


@frozen
class Step:
    """What a batch shows after a step, an entry for each game.

    `seats`: who chooses now. `observations`, `masks`: for that seat. `rewards`: what the step was worth to each seat, which is
    its share of the result (see Returns) when a game ends and 0 before. `done`: whether the game ended; a new one has begun then.
    """

    seats: tuple[int, ...]
    observations: Observations
    masks: tuple[bytes, ...]
    rewards: tuple[tuple[float, ...], ...]
    done: tuple[bool, ...]


class Games(Protocol):
    """So many games at their next choices, in the hands of an engine."""

    def begin(self, seeds: dict[int, int]) -> list[int]:
        """Begin some games anew, each with its seed; those that are over before anybody chooses."""

    def step(self, actions: Sequence[int]) -> list[int]:
        """One legal action in each game; those that are over now."""

    def cells(self) -> CellsOf:
        """The cells of each game as they are now, whatever comes after."""

    def seats(self) -> tuple[int, ...]:
        """Who chooses in each game."""

    def masks(self) -> tuple[bytes, ...]:
        """Which actions are legal in each game."""


class Batch:
    """So many games of one table. Where several choose at once, they are asked one after the other, and see nothing of it."""

    def __init__(self, table: Playing, count: int, seed: int = 1, engine: str | None = None) -> None:
        if type(count) is not int or count < 1:
            raise UsageError("a batch has at least one game")
        if all(decision.reported for decision in table.program.decisions):
            raise UsageError("in this game nobody has anything to choose")
        self.table = table
        self.seed = seed
        self.engine: Engine = table.runner(engine)
        self._nothing = (0.0,) * table.players
        self._games: Games = games_of(table, self.engine, count)
        self._played = [0] * count
        self._masks: tuple[bytes, ...] = ()
        self._begin(range(count))

    def __len__(self) -> int:
        return len(self._played)

    def states(self) -> list[State]:
        cells = self._games.cells()
        return [State(self.table, cells(game)) for game in range(len(self))]

    def look(self) -> Step:
        """What there is before the first step, and after the last one without rewards."""
        return self._shown([self._nothing] * len(self), [False] * len(self))

    def step(self, actions: Sequence[int]) -> Step:
        """One choice in each game: the numbers of the actions that the seats take."""
        if len(actions) != len(self):
            raise UsageError(f"this batch has {len(self)} games, but {len(actions)} actions were given")
        known = self._masks
        for game, action in enumerate(actions):
            if type(action) is not int or not 0 <= action < len(known[game]) or not known[game][action]:
                self._refuse(game, action)
        over = self._games.step(actions)
        rewards, done = [self._nothing] * len(self), [False] * len(self)
        if over:
            cells = self._games.cells()
            for game in over:
                rewards[game], done[game] = self._worth(cells(game)), True
                self._played[game] += 1
            self._begin(over)
        else:
            self._masks = self._games.masks()
        return self._shown(rewards, done)

    # -------------------------------------------------------------- some games

    def _begin(self, games: Sequence[int]) -> None:
        """Games at their first choice; those that end without one are over before anybody can learn from them."""
        for _ in range(MOST_EMPTY):
            games = self._games.begin({game: derive(self.seed, game, self._played[game]) for game in games})
            if not games:
                self._masks = self._games.masks()
                return
            for game in games:
                self._played[game] += 1
        raise UsageError("this game ends again and again before anybody chooses")

    def _refuse(self, game: int, action: int) -> None:
        cells, seat = self._games.cells()(game), self._games.seats()[game]
        self.table.action(State(self.table, cells), action, seat)  # says why
        raise UsageError(f"action {action} is not legal here")

    def _worth(self, cells: Cells) -> tuple[float, ...]:
        winners, players = cells[self.table.reg.winners], self.table.players
        return shares(players, [seat for seat in range(players) if winners >> seat & 1])

    def _shown(self, rewards: Sequence[tuple[float, ...]], done: Sequence[bool]) -> Step:
        seats = self._games.seats()
        observations = Observations(self.table, seats, self._games.cells())
        return Step(seats, observations, self._masks, tuple(rewards), tuple(done))


def games_of(table: Playing, engine: Engine, count: int) -> Games:
    """In the memory of the native engine, or one by one."""
    if engine.name != "native":
        return Apart(table, engine, count)
    from dicedsl.interpreter.engines.native.batches import Together, plan_of

    native: Any = engine
    numbers = {(s.decision, s.alternative): (s.first, s.digits) for s in table.actions.stretches}
    return Together(native, count, table.actions.count, plan_of(native, numbers, table.positions.may_sort))


# ------------------------------------------------------------------ one by one


@define
class _Game:
    chance: Chance
    cells: Cells


class Apart:
    """Games that an engine steps one by one."""

    def __init__(self, table: Playing, engine: Engine, count: int) -> None:
        self.table = table
        self.engine = engine
        self._start = table.state_of(engine.start()).cells
        self._games = [_Game(Chance(0), self._start) for _ in range(count)]

    def begin(self, seeds: dict[int, int]) -> list[int]:
        for number, seed in seeds.items():
            self._games[number] = _Game(Chance(seed), self._start)
        return [number for number in seeds if self._to_a_choice(self._games[number])]

    def step(self, actions: Sequence[int]) -> list[int]:
        moves = [self._chosen(game, action) for game, action in zip(self._games, actions, strict=True)]
        over = []
        for number, (game, move) in enumerate(zip(self._games, moves, strict=True)):
            after = self.engine.answer(game.cells, move.seat, (move.alternative, *move.values))
            game.cells = self.table.state_of(after).cells
            if self._to_a_choice(game):
                over.append(number)
        return over

    def cells(self) -> CellsOf:
        return [game.cells for game in self._games].__getitem__

    def seats(self) -> tuple[int, ...]:
        return tuple(map(self._seat, self._games))

    def masks(self) -> tuple[bytes, ...]:
        table = self.table
        return tuple(table.mask(State(table, game.cells), self._seat(game)) for game in self._games)

    def _to_a_choice(self, game: _Game) -> bool:
        """Let fall what falls. Whether the game is over."""
        table, engine = self.table, self.engine
        for _ in range(MOST_EVENTS):
            end = table.program.blocks[game.cells[table.reg.pc]].end
            if isinstance(end, ops.Over):
                return True
            if isinstance(end, ops.Ask):
                if not table.program.decisions[end.decision].reported:
                    return False
                report = table.report_by_odds(State(table, game.cells), game.chance)
                after = engine.answer(game.cells, report.seat, (report.alternative, *report.values))
            else:
                after = engine.fall(game.cells, table.stepping.draw(game.cells, game.chance))
            game.cells = table.state_of(after).cells
        raise UsageError("this game never comes to a choice")

    def _seat(self, game: _Game) -> int:
        asked = game.cells[self.table.reg.asked]
        return (asked & -asked).bit_length() - 1

    def _chosen(self, game: _Game, action: int) -> Move:
        return self.table.action(State(self.table, game.cells), action, self._seat(game))
