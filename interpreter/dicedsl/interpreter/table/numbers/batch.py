"""Many games stepped together, as learners want them: what falls and what the table reports happens by itself."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, Protocol, overload

from attrs import define, frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Cells, Engine, NobodyChooses
from dicedsl.interpreter.seeds import derived_seed
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.numbers.numbered_table import NumberedTable
from dicedsl.interpreter.table.numbers.observing import Observer
from dicedsl.interpreter.table.numbers.returns import shares, worth
from dicedsl.program import ops, sets

MOST_EMPTY_GAMES = 1_000  # games that end without a choice, one after the other
MOST_CHANCE_EVENTS = 1_000_000  # rolls, draws and reports between two choices
CellsOf = Callable[[int], Cells]
Row = tuple[int, ...]


class Observations(Sequence[Row]):
    """What the seat that chooses sees in each game; worked out when it is asked for."""

    def __init__(self, table: NumberedTable, seats: Sequence[int], cells: CellsOf) -> None:
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
class BatchStep:
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
    """Games at their next choices, in the hands of an engine. What there is of them lies in rows that stay where they are.

    `numbers`: where the actions to come are written. `seats`: who is asked. `masks`: a byte for each action, 1 if it is legal, in
    `stride` bytes for each game. `ended`: 1 if the game was over after the last step, and
    `rewards` what it was worth to each seat then.
    """

    numbers: Any
    seats: Any
    masks: Any
    ended: Any
    rewards: Any
    stride: int

    def begin(self, seed: int) -> None:
        """Begin all games anew, game number n with the seed `derive(seed, n, 0)`, its next one with `derive(seed, n, 1)`."""

    def refused(self) -> int:
        """The first game for which no legal action stands in `numbers`; as many as there are games if there is none."""

    def step(self) -> None:
        """Take the legal actions whose numbers stand in `numbers`, one in each game."""

    def choose(self) -> None:
        """Write legal actions by lot into `numbers`."""

    def now(self, game: int) -> Cells:
        """The cells of a game."""

    def final(self, game: int) -> Cells:
        """The cells of a game at its end, which came in the last step."""

    def cells(self) -> CellsOf:
        """The cells of each game as they are now, whatever comes after."""


class ObservationRows(Protocol):
    """What the seats see, `width` numbers in `words` for each game; `fill` makes them those of now."""

    width: int
    words: Any

    def fill(self) -> None: ...


def refuse(table: NumberedTable, games: Games, game: int) -> NoReturn:
    """Say why the action of a game is none."""
    number = games.numbers[game]
    table.action(State(table, games.now(game)), number, games.seats[game])
    raise UsageError(f"action {number} is not legal here")


class Batch:
    """Games of one table that are stepped together. Where several choose at once, they are asked one after the other,
    and see nothing of it."""

    def __init__(self, table: NumberedTable, count: int, seed: int = 1, engine: str | None = None) -> None:
        if type(count) is not int or count < 1:
            raise UsageError("a batch has at least one game")
        if not table.actions.count:
            raise UsageError("in this game nobody has anything to choose")
        self.table = table
        self.seed = seed
        self.engine: Engine = table.runner(engine)
        self._nothing = (0.0,) * table.players
        self._games: Games = games_of(table, self.engine, count, again=True)
        self._count = count
        self._games.begin(seed)

    def __len__(self) -> int:
        return self._count

    def states(self) -> list[State]:
        cells = self._games.cells()
        return [State(self.table, cells(game)) for game in range(len(self))]

    def look(self) -> BatchStep:
        """What there is before the first step, and after the last one without rewards."""
        return self._step_of([self._nothing] * len(self), [False] * len(self))

    def step(self, actions: Sequence[int]) -> BatchStep:
        """Take one choice in each game: `actions` are the numbers of what the seats do."""
        if len(actions) != len(self):
            raise UsageError(f"this batch has {len(self)} games, but {len(actions)} actions were given")
        games = self._games
        for game, action in enumerate(actions):
            if type(action) is not int or not 0 <= action < self.table.actions.count:
                self.table.actions.stretch(action)  # says why
            games.numbers[game] = action
        if (wrong := games.refused()) < len(self):
            refuse(self.table, games, wrong)
        games.step()
        rewards, done, players = [self._nothing] * len(self), [bool(ended) for ended in games.ended], self.table.players
        for game, ended in enumerate(done):
            if ended:
                rewards[game] = tuple(games.rewards[players * game : players * (game + 1)])
        return self._step_of(rewards, done)

    def _step_of(self, rewards: Sequence[tuple[float, ...]], done: Sequence[bool]) -> BatchStep:
        games, stride, actions = self._games, self._games.stride, self.table.actions.count
        seats, memory = tuple(games.seats), bytes(games.masks)
        masks = tuple(memory[at : at + actions] for at in range(0, len(memory), stride))
        return BatchStep(seats, Observations(self.table, seats, games.cells()), masks, tuple(rewards), tuple(done))


def games_of(table: NumberedTable, engine: Engine, count: int, again: bool) -> Games:
    """The games of a batch, in the memory of the native engine, or one by one. With `again` a game that is over begins
    anew in the same step.

    One that ends before anybody chooses always does: nobody could learn from it.
    """
    if not engine.has_machine_code:
        return SteppedBatch(table, engine, count, again)
    from dicedsl.interpreter.engines.native.many import NativeBatch, plan_of

    native: Any = engine
    plan = plan_of(native, table.actions.numbering, table.positions.may_sort)
    return NativeBatch(native, count, table.actions.count, plan, worth(table.players), again)


def rows_of(table: NumberedTable, observer: Observer, games: Games) -> ObservationRows:
    """The rows in which what the seats see is written, by machine code or one by one."""
    if isinstance(games, SteppedBatch):
        return _SteppedRows(observer, games)
    from dicedsl.interpreter.table.numbers.native_observing import NativeRows

    native: Any = games
    return NativeRows(observer, native)


# ------------------------------------------------------------------ one by one


@define
class _Game:
    chance: Chance
    cells: Cells
    final: Cells
    played: int = 0


class SteppedBatch:
    """Games that an engine steps one by one."""

    def __init__(self, table: NumberedTable, engine: Engine, count: int, again: bool) -> None:
        self.table = table
        self.engine = engine
        self.stride = max(1, table.actions.count)
        self.numbers, self.seats, self.ended = (array("q", bytes(8 * count)) for _ in range(3))
        self.rewards = array("d", bytes(8 * count * table.players))
        self.masks = bytearray(self.stride * count)
        self._again = again
        self._seed = 0
        self._chance = Chance(0)
        self._start = table.state_of(engine.start()).cells
        self._games = [_Game(Chance(0), self._start, ()) for _ in range(count)]

    def begin(self, seed: int) -> None:
        self._seed = seed
        self._chance = Chance(derived_seed(seed, len(self._games)))
        self.rewards[:] = array("d", bytes(8 * len(self.rewards)))
        for number, game in enumerate(self._games):
            game.played = 0
            self.ended[number] = False
            self._write_choice(number, game, self._begin_game(number, game), again=True)

    def refused(self) -> int:
        stride, actions = self.stride, self.table.actions.count
        for game, action in enumerate(self.numbers):
            if not 0 <= action < actions or not self.masks[stride * game + action]:
                return game
        return len(self._games)

    def step(self) -> None:
        for number, game in enumerate(self._games):
            state, seat = State(self.table, game.cells), self.seats[number]
            move = self.table.action(state, self.numbers[number], seat)
            after = self.engine.answer(game.cells, move.seat, (move.alternative, *move.values))
            game.cells = self.table.state_of(after).cells
            self.ended[number] = is_over = self._play_to_choice(game)
            players, won = self.table.players, game.cells[self.table.reg.winners]
            row = shares(players, [s for s in range(players) if won >> s & 1]) if is_over else (0.0,) * players
            self.rewards[players * number : players * (number + 1)] = array("d", row)
            self._write_choice(number, game, is_over, self._again)

    def choose(self) -> None:
        for game in range(len(self._games)):
            mask = self.masks[self.stride * game : self.stride * (game + 1)]
            legal = [action for action, allowed in enumerate(mask) if allowed]
            if not legal:
                raise UsageError("a game is over: there is nothing to choose in it")
            self.numbers[game] = legal[self._chance.below(len(legal))]

    def now(self, game: int) -> Cells:
        return self._games[game].cells

    def final(self, game: int) -> Cells:
        return self._games[game].final

    def cells(self) -> CellsOf:
        return [game.cells for game in self._games].__getitem__

    def _begin_game(self, number: int, game: _Game) -> bool:
        """Begin a game and play it up to its first choice; gives whether it is over before."""
        game.chance, game.cells = Chance(derived_seed(self._seed, number, game.played)), self._start
        return self._play_to_choice(game)

    def _write_choice(self, number: int, game: _Game, is_over: bool, again: bool) -> None:
        """Write what there is to choose into the rows; where a game is over, of the next one that comes to a choice."""
        if is_over:
            game.final = game.cells
        tries = 0
        while is_over and again:
            if tries == MOST_EMPTY_GAMES:
                raise NobodyChooses
            tries += 1
            game.played += 1
            is_over = self._begin_game(number, game)
        mask = bytes(self.stride)
        if not is_over:
            asked = game.cells[self.table.reg.asked]
            self.seats[number] = seat = sets.low(asked)
            mask = self.table.mask(State(self.table, game.cells), seat)
        self.masks[self.stride * number : self.stride * (number + 1)] = mask

    def _play_to_choice(self, game: _Game) -> bool:
        """Let fall what falls, up to the next choice; gives whether the game is over."""
        table, engine = self.table, self.engine
        for _ in range(MOST_CHANCE_EVENTS):
            end = table.program.blocks[game.cells[table.reg.pc]].end
            if isinstance(end, ops.Over):
                return True
            if isinstance(end, ops.Ask):
                if not table.program.decisions[end.decision].reported:
                    return False
                report = table.report_by_odds(State(table, game.cells), game.chance)
                after = engine.answer(game.cells, report.seat, (report.alternative, *report.values))
            else:
                after = engine.fall(game.cells, table.referee.draw(game.cells, game.chance))
            game.cells = table.state_of(after).cells
        raise UsageError("this game never comes to a choice")


class _SteppedRows:
    """What the seats see, told one by one."""

    def __init__(self, observer: Observer, games: SteppedBatch) -> None:
        self._observer = observer
        self._games = games
        self.width = observer.size
        self.words = array("q", bytes(8 * self.width * len(games.seats)))

    def fill(self) -> None:
        for game, seat in enumerate(self._games.seats):
            row = self._observer.observe(self._games.now(game), seat)
            self.words[self.width * game : self.width * (game + 1)] = array("q", row)
