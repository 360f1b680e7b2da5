"""The legal answers to a decision as machine code: listed one behind the other, or looked for until there is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import number
from dicedsl.interpreter.engines.native.building.layout import WORD
from dicedsl.interpreter.engines.native.statements.statements import Statements
from dicedsl.interpreter.engines.native.values.algebra import joined
from dicedsl.interpreter.engines.native.values.expressions import Expressions
from dicedsl.program import ops
from dicedsl.program.faults import too_many_answers
from dicedsl.program.sets import LARGEST_PICKED_SET, MOST_LISTED_ANSWERS
from dicedsl.program.value_kinds import JUNCTIONS, SET

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.values.code import Code

Body = Callable[[Any], None]
MOST_SET_NUMBER = 256  # numbers below this may be worked with as a set


class AnswerRows:
    """How answers lie in memory: the number of the alternative, then the words of each pick."""

    def __init__(self, code: Code) -> None:
        self.code = code

    def words(self, pick: ops.PickOp) -> int:
        if self.code.analysis.kinds.variable(pick.var) is SET:
            return self.code.variable_bits(pick.var) // WORD
        return 1

    def columns(self, alternative: ops.AlternativeOp) -> list[tuple[ops.PickOp, int, int]]:
        """Each pick with the column it begins in and its words."""
        columns, at = [], 1
        for pick in alternative.picks:
            columns.append((pick, at, self.words(pick)))
            at += self.words(pick)
        return columns

    def width(self, decision: ops.Decision) -> int:
        return max(1 + sum(self.words(p) for p in a.picks) for a in decision.alternatives)


class Choices:
    """Writes the listing of answers into the function that some statements are written into."""

    def __init__(self, code: Code, statements: Statements) -> None:
        self.code = code
        self.statements = statements
        self.expressions: Expressions = statements.expressions
        self.frame = statements.frame
        self.builder = statements.builder
        self.dice = statements.dice
        self.rows = AnswerRows(code)

    def list_answers(self, decision: ops.Decision, buffer: Any, one_is_enough: Any) -> Any:
        """Write the listing of the answers of the one who acts; their count. With `one_is_enough` it stops at the first."""
        b, count, done = self.builder, self.frame.local(), self.frame.new("listed")
        b.store(number(0), count)
        width = self.rows.width(decision)
        for i, alternative in enumerate(decision.alternatives):
            after = self.frame.new("alternative")

            def write_row(following: Any, i: int = i, alternative: ops.AlternativeOp = alternative) -> None:
                at = b.load(count)
                fault = self.code.faults(too_many_answers(alternative.span))
                self.frame.fail_if(b.icmp_unsigned(">=", at, number(MOST_LISTED_ANSWERS)), fault)
                row = self.frame.word(buffer, b.mul(at, number(width)))
                b.store(number(i), row)
                for pick, column, _ in self.rows.columns(alternative):
                    sets.store(self.frame, b.load(self.expressions.variable(pick.var)), self.frame.word(row, column))
                b.store(b.add(at, number(1)), count)
                b.cbranch(one_is_enough, done, following)

            self.answers(alternative, write_row, after)
            self.frame.at(after)
        b.branch(done)
        self.frame.at(done)
        return b.load(count)

    def answers(self, alternative: ops.AlternativeOp, on_answer: Body, after: Any, before: int | None = None) -> None:
        """Write a walk through all answers of an alternative, or through its picks before number `before`; `on_answer`
        writes what is done with each, and `after` is where the walk ends."""
        end = len(alternative.picks) if before is None else before

        def musts(picked: int, following: Any) -> None:
            for must in alternative.musts:
                if must.picks_needed == picked:
                    self.frame.skip_if(self.builder.not_(self.expressions.test(must.condition)), following)

        def picks(j: int, following: Any) -> None:
            musts(j, following)
            if j == end:
                on_answer(following)
            else:
                self.pick(
                    alternative.picks[j], lambda inner: picks(j + 1, inner), self._early_condition(alternative, j)
                )
            self.frame.go(following)

        picks(0, after)
        self.frame.go(after)

    # -------------------------------------------------------------- one pick

    def pick(self, pick: ops.PickOp, body: Body, early_condition: ops.Op | None = None) -> None:
        """The code of `body(next)` for each answer to a pick, bound to its variable; only those for which `early_condition` holds."""
        if early_condition is not None:
            open_ = self.expressions.set(all_of(pick, [early_condition]))
            sets.members(self.frame, open_, lambda member, following: self._bound(pick, member, body, following))
        elif pick.picks_sets:
            self._one_set(pick, body)
        elif pick.range_high is not None:
            self._one_number(pick, body)
        elif not pick.many:
            self._one_member(pick, body)
        else:
            mask = self.source(pick)
            self.each_part(pick, mask, self._bounds(pick), body)

    def each_part(self, pick: ops.PickOp, mask: Any, bounds: tuple[Any, Any | None], body: Body) -> None:
        """The code of `body(next)` for every set that may be picked of a mask."""
        if self.is_plain(pick):
            self._plain_sets(pick, sets.resized(self.frame, mask, self.dice.bits), bounds, body)
        else:
            self._sets(pick, mask, bounds, body)

    def _bound(self, pick: ops.PickOp, value: Any, body: Body, following: Any) -> None:
        self.expressions.bind(pick.var, value)
        body(following)

    def _early_condition(self, alternative: ops.AlternativeOp, index: int) -> ops.Op | None:
        """The condition on a pick that follows from conditions on later picks; None if there is none, or if asking it
        early could be noticed."""
        algebra = self.code.algebra
        pick, later = alternative.picks[index], alternative.picks[index + 1 :]
        musts = [must.condition for must in alternative.musts if must.picks_needed > index + 1]
        if not musts or pick.many or pick.picks_sets or self.is_plain(pick):
            return None
        if pick.range_high is not None and not self.is_short(pick):
            return None
        asked = [must.condition for must in alternative.musts if must.picks_needed > index]
        for other in later:
            asked += [op for op in (other.source, other.range_high, other.condition, other.low, other.high) if op]
        if any(other.many or other.picks_sets for other in later) or not all(map(algebra.is_harmless, asked)):
            return None
        unknown = frozenset(other.var for other in later)
        said = [weakened(condition, lambda op: not algebra.free(op) & unknown) for condition in musts]
        return joined([condition for condition in said if condition and pick.var in algebra.free(condition)])

    def is_short(self, pick: ops.PickOp) -> bool:
        """Whether a pick of a number can be one out of a set of numbers."""
        assert pick.range_high is not None
        low, high = self.code.analysis.number(pick.source).low, self.code.analysis.number(pick.range_high).high
        return low >= 0 and high < MOST_SET_NUMBER

    def is_plain(self, pick: ops.PickOp) -> bool:
        """Whether dice are picked, of which some cannot be told apart."""
        return pick.shape == "die" and not pick.picks_sets and bool(self.code.program.plain_groups)

    def _body_if_it_fits(self, pick: ops.PickOp, body: Body) -> Callable[[Any, Any], None]:
        """A body for each value of a pick, which goes on only if its condition holds."""

        def inside(value: Any, following: Any) -> None:
            if pick.condition is not None:
                self.expressions.bind(pick.member_var, value)
                self.frame.skip_if(self.builder.not_(self.expressions.test(pick.condition)), following)
            self.expressions.bind(pick.var, value)
            body(following)

        return inside

    def _one_set(self, pick: ops.PickOp, body: Body) -> None:
        self.code.geometry.each_set(self.expressions, pick.source, self._body_if_it_fits(pick, body), pick.weight)

    def _one_number(self, pick: ops.PickOp, body: Body) -> None:
        assert pick.range_high is not None

        low = self.expressions.number(pick.source)
        high = self.expressions.number(pick.range_high)
        self.expressions.loops.spend_between(pick.weight, low, high)
        self.frame.numbers(low, high, self._body_if_it_fits(pick, body))

    def source(self, pick: ops.PickOp) -> Any:
        return self.expressions.set(picked_from(pick))

    def _one_member(self, pick: ops.PickOp, body: Body) -> None:
        mask = self.source(pick)
        plain = self.is_plain(pick)
        if pick.weight:
            self.expressions.loops.spend(pick.weight, sets.count(self.frame, mask))

        def inside(member: Any, following: Any) -> None:
            if plain:
                whole = sets.resized(self.frame, mask, self.dice.bits)
                twins = self.dice.lower_twins(whole, member)
                self.frame.skip_if(self.builder.not_(sets.is_empty(self.frame, twins)), following)
            self.expressions.bind(pick.var, member)
            body(following)

        sets.members(self.frame, mask, inside)

    def _test_size(self, pick: ops.PickOp, subset: Any, low: Any, high: Any | None, following: Any) -> None:
        """Write a test that goes on only with sets of the right size."""
        if pick.high is None and pick.low == ops.ZERO:
            return
        if pick.high is None and pick.low == ops.ONE:
            self.frame.skip_if(sets.is_empty(self.frame, subset), following)
            return
        size = sets.count(self.frame, subset)
        fits = self.builder.icmp_signed("<=", low, size)
        if high is not None:
            fits = self.builder.and_(fits, self.builder.icmp_signed("<=", size, high))
        self.frame.skip_if(self.builder.not_(fits), following)

    def _bounds(self, pick: ops.PickOp) -> tuple[Any, Any | None]:
        low = self.expressions.number(pick.low)
        return low, None if pick.high is None else self.expressions.number(pick.high)

    def _sets(self, pick: ops.PickOp, mask: Any, bounds: tuple[Any, Any | None], body: Body) -> None:
        """The code of `body(next)` for every set of members, in the order of their masks."""
        b, (low, high) = self.builder, bounds
        many = b.icmp_signed(">", sets.count(self.frame, mask), number(LARGEST_PICKED_SET))
        self.frame.fail_if(many, self.code.faults.too_many)
        if pick.weight:
            self.expressions.loops.spend(pick.weight, b.shl(number(1), sets.count(self.frame, mask)))

        def one(subset: Any, following: Any) -> None:
            self._test_size(pick, subset, low, high, following)
            self._bound(pick, subset, body, following)

        self.every_part(mask, one, True)

    def every_part(self, mask: Any, body: Callable[[Any, Any], None], also_none: bool) -> None:
        """The code of `body(part, next)` for every part of a set, in the order of their masks."""
        b = self.builder
        at = self.frame.local(mask.type)
        head, step, after = self.frame.new("subset"), self.frame.new("step"), self.frame.new("after")
        b.store(sets.constant(0, sets.bits_of(mask)), at)
        b.branch(head if also_none else step)
        self.frame.at(head)
        body(b.load(at), step)
        self.frame.go(step)
        self.frame.at(step)
        subset = b.load(at)
        b.store(b.and_(b.sub(subset, mask), mask), at)
        b.cbranch(b.icmp_unsigned("==", subset, mask), after, head)
        self.frame.at(after)

    def _plain_sets(self, pick: ops.PickOp, mask: Any, bounds: tuple[Any, Any | None], body: Body) -> None:
        """The code of `body(next)` for every set in which, of dice that cannot be told apart, the lowest are taken; in
        the order of their masks.

        The set after another one has the lowest die that is missing there, all above that as before, and below that only
        what has to be there: the lower twins of those taken.
        """
        b, frame, dice = self.builder, self.frame, self.dice
        low, high = bounds
        bits = dice.bits
        words = bits // WORD
        twins = frame.array(max(1, dice.count) * words)
        set_count = frame.local()
        b.store(number(1), set_count)

        def place(die: Any) -> Any:
            return frame.word(twins, b.mul(die, number(words)) if words > 1 else die)

        def note(die: Any, following: Any) -> None:
            lower = dice.lower_twins(mask, die)
            sets.store(frame, lower, place(die))
            # One more of a class of n makes n + 2 sets out of n + 1; products beyond the limit stay beyond it.
            n = sets.count(frame, lower)
            old = b.load(set_count)
            more = b.mul(b.udiv(old, b.add(n, number(1))), b.add(n, number(2)))
            b.store(b.select(b.icmp_unsigned(">", old, number(1 << 40)), old, more), set_count)

        sets.members(frame, mask, note)
        frame.fail_if(b.icmp_unsigned(">", b.load(set_count), number(MOST_LISTED_ANSWERS)), self.code.faults.too_many)
        if pick.weight:
            self.expressions.loops.spend(pick.weight, b.load(set_count))
        at = frame.local(mask.type)
        head, step, after = frame.new("subset"), frame.new("step"), frame.new("after")
        b.store(sets.constant(0, bits), at)
        b.branch(head)
        frame.at(head)
        subset = b.load(at)
        self._test_size(pick, subset, low, high, step)
        self.expressions.bind(pick.var, subset)
        body(step)
        frame.go(step)
        frame.at(step)
        subset = b.load(at)
        missing = sets.without(frame, mask, subset)
        on = frame.new()
        b.cbranch(sets.is_empty(frame, missing), after, on)
        frame.at(on)
        die = sets.lowest(frame, missing)
        upper = sets.without(frame, subset, sets.below(frame, die, bits))
        following_set = frame.local(mask.type)
        first = b.or_(upper, sets.single(frame, die, bits, True))
        b.store(b.or_(first, sets.load(frame, place(die), words)), following_set)

        def add_twins(other: Any, following: Any) -> None:
            b.store(b.or_(b.load(following_set), sets.load(frame, place(other), words)), following_set)

        sets.members(frame, upper, add_twins)
        b.store(b.load(following_set), at)
        b.branch(head)
        frame.at(after)


def picked_from(pick: ops.PickOp) -> ops.Op:
    """The set that is picked from, the pick's own condition applied."""
    source = pick.source if pick.range_high is None else ops.Range(pick.source, pick.range_high)
    return source if pick.condition is None else _members_where(pick.member_var, source, pick.condition, pick.weight)


def all_of(pick: ops.PickOp, conditions: list[ops.Op]) -> ops.Op:
    """The set that is picked from, further conditions applied."""
    source, condition = picked_from(pick), joined(conditions)
    return source if condition is None else _members_where(pick.var, source, condition, pick.weight)


def _members_where(var: int, source: ops.Op, condition: ops.Op, weight: int) -> ops.Op:
    return ops.Fold("union", (ops.Loop(var, source, weight=weight),), condition, ops.Single(ops.Var(var)))


def weakened(condition: ops.Op, is_known: Callable[[ops.Op], bool]) -> ops.Op | None:
    """The part of a condition that follows from it and is made of conditions that are known; None if there is none."""
    if is_known(condition):
        return condition
    if isinstance(condition, ops.Bin) and condition.op in JUNCTIONS:
        parts = [part for part in (weakened(side, is_known) for side in (condition.left, condition.right)) if part]
        if condition.op == "and":
            return joined(parts)
        return ops.Bin("or", *parts) if len(parts) == 2 else None
    return None
