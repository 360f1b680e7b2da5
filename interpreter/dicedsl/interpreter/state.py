"""What a game is at a moment, and what can happen to it: plain values, compared and hashed by what they hold."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from attrs import field, frozen

from dicedsl.program import ops


class Asked(Protocol):
    """What can be asked about a state: a table, as far as a state has to know it."""

    program: ops.Program
    reg: ops.Registers
    players: int

    def turn(self, state: State) -> Turn: ...

    def is_over(self, state: State) -> bool: ...

    def decision(self, state: State) -> ops.Decision | None: ...

    def moves(self, state: State, seat: int) -> list[Move]: ...

    def bare_moves(self, state: State, seat: int) -> list[tuple[int, ...]]: ...

    def parse_move(self, state: State, seat: int, text: str) -> Move: ...

    def why_not(self, state: State, seat: int, move: Move) -> str | None: ...

    def outcomes(self, state: State) -> list[Outcome]: ...

    def apply(self, state: State, action: Move | Outcome) -> State: ...

    def result(self, state: State) -> Result | None: ...

    def encode(self, state: State) -> str: ...


@frozen
class State:
    """A position of a game: a vector of whole numbers. The table knows how to read it."""

    table: Asked = field(eq=False, repr=False)
    cells: tuple[int, ...]

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("save a state with `table.encode(state)`")


@frozen
class Move:
    """An answer to a choice (or a report of the table): which alternative, and the values picked. Sets are bit masks."""

    seat: int
    alternative: int
    values: tuple[int, ...]
    text: str = field(eq=False)


@frozen
class Outcome:
    """What chance brought: the numbers of the dice rolled, lowest die first, or the member drawn."""

    values: tuple[int, ...]
    probability: Fraction = field(eq=False, default=Fraction(1))
    text: str = field(eq=False, default="")


@frozen
class Turn:
    """Who is to act: `kind` is choice, choices (several at once), chance, table or over; `seats` who must answer."""

    kind: str
    seats: tuple[int, ...] = ()


@frozen
class Result:
    """How a game ended: winners, everybody's place (1 is first, ties share), the numbers they were ranked by, and why."""

    winners: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...] | None
    reason: str
    match_over: bool
