"""Moves as whole numbers from 0 up to a bound that is known before a game: what policies and networks speak of.

Every alternative of every choice of a program has a stretch of numbers of its own. Where all values of its picks together are no
more than `MOST_CODED_VALUES`, a number says which values: each pick is a digit, a set the number of its mask. Where there are more (any
set of a hundred dice), legal moves are numbered by their place among those of the alternative, in the order of the listing,
which is never longer than `MOST_LISTED_ANSWERS`. Reports have no numbers: what the table reports is drawn, as chance is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from dicedsl.errors import UsageError
from dicedsl.program import ops
from dicedsl.program.bounds import BoundsAnalysis
from dicedsl.program.sets import MOST_LISTED_ANSWERS

MOST_CODED_VALUES = 1 << 16
Answer = tuple[int, ...]


@frozen
class Stretch:
    """The numbers of one alternative. `digits` are the lowest value of each pick and how many there are; None if listed."""

    decision: int
    alternative: int
    first: int
    size: int
    digits: tuple[tuple[int, int], ...] | None

    def number_of(self, values: Sequence[int]) -> int:
        assert self.digits is not None
        number = 0
        for value, (low, count) in zip(values, self.digits, strict=True):
            if not low <= value < low + count:
                raise UsageError("no such move can ever be made here")
            number = number * count + value - low
        return self.first + number

    def values(self, number: int) -> Answer:
        assert self.digits is not None
        left, values = number - self.first, []
        for low, count in reversed(self.digits):
            left, digit = divmod(left, count)
            values.append(low + digit)
        return tuple(reversed(values))


class Actions:
    """The numbers of all moves of a program."""

    def __init__(self, program: ops.Program) -> None:
        self.program = program
        analysis = BoundsAnalysis(program)
        self.stretches: list[Stretch] = []
        self._of: dict[tuple[int, int], Stretch] = {}
        first = 0
        for decision in program.decisions:
            if decision.reported:
                continue
            for i, alternative in enumerate(decision.alternatives):
                digits = tuple(_digit(analysis, pick) for pick in alternative.picks)
                size = 1
                for _, count in digits:
                    size *= count
                coded = size <= MOST_CODED_VALUES
                stretch = Stretch(
                    decision.number, i, first, size if coded else MOST_LISTED_ANSWERS, digits if coded else None
                )
                self._of[decision.number, i] = stretch
                self.stretches.append(stretch)
                first += stretch.size
        self.count = first

    @property
    def numbering(self) -> dict[tuple[int, int], tuple[int, int, tuple[tuple[int, int], ...] | None]]:
        """The stretch of each alternative: where its numbers begin, how many there are and what their digits are, as
        machine code is told."""
        return {(s.decision, s.alternative): (s.first, s.size, s.digits) for s in self.stretches}

    def numbers(self, decision: int, moves: Iterable[Answer]) -> list[int]:
        """The numbers of all legal moves of a seat, in the order of the listing."""
        numbers, places = [], dict.fromkeys((s.alternative for s in self.stretches if s.decision == decision), 0)
        for alternative, *values in moves:
            stretch = self._of[decision, alternative]
            if stretch.digits is not None:
                numbers.append(stretch.number_of(values))
                continue
            place = places[alternative]
            if place >= stretch.size:
                raise UsageError("there are more moves here than can be numbered")
            numbers.append(stretch.first + place)
            places[alternative] = place + 1
        return numbers

    def number(self, decision: int, moves: Sequence[Answer], move: Answer) -> int:
        """The number of one of the legal moves."""
        stretch = self._of[decision, move[0]]
        if stretch.digits is not None:
            return stretch.number_of(move[1:])
        return stretch.first + [other for other in moves if other[0] == move[0]].index(move)

    def stretch(self, number: int) -> Stretch:
        """The stretch in which a number lies."""
        if type(number) is not int or not 0 <= number < self.count:
            raise UsageError(f"actions are numbered from 0 to {self.count - 1}; there is no {number!r}")
        low, high = 0, len(self.stretches) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self.stretches[middle].first <= number:
                low = middle
            else:
                high = middle - 1
        return self.stretches[low]


def _digit(analysis: BoundsAnalysis, pick: ops.PickOp) -> tuple[int, int]:
    """The lowest value a pick can have, and how many there are up to the highest."""
    if pick.many:
        width = analysis.set_width(ops.Var(pick.var))
        return 0, 1 << min(width, MOST_CODED_VALUES.bit_length())
    bounds = analysis.number(ops.Var(pick.var))
    return bounds.low, max(1, bounds.high - bounds.low + 1)
