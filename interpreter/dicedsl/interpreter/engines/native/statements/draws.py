"""The picks of an outcome drawn by lot, or an answer measured by its odds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from dicedsl.interpreter.engines import weighted_draws
from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import DOUBLE, I1, I64, WORDS, number
from dicedsl.interpreter.engines.native.building.layout import WORD
from dicedsl.interpreter.engines.native.runtime import answers
from dicedsl.interpreter.engines.native.runtime.sets import same
from dicedsl.interpreter.engines.native.statements.picks import PickRows, Picks
from dicedsl.interpreter.engines.weighted_draws import CERTAINTY, LONG_RANGE, NO_INDEX, PERCENT, TRIES_AT_TRUE_ODDS
from dicedsl.program import ops
from dicedsl.program.walk import uses

# How sets are drawn: with chances that are halved so often, as small as they may be; or not drawn but measured.
SMALLEST_SETS, MEASURE = -1, -2


class Draws:
    """Draws the picks of an outcome, or measures them."""

    def __init__(self, picks: Picks, by_odds: Any, thinner: Any) -> None:
        self.picks = picks
        self.code = picks.code
        self.frame = picks.frame
        self.builder = b = picks.builder
        self.expressions = picks.expressions
        self.by_odds = by_odds
        self.measures = b.icmp_signed("==", thinner, number(MEASURE))
        self.smallest = b.icmp_signed("==", thinner, number(SMALLEST_SETS))
        self.thinner = b.select(b.icmp_signed("<", thinner, number(0)), number(0), thinner)
        self.refused = self.frame.new("refused")
        self.likelihood = self.frame.local(DOUBLE)
        self.lots = dict(picks.alternative.lots)
        b.store(ir.Constant(DOUBLE, 1.0), self.likelihood)

    def pick(self, index: int, pick: ops.PickOp, place: Any, words: int) -> None:
        """One pick: drawn and put in its place, or taken from there and measured."""
        b, frame = self.builder, self.frame
        members = self.picks.members(pick)
        chances = self._shares if pick.gathered else self._weights
        bounds = self.picks.bounds(pick, members)
        frame.skip_if(b.icmp_signed(">", *bounds), self.refused)
        row = self.picks.take(members.count)
        chances(index, pick, members, row)
        measured, drawn, done = frame.new("measured"), frame.new("by lot"), frame.new("picked")
        b.cbranch(self.measures, measured, drawn)
        frame.at(measured)
        value = sets.load(frame, place, words)
        (self._measure_some if pick.gathered else self._measure_one)(pick, members, row, value)
        self.expressions.bind(pick.var, value)
        b.branch(done)
        frame.at(drawn)
        if pick.gathered:
            self._some(index, pick, members, bounds, row)
        else:
            self._one(index, pick, members, row)
        sets.store(frame, b.load(self.expressions.variable(pick.var)), place)
        b.branch(done)
        frame.at(done)

    # -------------------------------------------------------------- chances

    def _by_lot(self, index: int, some: Callable[[ops.Op], None], none: Callable[[], None]) -> None:
        """By what the odds say of a pick, or as it is where they say nothing."""
        lot = self.lots.get(index)
        if lot is None:
            none()
            return
        by_odds, plainly, done = self.frame.new("by odds"), self.frame.new("plainly"), self.frame.new("weighed")
        self.builder.cbranch(self.by_odds, by_odds, plainly)
        self.frame.at(by_odds)
        some(lot)
        self.builder.branch(done)
        self.frame.at(plainly)
        none()
        self.builder.branch(done)
        self.frame.at(done)

    def _weights(self, index: int, pick: ops.PickOp, members: PickRows, row: Any) -> None:
        b, picks = self.builder, self.picks

        def by_odds(lot: ops.Op) -> None:
            def one(j: Any) -> None:
                self.expressions.bind(pick.member_var, picks.value(members, j))
                weight = self.expressions.number(lot)
                b.store(picks.larger(number(0), weight), self.frame.word(row, j))

            self.expressions.remembering(lot, lambda: picks.count_to(members.count, one))

        self._by_lot(index, by_odds, lambda: self._fill(members, row, number(1)))

    def _shares(self, index: int, pick: ops.PickOp, members: PickRows, row: Any) -> None:
        """The chance of each member, out of CERTAINTY. Where the smallest sets are drawn nobody asks."""

        def by_odds(lot: ops.Op) -> None:
            if not uses(lot, pick.member_var):
                self._fill(members, row, self._share(lot))
                return

            def one(j: Any) -> None:
                self.expressions.bind(pick.member_var, self.picks.value(members, j))
                self.builder.store(self._share(lot), self.frame.word(row, j))

            self.expressions.remembering(lot, lambda: self.picks.count_to(members.count, one))

        def plainly() -> None:
            self._fill(members, row, self.builder.lshr(number(CERTAINTY // 2), self.thinner))

        self.frame.when(self.builder.not_(self.smallest), lambda: self._by_lot(index, by_odds, plainly))

    def _share(self, lot: ops.Op) -> Any:
        percent = self.picks.larger(number(0), self.picks.smaller(number(100), self.expressions.number(lot)))
        return self.builder.lshr(self.builder.mul(percent, number(PERCENT)), self.thinner)

    def _fill(self, members: PickRows, row: Any, value: Any) -> None:
        def one(j: Any) -> None:
            self.builder.store(value, self.frame.word(row, j))

        self.picks.count_to(members.count, one)

    # -------------------------------------------------------------- measured

    def _times(self, factor: Any) -> None:
        self.builder.store(self.builder.fmul(self.builder.load(self.likelihood), factor), self.likelihood)

    def _measure_one(self, pick: ops.PickOp, members: PickRows, weights: Any, value: Any) -> None:
        b, frame, picks = self.builder, self.frame, self.picks
        place = frame.local()
        b.store(number(0), place)
        wanted = sets.in_memory(frame, sets.resized(frame, value, WORD * members.words))
        after = frame.new("known")

        def look(j: Any, following: Any) -> None:
            equal = picks.kernel(same, picks.member(members, j), wanted, number(members.words))
            b.store(j, place)
            b.cbranch(equal, after, following)

        frame.numbers(number(0), b.sub(members.count, number(1)), look)
        b.branch(after)
        frame.at(after)
        self._times(picks.kernel(weighted_draws.likelihood_of_one, weights, members.count, b.load(place)))
        if picks.choices.is_plain(pick):
            self._times_meant(members, sets.single(frame, value, picks.dice.bits, True))

    def _measure_some(self, pick: ops.PickOp, members: PickRows, shares: Any, value: Any) -> None:
        b, frame, picks = self.builder, self.frame, self.picks
        chosen = picks.take(members.count)

        def note(j: Any) -> None:
            inside = sets.holds(frame, value, picks.value(members, j), True)
            b.store(b.zext(inside, I64), frame.word(chosen, j))

        picks.count_to(members.count, note)
        self._times(picks.kernel(weighted_draws.likelihood_of_set, shares, chosen, members.count))
        if picks.choices.is_plain(pick):
            self._times_meant(members, sets.resized(frame, value, picks.dice.bits))

    def _times_meant(self, members: PickRows, chosen: Any) -> None:
        sizes, taken = self.picks.classes(members.mask, chosen)
        self._times(self.picks.kernel(answers.meant, sizes, taken, number(self.picks.dice.count)))

    # -------------------------------------------------------------- drawn

    def _one(self, index: int, pick: ops.PickOp, members: PickRows, weights: Any) -> None:
        """A member by lot among those no condition refuses: a refused one is put aside."""
        b, frame, picks = self.builder, self.frame, self.picks
        weighed = self.by_odds if index in self.lots else ir.Constant(I1, 0)
        is_long = b.icmp_signed(">", members.count, number(LONG_RANGE))  # is not gone through, but tried some times
        turns, at = frame.local(), frame.local()
        b.store(b.select(is_long, number(TRIES_AT_TRUE_ODDS), members.count), turns)
        head, by_weight, plainly, judged, refused, taken = (
            frame.new(x) for x in ("draw", "by weight", "plainly", "judged", "aside", "taken")
        )
        b.branch(head)
        frame.at(head)
        b.cbranch(weighed, by_weight, plainly)
        frame.at(by_weight)
        b.store(picks.kernel(weighted_draws.by_weight, frame.context, weights, members.count), at)
        b.cbranch(b.icmp_signed("==", b.load(at), number(NO_INDEX)), self.refused, judged)
        frame.at(plainly)
        left = b.load(turns)
        frame.skip_if(b.icmp_signed("<=", left, number(0)), self.refused)
        b.store(picks.kernel(weighted_draws.below, frame.context, b.select(is_long, members.count, left)), at)
        b.branch(judged)
        frame.at(judged)
        self.expressions.bind(pick.var, picks.value(members, b.load(at)))
        picks.judge(index, refused)
        b.branch(taken)
        frame.at(refused)
        refused_one, left = b.load(at), b.sub(b.load(turns), number(1))
        b.store(number(0), frame.word(weights, refused_one))
        b.store(left, turns)
        other = picks.value(members, b.select(b.or_(weighed, is_long), refused_one, left))
        sets.store(frame, other, picks.member(members, refused_one))
        b.branch(head)
        frame.at(taken)
        if picks.choices.is_plain(pick):
            self.expressions.bind(
                pick.var, picks.first_of(picks.among(members), b.load(self.expressions.variable(pick.var)))
            )

    def _some(self, index: int, pick: ops.PickOp, members: PickRows, bounds: tuple[Any, Any], shares: Any) -> None:
        b, frame, picks = self.builder, self.frame, self.picks
        low, high = bounds
        drawn, size, rows = picks.take(members.count), frame.local(), frame.local(WORDS)
        few, subset, known = frame.new("smallest"), frame.new("subset"), frame.new("drawn")
        b.cbranch(self.smallest, few, subset)
        frame.at(few)
        picks.kernel(weighted_draws.so_many, frame.context, members.start, members.count, low)
        b.store(low, size)
        b.store(members.start, rows)
        b.branch(known)
        frame.at(subset)
        size_or_none = picks.kernel(
            weighted_draws.subset, frame.context, members.start, shares, members.count, low, high, drawn
        )
        frame.skip_if(b.icmp_signed("==", size_or_none, number(NO_INDEX)), self.refused)
        b.store(size_or_none, size)
        b.store(drawn, rows)
        b.branch(known)
        frame.at(known)
        words = sets.bits_of(members.mask) // WORD
        chosen = sets.in_memory(frame, sets.constant(0, WORD * words))

        def note(j: Any) -> None:
            member = b.load(frame.word(b.load(rows), j))
            word = frame.word(chosen, b.lshr(member, number(6)))
            b.store(b.or_(b.load(word), b.shl(number(1), b.and_(member, number(63)))), word)

        picks.count_to(b.load(size), note)
        value = sets.load(frame, chosen, words)
        if picks.choices.is_plain(pick):
            value = picks.first_ones(picks.among(members), sets.resized(frame, value, picks.dice.bits))
        self.expressions.bind(pick.var, value)
        picks.judge(index, self.refused)
