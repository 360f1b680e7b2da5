"""Moves as numbers, and what a seat sees as a row of numbers: what learning programs speak of."""

from __future__ import annotations

from functools import cached_property

from dicedsl.errors import UsageError
from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table.numbers.actions import Actions
from dicedsl.interpreter.table.numbers.observing import Observer
from dicedsl.interpreter.table.play_table import PlayTable
from dicedsl.program.members import MEMBERS


class NumberedTable(PlayTable):
    """A table on which moves have numbers and positions are rows of numbers."""

    @cached_property
    def actions(self) -> Actions:
        """The numbers of moves; see there how they are given."""
        return Actions(self.program)

    @property
    def num_actions(self) -> int:
        """Actions are numbered from 0 up to, not including, this."""
        return self.actions.count

    def _choosing(self, state: State, seat: int) -> tuple[int, list[tuple[int, ...]]]:
        """The decision of a seat and its legal moves; none if it has nothing to choose."""
        decision = self.decision(state)
        if decision is None or decision.reported:
            return -1, []
        return decision.number, self.bare_moves(state, self.checked_seat(seat))

    def legal_actions(self, state: State, seat: int) -> list[int]:
        """The numbers of the legal moves of a seat, in the order of `moves`."""
        decision, moves = self._choosing(state, seat)
        return self.actions.numbers(decision, moves)

    def action_id(self, state: State, move: Move) -> int:
        """The number of a legal move."""
        decision, moves = self._choosing(state, move.seat)
        answer = (move.alternative, *move.values)
        if answer not in moves:
            raise UsageError(self.why_not(state, move.seat, move) or "this move is told in another way")
        return self.actions.number(decision, moves, answer)

    def action(self, state: State, number: int, seat: int | None = None) -> Move:
        """The legal move of that number; of several who choose at once, that of a seat (without one, of the first)."""
        stretch = self.actions.stretch(number)
        decision = self.decision(state)
        if decision is None or decision.number != stretch.decision:
            raise UsageError(f"action {number} belongs to another choice")
        if seat is None:
            seat = MEMBERS[state.cells[self.reg.asked]][0]
        answers = [m for m in self.bare_moves(state, self.checked_seat(seat)) if m[0] == stretch.alternative]
        if stretch.digits is not None:
            values = stretch.values(number)
            answers = [m for m in answers if m[1:] == values]
        else:
            answers = answers[number - stretch.first : number - stretch.first + 1]
        if not answers:
            raise UsageError(f"action {number} is not legal here")
        return Move(seat, answers[0][0], answers[0][1:], self.teller(state, seat))

    def mask(self, state: State, seat: int) -> bytes:
        """A byte for each action: 1 if it is legal for this seat, 0 if not."""
        mask = bytearray(self.num_actions)
        for number in self.legal_actions(state, seat):
            mask[number] = 1
        return bytes(mask)

    @cached_property
    def observer(self) -> Observer:
        """How what a seat sees is told in numbers: `names` says what each of them is, `size` how many there are."""
        return Observer(self.program, self.sight)

    def observation(self, state: State, seat: int) -> tuple[int, ...]:
        """What a seat may know, as a row of numbers that is always as long: equal exactly where its views are."""
        self.decision(state)  # a state of this table
        return self.observer.observe(state.cells, self.checked_seat(seat))
