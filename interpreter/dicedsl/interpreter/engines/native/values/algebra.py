"""Conditions on all members of a set at once: what can be said of a member by sets and fixed relations is worked out for whole words.

"The empty places whose supports are all taken" needs no walk through places: a fixed relation leads from the places that are missing to
those they support, and its image is put together from tables, four members at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING, Any

from dicedsl.errors import Fault
from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import number
from dicedsl.interpreter.engines.native.building.layout import WORD, words_of
from dicedsl.interpreter.engines.native.values.images import Images, Relation
from dicedsl.program import ops
from dicedsl.program.fixed_evaluation import FixedEvaluator, StateRead, reads_state
from dicedsl.program.sets import LARGEST_MEMBER
from dicedsl.program.value_kinds import COMPARISONS, JUNCTIONS
from dicedsl.program.walk import parts

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.values.code import Code
    from dicedsl.interpreter.engines.native.values.expressions import Expressions

LARGE_SET = 20  # members for which tables are worth it
MOST_PAIRS = 30_000  # of a relation that is worked out beforehand
TURNED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}  # with its sides exchanged


class Algebra:
    """What can be said of conditions of one program."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.fixed = FixedEvaluator(code.program)
        self.images = Images(code)
        self._relations: dict[tuple[int, int], tuple[Any, Relation | None]] = {}
        self._harmless: dict[int, tuple[Any, bool]] = {}
        self._free: dict[int, tuple[Any, frozenset[int]]] = {}

    # -------------------------------------------------------------- what is known of operations

    def free(self, op: Any) -> frozenset[int]:
        """The variables that an operation takes from around it."""
        known = self._free.get(id(op))
        if known is None:
            used = {part.id for part in parts(op) if isinstance(part, ops.Var)}
            bound = {part.var for part in parts(op) if isinstance(part, ops.Loop)}
            known = self._free[id(op)] = (op, frozenset(used - bound))
        return known[1]

    def is_fixed(self, op: Any) -> bool:
        return not reads_state(op, self.code.program.functions)

    def is_harmless(self, op: Any) -> bool:
        """Whether it can be worked out earlier or more often without anybody noticing."""
        known = self._harmless.get(id(op))
        if known is None:
            known = self._harmless[id(op)] = (op, all(map(self._part_is_harmless, parts(op))))
        return known[1]

    def _part_is_harmless(self, part: Any) -> bool:
        analysis = self.code.analysis
        if isinstance(part, ops.Single):
            return analysis.number(part.member).high <= LARGEST_MEMBER
        if isinstance(part, ops.Range):
            return analysis.number(part.high).high <= LARGEST_MEMBER
        if isinstance(part, ops.Bin):
            if part.op in {"//", "%"}:
                return analysis.number(part.right).low > 0
            return part.op not in {"+", "-", "*"} or self.code.fits(part)
        if isinstance(part, ops.Loop):
            return not part.sets and not part.weight
        if isinstance(part, ops.Call):
            function = self.code.program.functions[part.function]
            return function is not None and self.is_harmless(function.body)
        return not isinstance(part, (ops.Groups, ops.Copies)) and not (
            isinstance(part, ops.Fold) and part.kind == "sets"
        )

    # -------------------------------------------------------------- narrowing

    def narrowed(
        self, expressions: Expressions, var: int, source: Any, conditions: list[ops.Op], many: bool
    ) -> tuple[Any, list[ops.Op]]:
        """The members of a set that meet what can be worked out for all of them, and the conditions that are left."""
        left: list[ops.Op] = []
        for condition in conditions:
            fitting = None
            if all(map(self.is_harmless, left)):
                fitting = SetMembers(self, expressions, var, sets.bits_of(source), many).where(condition)
            if fitting is None:
                left.append(condition)
            else:
                source = expressions.builder.and_(source, fitting)
        return source, left

    def is_many(self, op: ops.Op) -> bool:
        """Whether a set may well have many members."""
        if isinstance(op, ops.Const):
            return op.value.bit_count() >= LARGE_SET
        if isinstance(op, ops.ListAt):
            return max((v.bit_count() for v in self.code.program.lists[op.list]), default=0) >= LARGE_SET
        if isinstance(op, ops.Call):
            function = self.code.program.functions[op.function]
            return function is not None and self.is_many(function.body)
        if isinstance(op, ops.Bin) and op.op == "&":
            return self.is_many(op.left) and self.is_many(op.right)
        return self.code.analysis.set_width(op) >= 2 * LARGE_SET

    # -------------------------------------------------------------- relations

    def relation(self, var: int, width: int, made: ops.Op, wide: int, loops: tuple[ops.Loop, ...]) -> Relation | None:
        """Which members x of a set lead to which numbers by a fixed operation on x and on what loops bind, if that is worth it."""
        key = (id(made), var)
        if key not in self._relations:
            self._relations[key] = ((made, loops), self._worked_out(var, width, made, wide, loops))
        return self._relations[key][1]

    def _worked_out(
        self, var: int, width: int, made: ops.Op, wide: int, loops: tuple[ops.Loop, ...]
    ) -> Relation | None:
        image, nowhere, pairs = [0] * wide, 0, 0
        value, walk = self.fixed.function_for(made), self.fixed.bindings(loops, None)
        try:
            for member in range(width):
                environment = {var: member}
                for _ in walk(environment):
                    pairs += 1
                    if pairs > MOST_PAIRS:
                        return None
                    other = value(environment)
                    if 0 <= other < wide:
                        image[other] |= 1 << member
                    else:
                        nowhere |= 1 << member
        except (Fault, StateRead, KeyError):
            return None
        return Relation(tuple(image), nowhere)


