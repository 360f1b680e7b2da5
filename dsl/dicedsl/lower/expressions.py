"""Expressions: from nodes to operations, with the kind of every value worked out on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicedsl.lower.conditions import Conditions
from dicedsl.lower.kinds import (
    DIE,
    NOTHING,
    NUMBER,
    PLAYER,
    POINT,
    STEP,
    T_NUMBER,
    T_PLAYER,
    T_PLAYERS,
    T_TRUTH,
    TRUTH,
    Meaning,
    Pair,
    Stream,
    Ty,
    Value,
)
from dicedsl.lower.scope import Bad, Scope
from dicedsl.program import ops
from dicedsl.program.sets import NO_NUMBER
from dicedsl.syntax import nodes as n

if TYPE_CHECKING:
    pass

MOST_NUMBER = 1 << 60
ARITHMETIC = {"+": "+", "-": "-", "*": "*", "/": "//", "mod": "%"}


class Expressions(Conditions):
    """Lowers expressions in a World (the names, sizes and cells of one rulebook and setting)."""

    # -------------------------------------------------------------- entry points

    # -------------------------------------------------------------- streams and sets

    # -------------------------------------------------------------- dispatch

    def _number(self, node: n.Number, scope: Scope) -> Value:
        return Value(ops.Const(node.value), T_NUMBER, node.value, node.value)

    def _truth(self, node: n.Truth, scope: Scope) -> Value:
        return Value(ops.Const(int(node.value)), T_TRUTH)

    def _nothing(self, node: n.Nothing, scope: Scope) -> Value:
        if node.word == "nobody":
            return Value(ops.NONE, Ty(PLAYER, maybe=True))
        return Value(ops.NONE, Ty(NOTHING, maybe=True))

    def _you(self, node: n.You, scope: Scope) -> Value:
        return Value(ops.Cell(self.w.reg.actor), T_PLAYER)

    def _it(self, node: n.It, scope: Scope) -> Value:
        if scope.it is None:
            raise Bad(
                "E307",
                "`it` has a meaning only after `where` or `with highest`",
                node.span,
                help="name the thing that is meant, or write `(... where ... it ...)`",
            )
        return scope.it

    # -------------------------------------------------------------- names

    # -------------------------------------------------------------- of, your, at

    # -------------------------------------------------------------- arithmetic and sets

    def _binary(self, node: n.Binary, scope: Scope) -> Value:
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        moved = self._vector(node, left, right)
        if moved is not None:
            return moved
        if node.op in "+-" and (left.ty.many or right.ty.many or left.ty.kind not in (NUMBER, TRUTH)):
            return self._set_arithmetic(node, left, right)
        for side, value in ((node.left, left), (node.right, right)):
            if not value.ty.kind.is_number or value.ty.many:
                raise Bad(
                    "E303",
                    f"a number is expected here, but this is {value.ty.called()}",
                    side.span,
                    help="write `count of ...` for how many there are" if value.ty.many else "",
                )
        low = high = None
        if node.op == "+" and None not in (left.low, left.high, right.low, right.high):
            low, high = left.low + right.low, left.high + right.high  # type: ignore[operator]
        elif node.op == "-" and None not in (left.low, left.high, right.low, right.high):
            low, high = left.low - right.high, left.high - right.low  # type: ignore[operator]
        if isinstance(left.op, ops.Const) and isinstance(right.op, ops.Const) and node.op in "+-*":
            number = {
                "+": left.op.value + right.op.value,
                "-": left.op.value - right.op.value,
                "*": left.op.value * right.op.value,
            }[node.op]
            if abs(number) > MOST_NUMBER:
                raise Bad("E105", "this number is too large", node.span, help="write a smaller number")
            return Value(ops.Const(number), T_NUMBER, number, number)
        return Value(ops.Bin(ARITHMETIC[node.op], left.op, right.op), T_NUMBER, low, high)

    def _vector(self, node: n.Binary, left: Value, right: Value) -> Value | None:
        """Points and steps: point + step, step + step, step * number, point - point."""
        if self.w.space is None or left.ty.many or right.ty.many:
            return None
        kinds = (left.ty.kind, right.ty.kind)
        if node.op == "*" and STEP in kinds and NUMBER in kinds:
            return Value(ops.Bin("*", left.op, right.op), Ty(STEP))
        if node.op not in "+-" or not {POINT, STEP} & set(kinds):
            if node.op == "-" and kinds[0] == kinds[1] and self.w.board_of(kinds[0]) == self.w.space_board:
                return Value(ops.Bin("-", self.as_point(left).op, self.as_point(right).op), Ty(STEP))
            return None
        left, right = self.fitted(left, POINT), self.fitted(right, POINT)
        op = ops.Bin(node.op, left.op, right.op)
        shape = (left.ty.kind, node.op, right.ty.kind)
        if shape in ((POINT, "+", STEP), (POINT, "-", STEP), (STEP, "+", POINT)):
            return Value(op, Ty(POINT))
        if shape in ((STEP, "+", STEP), (STEP, "-", STEP), (POINT, "-", POINT)):
            return Value(op, Ty(STEP))
        raise Bad("E322", f"{left.ty.called()} and {right.ty.called()} do not go together", node.span)

    def _set_arithmetic(self, node: n.Binary, left: Value, right: Value) -> Value:
        if left.ty.kind is NOTHING:
            left = Value(ops.ZERO, Ty(right.ty.kind, many=True))
        if right.ty.kind is NOTHING:
            right = Value(ops.ZERO, Ty(left.ty.kind, many=True))
        left, right = (self.as_place(v) if v.ty.kind is POINT else v for v in (left, right))
        if left.ty.kind != right.ty.kind:
            raise Bad(
                "E322",
                f"{left.ty.called()} and {right.ty.called()} do not go together",
                node.span,
                help="sets are joined only if their members are of one kind",
            )
        a = left.op if left.ty.many else ops.Single(left.op)
        b = right.op if right.ty.many else ops.Single(right.op)
        return Value(ops.Bin("|" if node.op == "+" else "&~", a, b), Ty(left.ty.kind, many=True))

    def _negative(self, node: n.Negative, scope: Scope) -> Value:
        step = self.value(node.operand, scope)
        if step.ty.kind is STEP and not step.ty.many:
            return Value(ops.Bin("-", ops.ZERO, step.op), Ty(STEP))
        value = self.number(node.operand, scope)
        if isinstance(value.op, ops.Const):
            return Value(ops.Const(-value.op.value), T_NUMBER, -value.op.value, -value.op.value)
        return Value(ops.Bin("-", ops.ZERO, value.op), T_NUMBER)

    def _range(self, node: n.Range, scope: Scope) -> Value:
        low, high = self.value(node.low, scope), self.value(node.high, scope)
        if low.ty.kind != high.ty.kind or low.ty.many or high.ty.many or low.ty.kind is TRUTH:
            raise Bad(
                "E323", "a range goes from one number to another", node.span, help="write two numbers, such as `1 to 6`"
            )
        return Value(ops.Span2(low.op, high.op), Ty(low.ty.kind, many=True), low.low, high.high)

    def _fold(self, node: n.Fold, scope: Scope) -> Value:
        meaning = self.meaning(node.operand, scope)
        if node.word == "count":
            if isinstance(meaning, Value):
                if not meaning.ty.many:
                    raise Bad(
                        "E324",
                        f"`count of` counts a set, but this is {meaning.ty.called()}",
                        node.operand.span,
                        help="leave out `count of`" if meaning.ty.kind.is_number else "",
                    )
                if isinstance(meaning.op, ops.Span2):
                    size = ops.Bin(
                        "max", ops.ZERO, ops.Bin("+", ops.Bin("-", meaning.op.high, meaning.op.low), ops.ONE)
                    )
                    return Value(size, T_NUMBER, 0)
                return Value(ops.Count(meaning.op), T_NUMBER, 0)
            stream = self.flat(self.stream(meaning, node.operand))
            plain = not stream.of_sets and isinstance(stream.item.op, ops.Var)
            if len(stream.loops) == 1 and stream.loops[0].high is None and plain:
                return Value(ops.Count(self.as_set(stream, node).op), T_NUMBER, 0)
            return Value(ops.Fold("sum", stream.loops, stream.condition, ops.ONE), T_NUMBER, 0)
        if isinstance(meaning, Pair):
            return self._fold_pair(node, meaning)
        stream = self.flat(self.stream(meaning, node.operand))
        item = stream.item
        condition = stream.condition
        if item.ty.maybe and item.ty.kind.is_number:
            there = ops.Bin("!=", item.op, ops.Const(NO_NUMBER))
            condition = there if condition is None else ops.Bin("and", condition, there)
        if node.word == "different":
            return Value(ops.Count(self.as_set(Stream(stream.loops, condition, item), node).op), T_NUMBER, 0)
        if node.word == "sum":
            if not item.ty.kind.is_number:
                raise Bad(
                    "E325",
                    f"`sum of` adds numbers, but these are {item.ty.kind.plural}",
                    node.operand.span,
                    help="`sum of number of ...` adds what the dice show"
                    if item.ty.kind is DIE
                    else "name a number of theirs, or write `count of`",
                )
            return Value(ops.Fold("sum", stream.loops, condition, item.op), T_NUMBER)
        if item.ty.kind is TRUTH:
            raise Bad("E325", f"`{node.word} of` compares numbers", node.operand.span)
        found: ops.Op = ops.Fold("max" if node.word == "highest" else "min", stream.loops, condition, item.op)
        if not item.ty.kind.is_number:
            found = ops.Bin("max", found, ops.NONE)  # of nothing it is no member, as elsewhere, and not no number
        return Value(found, Ty(item.ty.kind, maybe=True), item.low, item.high)

    def _fold_pair(self, node: n.Fold, pair: Pair) -> Value:
        values = [self.single(i, node) for i in pair.items]
        if any(not v.ty.kind.is_number or v.ty.many for v in values):
            raise Bad("E325", f"`{node.word} of` takes numbers here", node.operand.span)
        if node.word == "different":
            raise Bad("E325", "`different of` takes a set or a `for each`", node.operand.span)
        op = values[0].op
        for value in values[1:]:
            op = ops.Bin({"sum": "+", "highest": "max", "lowest": "min"}[node.word], op, value.op)
        return Value(op, T_NUMBER)

    def _showing(self, node: n.Showing, scope: Scope) -> Value:
        dice = self.members(node.subject, scope, DIE)
        wanted = self.value(node.number, scope)
        if not wanted.ty.kind.is_number:
            raise Bad(
                "E303", f"a number is expected after `showing`, but this is {wanted.ty.called()}", node.number.span
            )
        if wanted.ty.many:
            stream = self.stream(wanted, node.number)
            union = ops.Fold("union", stream.loops, stream.condition, self.w.showing(stream.item))
            return Value(ops.Bin("&", dice.op, union), Ty(DIE, many=True))
        return Value(ops.Bin("&", dice.op, self.w.showing(wanted)), Ty(DIE, many=True))

    def _on(self, node: n.On, scope: Scope) -> Meaning:
        if isinstance(node.subject, n.Apply):
            # `owner of die on p`: the place belongs to the die
            inner = n.On(node.subject.argument, node.places, span=node.span)
            return self.meaning(n.Apply(node.subject.phrase, inner, span=node.span), scope)
        if not isinstance(node.subject, n.Name) or node.subject.phrase.words[-1] not in {"die", "dice"}:
            raise Bad(
                "E326",
                "only `die on ...` and `dice on ...` are known",
                node.span,
                help="write `dice on` and the places",
            )
        adjectives = node.subject.phrase.words[:-1]
        places = self.value(node.places, scope)
        board = self.w.board_of(places.ty.kind)
        if board is None:
            raise Bad(
                "E326",
                f"dice stand on places, but this is {places.ty.called()}",
                node.places.span,
                help="name a board, or a place of it",
            )
        if not places.ty.many:
            found: Meaning = Value(self.w.die_on(places.op, board), Ty(DIE, maybe=True))
            return found
        stream = self.stream(places, node)
        dice = Stream(stream.loops, stream.condition, Value(self.w.die_on(stream.item.op, board), Ty(DIE, maybe=True)))
        found = self.as_set(dice, node)
        if adjectives:
            filtered = self._filtered(found, adjectives, scope, node.subject.phrase)
            if filtered is None:
                raise Bad("E310", f'"{" ".join(adjectives)}" is no adjective of dice', node.subject.span)
            return filtered
        return found

    def _tuple(self, node: n.Tuple, scope: Scope) -> Pair:
        items: list[Value | Stream] = []
        for item in node.items:
            meaning = self.meaning(item, scope)
            if isinstance(meaning, Pair):
                meaning = self.single(meaning, item)
            items.append(meaning)
        return Pair(items)

    def _where(self, node: n.Where, scope: Scope) -> Stream:
        stream = self.flat(self.stream(self.meaning(node.subject, scope), node.subject))
        test = self.truth(node.condition, scope.with_it(stream.item))
        condition = test if stream.condition is None else ops.Bin("and", stream.condition, test)
        return Stream(stream.loops, condition, stream.item, stream.of_sets)

    def _best(self, node: n.Best, scope: Scope) -> Value:
        value = self.members(node.subject, scope)
        var = self.w.new_var()
        item = Value(ops.Var(var), Ty(value.ty.kind), value.low, value.high)
        measure = self.number(node.measure, scope.with_it(item))
        kind = "best_max" if node.highest else "best_min"
        loop = (
            ops.Loop(var, value.op.low, value.op.high) if isinstance(value.op, ops.Span2) else ops.Loop(var, value.op)
        )
        return Value(ops.Fold(kind, (loop,), None, measure.op), Ty(value.ty.kind, many=True))

    def _for_each(self, node: n.ForEach, scope: Scope) -> Stream:
        loops: tuple[ops.Loop, ...] = ()
        condition: ops.Op | None = None
        for binder in node.binders:
            stream = self.stream(self.meaning(binder.source, scope), binder.source)
            loops += stream.loops
            if stream.condition is not None:
                condition = stream.condition if condition is None else ops.Bin("and", condition, stream.condition)
            scope = self.bind(scope, binder.name, stream.item)
        if node.condition is not None:
            test = self.truth(node.condition, scope)
            condition = test if condition is None else ops.Bin("and", condition, test)
        inner = self.meaning(node.body, scope)
        if isinstance(inner, Stream):
            joined = (
                inner.condition
                if condition is None
                else condition
                if inner.condition is None
                else ops.Bin("and", condition, inner.condition)
            )
            return Stream((*loops, *inner.loops), joined, inner.item)
        return Stream(loops, condition, self.single(inner, node.body))

    # -------------------------------------------------------------- what hangs together

    def _linked_to(self, node: n.LinkedTo, scope: Scope) -> Value:
        within = self.members(node.subject, scope)
        start = self.members(node.start, scope, within.ty.kind)
        return Value(ops.Reach(start.op, within.op, self.w.links(node.word, within.ty.kind)), within.ty)

    def _groups(self, node: n.Groups, scope: Scope) -> Stream:
        count = self.number(node.count, scope)
        within = self.members(node.subject, scope)
        kind = within.ty.kind
        links, under, standing = self.w.links(node.word, kind), -1, ops.ZERO
        if node.under is not None:
            under = self.w.links(node.under, kind)
            standing = ops.Cell(self.w.reg.taken + self.w.board_number(kind))  # type: ignore[assignment]
        var = self.w.new_var()
        loop = ops.Loop(var, ops.Groups(count.op, within.op, links, under, standing), sets=True)
        return Stream((loop,), None, Value(ops.Var(var), Ty(kind, many=True)), of_sets=True)

    # -------------------------------------------------------------- conditions


Expressions.handlers = {
    n.Number: Expressions._number, n.Truth: Expressions._truth, n.Nothing: Expressions._nothing, n.You: Expressions._you,
    n.It: Expressions._it, n.Name: Expressions._name, n.Your: Expressions._your, n.Apply: Expressions._apply,
    n.At: Expressions._at, n.Binary: Expressions._binary, n.Negative: Expressions._negative, n.Range: Expressions._range,
    n.Fold: Expressions._fold, n.Showing: Expressions._showing, n.On: Expressions._on, n.Tuple: Expressions._tuple,
    n.Where: Expressions._where, n.Best: Expressions._best, n.ForEach: Expressions._for_each, n.And: Expressions._and,
    n.Or: Expressions._or, n.Not: Expressions._not, n.Is: Expressions._is, n.HasOrder: Expressions._has_order,
    n.Quantified: Expressions._quantified, n.LinkedTo: Expressions._linked_to, n.Groups: Expressions._groups,
}  # fmt: skip
__all__ = ["T_PLAYERS", "Expressions"]
