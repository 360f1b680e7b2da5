"""One outcome of an attempt as machine code: its picks drawn by lot, an answer measured by its odds, and all answers listed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import frozen
from llvmlite import ir

from dicedsl.interpreter import drawing
from dicedsl.interpreter.drawing import FEW, LONG, NONE, PERCENT, TRIES, WHOLE
from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import DOUBLE, I1, I64, WORDS, number
from dicedsl.interpreter.engines.native.building.layout import WORD
from dicedsl.interpreter.engines.native.building.room import Room
from dicedsl.interpreter.engines.native.calling import FAULT, ROOM, ROOM_LEFT
from dicedsl.interpreter.engines.native.runtime import answers
from dicedsl.interpreter.engines.native.runtime.sets import same
from dicedsl.interpreter.engines.native.steps.choices import AnswerRows, Choices
from dicedsl.interpreter.engines.native.steps.statements import Statements
from dicedsl.program import ops
from dicedsl.program.walk import uses

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.values.code import Code

# How sets are drawn: with chances that are halved so often, as small as they may be; or not drawn but measured.
SMALLEST, MEASURE = -1, -2
# What comes of it, or of listing.
REFUSED, FOUND = 0, 1
FAULTY, NOT_FEW = -1, -2

DRAWN = ir.FunctionType(I64, [WORDS, WORDS, WORDS, I64, I64, WORDS])
LISTED = ir.FunctionType(I64, [WORDS, WORDS, WORDS, I64])


@frozen
class PickRows:
    """What may be picked, or put into the set that is picked: so many rows of some words each, and the set of all."""

    start: Any
    count: Any
    words: int
    mask: Any


class OutcomeWriter:
    """Writes what is done with one outcome."""

    def __init__(self, code: Code, decision: ops.Decision, index: int) -> None:
        self.code = code
        self.alternative = decision.alternatives[index]
        self.name = f"{decision.number}.{index}"
        self.columns = AnswerRows(code).columns(self.alternative)
        self.width = AnswerRows(code).width(decision)
        self.index = index

    def _function(self, name: str, kind: Any) -> tuple[Any, ...]:
        function = ir.Function(self.code.module, kind, name=f"{name}{self.name}")
        function.linkage = "internal"
        function.attributes.add("noinline")
        return function, Picks(self.code, self.code.words.code_of(function), self.alternative)

    # -------------------------------------------------------------- drawn, or measured

    def drawn(self) -> Any:
        """`drawn(context, state, row, by odds, thinner, likelihood)`: the picks of a row are drawn, or how likely they are is found."""
        function, picks = self._function("drawn", DRAWN)
        _, _, row, by_odds, thinner, likelihood = function.args
        frame, b = picks.frame, picks.builder
        draws = Draws(picks, b.icmp_signed("!=", by_odds, number(0)), thinner)
        for i, (pick, column, words) in enumerate(self.columns):
            draws.pick(i, pick, frame.word(row, column), words)
        b.store(b.load(draws.likelihood), b.bitcast(likelihood, DOUBLE.as_pointer()))
        b.ret(number(FOUND))
        frame.at(draws.refused)
        b.ret(number(REFUSED))
        frame.close()
        return function

    # -------------------------------------------------------------- listed

    def listed(self) -> Any:
        """`listed(context, state, rows, counting)`: how many answers there are before the conditions of the last pick, or their list."""
        function, picks = self._function("listed", LISTED)
        _, _, rows, counting = function.args
        frame, b = picks.frame, picks.builder
        total, found = frame.local(), frame.local()
        b.store(number(0), total)
        b.store(number(0), found)
        counts = b.icmp_signed("!=", counting, number(0))
        not_few, last = frame.new("not few"), len(self.columns) - 1

        def note(following: Any) -> None:
            at = b.load(found)
            row = frame.word(rows, b.mul(at, number(self.width)))
            b.store(number(self.index), row)
            for pick, column, _ in self.columns:
                sets.store(frame, b.load(picks.expressions.variable(pick.var)), frame.word(row, column))
            b.store(b.add(at, number(1)), found)
            b.branch(following)

        def further(i: int, following: Any) -> None:
            memory = Room(picks.expressions.frame)
            after = frame.new("listed")
            pick = self.columns[i][0]
            members = picks.members(pick)
            bounds = picks.bounds(pick, members)
            count = picks.ways(pick, members, bounds)
            frame.skip_if(b.icmp_signed(">", count, b.sub(number(FEW), b.load(total))), not_few)
            if i == last:
                b.store(b.add(b.load(total), count), total)
                frame.skip_if(counts, after)

            def inside(next_: Any) -> None:
                picks.judge(i, next_)
                if i == last:
                    note(next_)
                else:
                    further(i + 1, next_)

            picks.each_answer(pick, members, bounds, inside)
            b.branch(after)
            frame.at(after)
            memory.leave()
            b.branch(following)

        done = frame.new("done")
        further(0, done)
        frame.at(done)
        b.ret(b.load(found))
        frame.at(not_few)
        b.ret(number(NOT_FEW))
        frame.close()
        return function


class Picks:
    """What the picks of an outcome are taken from and judged by, in one function."""

    def __init__(self, code: Code, expressions: Any, alternative: ops.AlternativeOp) -> None:
        self.code = code
        self.expressions = expressions
        self.frame = frame = expressions.frame
        self.builder = b = expressions.builder
        self.alternative = alternative
        self.choices = Choices(code, Statements(code, expressions))
        self.dice = self.choices.dice

        def failed(fault: int) -> None:
            if fault >= 0:
                b.store(number(fault + 1), frame.slot(FAULT))
            b.ret(number(FAULTY))

        frame.failed = failed

    def kernel(self, kernel: Callable[..., Any], *arguments: Any) -> Any:
        return self.builder.call(self.code.kernels.get(kernel), arguments)

    def take(self, words: Any) -> Any:
        """Memory, until the room is left."""
        b, place, left = self.builder, self.frame.slot(ROOM), self.frame.slot(ROOM_LEFT)
        free = b.load(left)
        self.frame.fail_if(b.icmp_signed(">", words, free), self.code.faults.too_many)
        start = b.inttoptr(b.load(place), WORDS)
        b.store(b.ptrtoint(self.frame.word(start, words), I64), place)
        b.store(b.sub(free, words), left)
        return start

    def count_to(self, count: Any, body: Callable[[Any], None]) -> None:
        """The code of `body(i)` for each number below a count."""
        self.frame.numbers(number(0), self.builder.sub(count, number(1)), lambda i, _: body(i))

    # -------------------------------------------------------------- what may be picked

    def members(self, pick: ops.PickOp) -> PickRows:
        if pick.sets:
            return self._sets(pick)
        b, frame = self.builder, self.frame
        if pick.range_high is not None:
            return self._numbers(pick)
        mask = self.choices.source(pick)
        count = sets.count(frame, mask)
        if pick.weight:
            self.expressions.loops.spend(pick.weight, count)
        start, at = self.take(count), frame.local()
        b.store(number(0), at)

        def note(member: Any, following: Any) -> None:
            b.store(member, frame.word(start, b.load(at)))
            b.store(b.add(b.load(at), number(1)), at)

        sets.members(frame, mask, note)
        return PickRows(start, count, 1, mask)

    def _numbers(self, pick: ops.PickOp) -> PickRows:
        assert pick.range_high is not None
        b, at = self.builder, self.expressions
        low, high = at.number(pick.source), at.number(pick.range_high)
        at.loops.spend_between(pick.weight, low, high)
        start, count = self.take(at.loops.turns(low, high)), self.frame.local()
        b.store(number(0), count)

        def note(value: Any, following: Any) -> None:
            if pick.condition is not None:
                at.bind(pick.it, value)
                self.frame.skip_if(b.not_(at.test(pick.condition)), following)
            b.store(value, self.frame.word(start, b.load(count)))
            b.store(b.add(b.load(count), number(1)), count)

        self.frame.numbers(low, high, note)
        return PickRows(start, b.load(count), 1, None)

    def _sets(self, pick: ops.PickOp) -> PickRows:
        b, frame = self.builder, self.frame
        memory = Room(self.expressions.frame)
        count, words = self.code.geometry.listed(self.expressions, pick.source, memory)
        if pick.weight:
            self.expressions.loops.spend(pick.weight, count)
        start = memory.keep(b.mul(count, number(words)))
        if pick.condition is None:
            return PickRows(start, count, words, None)
        condition, kept = pick.condition, frame.local()
        b.store(number(0), kept)

        def sift(i: Any, following: Any) -> None:
            value = sets.load(frame, frame.word(start, b.mul(i, number(words))), words)
            self.expressions.bind(pick.it, value)
            frame.skip_if(b.not_(self.expressions.test(condition)), following)
            sets.store(frame, value, frame.word(start, b.mul(b.load(kept), number(words))))
            b.store(b.add(b.load(kept), number(1)), kept)

        frame.numbers(number(0), b.sub(count, number(1)), sift)
        return PickRows(start, b.load(kept), words, None)

    def member(self, members: PickRows, index: Any) -> Any:
        place = index if members.words == 1 else self.builder.mul(index, number(members.words))
        return self.frame.word(members.start, place)

    def value(self, members: PickRows, index: Any) -> Any:
        return sets.load(self.frame, self.member(members, index), members.words)

    def bounds(self, pick: ops.PickOp, members: PickRows) -> tuple[Any, Any]:
        """How many members a set may have."""
        low, high = number(0), members.count
        if pick.gathered:
            if pick.high is not None:
                high = self.smaller(members.count, self.expressions.number(pick.high))
            low = self.larger(number(0), self.expressions.number(pick.low))
        return low, high

    def smaller(self, left: Any, right: Any) -> Any:
        return self.builder.select(self.builder.icmp_signed("<", left, right), left, right)

    def larger(self, left: Any, right: Any) -> Any:
        return self.builder.select(self.builder.icmp_signed(">", left, right), left, right)

    def judge(self, index: int, refused: Any) -> None:
        """Go on if the conditions hold that can be judged once this pick is made."""
        for must in self.alternative.musts:
            if must.after == index + 1:
                self.frame.skip_if(self.builder.not_(self.expressions.test(must.condition)), refused)

    # -------------------------------------------------------------- all answers

    def ways(self, pick: ops.PickOp, members: PickRows, bounds: tuple[Any, Any]) -> Any:
        """How many answers there are to this pick, before any condition."""
        if not pick.gathered:
            return members.count
        if not self.choices.is_plain(pick):
            return self.kernel(answers.sets_of, members.count, *bounds)
        sizes, _ = self.classes(members.mask, None)
        room = self.frame.array(self.dice.count + 1)
        return self.kernel(answers.alike_sets_of, sizes, number(self.dice.count), *bounds, room)

    def each_answer(
        self, pick: ops.PickOp, members: PickRows, bounds: tuple[Any, Any], body: Callable[[Any], None]
    ) -> None:
        if pick.gathered:
            self.choices.each_part(pick, members.mask, bounds, body)
            return

        def one(i: Any, following: Any) -> None:
            value = self.value(members, i)
            if self.choices.is_plain(pick):
                twins = self.dice.lower_twins(self.among(members), value)
                self.frame.skip_if(self.builder.not_(sets.is_empty(self.frame, twins)), following)
            self.expressions.bind(pick.var, value)
            body(following)

        self.frame.numbers(number(0), self.builder.sub(members.count, number(1)), one)

    # -------------------------------------------------------------- dice that cannot be told apart

    def among(self, members: PickRows) -> Any:
        return sets.resized(self.frame, members.mask, self.dice.bits)

    def classes(self, mask: Any, chosen: Any) -> tuple[Any, Any]:
        """For each die that is the first of its kind how many of its kind there are, and how many of those are chosen."""
        b, frame, dice = self.builder, self.frame, self.dice
        sizes, taken = frame.array(dice.count), frame.array(dice.count)

        def clear(i: Any) -> None:
            b.store(number(0), frame.word(sizes, i))
            b.store(number(0), frame.word(taken, i))

        def note(die: Any, following: Any) -> None:
            first = self.first_of(among, die)
            place = frame.word(sizes, first)
            b.store(b.add(b.load(place), number(1)), place)
            if chosen is not None:
                place = frame.word(taken, first)
                b.store(b.add(b.load(place), b.zext(sets.holds(frame, chosen, die, True), I64)), place)

        self.count_to(number(dice.count), clear)
        among = sets.resized(frame, mask, dice.bits)
        sets.members(frame, among, note)
        return sizes, taken

    def first_of(self, among: Any, die: Any) -> Any:
        """The lowest die that cannot be told from this one."""
        lowest = sets.lowest(self.frame, self.dice.lower_twins(among, die))
        return self.builder.select(self.builder.icmp_signed("<", lowest, number(0)), die, lowest)

    def first_ones(self, among: Any, chosen: Any) -> Any:
        """Of dice that cannot be told apart as many are taken, but the lowest."""
        b, frame = self.builder, self.frame
        found = frame.local(chosen.type)
        b.store(sets.constant(0, self.dice.bits), found)

        def note(die: Any, following: Any) -> None:
            known = b.load(found)
            first = self.first_of(sets.without(frame, among, known), die)
            b.store(b.or_(known, sets.single(frame, first, self.dice.bits, True)), found)

        sets.members(frame, chosen, note)
        return b.load(found)


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
        self.smallest = b.icmp_signed("==", thinner, number(SMALLEST))
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
                self.expressions.bind(pick.it, picks.value(members, j))
                weight = self.expressions.number(lot)
                b.store(picks.larger(number(0), weight), self.frame.word(row, j))

            self.expressions.remembering(lot, lambda: picks.count_to(members.count, one))

        self._by_lot(index, by_odds, lambda: self._fill(members, row, number(1)))

    def _shares(self, index: int, pick: ops.PickOp, members: PickRows, row: Any) -> None:
        """The chance of each member, out of WHOLE. Where the smallest sets are drawn nobody asks."""

        def by_odds(lot: ops.Op) -> None:
            if not uses(lot, pick.it):
                self._fill(members, row, self._share(lot))
                return

            def one(j: Any) -> None:
                self.expressions.bind(pick.it, self.picks.value(members, j))
                self.builder.store(self._share(lot), self.frame.word(row, j))

            self.expressions.remembering(lot, lambda: self.picks.count_to(members.count, one))

        def plainly() -> None:
            self._fill(members, row, self.builder.lshr(number(WHOLE // 2), self.thinner))

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
        found = frame.local()
        b.store(number(0), found)
        wanted = sets.in_memory(frame, sets.resized(frame, value, WORD * members.words))
        after = frame.new("known")

        def look(j: Any, following: Any) -> None:
            equal = picks.kernel(same, picks.member(members, j), wanted, number(members.words))
            b.store(j, found)
            b.cbranch(equal, after, following)

        frame.numbers(number(0), b.sub(members.count, number(1)), look)
        b.branch(after)
        frame.at(after)
        self._times(picks.kernel(drawing.likelihood_of_one, weights, members.count, b.load(found)))
        if picks.choices.is_plain(pick):
            self._times_meant(members, sets.single(frame, value, picks.dice.bits, True))

    def _measure_some(self, pick: ops.PickOp, members: PickRows, shares: Any, value: Any) -> None:
        b, frame, picks = self.builder, self.frame, self.picks
        chosen = picks.take(members.count)

        def note(j: Any) -> None:
            inside = sets.holds(frame, value, picks.value(members, j), True)
            b.store(b.zext(inside, I64), frame.word(chosen, j))

        picks.count_to(members.count, note)
        self._times(picks.kernel(drawing.likelihood_of_set, shares, chosen, members.count))
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
        is_long = b.icmp_signed(">", members.count, number(LONG))  # is not gone through, but tried some times
        turns, at = frame.local(), frame.local()
        b.store(b.select(is_long, number(TRIES), members.count), turns)
        head, by_weight, plainly, judged, refused, taken = (
            frame.new(x) for x in ("draw", "by weight", "plainly", "judged", "aside", "taken")
        )
        b.branch(head)
        frame.at(head)
        b.cbranch(weighed, by_weight, plainly)
        frame.at(by_weight)
        b.store(picks.kernel(drawing.by_weight, frame.context, weights, members.count), at)
        b.cbranch(b.icmp_signed("==", b.load(at), number(NONE)), self.refused, judged)
        frame.at(plainly)
        left = b.load(turns)
        frame.skip_if(b.icmp_signed("<=", left, number(0)), self.refused)
        b.store(picks.kernel(drawing.below, frame.context, b.select(is_long, members.count, left)), at)
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
        picks.kernel(drawing.so_many, frame.context, members.start, members.count, low)
        b.store(low, size)
        b.store(members.start, rows)
        b.branch(known)
        frame.at(subset)
        found = picks.kernel(drawing.subset, frame.context, members.start, shares, members.count, low, high, drawn)
        frame.skip_if(b.icmp_signed("==", found, number(NONE)), self.refused)
        b.store(found, size)
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
