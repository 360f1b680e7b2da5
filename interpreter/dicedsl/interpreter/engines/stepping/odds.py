"""Reports by lot: what the table would tell, drawn by the `odds:` of an attempt, and always something that may be reported.

An outcome is drawn by its weight among those that are open, then its picks one after the other, each from what is there with the
earlier ones in place. A pick that a condition refuses is drawn again. If that leads nowhere, another outcome is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, lcm

from dicedsl.errors import Fault
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.stepping.answers import Answering, Answers, Picking, Values
from dicedsl.program import ops, sets

TRIES = 200  # answers drawn by the odds as they are
LAST_TRIES = 40  # then with smaller and smaller sets
FEW = 4_096  # answers of an outcome that are rather listed
LONG = 2_000  # a row of numbers that is not gone through
PERCENT = 1_000
WHOLE = 100 * PERCENT
LARGE = 40_000  # members times members, in a sum over all sizes of a set

Legal = Callable[[Values], bool]


class Odds:
    """Draws reports for the decisions of one program."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers

    def report(self, cells: list[int], decision: ops.Decision, chance: Chance, legal: Legal | None = None) -> Values:
        """The number of an outcome and the values of its picks. `legal` judges a whole answer by what it leads to.

        First by the odds; then, where these exclude everything that may be reported, whatever may be.
        """
        self._answers.engine.here.work = 0
        outcomes = self._answers.of(decision)
        open_ = [i for i, outcome in enumerate(outcomes) if outcome.open(cells)]
        weights = {i: outcomes[i].weight(cells) for i in open_}
        for by_odds in (True, False):
            left = {i: w if by_odds else 1 for i, w in weights.items() if w or not by_odds}
            while left:
                index = _by_weight(list(left), list(left.values()), chance)
                answer = _Drawing(cells, outcomes[index], chance, by_odds, index, legal).answer()
                if answer is not None:
                    return (index, *answer)
                del left[index]
        raise unreportable(decision)

    def answer(
        self, cells: list[int], decision: ops.Decision, index: int, chance: Chance, legal: Legal | None = None
    ) -> Values | None:
        """Some values for one outcome, few things rather than many; None if there are none, or none were found."""
        self._answers.engine.here.work = 0
        outcome = self._answers.of(decision)[index]
        if not outcome.open(cells):
            return None
        drawing = _Drawing(cells, outcome, chance, False, index, legal)
        values = drawing.smallest() if outcome.picks else None
        return drawing.answer() if values is None else values


