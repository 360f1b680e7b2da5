"""The legal answers to a decision in bundles: what is picked last stays the set it is picked from, and is not listed one by one.

So many answers are counted at once, and the one that is drawn is made out of its bundle. The bundles stand in the order of the
answers. A bundle is a row of words: the alternative, how many answers there are up to its end, the picks but the last, and the last
one: a value, or the set that it is a member or a part of.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any

from attrs import frozen

from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import number
from dicedsl.interpreter.engines.native.building.layout import WORD
from dicedsl.interpreter.engines.native.statements.choices import Choices, all_of, picked_from
from dicedsl.program import ops
from dicedsl.program.faults import too_many_answers
from dicedsl.program.sets import LARGEST_PICKED_SET, MOST_LISTED_ANSWERS

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.values.code import Code

ALTERNATIVE, UP_TO, FIRST = range(3)  # the columns of a bundle


class Last(Enum):
    """What the last column of a bundle holds."""

    VALUE = "the value, if there is one"
    MEMBER_OF = "a set of which one member is picked"
    PART_OF = "a set of which a part is picked"


@frozen
class Bundle:
    """How the answers of one alternative lie in bundles."""

    last: Last
    open: ops.Op | None  # the set that the last pick is taken from, when all conditions are met
    picks: tuple[tuple[ops.PickOp, int, int], ...]  # those before the last: the column of each, and its words
    column: int  # of the last one
    words: int


class Bundles:
    """Writes the listing of bundles, and what is taken out of them, into a function."""

    def __init__(self, code: Code, choices: Choices, buffer: Any) -> None:
        self.code = code
        self.choices = choices
        self.buffer = buffer  # where bundles are listed
        self.expressions = choices.expressions
        self.frame = choices.frame
        self.builder = choices.builder
        self.rows = choices.rows
        self._known: dict[int, tuple[ops.Decision, tuple[Bundle, ...]]] = {}

    # -------------------------------------------------------------- how they lie

    def are_worth_it(self, decision: ops.Decision) -> bool:
        """Answers that are tried one by one are listed one by one."""
        return (
            not decision.looks_ahead
            and not decision.reported
            and any(b.last is not Last.VALUE for b in self.of(decision))
        )

    def of(self, decision: ops.Decision) -> tuple[Bundle, ...]:
        if decision.number not in self._known:
            self._known[decision.number] = decision, tuple(map(self._bundle, decision.alternatives))
        return self._known[decision.number][1]

    @property
    def widest(self) -> int:
        """The words of the widest bundle of the program."""
        return max(map(self.width, filter(self.are_worth_it, self.code.program.decisions)), default=0)

    def width(self, decision: ops.Decision) -> int:
        return max(bundle.column + bundle.words for bundle in self.of(decision))

    def _bundle(self, alternative: ops.AlternativeOp) -> Bundle:
        columns = [(pick, FIRST - 1 + column, words) for pick, column, words in self.rows.columns(alternative)]
        if not columns:
            return Bundle(Last.VALUE, None, (), FIRST, 0)
        *others, (pick, column, words) = columns
        last, open_ = self._last(alternative, pick)
        if open_ is not None:
            words = self.code.bits(open_) // WORD
        return Bundle(last, open_, tuple(others), column, words)

    def _last(self, alternative: ops.AlternativeOp, pick: ops.PickOp) -> tuple[Last, ops.Op | None]:
        if pick.picks_sets or self.choices.is_plain(pick):
            return Last.VALUE, None
        conditions = [must.condition for must in alternative.musts if must.picks_needed == len(alternative.picks)]
        if pick.many:
            if conditions or pick.high is not None or pick.low not in (ops.ZERO, ops.ONE):
                return Last.VALUE, None
            return Last.PART_OF, picked_from(pick)
        if pick.range_high is not None and not self.choices.is_short(pick):
            return Last.VALUE, None
        return Last.MEMBER_OF, all_of(pick, conditions)

    # -------------------------------------------------------------- listing

    def list_answers(self, decision: ops.Decision, one_is_enough: Any) -> tuple[Any, Any]:
        """Write the listing of the bundles of the one who acts; how many answers they hold, and how many bundles there are."""
        b, frame = self.builder, self.frame
        answers, count, done = frame.local(), frame.local(), frame.new("listed")
        b.store(number(0), answers)
        b.store(number(0), count)
        width = self.width(decision)
        for i, (alternative, bundle) in enumerate(zip(decision.alternatives, self.of(decision), strict=True)):
            after = frame.new("alternative")
            fault = self.code.faults(too_many_answers(alternative.span))

            def write_bundle(
                following: Any,
                i: int = i,
                alternative: ops.AlternativeOp = alternative,
                bundle: Bundle = bundle,
                fault: int = fault,
            ) -> None:
                value, many = self._last_column(alternative, bundle)
                if bundle.last is not Last.VALUE:
                    frame.skip_if(b.icmp_signed("==", many, number(0)), following)
                up_to = b.add(b.load(answers), many)
                b.store(up_to, answers)
                enough = frame.new()
                b.cbranch(one_is_enough, done, enough)
                frame.at(enough)
                frame.fail_if(b.icmp_unsigned(">", up_to, number(MOST_LISTED_ANSWERS)), fault)
                at = b.load(count)
                row = frame.word(self.buffer, b.mul(at, number(width)))
                b.store(number(i), frame.word(row, ALTERNATIVE))
                b.store(up_to, frame.word(row, UP_TO))
                for pick, column, _ in bundle.picks:
                    sets.store(frame, b.load(self.expressions.variable(pick.var)), frame.word(row, column))
                if value is not None:
                    sets.store(frame, value, frame.word(row, bundle.column))
                b.store(b.add(at, number(1)), count)

            before = None if bundle.last is Last.VALUE else len(alternative.picks) - 1
            self.choices.answers(alternative, write_bundle, after, before)
            frame.at(after)
        b.branch(done)
        frame.at(done)
        return b.load(answers), b.load(count)

    def _last_column(self, alternative: ops.AlternativeOp, bundle: Bundle) -> tuple[Any | None, Any]:
        """What the last column holds, and how many answers that is."""
        b, frame = self.builder, self.frame
        if bundle.open is None:
            value = b.load(self.expressions.variable(alternative.picks[-1].var)) if alternative.picks else None
            return value, number(1)
        value = self.expressions.set(bundle.open, WORD * bundle.words)
        size = sets.count(frame, value)
        if bundle.last is Last.MEMBER_OF:
            return value, size
        pick = alternative.picks[-1]
        frame.fail_if(b.icmp_signed(">", size, number(LARGEST_PICKED_SET)), self.code.faults.too_many)
        parts = b.shl(number(1), size)
        if pick.weight:
            self.expressions.loops.spend(pick.weight, parts)
        return value, b.sub(parts, number(_least(pick)))

    # -------------------------------------------------------------- taking answers out

    def take_out(self, decision: ops.Decision, index: Any, row: Any) -> None:
        """Write the answer of this number into a row."""
        b, frame, width = self.builder, self.frame, self.width(decision)
        at, before = frame.local(self.buffer.type), frame.local()
        b.store(self.buffer, at)
        b.store(number(0), before)
        head, on, here = frame.new("bundle"), frame.new("on"), frame.new("here")
        b.branch(head)
        frame.at(head)
        up_to = b.load(frame.word(b.load(at), UP_TO))
        b.cbranch(b.icmp_signed("<=", up_to, index), on, here)
        frame.at(on)
        b.store(up_to, before)
        b.store(frame.word(b.load(at), width), at)
        b.branch(head)
        frame.at(here)
        here, left = b.load(at), b.sub(index, b.load(before))

        def take(alternative: ops.AlternativeOp, bundle: Bundle, put: Callable[[Any | None], None]) -> None:
            if bundle.last is Last.VALUE:
                put(self._value(bundle, here))
                return
            open_ = sets.load(frame, frame.word(here, bundle.column), bundle.words)
            if bundle.last is Last.MEMBER_OF:
                put(sets.nth(frame, open_, left))
                return
            pick = alternative.picks[-1]
            bits = self.code.variable_bits(pick.var)
            put(sets.part(frame, sets.resized(frame, open_, bits), b.add(left, number(_least(pick)))))

        self._each_kind(decision, here, row, take)

    def spread(self, decision: ops.Decision, count: Any, rows: Any) -> None:
        """List all the answers of so many bundles one by one."""
        b, frame = self.builder, self.frame
        to = frame.local(rows.type)
        b.store(rows, to)
        wide, width = self.rows.width(decision), self.width(decision)

        def one(i: Any, following: Any) -> None:
            here = frame.word(self.buffer, b.mul(i, number(width)))

            def take(alternative: ops.AlternativeOp, bundle: Bundle, put: Callable[[Any | None], None]) -> None:
                def further(value: Any | None) -> None:
                    put(value)
                    b.store(frame.word(b.load(to), wide), to)

                if bundle.last is Last.VALUE:
                    further(self._value(bundle, here))
                    return
                open_ = sets.load(frame, frame.word(here, bundle.column), bundle.words)
                if bundle.last is Last.MEMBER_OF:
                    sets.members(frame, open_, lambda member, _: further(member))
                    return
                pick = alternative.picks[-1]
                mask = sets.resized(frame, open_, self.code.variable_bits(pick.var))
                self.choices.every_part(mask, lambda part, _: further(part), _least(pick) == 0)

            self._each_kind(decision, here, to, take)

        frame.numbers(number(0), b.sub(count, number(1)), one)

    def _value(self, bundle: Bundle, here: Any) -> Any | None:
        return sets.load(self.frame, self.frame.word(here, bundle.column), bundle.words) if bundle.words else None

    def _each_kind(self, decision: ops.Decision, here: Any, row: Any, take: Callable[..., None]) -> None:
        """What is taken out of a bundle, written for each alternative. The row is a pointer, or room for one that moves on."""
        b, frame = self.builder, self.frame
        after, unknown = frame.new("taken"), frame.new("unknown")
        switch = b.switch(b.load(frame.word(here, ALTERNATIVE)), unknown)
        moves_on = row.type != self.buffer.type
        for i, (alternative, bundle) in enumerate(zip(decision.alternatives, self.of(decision), strict=True)):
            way = frame.new("of")
            switch.add_case(number(i), way)
            frame.at(way)
            columns = self.rows.columns(alternative)

            def put(value: Any | None, i: int = i, bundle: Bundle = bundle, columns: list[Any] = columns) -> None:
                to = b.load(row) if moves_on else row
                b.store(number(i), to)
                for (_, column, words), (_, own, _) in zip(bundle.picks, columns, strict=False):
                    sets.store(frame, sets.load(frame, frame.word(here, column), words), frame.word(to, own))
                if value is not None:
                    sets.store(frame, value, frame.word(to, columns[-1][1]))

            take(alternative, bundle, put)
            b.branch(after)
        frame.at(unknown)
        b.unreachable()
        frame.at(after)


def _least(pick: ops.PickOp) -> int:
    """How many members a part has at least: none, or one."""
    return 0 if pick.low == ops.ZERO else 1
