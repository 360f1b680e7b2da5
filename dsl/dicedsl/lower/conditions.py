"""Conditions: comparisons, membership, adjectives, relations and quantifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicedsl.errors import unknown
from dicedsl.lower.kinds import (
    DIE,
    NOTHING,
    NUMBER,
    PLAYER,
    POINT,
    T_TRUTH,
    TRUTH,
    Meaning,
    Pair,
    Stream,
    Ty,
    Value,
    absent,
)
from dicedsl.lower.scope import Bad, Scope, suggest
from dicedsl.program import ops
from dicedsl.syntax import nodes as n

if TYPE_CHECKING:
    pass
from dicedsl.lower.naming import Naming

ORDER = {"at_least": ">=", "at_most": "<=", "more_than": ">", "less_than": "<"}


class Conditions(Naming):
    """Expressions that are yes or no."""

    def _and(self, node: n.And, scope: Scope) -> Value:
        return Value(ops.Bin("and", self.truth(node.left, scope), self.truth(node.right, scope)), T_TRUTH)

    def _or(self, node: n.Or, scope: Scope) -> Value:
        return Value(ops.Bin("or", self.truth(node.left, scope), self.truth(node.right, scope)), T_TRUTH)

    def _not(self, node: n.Not, scope: Scope) -> Value:
        return Value(ops.Not(self.truth(node.operand, scope)), T_TRUTH)

    def _is(self, node: n.Is, scope: Scope) -> Value:
        subject = self.meaning(node.subject, scope)
        op = self.test(subject, node.test, scope, node.subject)
        return Value(ops.Not(op) if node.negated else op, T_TRUTH)

    def _has_order(self, node: n.HasOrder, scope: Scope) -> Value:
        assert scope.has is not None
        attribute = node.attribute
        if isinstance(attribute, n.Name):
            subject = self.access(attribute.phrase, [scope.has], scope, attribute)
        elif isinstance(attribute, n.At) and isinstance(attribute.subject, n.Name):
            subject = self.access(
                attribute.subject.phrase, [scope.has, self.value(attribute.key, scope)], scope, attribute
            )
        else:
            subject = self.meaning(attribute, scope)
        return Value(self.test(subject, node.order, scope, attribute), T_TRUTH)

    def _quantified(self, node: n.Quantified, scope: Scope) -> Value:
        loops, condition, test = self.quantifier_parts(node, scope)
        if node.word == "every":
            body = test if condition is None else ops.Bin("or", ops.Not(condition), test)
            return Value(ops.Fold("all", loops, None, body), T_TRUTH)
        found = ops.Fold("any", loops, condition, test)
        return Value(found if node.word == "some" else ops.Not(found), T_TRUTH)

    def quantifier_parts(self, node: n.Quantified, scope: Scope) -> tuple[tuple[ops.Loop, ...], ops.Op | None, ops.Op]:
        stream = self.stream(self.meaning(node.source, scope), node.source)
        inner = self.bind(scope, node.name, stream.item)
        if node.test is not None:
            test = self.test(stream.item, node.test, inner, node)
            test = ops.Not(test) if node.negated else test
        else:
            assert node.condition is not None
            test = self.truth(node.condition, inner.with_has(stream.item))
        return stream.loops, stream.condition, test

    def test(self, subject: Meaning, test: n.Test, scope: Scope, node: n.Node) -> ops.Op:
        if isinstance(test, n.Order):
            return self._order(subject, test, scope, node)
        if isinstance(test, n.Member):
            return self._member(self.single(subject, node), test, scope, node)
        if isinstance(test, n.Linked):
            places = self.single(subject, node)
            if not places.ty.many:
                raise Bad("E304", f"a set is expected here, but this is {places.ty.called()}", node.span)
            links = self.w.links(test.word, places.ty.kind)
            return ops.OnePiece(places.op, links)
        if isinstance(test, n.ShapedLike):
            return self._shaped_like(self.single(subject, node), test, scope, node)
        if isinstance(test, n.Related):
            return self._related(self.single(subject, node), test, scope)
        if isinstance(test, n.Same):
            return self._same(subject, test, scope, node)
        unknown(test)

    def _order(self, subject: Meaning, test: n.Order, scope: Scope, node: n.Node) -> ops.Op:
        other = self.meaning(test.other, scope)
        if isinstance(subject, Pair) or isinstance(other, Pair):
            if not (isinstance(subject, Pair) and isinstance(other, Pair) and len(subject.items) == len(other.items)):
                raise Bad(
                    "E328",
                    "a list in brackets is compared with another of the same length",
                    test.span,
                    help="give both sides the same number of values",
                )
            lefts, rights = [self.single(i, node) for i in subject.items], [self.single(i, test) for i in other.items]
            for mine, its in zip(lefts, rights, strict=True):
                self._have_sizes(mine, its, node, test)
            return self._lexical(ORDER[test.word], lefts, rights)
        left, right = self.single(subject, node), self.single(other, test.other)
        self._have_sizes(left, right, node, test)
        return ops.Bin(ORDER[test.word], left.op, right.op)

    def _have_sizes(self, left: Value, right: Value, node: n.Node, test: n.Order) -> None:
        """Only numbers are more or less than others, and what is ranked as they are."""
        for value, place in ((left, node), (right, test.other)):
            if value.ty.many:
                raise Bad(
                    "E303",
                    f"a number is expected here, but this is {value.ty.called()}",
                    place.span,
                    help="write `count of ...` for how many there are",
                )
            if value.ty.kind is TRUTH:
                raise Bad("E303", "a number is expected here, but this is a yes or no", place.span)
        if left.ty.kind != right.ty.kind or left.ty.kind in (PLAYER, DIE):
            hint = (
                "compare a number of theirs, such as `total of p`"
                if left.ty.kind is PLAYER
                else "compare `number of` the dice"
                if left.ty.kind is DIE
                else "compare things of the same kind"
            )
            raise Bad(
                "E329", f"{left.ty.called()} cannot be compared in size with {right.ty.called()}", test.span, help=hint
            )

    def _lexical(self, op: str, left: list[Value], right: list[Value]) -> ops.Op:
        a, b = left[0].op, right[0].op
        if len(left) == 1:
            return ops.Bin(op, a, b)
        strict = op[0]
        rest = self._lexical(op, left[1:], right[1:])
        return ops.Bin("or", ops.Bin(strict, a, b), ops.Bin("and", ops.Bin("==", a, b), rest))

    def _member(self, value: Value, test: n.Member, scope: Scope, node: n.Node) -> ops.Op:
        other = self.value(test.other, scope)
        if not other.ty.many:
            raise Bad(
                "E330",
                f"`is in` asks for a set, but this is {other.ty.called()}",
                test.other.span,
                help="write `is` to compare two things",
            )
        value = self.fitted(value, other.ty.kind)
        if other.ty.kind != value.ty.kind:
            raise Bad(
                "E331",
                f"{value.ty.called()} is never in {other.ty.called()}",
                test.span,
                help=f"ask whether it is in a set of {value.ty.kind.plural}",
            )
        if value.ty.many:
            return ops.Bin("==", ops.Bin("&~", value.op, other.op), ops.ZERO)
        if isinstance(other.op, ops.Span2):
            return ops.Bin("and", ops.Bin("<=", other.op.low, value.op), ops.Bin("<=", value.op, other.op.high))
        return ops.Bit(other.op, value.op)

    def _shaped_like(self, value: Value, test: n.ShapedLike, scope: Scope, node: n.Node) -> ops.Op:
        other = self.value(test.other, scope)
        for side, place in ((value, node), (other, test.other)):
            if not side.ty.many or self.w.board_of(side.ty.kind) is None:
                raise Bad("E369", f"sets of places have a shape, but this is {side.ty.called()}", place.span)
        return ops.Alike(value.op, self.w.board_number(value.ty.kind), other.op, self.w.board_number(other.ty.kind))

    def _related(self, value: Value, test: n.Related, scope: Scope) -> ops.Op:
        other = self.value(test.other, scope)
        found = self.w.call_relation(test.relation.text, value, other, test.relation)
        if found is None:
            names = self.w.relation_names()
            raise Bad(
                "E332",
                f'"{test.relation.text}" is not known of {value.ty.called()} and {other.ty.called()}',
                test.relation.span,
                help=suggest(test.relation.text, names)
                or f"explain it under `words:`: `... is {test.relation.text} with ... when ...`",
            )
        return found

    def _same(self, subject: Meaning, test: n.Same, scope: Scope, node: n.Node) -> ops.Op:
        if isinstance(test.other, n.Name):
            value = self.single(subject, node)
            found = self.adjective(value, test.other.phrase.text, node, scope)
            if found is not None:
                return found
            if self.noun(test.other.phrase, scope) is None:
                known = self.w.adjective_names()
                raise Bad(
                    "E333",
                    f'"{test.other.phrase.text}" is neither a name nor an adjective of {value.ty.called()}',
                    test.other.span,
                    help=suggest(test.other.phrase.text, [*known, *self.w.known_names()])
                    or f"explain it under `words:`, such as `{value.ty.kind.plural if value.ty.many else value.ty.kind.name} x is {test.other.phrase.text} when ...`",
                    label="unknown name",
                )
        other = self.meaning(test.other, scope)
        if isinstance(subject, Pair) and isinstance(other, Pair):
            if len(subject.items) != len(other.items):
                raise Bad(
                    "E328",
                    "a list in brackets is compared with another of the same length",
                    test.span,
                    help="give both sides the same number of values",
                )
            result: ops.Op | None = None
            for a, b in zip(subject.items, other.items, strict=True):
                same = self._equal(self.single(a, node), self.single(b, test), test)
                result = same if result is None else ops.Bin("and", result, same)
            assert result is not None
            return result
        return self._equal(self.single(subject, node), self._as_wanted(other, subject, test.other), test)

    def _as_wanted(self, other: Meaning, subject: Meaning, node: n.Node) -> Value:
        if isinstance(other, Pair) and self._point(other) is None and isinstance(subject, Value | Stream):
            # (d1, d2) written out where a set is compared
            values = [self.single(i, node) for i in other.items]
            op: ops.Op = ops.ZERO
            for value in values:
                op = ops.Bin("|", op, ops.Single(value.op))
            return Value(op, Ty(values[0].ty.kind, many=True))
        return self.single(other, node)

    def _equal(self, left: Value, right: Value, node: n.Node) -> ops.Op:
        if left.ty.kind is NOTHING or right.ty.kind is NOTHING:
            value = right if left.ty.kind is NOTHING else left
            if value.ty.kind is POINT and not value.ty.many:
                value = self.as_place(value)
            return ops.Bin("==", value.op, ops.Const(absent(value.ty)))
        if POINT in (left.ty.kind, right.ty.kind) and not left.ty.many and not right.ty.many:
            left, right = self.fitted(left, POINT), self.fitted(right, POINT)
        if left.ty.kind != right.ty.kind:
            raise Bad(
                "E334",
                f"{left.ty.called()} is never the same as {right.ty.called()}",
                node.span,
                help=f"compare it with {left.ty.called()}",
            )
        if left.ty.many != right.ty.many:
            if left.ty.kind in (NUMBER, TRUTH):
                raise Bad(
                    "E334",
                    f"{left.ty.called()} is never the same as {right.ty.called()}",
                    node.span,
                    help="write `is in` to ask whether it is one of them",
                )
            left = left if left.ty.many else Value(ops.Single(left.op), right.ty)
            right = right if right.ty.many else Value(ops.Single(right.op), left.ty)
        if right.ty.kind is TRUTH and isinstance(right.op, ops.Const):
            return left.op if right.op.value else ops.Not(left.op)
        return ops.Bin("==", left.op, right.op)
