"""Reports by lot: what the table would tell, drawn by the odds of an attempt, and always something that may be reported.

An outcome is drawn by its weight among those that are open, then its picks one after the other, each from what is there with the
earlier ones in place. A pick that a condition refuses is drawn again. If that leads nowhere, another outcome is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, Protocol

from attrs import frozen

from dicedsl.program import ops
from dicedsl.program.evaluator.choices import Answer, Choices, Values, variables_of
from dicedsl.program.evaluator.expressions import Cells
from dicedsl.program.faults import unreportable
from dicedsl.program.sets import MOST_LISTED_ANSWERS, union
from dicedsl.program.sets import low as lowest
from dicedsl.program.walk import uses

TRIES_AT_TRUE_ODDS = 200  # answers drawn by the odds as they are
TRIES_AT_SMALLER_SETS = 40  # then with smaller and smaller sets
MOST_WEIGHED_ANSWERS = 4_096  # answers of an outcome that are rather listed
LONG_MEMBER_LIST = 2_000  # a row of members that is not gone through
PERCENT = 1_000
CERTAINTY = 100 * PERCENT
NO_INDEX = -1


class RandomSource(Protocol):
    """The random source."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely."""


class DrawingFunctions(Protocol):
    """How weights and chances are drawn by: the functions all engines share, which say how much of the source is used."""

    @property
    def by_weight(self) -> Any: ...
    @property
    def by_likelihood(self) -> Any: ...
    @property
    def likelihood_of_one(self) -> Any: ...
    @property
    def likelihood_of_set(self) -> Any: ...
    @property
    def so_many(self) -> Any: ...
    @property
    def subset(self) -> Any: ...
    @property
    def combinations(self) -> Any: ...


class Reports:
    """Draws reports for the decisions of one program."""

    def __init__(self, choices: Choices, drawing: DrawingFunctions) -> None:
        self.choices = choices
        self.drawing = drawing

    def report(self, decision: ops.Decision, cells: Cells, seat: int, chance: RandomSource) -> Answer:
        """By the odds; then, where these exclude everything that may be reported, whatever may be."""
        outcomes, value, broken = decision.alternatives, self.choices.value, self.choices.first_broken
        open_ = [i for i, outcome in enumerate(outcomes) if broken(outcome, cells, ()) is None]
        weighed = [(i, outcomes[i].weight) for i in open_]
        weights = [1 if weight is None else max(0, value(weight, cells)) for _, weight in weighed]
        for by_odds in (True, False):
            left = [weight if by_odds else 1 for weight in weights]
            while (at := self.drawing.by_weight(chance, left, len(left))) != NO_INDEX:
                index = open_[at]
                values = Report(self.choices, self.drawing, decision, cells, seat, chance, by_odds, index).values()
                if values is not None:
                    return (index, *values)
                left[at] = 0
        raise unreportable(decision)


