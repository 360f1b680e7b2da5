"""What research asks of a table: playouts, returns, moves by number, observations, worlds that a seat takes for possible, batches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Protocol

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.research.actions import Actions
from dicedsl.interpreter.research.batch import Batch
from dicedsl.interpreter.research.observing import Observer
from dicedsl.interpreter.research.playing import Playing
from dicedsl.interpreter.research.returns import Playouts, Returns, mean_scores, mean_shares, shares
from dicedsl.interpreter.research.worlds import Worlds
from dicedsl.interpreter.state import Move, Outcome, Result, State
from dicedsl.program.members import MEMBERS


class Studied(Playing, Protocol):
    """A table, as far as these questions have to know it."""

    def result(self, state: State) -> Result | None: ...

    def said(self, state: State, seat: int) -> Callable[[Move], str]: ...


class Questions:
    """The questions of searching and learning programs about one table, which offers them under the same names."""

    def __init__(self, table: Studied) -> None:
        self.table = table

    def returns(self, state: State) -> Returns:
        """What a game that is over was worth to each seat."""
        result = self.table.result(state)
        if result is None:
            raise UsageError("what it was worth is known when the game is over")
        return Returns(shares(self.table.players, result.winners), result.scores)

    def playouts(self, state: State, games: int, seed: int = 1, engine: str | None = None) -> Playouts:
        """So many games from a state to their ends, of players who choose at random. Game number n has `derive(seed, n)`."""
        self.table.decision(state)  # a state of this table
        if type(games) is not int or games < 0:
            raise UsageError("say how many games to play")
        tally = self.table.runner(engine).playouts(state.cells, seed, 0, games)
        return Playouts(tally, mean_shares(self.table.players, tally), mean_scores(tally))

    @cached_property
    def actions(self) -> Actions:
        """The numbers of moves; see there how they are given."""
        return Actions(self.table.program)

    @property
    def num_actions(self) -> int:
        """Actions are numbered from 0 up to, not including, this."""
        return self.actions.count

    def _choosing(self, state: State, seat: int) -> tuple[int, list[tuple[int, ...]]]:
        """The decision of a seat and its legal moves; none if it has nothing to choose."""
        decision = self.table.decision(state)
        if decision is None or decision.reported:
            return -1, []
        return decision.number, self.table.bare_moves(state, self.table.checked_seat(seat))

    def legal_actions(self, state: State, seat: int) -> list[int]:
        """The numbers of the legal moves of a seat, in the order of `moves`."""
        decision, moves = self._choosing(state, seat)
        return self.actions.numbers(decision, moves)

    def action_id(self, state: State, move: Move) -> int:
        """The number of a legal move."""
        decision, moves = self._choosing(state, move.seat)
        answer = (move.alternative, *move.values)
        if answer not in moves:
            raise UsageError(self.table.why_not(state, move.seat, move) or "this move is told in another way")
        return self.actions.number(decision, moves, answer)

    def action(self, state: State, number: int, seat: int | None = None) -> Move:
        """The legal move of that number; of several who choose at once, that of a seat (without one, of the first)."""
        stretch = self.actions.stretch(number)
        decision = self.table.decision(state)
        if decision is None or decision.number != stretch.decision:
            raise UsageError(f"action {number} belongs to another choice")
        if seat is None:
            seat = MEMBERS[state.cells[self.table.reg.asked]][0]
        found = [m for m in self.table.bare_moves(state, self.table.checked_seat(seat)) if m[0] == stretch.alternative]
        if stretch.digits is not None:
            values = stretch.values(number)
            found = [m for m in found if m[1:] == values]
        else:
            found = found[number - stretch.first : number - stretch.first + 1]
        if not found:
            raise UsageError(f"action {number} is not legal here")
        return Move(seat, found[0][0], found[0][1:], self.table.said(state, seat))

    def mask(self, state: State, seat: int) -> bytes:
        """A byte for each action: 1 if it is legal for this seat, 0 if not."""
        found = bytearray(self.num_actions)
        for number in self.legal_actions(state, seat):
            found[number] = 1
        return bytes(found)

    @cached_property
    def observer(self) -> Observer:
        """How what a seat sees is told in numbers: `names` says what each of them is, `size` how many there are."""
        return Observer(self.table.program, self.table.sight)

    def observation(self, state: State, seat: int) -> tuple[int, ...]:
        """What a seat may know, as a row of numbers that is always as long: equal exactly where its views are."""
        self.table.decision(state)  # a state of this table
        return self.observer.observe(state.cells, self.table.checked_seat(seat))

    def resample(self, history: Sequence[Move | Outcome], seat: int, chance: Chance) -> State:
        """A whole state that agrees with all that a seat has seen of a game, hidden things by lot; see `Worlds`."""
        return self.worlds(history, seat).draw(chance)

    def worlds(self, history: Sequence[Move | Outcome], seat: int) -> Worlds:
        """The same for many draws: the game is looked through once."""
        return Worlds(self.table, history, seat)

    def batch(self, count: int, seed: int = 1, engine: str | None = None) -> Batch:
        """So many games, stepped together by the numbers of actions."""
        return Batch(self.table, count, seed, engine)
