"""What a game is at a moment, and what can happen to it: plain values, compared and hashed by what they hold."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import field, frozen

if TYPE_CHECKING:
    from dicedsl.interpreter.table import Table


@frozen
class State:
    """A position of a game: a vector of whole numbers. The table knows how to read it."""

    table: Table = field(eq=False, repr=False)
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
