"""Folds over all members of a set together: the best by a measure that never changes, and sums of what can be told of all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dicedsl.errors import Fault
from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import number
from dicedsl.interpreter.engines.native.building.layout import WORD
from dicedsl.interpreter.engines.native.calling import LISTS
from dicedsl.interpreter.engines.native.values.algebra import SetMembers
from dicedsl.program import ops
from dicedsl.program.fixed_evaluation import StateRead
from dicedsl.program.walk import substitute

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.values.expressions import Expressions

MOST_LEVELS = 12
MOST_WORDS = 48  # of all levels
MOST_KINDS = 6  # of what is counted for each member


def folded(expressions: Expressions, op: ops.Fold) -> Any | None:
    """What a fold comes to, if it need not go from one member to the next."""
    loop = op.loops[0]
    if len(op.loops) != 1 or loop.high is not None or loop.sets:
        return None
    if op.kind in {"best_max", "best_min"} and op.condition is None:
        return _best(expressions, op, loop)
    if op.kind == "sum":
        return _sum(expressions, op, loop)
    return None


def _best(expressions: Expressions, op: ops.Fold, loop: ops.Loop) -> Any | None:
    """The best are those of the first level that there are any of."""
    levels = _levels(expressions, op, loop)
    if levels is None:
        return None
    b, frame, bits = expressions.builder, expressions.frame, expressions.bits(op)
    words = bits // WORD
    source, _ = expressions.loops.members(loop, [])
    source = sets.resized(frame, source, bits)
    begin = expressions.code.lists.block(b"".join(level.to_bytes(8 * words, "little") for level in levels))
    table = frame.word(frame.pointer(LISTS), begin)
    best = sets.constant(0, bits)
    for i in reversed(range(len(levels))):
        here = b.and_(source, sets.load(frame, frame.word(table, i * words), words))
        best = b.select(sets.is_empty(frame, here), best, here)
    return best


def _levels(expressions: Expressions, op: ops.Fold, loop: ops.Loop) -> list[int] | None:
    """The members that have the same measure, the best first; None if it changes, or if there are too many."""
    algebra, width = expressions.code.algebra, expressions.analysis.set_width(loop.source)
    if algebra.free(op.body) != {loop.var} or not algebra.is_fixed(op.body) or not algebra.is_harmless(op.body):
        return None
    if not algebra.is_many(loop.source) or width > expressions.bits(op):
        return None
    measure = algebra.fixed.function_for(op.body)
    levels: dict[int, int] = {}
    try:
        for member in range(width):
            value = measure({loop.var: member})
            levels[value] = levels.get(value, 0) | 1 << member
            if len(levels) > MOST_LEVELS:
                return None
    except (Fault, StateRead, KeyError):
        return None
    if len(levels) * expressions.bits(op) > MOST_WORDS * WORD:
        return None
    return [levels[value] for value in sorted(levels, reverse=op.kind == "best_max")]


def _sum(expressions: Expressions, op: ops.Fold, loop: ops.Loop) -> Any | None:
    """The sum of how many there are of a few kinds, for each member: of each kind, for how many members."""
    algebra = expressions.code.algebra
    inner = op.body.mask if isinstance(op.body, ops.Count) else None
    if not algebra.is_many(loop.source) or not isinstance(inner, ops.Fold) or inner.kind != "union":
        return None
    kinds = inner.loops[0]
    if len(inner.loops) != 1 or kinds.high is not None or kinds.sets or kinds.weight or inner.condition is None:
        return None
    if inner.body != ops.Single(ops.Var(kinds.var)) or not isinstance(kinds.source, ops.Const):
        return None
    if kinds.source.value.bit_count() > MOST_KINDS:
        return None
    members = [i for i in range(kinds.source.value.bit_length()) if kinds.source.value >> i & 1]
    tests = [substitute(inner.condition, {kinds.var: ops.Const(member)}) for member in members]
    among = SetMembers(algebra, expressions, loop.var, expressions.bits(loop.source), True)
    if not all(map(among.can_be_written, tests)):
        return None
    if op.condition is not None and not among.can_be_written(op.condition):
        return None
    b, frame = expressions.builder, expressions.frame
    source, _ = expressions.loops.members(loop, [] if op.condition is None else [op.condition])
    source, total = sets.resized(frame, source, among.bits), number(0)
    for test in tests:
        fitting = among.where(test)
        assert fitting is not None
        total = b.add(total, sets.count(frame, b.and_(source, fitting)))
    return total
