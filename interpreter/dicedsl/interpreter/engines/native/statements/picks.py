"""What the picks of an outcome are taken from and judged by."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import frozen

from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import I64, WORDS, number
from dicedsl.interpreter.engines.native.building.room import Room
from dicedsl.interpreter.engines.native.calling import ROOM, ROOM_LEFT
from dicedsl.interpreter.engines.native.runtime import answers
from dicedsl.interpreter.engines.native.statements.choices import Choices
from dicedsl.interpreter.engines.native.statements.statements import Statements
from dicedsl.program import ops

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.values.code import Code

# What comes of listing beside a number of answers.
FAULTY, NOT_FEW = -1, -2


@frozen
class PickRows:
    """What may be picked, or put into the set that is picked: so many rows of some words each, and the set of all."""

    start: Any
    count: Any
    words: int
    mask: Any


class Picks:
    """What the picks of an outcome are taken from and judged by, in one function."""

    def __init__(self, code: Code, expressions: Any, alternative: ops.AlternativeOp) -> None:
        self.code = code
        self.expressions = expressions
        self.frame = frame = expressions.frame
        self.builder = expressions.builder
        self.alternative = alternative
        self.choices = Choices(code, Statements(code, expressions))
        self.dice = self.choices.dice

        frame.return_on_fault(number(FAULTY))

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
        if pick.picks_sets:
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
                at.bind(pick.member_var, value)
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
            self.expressions.bind(pick.member_var, value)
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
            if must.picks_needed == index + 1:
                self.frame.skip_if(self.builder.not_(self.expressions.test(must.condition)), refused)

    # -------------------------------------------------------------- all answers

    def answer_count(self, pick: ops.PickOp, members: PickRows, bounds: tuple[Any, Any]) -> Any:
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
        """The lowest die that cannot be told apart from this one."""
        lowest = sets.lowest(self.frame, self.dice.lower_twins(among, die))
        return self.builder.select(self.builder.icmp_signed("<", lowest, number(0)), die, lowest)

    def first_ones(self, among: Any, chosen: Any) -> Any:
        """The set that has as many dice of each class as `chosen`, but the lowest ones."""
        b, frame = self.builder, self.frame
        first_dice = frame.local(chosen.type)
        b.store(sets.constant(0, self.dice.bits), first_dice)

        def note(die: Any, following: Any) -> None:
            known = b.load(first_dice)
            first = self.first_of(sets.without(frame, among, known), die)
            b.store(b.or_(known, sets.single(frame, first, self.dice.bits, True)), first_dice)

        sets.members(frame, chosen, note)
        return b.load(first_dice)
