"""Reports by lot: what the table would tell, drawn by the `odds:` of an attempt, and always something that may be reported.

An outcome is drawn by its weight among those that are open, then its picks one after the other, each from what is there with the
earlier ones in place. A pick that a condition refuses is drawn again. If that leads nowhere, another outcome is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines import weighted_draws
from dicedsl.interpreter.engines.contract import Answering, Picking, PickValues
from dicedsl.interpreter.engines.stepping.answers import CompiledAnswers
from dicedsl.interpreter.engines.weighted_draws import (
    CERTAINTY,
    LONG_RANGE,
    MOST_WEIGHED_ANSWERS,
    NO_INDEX,
    PERCENT,
    TRIES_AT_SMALLER_SETS,
    TRIES_AT_TRUE_ODDS,
)
from dicedsl.program import ops, sets
from dicedsl.program.faults import unreportable

Legal = Callable[[PickValues], bool]


class DrawnReports:
    """Draws reports for the decisions of one program."""

    def __init__(self, answers: CompiledAnswers) -> None:
        self._answers = answers

    def report(
        self, cells: list[int], decision: ops.Decision, chance: Chance, legal: Legal | None = None
    ) -> PickValues:
        """The number of an outcome and the values of its picks. `legal` judges a whole answer by what it leads to.

        First by the odds; then, where these exclude everything that may be reported, whatever may be.
        """
        self._answers.runner.current_run.work = 0
        outcomes = self._answers.of(decision)
        open_ = [i for i, outcome in enumerate(outcomes) if outcome.open(cells)]
        weights = [outcomes[i].weight(cells) for i in open_]
        for by_odds in (True, False):
            left = [w if by_odds else 1 for w in weights]
            while (at := weighted_draws.by_weight(chance, left, len(left))) != NO_INDEX:
                index = open_[at]
                answer = _Drawing(cells, outcomes[index], chance, by_odds, index, legal).answer()
                if answer is not None:
                    return (index, *answer)
                left[at] = 0
        raise unreportable(decision)

    def answer(
        self,
        cells: list[int],
        decision: ops.Decision,
        index: int,
        chance: Chance,
        legal: Legal | None = None,
        by_odds: bool = False,
    ) -> PickValues | None:
        """Some values for one outcome, few things rather than many, or by their odds; None if there are none, or none were found."""
        self._answers.runner.current_run.work = 0
        outcome = self._answers.of(decision)[index]
        if not outcome.open(cells):
            return None
        drawing = _Drawing(cells, outcome, chance, by_odds, index, legal)
        values = drawing.smallest() if outcome.picks and not by_odds else None
        return drawing.answer() if values is None else values


class _Drawing:
    """One outcome in one position."""

    def __init__(
        self, cells: list[int], outcome: Answering, chance: Chance, by_odds: bool, index: int, legal: Legal | None
    ) -> None:
        self.cells = cells
        self.outcome = outcome
        self.chance = chance
        self.by_odds = by_odds
        self.index = index
        self.legal = legal

    def answer(self) -> PickValues | None:
        """Values for all picks, or None if none could be found."""
        picks = self.outcome.picks
        if not picks:
            return () if self._is_legal(()) else None
        values = self._first_legal_try(0, TRIES_AT_TRUE_ODDS)
        if values is None and self.outcome.answer_count(self.cells, MOST_WEIGHED_ANSWERS) <= MOST_WEIGHED_ANSWERS:
            return self._drawn_from_list()
        if values is None and any(p.op.gathered for p in picks):
            values = (
                self._first_legal_try(1, TRIES_AT_SMALLER_SETS)
                or self._first_legal_try(3, TRIES_AT_SMALLER_SETS)
                or self.smallest()
            )
        return values

    def smallest(self) -> PickValues | None:
        """With the smallest sets that may be picked."""
        return self._first_legal_try(None, TRIES_AT_SMALLER_SETS)

    def _first_legal_try(self, thinner: int | None, tries: int) -> PickValues | None:
        """The first of some tries that is allowed. Chances are halved so often; None means the smallest sets."""
        for _ in range(tries):
            values = self._values_by_lot(thinner)
            if values is not None:
                return values
        return None

    def _values_by_lot(self, thinner: int | None) -> PickValues | None:
        """One try: a member that is refused is put aside at once, a set that is refused ends the try."""
        values: PickValues = ()
        for pick in self.outcome.picks:
            value = (
                self._subset_by_lot(pick, values, thinner) if pick.op.gathered else self._member_by_lot(pick, values)
            )
            if value is None:
                return None
            values = (*values, value)
        return values if self._is_legal(values) else None

    def _is_legal(self, values: PickValues) -> bool:
        return self.legal is None or self.legal((self.index, *values))

    def _drawn_from_list(self) -> PickValues | None:
        """Values drawn by the odds from the list of all that may be reported."""
        legal = [v for v in self.outcome.listed(self.cells) if self._is_legal(v)]
        at = weighted_draws.by_likelihood(self.chance, [self._likelihood(v) for v in legal], len(legal))
        return None if at == NO_INDEX else legal[at]

    def _likelihood(self, values: PickValues) -> float:
        """How likely these values are before any condition."""
        likelihood = 1.0
        for i, pick in enumerate(self.outcome.picks):
            earlier, value = values[:i], values[i]
            members = pick.members(self.cells, earlier)
            if pick.op.gathered:
                shares, chosen = self._shares(pick, earlier, members, 0), [value >> m & 1 for m in members]
                likelihood *= weighted_draws.likelihood_of_set(shares, chosen, len(members))
            else:
                weights = self._weights(pick, earlier, members)
                likelihood *= weighted_draws.likelihood_of_one(weights, len(members), members.index(value))
            likelihood *= pick.meant(self.cells, earlier, value)
        return likelihood

    # -------------------------------------------------------------- one of

    def _member_by_lot(self, pick: Picking, earlier: PickValues) -> int | None:
        """A member by lot among those no condition refuses: a refused one is put aside."""
        cells, chance = self.cells, self.chance
        members = pick.members(cells, earlier)
        if pick.lot is not None and self.by_odds:
            weights = self._weights(pick, earlier, members)
            while (at := weighted_draws.by_weight(chance, weights, len(members))) != NO_INDEX:
                if pick.allowed(cells, (*earlier, members[at])):
                    return pick.usual(cells, earlier, members[at])
                weights[at] = 0
            return None
        if len(members) > LONG_RANGE:
            for _ in range(TRIES_AT_TRUE_ODDS):
                member = members[chance.below(len(members))]
                if pick.allowed(cells, (*earlier, member)):
                    return member
            return None
        left = list(members)
        while left:
            at = chance.below(len(left))
            if pick.allowed(cells, (*earlier, left[at])):
                return pick.usual(cells, earlier, left[at])
            left[at] = left[-1]
            left.pop()
        return None

    def _weights(self, pick: Picking, earlier: PickValues, members: Sequence[int]) -> list[int]:
        lot = pick.lot
        if lot is None or not self.by_odds:
            return [1] * len(members)
        return [max(0, int(lot(self.cells, *earlier, m))) for m in members]

    # -------------------------------------------------------------- some of

    def _subset_by_lot(self, pick: Picking, earlier: PickValues, thinner: int | None) -> int | None:
        cells = self.cells
        members = pick.members(cells, earlier)
        low, high = pick.bounds(cells, earlier, len(members))
        if low > high:
            return None
        if thinner is None:
            row, size = list(members), low
            weighted_draws.so_many(self.chance, row, len(row), size)
        else:
            shares, row = self._shares(pick, earlier, members, thinner), [0] * len(members)
            size = weighted_draws.subset(self.chance, list(members), shares, len(row), low, high, row)
            if size == NO_INDEX:
                return None
        chosen = sets.union(1 << member for member in row[:size])
        value = pick.usual(cells, earlier, chosen)
        return value if pick.allowed(cells, (*earlier, value)) else None

    def _shares(self, pick: Picking, earlier: PickValues, members: Sequence[int], thinner: int) -> list[int]:
        """The chance of each member, out of CERTAINTY."""
        lot, cells = pick.lot, self.cells
        if lot is None or not self.by_odds:
            return [CERTAINTY // 2 >> thinner] * len(members)
        if pick.alike:
            return [_share(int(lot(cells, *earlier, -1))) >> thinner] * len(members)
        return [_share(int(lot(cells, *earlier, m))) >> thinner for m in members]


def _share(percent: int) -> int:
    return PERCENT * min(100, max(0, percent))
