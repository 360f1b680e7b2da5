"""Loops of expressions as machine code: over members, numbers and lists of sets, with conditions tested as early as can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from llvmlite import ir

from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import I1, I64, number
from dicedsl.interpreter.engines.native.building.room import Room
from dicedsl.interpreter.engines.native.calling import WORK
from dicedsl.interpreter.engines.native.values import together
from dicedsl.interpreter.engines.native.values.algebra import conjuncts, joined
from dicedsl.program import ops
from dicedsl.program.bounds import ANY_NUMBER
from dicedsl.program.sets import MOST_LOOP_STEPS, NO_NUMBER
from dicedsl.program.value_kinds import SET
from dicedsl.program.walk import parts

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.values.expressions import Expressions


class Loops:
    """Writes loops into the function that some expressions are written into."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.code = expressions.code
        self.frame = expressions.frame
        self.builder = expressions.builder
        self.analysis = expressions.analysis
        self.kinds = expressions.kinds

    def spend(self, weight: int, turns: Any, fault: int | None = None) -> None:
        """Count the work of a loop; too much of it without a choice or a roll is a fault."""
        b = self.builder
        at = self.frame.slot(WORK)
        total = b.add(b.load(at), b.mul(turns, number(weight)) if weight > 1 else turns)
        b.store(total, at)
        too_long = self.code.faults.too_long if fault is None else fault
        self.frame.fail_if(b.icmp_signed(">", total, number(MOST_LOOP_STEPS)), too_long)

    def spend_between(self, weight: int, low: Any, high: Any) -> None:
        """Count the work of a loop over numbers."""
        if weight:
            turns = self.turns(low, high)
            # So many turns could not even be counted.
            self.frame.fail_if(self.builder.icmp_signed(">", turns, number(MOST_LOOP_STEPS)), self.code.faults.too_long)
            self.spend(weight, turns)

    def turns(self, low: Any, high: Any) -> Any:
        """How many numbers there are from low to high."""
        turns = self.builder.add(self.builder.sub(high, low), number(1))
        return self.builder.select(self.builder.icmp_signed(">", turns, number(0)), turns, number(0))

    def over(self, loop: ops.Loop, body: Callable[[Any], None], conditions: list[ops.Op] | None = None) -> None:
        """A loop with its variable bound; the body is handed where to go on. Only members that meet the conditions count."""
        tested = conditions or []

        def inside(value: Any, following: Any) -> None:
            self.expressions.bind(loop.var, value)
            for condition in tested:
                self.frame.skip_if(self.builder.not_(self.expressions.test(condition)), following)
            body(following)

        if loop.sets:
            self.code.geometry.each_set(self.expressions, loop.source, inside, loop.weight)
        elif loop.binds:
            following = self.frame.new("bound")
            if self.kinds.variable(loop.var) is SET:
                inside(self.expressions.set(loop.source), following)
            else:
                inside(self.expressions.number(loop.source), following)
            self.frame.go(following)
            self.frame.at(following)
        elif loop.high is None:
            source, tested = self.members(loop, tested, walks=True)
            sets.members(self.frame, source, inside, self.analysis.set_width(loop.source))
        else:
            low = self.expressions.number(loop.source)
            high = self.expressions.number(loop.high)
            self.spend_between(loop.weight, low, high)
            self.frame.numbers(low, high, inside)

    def members(self, loop: ops.Loop, conditions: list[ops.Op], walks: bool = False) -> tuple[Any, list[ops.Op]]:
        """The members of a loop that meet what can be worked out for all at once, and the conditions that are left.

        What is worked out for all at once is no work to be counted, unless each of them is walked to in any case.
        """
        source = self.expressions.set(loop.source)
        many = self.code.algebra.is_many(loop.source)
        fitting, left = self.code.algebra.narrowed(self.expressions, loop.var, source, conditions, many)
        if loop.weight and (left or walks):
            self.spend(loop.weight, sets.count(self.frame, source))
        return fitting, left

    def nest(self, op: ops.Fold, inner: Callable[[Any], None], also: ops.Op | None = None) -> None:
        """The loops of a fold, each condition tested as far out as it can be; `also` is one more condition."""
        conditions = [*conjuncts(op.condition), *conjuncts(also)]

        def nest(i: int, left: list[ops.Op], following: Any) -> None:
            if i == len(op.loops):
                for condition in left:
                    self.frame.skip_if(self.builder.not_(self.expressions.test(condition)), following)
                inner(following)
                return
            later = frozenset(loop.var for loop in op.loops[i + 1 :])
            ready, rest = self._ready(left, later)
            self.over(op.loops[i], lambda next_: nest(i + 1, rest, next_), ready)
            if i:
                self.frame.go(following)

        nest(0, conditions, None)

    def _ready(self, conditions: list[ops.Op], later: frozenset[int]) -> tuple[list[ops.Op], list[ops.Op]]:
        """The conditions that can be tested before further variables are bound, without anybody noticing; and the others."""
        if not later:
            return conditions, []
        ready: list[ops.Op] = []
        rest: list[ops.Op] = []
        algebra = self.code.algebra
        for condition in conditions:
            early = not algebra.free(condition) & later and algebra.is_harmless(condition)
            (ready if early and all(map(algebra.is_harmless, rest)) else rest).append(condition)
        return ready, rest

    def quantified(self, op: ops.Fold) -> Any:
        quick = self._mask_test(op)
        if quick is not None:
            return quick
        wanted = op.kind == "any"
        asked = op.body if wanted else _denied(op.body)
        loop = op.loops[0]
        if len(op.loops) == 1 and loop.high is None and not loop.sets:
            # Some member meets all of it, or (every one does) none denies it.
            left_over, left = self.members(loop, [*conjuncts(op.condition), *conjuncts(asked)])
            if not left:
                empty = sets.is_empty(self.frame, left_over)
                return self.builder.not_(empty) if wanted else empty
            done, result = self.frame.new("known"), self.frame.local(I1)
            self.builder.store(ir.Constant(I1, int(not wanted)), result)

            def one(member: Any, following: Any) -> None:
                self.expressions.bind(loop.var, member)
                for condition in left:
                    self.frame.skip_if(self.builder.not_(self.expressions.test(condition)), following)
                self.builder.store(ir.Constant(I1, int(wanted)), result)
                self.builder.branch(done)

            sets.members(self.frame, left_over, one)
            self.builder.branch(done)
            self.frame.at(done)
            return self.builder.load(result)
        memory = Room(self.expressions.frame) if any(loop.sets for loop in op.loops) else None
        done, result = self.frame.new("known"), self.frame.local(I1)
        self.builder.store(ir.Constant(I1, int(not wanted)), result)

        def inner(following: Any) -> None:
            self.builder.store(ir.Constant(I1, int(wanted)), result)
            self.builder.branch(done)

        self.nest(op, inner, asked)
        self.builder.branch(done)
        self.frame.at(done)
        if memory is not None:
            memory.leave()  # also where a list was left before its end
        return self.builder.load(result)

    def _mask_test(self, op: ops.Fold) -> Any | None:
        """`every q in S is in T` and its like as one operation on sets."""
        loop = op.loops[0]
        if len(op.loops) != 1 or loop.high is not None or loop.sets or op.condition is not None or loop.weight:
            return None
        body, wanted = op.body, True
        if isinstance(body, ops.Not):
            body, wanted = body.operand, False
        if not (isinstance(body, ops.Bit) and body.member == ops.Var(loop.var)):
            return None
        if any(isinstance(part, ops.Var) and part.id == loop.var for part in parts(body.mask)):
            return None
        bits = self.expressions.bits(loop.source)
        source, mask = self.expressions.set(loop.source), self.expressions.set(body.mask, bits)
        if wanted == (op.kind == "any"):
            hit = self.builder.and_(source, mask)
        else:
            hit = sets.without(self.frame, source, mask)
        empty = sets.is_empty(self.frame, hit)
        return self.builder.not_(empty) if op.kind == "any" else empty

    def folded(self, op: ops.Fold) -> Any:
        """sum, count, max, min, union, best_max and best_min."""
        b, kind = self.builder, op.kind
        op = self._of_sets(op)
        loop = op.loops[0]
        if kind == "union" and len(op.loops) == 1 and op.body == ops.Single(ops.Var(loop.var)):
            if loop.high is None and not loop.sets:
                return self._chosen(op)
        known = together.folded(self.expressions, op)
        if known is not None:
            return known
        is_set = kind in {"union", "best_max", "best_min"}
        bits = self.expressions.bits(op) if is_set else 0
        result = self.frame.local(sets.kind(bits) if is_set else I64)
        b.store(sets.constant(0, bits) if is_set else number(NO_NUMBER if kind in {"max", "min"} else 0), result)
        is_any = self.frame.local(I1)
        b.store(ir.Constant(I1, 0), is_any)
        extreme = self.frame.local()

        def inner(following: Any) -> None:
            if kind == "union":
                b.store(b.or_(b.load(result), self.expressions.set(op.body, bits)), result)
            elif kind == "sum":
                value = self.expressions.number(op.body)
                if self.analysis.number(op).inside(ANY_NUMBER.low + 1, ANY_NUMBER.high - 1):
                    b.store(b.add(b.load(result), value), result)
                else:
                    b.store(self.expressions.checked("sadd", b.load(result), value), result)
            else:
                value = self.expressions.number(op.body)
                old = b.load(result if kind in {"max", "min"} else extreme)
                better = b.icmp_signed(">" if kind.endswith("max") else "<", value, old)
                better = b.or_(better, b.not_(b.load(is_any)))
                b.store(ir.Constant(I1, 1), is_any)
                if kind in {"max", "min"}:
                    b.store(b.select(better, value, old), result)
                else:
                    var = op.loops[0].var
                    inside = self.analysis.variables[var].inside(0, bits - 1)
                    one = sets.single(self.frame, b.load(self.expressions.variable(var)), bits, inside)
                    same = b.select(b.icmp_signed("==", value, old), one, sets.constant(0, bits))
                    b.store(b.select(better, one, b.or_(b.load(result), same)), result)
                    b.store(b.select(better, value, old), extreme)
            self.frame.go(following)

        self.nest(op, inner)
        return b.load(result)

    def _of_sets(self, op: ops.Fold) -> ops.Fold:
        """The union of all members of some sets is the union of these sets."""
        loop = op.loops[-1]
        if op.kind != "union" or len(op.loops) == 1 or op.body != ops.Single(ops.Var(loop.var)):
            return op
        if loop.high is not None or loop.sets:
            return op
        ready, rest = self._ready(conjuncts(op.condition), frozenset({loop.var}))
        inner = ops.Fold("union", (loop,), joined(rest), op.body)
        return ops.Fold("union", op.loops[:-1], joined(ready), inner)

    def _chosen(self, op: ops.Fold) -> Any:
        """The members of a set that meet a condition."""
        bits = self.expressions.bits(op)
        source, left = self.members(op.loops[0], conjuncts(op.condition))
        if not left:
            return sets.resized(self.frame, source, bits)
        kept = self.frame.local(sets.kind(bits))
        self.builder.store(sets.constant(0, bits), kept)

        def one(member: Any, following: Any) -> None:
            self.expressions.bind(op.loops[0].var, member)
            for condition in left:
                self.frame.skip_if(self.builder.not_(self.expressions.test(condition)), following)
            self.builder.store(
                self.builder.or_(self.builder.load(kept), sets.single(self.frame, member, bits, True)), kept
            )

        asked = joined(left)
        assert asked is not None
        self.expressions.remembering(asked, lambda: sets.members(self.frame, source, one))
        return self.builder.load(kept)


def _denied(op: ops.Op) -> ops.Op:
    """That a condition does not hold."""
    if isinstance(op, ops.Not):
        return op.operand
    if isinstance(op, ops.Bin) and op.op == "or":
        return ops.Bin("and", _denied(op.left), _denied(op.right))
    return ops.Not(op)
