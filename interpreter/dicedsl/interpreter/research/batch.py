"""Many games stepped together, as learners want them: what falls and what the table reports happens by itself."""

from __future__ import annotations

from collections.abc import Sequence

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


@frozen
class Step:
    """What a batch shows after a step, an entry for each game.

    `seats`: who chooses now. `observations`, `masks`: for that seat. `rewards`: what the step was worth to each seat, which is
    its share of the result (see Returns) when a game ends and 0 before. `done`: whether the game ended; a new one has begun then.
    """

    seats: tuple[int, ...]
    observations: tuple[tuple[int, ...], ...]
    masks: tuple[bytes, ...]
    rewards: tuple[tuple[float, ...], ...]
    done: tuple[bool, ...]


@define
class _Game:
    chance: Chance
    played: int
    cells: Cells


class Batch:
    """So many games of one table. Where several choose at once, they are asked one after the other, and see nothing of it."""

    def __init__(self, table: Playing, count: int, seed: int = 1, engine: str | None = "stepping") -> None:
        if type(count) is not int or count < 1:
            raise UsageError("a batch has at least one game")
        self.table = table
        self.seed = seed
        self.engine: Engine = table.runner(engine)
        if all(decision.reported for decision in table.program.decisions):
            raise UsageError("in this game nobody has anything to choose")
        self._games = [self._begun(number, 0) for number in range(count)]

    def __len__(self) -> int:
        return len(self._games)

    def states(self) -> list[State]:
        return [State(self.table, game.cells) for game in self._games]

    def look(self) -> Step:
        """What there is before the first step, and after the last one without rewards."""
        nothing = (0.0,) * self.table.players
        return self._shown([nothing] * len(self), [False] * len(self))

    def step(self, actions: Sequence[int]) -> Step:
        """One choice in each game: the numbers of the actions that the seats take."""
        if len(actions) != len(self):
            raise UsageError(f"this batch has {len(self)} games, but {len(actions)} actions were given")
        moves = [self._chosen(game, action) for game, action in zip(self._games, actions, strict=True)]
        rewards, done = [], []
        for number, (game, move) in enumerate(zip(self._games, moves, strict=True)):
            after = self.engine.answer(game.cells, move.seat, (move.alternative, *move.values))
            game.cells = self.table.state_of(after).cells
            over = self._to_a_choice(game)
            done.append(over)
            rewards.append(self._worth(game.cells) if over else (0.0,) * self.table.players)
            if over:
                self._games[number] = self._begun(number, game.played + 1)
        return self._shown(rewards, done)

    # -------------------------------------------------------------- one game

    def _begun(self, number: int, played: int) -> _Game:
        """A game at its first choice; those that end without one are over before anybody can learn from them."""
        cells = self.table.state_of(self.engine.start()).cells
        for attempt in range(played, played + MOST_EMPTY):
            game = _Game(Chance(derive(self.seed, number, attempt)), attempt, cells)
            if not self._to_a_choice(game):
                return game
        raise UsageError("this game ends again and again before anybody chooses")

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

    def _worth(self, cells: Cells) -> tuple[float, ...]:
        winners, players = cells[self.table.reg.winners], self.table.players
        return shares(players, [seat for seat in range(players) if winners >> seat & 1])

    def _shown(self, rewards: Sequence[tuple[float, ...]], done: Sequence[bool]) -> Step:
        table, seats, observations, masks = self.table, [], [], []
        for game in self._games:
            seat, state = self._seat(game), State(table, game.cells)
            seats.append(seat)
            observations.append(table.observation(state, seat))
            masks.append(table.mask(state, seat))
        return Step(tuple(seats), tuple(observations), tuple(masks), tuple(rewards), tuple(done))