@frozen
class Report:
    """One outcome in one position."""

    choices: Choices
    drawing: DrawingFunctions
    decision: ops.Decision
    cells: Cells
    seat: int
    chance: RandomSource
    by_odds: bool
    index: int

    @property
    def outcome(self) -> ops.AlternativeOp:
        return self.decision.alternatives[self.index]

    def values(self) -> Values | None:
        """Values for all picks, or None if none could be found."""
        picks = self.outcome.picks
        if not picks:
            return () if self._is_legal(()) else None
        values = self._first_legal_try(0, TRIES_AT_TRUE_ODDS)
        if values is None and self._ways((), MOST_WEIGHED_ANSWERS) <= MOST_WEIGHED_ANSWERS:
            return self._of_few()
        if values is None and any(pick.gathered for pick in picks):
            values = (
                self._first_legal_try(1, TRIES_AT_SMALLER_SETS)
                or self._first_legal_try(3, TRIES_AT_SMALLER_SETS)
                or self._first_legal_try(None, TRIES_AT_SMALLER_SETS)
            )
        return values

    def _is_legal(self, values: Values) -> bool:
        ahead = self.choices.refusal_ahead(self.decision, self.cells, self.seat, (self.index, *values))
        return ahead is None

    def _is_allowed(self, values: Values) -> bool:
        return self.choices.first_broken(self.outcome, self.cells, values) is None

    def _members(self, pick: ops.PickOp, earlier: Values) -> list[int]:
        return self.choices.members(pick, self.cells, variables_of(self.outcome, earlier))

    def _bounds(self, pick: ops.PickOp, earlier: Values, count: int) -> tuple[int, int]:
        low, high = self.choices.bounds(pick, self.cells, variables_of(self.outcome, earlier))
        return max(0, low), min(count, high)

    def _lot(self, pick: ops.PickOp, earlier: Values, member: int) -> int | None:
        """What the odds say of a member, if they say anything."""
        lot = dict(self.outcome.lots).get(len(earlier))
        if lot is None or not self.by_odds:
            return None
        return self.choices.value(lot, self.cells, {**variables_of(self.outcome, earlier), pick.member_var: member})

    def _is_plain(self, pick: ops.PickOp) -> bool:
        """Whether there may be dice among its members that nobody can tell apart."""
        return pick.shape == "die" and not pick.picks_sets and bool(self.choices.program.plain_groups)

    def _canonical(self, pick: ops.PickOp, earlier: Values, value: int) -> int:
        """An answer as it is listed: of dice that nobody can tell apart the first ones are meant."""
        if not self._is_plain(pick):
            return value
        chosen = value if pick.gathered else 1 << value
        mask = 0
        for one_class in self.choices.classes(pick, self.cells, self._members(pick, earlier)):
            count = sum(chosen >> member & 1 for member in one_class)
            mask |= union(1 << member for member in one_class[:count])
        return mask if pick.gathered else lowest(mask)

    # -------------------------------------------------------------- by trying

    def _first_legal_try(self, thinner: int | None, tries: int) -> Values | None:
        """The first of some tries that is legal. Chances of members are halved so often; None means the smallest sets."""
        for _ in range(tries):
            values = self._try(thinner)
            if values is not None:
                return values
        return None

    def _try(self, thinner: int | None) -> Values | None:
        """A member that is refused is put aside at once, a set that is refused ends the try."""
        values: Values = ()
        for pick in self.outcome.picks:
            value = self._set(pick, values, thinner) if pick.gathered else self._one(pick, values)
            if value is None:
                return None
            values = (*values, value)
        return values if self._is_legal(values) else None

    def _one(self, pick: ops.PickOp, earlier: Values) -> int | None:
        """A member by lot among those no condition refuses."""
        members = self._members(pick, earlier)
        if len(earlier) in dict(self.outcome.lots) and self.by_odds:
            weights = self._weights(pick, earlier, members)
            while (at := self.drawing.by_weight(self.chance, weights, len(members))) != NO_INDEX:
                if self._is_allowed((*earlier, members[at])):
                    return self._canonical(pick, earlier, members[at])
                weights[at] = 0
            return None
        if len(members) > LONG_MEMBER_LIST:
            for _ in range(TRIES_AT_TRUE_ODDS):
                member = members[self.chance.below(len(members))]
                if self._is_allowed((*earlier, member)):
                    return member
            return None
        left = list(members)
        while left:
            at = self.chance.below(len(left))
            if self._is_allowed((*earlier, left[at])):
                return self._canonical(pick, earlier, left[at])
            left[at] = left[-1]
            left.pop()
        return None

    def _weights(self, pick: ops.PickOp, earlier: Values, members: Sequence[int]) -> list[int]:
        lots = [self._lot(pick, earlier, member) for member in members]
        return [1 if lot is None else max(0, lot) for lot in lots]

    def _set(self, pick: ops.PickOp, earlier: Values, thinner: int | None) -> int | None:
        members = self._members(pick, earlier)
        low, high = self._bounds(pick, earlier, len(members))
        if low > high:
            return None
        if thinner is None:
            row, size = list(members), low
            self.drawing.so_many(self.chance, row, len(row), size)
        else:
            shares, row = self._shares(pick, earlier, members, thinner), [0] * len(members)
            size = self.drawing.subset(self.chance, list(members), shares, len(row), low, high, row)
            if size == NO_INDEX:
                return None
        value = self._canonical(pick, earlier, union(1 << member for member in row[:size]))
        return value if self._is_allowed((*earlier, value)) else None

    def _shares(self, pick: ops.PickOp, earlier: Values, members: Sequence[int], thinner: int) -> list[int]:
        """The chance of each member, out of CERTAINTY."""
        lot = dict(self.outcome.lots).get(len(earlier))
        if lot is not None and not uses(lot, pick.member_var):  # it is asked of nobody in particular
            lots = [self._lot(pick, earlier, -1)] * len(members)
        else:
            lots = [self._lot(pick, earlier, member) for member in members]
        return [(CERTAINTY // 2 if lot is None else PERCENT * min(100, max(0, lot))) >> thinner for lot in lots]

    # -------------------------------------------------------------- from a list

    def _ways(self, earlier: Values, most: int) -> int:
        """How many answers there are before the conditions of the last pick; no further than just above `most`."""
        picks = self.outcome.picks
        if len(earlier) == len(picks):
            return 1
        count = self._ways_of_pick(picks[len(earlier)], earlier)
        if count > most or len(earlier) + 1 == len(picks):
            return min(count, most + 1)
        total = 0
        for value in self.choices.answers(picks[len(earlier)], self.cells, variables_of(self.outcome, earlier)):
            if self._is_allowed((*earlier, value)):
                total += self._ways((*earlier, value), most - total)
                if total > most:
                    break
        return total

    def _ways_of_pick(self, pick: ops.PickOp, earlier: Values) -> int:
        members = self._members(pick, earlier)
        if not pick.gathered:
            return len(members)
        low, high = self._bounds(pick, earlier, len(members))
        classes = self.choices.classes(pick, self.cells, members)
        if prod(len(one_class) + 1 for one_class in classes) > MOST_LISTED_ANSWERS:
            return MOST_LISTED_ANSWERS + 1  # nobody lists them
        ways = [1]  # in how many ways so many members are taken from the classes of equal ones
        for one_class in classes:
            more = [0] * (len(ways) + len(one_class))
            for taken, count in enumerate(ways):
                for further in range(len(one_class) + 1):
                    more[taken + further] += count
            ways = more
        return sum(ways[low : high + 1])

    def _of_few(self) -> Values | None:
        """By the same odds, from the list of all that may be reported."""
        answers = [values for values in self._answers(()) if self._is_legal(values)]
        at = self.drawing.by_likelihood(self.chance, [self._likelihood(values) for values in answers], len(answers))
        return None if at == NO_INDEX else answers[at]

    def _answers(self, earlier: Values) -> list[Values]:
        if len(earlier) == len(self.outcome.picks):
            return [earlier]
        pick = self.outcome.picks[len(earlier)]
        answers = self.choices.answers(pick, self.cells, variables_of(self.outcome, earlier))
        longer = [(*earlier, value) for value in answers]
        return [values for start in longer if self._is_allowed(start) for values in self._answers(start)]

    def _likelihood(self, values: Values) -> float:
        """How likely these values are before any condition."""
        likelihood = 1.0
        for i, pick in enumerate(self.outcome.picks):
            earlier, value = values[:i], values[i]
            members = self._members(pick, earlier)
            if pick.gathered:
                shares, chosen = self._shares(pick, earlier, members, 0), [value >> m & 1 for m in members]
                likelihood *= self.drawing.likelihood_of_set(shares, chosen, len(members))
            else:
                weights = self._weights(pick, earlier, members)
                likelihood *= self.drawing.likelihood_of_one(weights, len(members), members.index(value))
            likelihood *= self._multiplicity(pick, earlier, value)
        return likelihood

    def _multiplicity(self, pick: ops.PickOp, earlier: Values, value: int) -> float:
        """How many answers are listed as this one: any of the dice may be taken that nobody can tell apart."""
        if not self._is_plain(pick):
            return 1.0
        chosen = value if pick.gathered else 1 << value
        count = 1.0
        for one_class in self.choices.classes(pick, self.cells, self._members(pick, earlier)):
            count *= self.drawing.combinations(len(one_class), sum(chosen >> member & 1 for member in one_class))
        return count