class SetMembers:
    """The members of a set, as one variable: which of them meet a condition."""

    def __init__(self, algebra: Algebra, expressions: Expressions, var: int, bits: int, many: bool) -> None:
        self.algebra = algebra
        self.expressions = expressions
        self.var = var
        self.bits = bits
        self.many = many  # whether tables are worth it

    def where(self, op: ops.Op) -> Any | None:
        """The set of those that meet a condition; None if that has to be asked of each."""
        if not self.can_be_written(op):
            return None
        return self._told(op)

    def can_be_written(self, op: ops.Op) -> bool:
        """Whether a condition can be worked out for all members at once; nothing is written yet."""
        algebra = self.algebra
        free = algebra.free(op)
        if self.var not in free:
            return algebra.is_harmless(op)
        if algebra.is_fixed(op) and free == {self.var}:
            return algebra.is_harmless(op)
        if isinstance(op, ops.Not):
            return self.can_be_written(op.operand)
        if isinstance(op, ops.Bin) and op.op in JUNCTIONS:
            return self.can_be_written(op.left) and self.can_be_written(op.right)
        asked = algebra.code.standing.kept_condition(op, self.var)
        if asked is not None:
            return algebra.is_harmless(asked.value)
        if isinstance(op, ops.Bin) and op.op in COMPARISONS:
            limit = self._compared(op)
            return limit is not None and self.var not in algebra.free(limit[1]) and algebra.is_harmless(limit[1])
        if isinstance(op, ops.Bit):
            if self.var in algebra.free(op.mask) or not algebra.is_harmless(op.mask):
                return False
            return op.member == ops.Var(self.var) or (self.many and self._relation_of(op, ()) is not None)
        if isinstance(op, ops.Fold) and op.kind in {"any", "all"} and self.many:
            return self._inner(op) is not None
        return False

    def _told(self, op: ops.Op) -> Any:
        at, b, algebra = self.expressions, self.expressions.builder, self.algebra
        free = algebra.free(op)
        if self.var not in free:
            return b.select(at.test(op), sets.constant((1 << self.bits) - 1, self.bits), sets.constant(0, self.bits))
        if algebra.is_fixed(op) and free == {self.var}:
            return sets.constant(self._always(op), self.bits)
        if isinstance(op, ops.Not):
            return b.not_(self._told(op.operand))
        asked = algebra.code.standing.kept_condition(op, self.var)
        if asked is not None:
            return algebra.code.standing.where(at, asked, self.bits)
        limit = self._compared(op)
        if limit is not None:
            return self._beside(*limit)
        if isinstance(op, ops.Bin):
            left, right = self._told(op.left), self._told(op.right)
            return b.and_(left, right) if op.op == "and" else b.or_(left, right)
        if isinstance(op, ops.Bit):
            if op.member == ops.Var(self.var):
                return at.set(op.mask, self.bits)
            relation = self._relation_of(op, ())
            assert relation is not None
            return algebra.images.of(at, relation, at.set(op.mask), self.bits)
        assert isinstance(op, ops.Fold)
        return self._quantified(op)

    def _compared(self, op: ops.Op) -> tuple[str, ops.Op] | None:
        """How a member is compared, and with what: `5 < x` is `x > 5`."""
        if not (isinstance(op, ops.Bin) and op.op in COMPARISONS):
            return None
        if op.left == ops.Var(self.var):
            return op.op, op.right
        return (TURNED[op.op], op.left) if op.right == ops.Var(self.var) else None

    def _beside(self, comparison: str, limit: ops.Op) -> Any:
        """The members that are above, below or equal to a number."""
        at, b = self.expressions, self.expressions.builder
        value = at.number(limit)
        if comparison in {"==", "!="}:
            inside = self.algebra.code.analysis.number(limit).inside(0, self.bits - 1)
            equal = sets.single(at.frame, value, self.bits, inside)
            return equal if comparison == "==" else b.not_(equal)
        below = sets.below(at.frame, value if comparison in {"<", ">="} else b.add(value, number(1)), self.bits)
        return below if comparison in {"<", "<="} else b.not_(below)

    def _always(self, op: ops.Op) -> int:
        """The members that meet a condition which never changes."""
        test = self.algebra.fixed.function_for(op)
        return sum(1 << member for member in range(self.bits) if self._holds(test, member))

    def _holds(self, test: Callable[[dict[int, int]], int], member: int) -> bool:
        try:
            return bool(test({self.var: member}))
        except (Fault, StateRead, KeyError):
            return False  # beyond the members there are

    def _relation_of(self, op: ops.Bit, loops: tuple[ops.Loop, ...]) -> Relation | None:
        """Where the member that is asked for is a fixed one for each of those here."""
        algebra = self.algebra
        own = {self.var, *(loop.var for loop in loops)}
        member = op.member
        if not (algebra.free(member) <= own and algebra.is_fixed(member) and algebra.is_harmless(member)):
            return None
        wide = algebra.code.analysis.set_width(op.mask)
        return algebra.relation(self.var, self.bits, member, wide, loops) if wide else None

    def _inner(self, op: ops.Fold) -> tuple[ops.Bit, bool, Relation] | None:
        """Of `some y of x is in M` and its like: the membership, whether it is asked for or denied, and the fixed relation."""
        algebra = self.algebra
        body, wanted = op.body, True
        if isinstance(body, ops.Not):
            body, wanted = body.operand, False
        if op.condition is not None or not isinstance(body, ops.Bit):
            return None
        bound = {loop.var for loop in op.loops}
        if (bound | {self.var}) & algebra.free(body.mask) or not algebra.is_harmless(body.mask):
            return None
        for loop in op.loops:
            if loop.sets or loop.weight or not algebra.is_fixed(loop.source) or not algebra.is_harmless(loop):
                return None
            if loop.high is not None and not algebra.is_fixed(loop.high):
                return None
            if not algebra.free(loop) <= bound | {self.var}:
                return None
        relation = self._relation_of(body, op.loops)
        return None if relation is None else (body, wanted, relation)

    def _quantified(self, op: ops.Fold) -> Any:
        parts_of_condition = self._inner(op)
        assert parts_of_condition is not None
        body, wanted, relation = parts_of_condition
        at, b, algebra = self.expressions, self.expressions.builder, self.algebra
        wide = WORD * words_of(len(relation.image))
        mask = at.set(body.mask, wide)
        # Some y is in M: the image of M. Every y is in M: none leads out of it, nor nowhere. Denied, the other way round.
        inside = wanted == (op.kind == "any")
        if not inside:
            mask = b.xor(mask, sets.constant((1 << len(relation.image)) - 1, wide))
        image = algebra.images.of(at, relation, mask, self.bits)
        if not inside and relation.nowhere:
            image = b.or_(image, sets.constant(relation.nowhere & (1 << self.bits) - 1, self.bits))
        return image if op.kind == "any" else b.not_(image)


def conjuncts(op: ops.Op | None) -> list[ops.Op]:
    """The parts of a condition that must all hold."""
    if op is None:
        return []
    if isinstance(op, ops.Bin) and op.op == "and":
        return [*conjuncts(op.left), *conjuncts(op.right)]
    return [op]


def joined(conditions: list[ops.Op]) -> ops.Op | None:
    """All of them in one, in their order."""
    return reduce(lambda left, right: ops.Bin("and", left, right), conditions) if conditions else None