def unreportable(decision: ops.Decision) -> Fault:
    return Fault(
        "F516",
        "no outcome of this attempt can be reported",
        decision.span,
        help="add an outcome that is always possible, or make no attempt here",
    )


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

    def answer(self) -> Values | None:
        """Values for all picks, or None if none could be found."""
        picks = self.outcome.picks
        if not picks:
            return () if self._fine(()) else None
        values = self._tried(0, TRIES)
        if values is None and self.outcome.ways(self.cells, FEW) <= FEW:
            return self._of_few()
        if values is None and any(p.op.many for p in picks):
            values = self._tried(1, LAST_TRIES) or self._tried(3, LAST_TRIES) or self.smallest()
        return values

    def smallest(self) -> Values | None:
        """With the smallest sets that may be picked."""
        return self._tried(None, LAST_TRIES)

    def _tried(self, thinner: int | None, tries: int) -> Values | None:
        """The first of some tries that is allowed. Chances are halved so often; None means the smallest sets."""
        for _ in range(tries):
            values = self._values(thinner)
            if values is not None:
                return values
        return None

    def _values(self, thinner: int | None) -> Values | None:
        """One try: a member that is refused is put aside at once, a set that is refused ends the try."""
        values: Values = ()
        for pick in self.outcome.picks:
            value = self._set(pick, values, thinner) if pick.op.many else self._one(pick, values)
            if value is None:
                return None
            values = (*values, value)
        return values if self._fine(values) else None

    def _fine(self, values: Values) -> bool:
        return self.legal is None or self.legal((self.index, *values))

    def _of_few(self) -> Values | None:
        """By the same odds, from the list of all that may be reported."""
        found = [v for v in self.outcome.listed(self.cells) if self._fine(v)]
        chances = [self._chance_of(v) for v in found]
        if not any(chances):
            return None
        whole = lcm(*(c.denominator for c in chances))
        return found[_by_weight(range(len(found)), [int(c * whole) for c in chances], self.chance)]

    def _chance_of(self, values: Values) -> Fraction:
        """How likely these values are before any condition."""
        chance = Fraction(1)
        for i, pick in enumerate(self.outcome.picks):
            earlier = values[:i]
            members = pick.members(self.cells, earlier)
            if pick.op.many:
                for member, share in zip(members, self._shares(pick, earlier, members, 0), strict=True):
                    chance *= Fraction(share if values[i] >> member & 1 else WHOLE - share, WHOLE)
            else:
                weights = self._weights(pick, earlier, members)
                chance *= Fraction(weights[members.index(values[i])], sum(weights) or 1)
        return chance

    # -------------------------------------------------------------- one of

    def _one(self, pick: Picking, earlier: Values) -> int | None:
        """A member by lot among those no condition refuses: a refused one is put aside."""
        cells, chance = self.cells, self.chance
        members = pick.members(cells, earlier)
        if pick.lot is not None and self.by_odds:
            weights = self._weights(pick, earlier, members)
            while any(weights):
                at = _by_weight(range(len(members)), weights, chance)
                if pick.allowed(cells, (*earlier, members[at])):
                    return pick.usual(cells, earlier, members[at])
                weights[at] = 0
            return None
        if len(members) > LONG:
            for _ in range(TRIES):
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

    def _weights(self, pick: Picking, earlier: Values, members: Sequence[int]) -> list[int]:
        lot = pick.lot
        if lot is None or not self.by_odds:
            return [1] * len(members)
        return [max(0, int(lot(self.cells, *earlier, m))) for m in members]

    # -------------------------------------------------------------- some of

    def _set(self, pick: Picking, earlier: Values, thinner: int | None) -> int | None:
        cells = self.cells
        members = pick.members(cells, earlier)
        low, high = pick.bounds(cells, earlier, len(members))
        if low > high:
            return None
        if thinner is None:
            chosen: int | None = self._so_many(members, low)
        else:
            chosen = self._subset(members, self._shares(pick, earlier, members, thinner), low, high)
        if chosen is None:
            return None
        value = pick.usual(cells, earlier, chosen)
        return value if pick.allowed(cells, (*earlier, value)) else None

    def _shares(self, pick: Picking, earlier: Values, members: Sequence[int], thinner: int) -> list[int]:
        """The chance of each member, out of WHOLE."""
        lot, cells = pick.lot, self.cells
        if lot is None or not self.by_odds:
            return [WHOLE // 2 >> thinner] * len(members)
        if pick.alike:
            return [_share(int(lot(cells, *earlier, -1))) >> thinner] * len(members)
        return [_share(int(lot(cells, *earlier, m))) >> thinner for m in members]

    def _subset(self, members: Sequence[int], shares: list[int], low: int, high: int) -> int | None:
        """Each member by its own chance, given that their number fits."""
        if low == 0 and not any(shares):
            return 0
        for _ in range(4):
            chosen = [m for m, share in zip(members, shares, strict=True) if self._happens(share)]
            if low <= len(chosen) <= high:
                return sets.union(1 << m for m in chosen)
        return self._given_size(members, shares, low, high)

    def _happens(self, share: int) -> bool:
        if share % PERCENT == 0:
            return self.chance.below(100) < share // PERCENT  # takes one byte in most cases
        return self.chance.below(WHOLE) < share

    def _so_many(self, members: Sequence[int], count: int) -> int:
        left = list(members)
        chosen = 0
        for _ in range(count):
            chosen |= 1 << left.pop(self.chance.below(len(left)))
        return chosen

    def _given_size(self, members: Sequence[int], shares: list[int], low: int, high: int) -> int | None:
        """The same law without waiting for luck: first how many, then which."""
        count = len(members)
        if len(set(shares)) <= 1 or count * high > LARGE:
            share = sum(shares) // max(count, 1)
            sizes = [comb(count, k) * share**k * (WHOLE - share) ** (count - k) for k in range(low, high + 1)]
            if not any(sizes):
                return None
            return self._so_many(members, low + _by_weight(range(len(sizes)), sizes, self.chance))
        # sums[i][k]: the weight of all sets of k of the members from i on.
        sums = [[0] * (high + 1) for _ in range(count + 1)]
        sums[count][0] = 1
        for i in range(count - 1, -1, -1):
            for k in range(min(count - i, high) + 1):
                inside = sums[i + 1][k - 1] * shares[i] if k else 0
                sums[i][k] = inside + sums[i + 1][k] * (WHOLE - shares[i])
        sizes = sums[0][low:]
        if not any(sizes):
            return None
        wanted = low + _by_weight(range(len(sizes)), sizes, self.chance)
        chosen = 0
        for i, member in enumerate(members):
            if wanted and self.chance.below(sums[i][wanted]) < sums[i + 1][wanted - 1] * shares[i]:
                chosen |= 1 << member
                wanted -= 1
        return chosen


def _share(percent: int) -> int:
    return PERCENT * min(100, max(0, percent))


def _by_weight(items: Sequence[int], weights: Sequence[int], chance: Chance) -> int:
    point = chance.below(sum(weights))
    for item, weight in zip(items, weights, strict=True):
        if point < weight:
            return item
        point -= weight
    raise AssertionError("a lot beyond all weights")
