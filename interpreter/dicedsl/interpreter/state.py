"""What a game is at a moment, and what can happen to it: plain values, compared and hashed by what they hold."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import Protocol

from attrs import field, frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.as_data import DATA_NAME
from dicedsl.program import ops
from dicedsl.program.position import Positions


class StateTable(Protocol):
    """A table, as far as a state has to know it."""

    program: ops.Program

    @property
    def fingerprint(self) -> str: ...

    @property
    def positions(self) -> Positions: ...

    def plays_as(self, other: StateTable) -> bool:
        """Whether the other table has the same rules and the same setting."""


@frozen(eq=False, repr=False)
class State:
    """A position of a game: a vector of whole numbers. The table knows how to read it.

    States are equal, and hash equal, exactly if the position and the setting are. Nothing changes a state, so that copies are the
    state itself, and threads may share it.
    """

    table: StateTable
    cells: tuple[int, ...]
    _known: list[object] = field(factory=list, init=False)  # its key and the hash of that, once somebody asked
    known_to: dict[int, bool] = field(factory=dict, init=False)  # whether a seat knows all that counts, once asked

    @property
    def key(self) -> Hashable:
        """What the position is, in the game and setting of its table: equal for states with the same future."""
        if not self._known:
            key = self.table.positions.key(self.cells)
            self._known[:] = (key, hash(key))
        return self._known[0]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, State):
            return NotImplemented
        if self.table is not other.table and not self.table.plays_as(other.table):
            return False
        return self.cells == other.cells or self.key == other.key

    def __hash__(self) -> int:
        if not self._known:
            hash(self.key)
        return self._known[1]  # type: ignore[return-value]

    def __repr__(self) -> str:
        return f"State(cells={self.cells})"

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: object) -> State:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return State, (self.table, self.cells)


def whole(value: object, what: str) -> int:
    """A whole number, and nothing that only looks like one."""
    if type(value) is not int:
        raise UsageError(f"{what} is a whole number, not {value!r}")
    return value


class Move:
    """An answer to a choice (or a report of the table): which alternative, and the values picked. Sets are bit masks.

    `text` may be given as a function, which is asked when somebody reads it.
    """

    __slots__ = ("_text", "alternative", "seat", "values")

    seat: int
    alternative: int
    values: tuple[int, ...]

    def __init__(
        self, seat: int, alternative: int, values: Iterable[int] = (), text: str | Callable[[Move], str] = ""
    ) -> None:
        if type(seat) is not int or type(alternative) is not int:
            whole(seat, "a seat")
            whole(alternative, "the number of an alternative")
        self.seat = seat
        self.alternative = alternative
        self.values = values if type(values) is tuple else tuple(values)
        for value in self.values:
            if type(value) is not int:
                whole(value, "what is picked")
        self._text = text

    @property
    def text(self) -> str:
        """The move in words, which read back as the same move."""
        if not isinstance(self._text, str):
            self._text = self._text(self)
        return self._text

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return (self.seat, self.alternative, self.values) == (other.seat, other.alternative, other.values)

    def __hash__(self) -> int:
        return hash((self.seat, self.alternative, self.values))

    def __repr__(self) -> str:
        return f"Move(seat={self.seat}, alternative={self.alternative}, values={self.values}, text={self.text!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Move, (self.seat, self.alternative, self.values, self.text)


@frozen
class Outcome:
    """What chance brought: the numbers of the dice rolled, lowest die first, or the member drawn."""

    values: tuple[int, ...]
    probability: Fraction = field(eq=False, default=Fraction(1))
    text: str = field(eq=False, default="")


@frozen
class Turn:
    """Who is to act: `kind` is choice, choices (several at once), chance, report or over; `seats` who must answer."""

    kind: str
    seats: tuple[int, ...] = ()


@frozen
class Result:
    """How a game ended: winners, everybody's rank (1 is first, ties share), the numbers they were ranked by, and why."""

    winners: tuple[int, ...]
    ranks: tuple[int, ...] = field(metadata={DATA_NAME: "places"})
    scores: tuple[int, ...] | None
    reason: str
    match_over: bool
