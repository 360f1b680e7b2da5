"""Conditions of the typed tree become operations that are 0 or 1."""

from __future__ import annotations

from dicedsl.lower.expressions import Expressions, Handler
from dicedsl.lower.values import T_TRUTH, Stream, Value, absent, may_miss
from dicedsl.program import ops
from dicedsl.typed import tree as t
from dicedsl.typed.kinds import TRUTH


def _and(expressions: Expressions, node: t.And) -> Value:
    return Value(ops.Bin("and", expressions.value(node.left).op, expressions.value(node.right).op), T_TRUTH)


def _or(expressions: Expressions, node: t.Or) -> Value:
    return Value(ops.Bin("or", expressions.value(node.left).op, expressions.value(node.right).op), T_TRUTH)


def _not(expressions: Expressions, node: t.Not) -> Value:
    return Value(ops.Not(expressions.value(node.operand).op), T_TRUTH)


def _same(expressions: Expressions, node: t.Same) -> Value:
    if len(node.lefts) == 1 and isinstance(node.lefts[0], t.Count) and expressions.value(node.rights[0]).op == ops.ZERO:
        return _anything(expressions, node.lefts[0], False)
    lefts, rights = (
        [expressions.value(left) for left in node.lefts],
        [expressions.value(right) for right in node.rights],
    )
    result: ops.Op | None = None
    for left, right in zip(lefts, rights, strict=True):
        same = _equal(left, right)
        result = same if result is None else ops.Bin("and", result, same)
    assert result is not None
    return Value(result, T_TRUTH)


def _equal(left: Value, right: Value) -> ops.Op:
    if right.ty.kind is TRUTH and isinstance(right.op, ops.Const):
        return left.op if right.op.value else ops.Not(left.op)
    return ops.Bin("==", left.op, right.op)


def _is_none(expressions: Expressions, node: t.IsNone) -> Value:
    value = expressions.value(node.operand)
    return Value(ops.Bin("==", value.op, ops.Const(absent(value.ty))), T_TRUTH)


def _order(expressions: Expressions, node: t.Order) -> Value:
    if len(node.lefts) == 1 and isinstance(node.lefts[0], t.Count):
        asked = ASKED.get((node.op, expressions.value(node.rights[0]).op))
        if asked is not None:
            return _anything(expressions, node.lefts[0], asked)
    lefts, rights = (
        [expressions.value(left) for left in node.lefts],
        [expressions.value(right) for right in node.rights],
    )
    return Value(_lexical(node.op, [left.op for left in lefts], [right.op for right in rights]), T_TRUTH)


ASKED: dict[tuple[str, ops.Op], bool] = {
    (">=", ops.ONE): True,
    (">", ops.ZERO): True,
    ("<=", ops.ZERO): False,
    ("<", ops.ONE): False,
}


def _anything(expressions: Expressions, node: t.Count, wanted: bool) -> Value:
    """Whether there is any member at all: for that they are not counted."""
    operand = expressions.lower(node.operand)
    if isinstance(operand, Stream):
        some = _some(operand)
        return Value(some if wanted else ops.Not(some), T_TRUTH)
    if isinstance(operand.op, ops.Range):
        return Value(ops.Bin("<=" if wanted else ">", operand.op.low, operand.op.high), T_TRUTH)
    some = _is_something(expressions.world.boards.stood_on(operand.op) or operand.op)
    return Value(some if wanted else ops.Not(some), T_TRUTH)


def _some(stream: Stream) -> ops.Op:
    """Whether a list has members."""
    loop = stream.loops[0]
    if len(stream.loops) == 1 and stream.condition is None and loop.high is None and not loop.sets:
        return _is_something(loop.source)
    return ops.Fold("any", stream.loops, stream.condition, ops.ONE)


def _is_something(op: ops.Op) -> ops.Op:
    """Whether a set has members. One that is met on the way is enough."""
    if isinstance(op, ops.Cond) and op.then == ops.ZERO:
        return ops.Bin("and", ops.Not(op.condition), _is_something(op.other))
    return ops.Bin("!=", op, ops.ZERO)


def _lexical(op: str, left: list[ops.Op], right: list[ops.Op]) -> ops.Op:
    a, b = left[0], right[0]
    if len(left) == 1:
        return ops.Bin(op, a, b)
    rest = _lexical(op, left[1:], right[1:])
    return ops.Bin("or", ops.Bin(op[0], a, b), ops.Bin("and", ops.Bin("==", a, b), rest))


def _is_in(expressions: Expressions, node: t.IsIn) -> Value:
    subject, members = expressions.value(node.subject), expressions.value(node.members).op
    if subject.ty.many:
        test: ops.Op = ops.Bin("==", ops.Bin("&~", subject.op, members), ops.ZERO)
    elif isinstance(members, ops.Range):
        test = ops.Bin("and", ops.Bin("<=", members.low, subject.op), ops.Bin("<=", subject.op, members.high))
    else:
        test = ops.Bit(members, subject.op)
    return Value(test, T_TRUTH)


def _described(expressions: Expressions, node: t.HasAdjective) -> Value:
    values = [expressions.value(argument) for argument in node.arguments]
    test = expressions.world.words.adjective(node.adjective, values)
    for value in reversed(values):
        if may_miss(value):
            # Nothing is what is not there, with nothing either.
            test = ops.Bin("and", ops.Bin(">=", value.op, ops.ZERO), test)
    return Value(test, T_TRUTH)


def _coloured(expressions: Expressions, node: t.Coloured) -> Value:
    die = expressions.value(node.die)
    colour = ops.ListAt(expressions.world.material.die_table("colour"), die.op)
    return Value(ops.Bin("==", colour, ops.Const(node.colour)), T_TRUTH)


def _one_piece(expressions: Expressions, node: t.OnePiece) -> Value:
    places = expressions.value(node.places)
    return Value(ops.OnePiece(places.op, expressions.world.words.links(node.links)), T_TRUTH)


def _alike(expressions: Expressions, node: t.Alike) -> Value:
    left, right = expressions.value(node.left), expressions.value(node.right)
    number = expressions.world.boards.number
    return Value(ops.Alike(left.op, number(left.ty.kind), right.op, number(right.ty.kind)), T_TRUTH)


def quantifier_parts(expressions: Expressions, local: t.Local, source: t.Expr, test: t.Expr) -> tuple[Stream, ops.Op]:
    """What a quantifier goes through, and what is asked of each member."""
    stream = expressions.stream(source)
    expressions.bind(local, stream.item)
    return stream, expressions.value(test).op


def _quantified(expressions: Expressions, node: t.Quantified) -> Value:
    stream, test = quantifier_parts(expressions, node.local, node.source, node.test)
    if node.word == "every":
        body = test if stream.condition is None else ops.Bin("or", ops.Not(stream.condition), test)
        return Value(ops.Fold("all", stream.loops, None, body), T_TRUTH)
    narrowed = expressions.where(stream, test)
    if narrowed.loops is not stream.loops:
        some = _some(narrowed)
    else:
        some = ops.Fold("any", stream.loops, stream.condition, test)
    return Value(some if node.word == "some" else ops.Not(some), T_TRUTH)


HANDLERS: dict[type, Handler] = {
    t.And: _and, t.Or: _or, t.Not: _not, t.Same: _same, t.IsNone: _is_none, t.Order: _order, t.IsIn: _is_in,
    t.HasAdjective: _described, t.Coloured: _coloured, t.OnePiece: _one_piece, t.Alike: _alike, t.Quantified: _quantified,
}  # fmt: skip
