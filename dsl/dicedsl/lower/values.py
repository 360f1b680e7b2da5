"""Values: one thing, a set, or a stream of them, and what an expression must be where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from attrs import evolve

from dicedsl.lower.kinds import (
    NOTHING,
    NUMBER,
    POINT,
    STEP,
    T_NUMBER,
    TRUTH,
    Kind,
    Meaning,
    Pair,
    Stream,
    Ty,
    Value,
    absent,
)
from dicedsl.lower.scope import Bad, Scope
from dicedsl.program import ops
from dicedsl.syntax import nodes as n

if TYPE_CHECKING:
    from dicedsl.lower.world import World

MAX_EXPRESSION = 150
Handler = Callable[[Any, Any, Scope], Meaning]


class Values:
    """Asks for expressions of a certain kind; how each is lowered stands in `table`."""

    handlers: ClassVar[dict[type, Handler]] = {}

    def __init__(self, world: World) -> None:
        self.w: World = world

    def value(self, node: n.Expr, scope: Scope) -> Value:
        """One value (a stream becomes a set)."""
        meaning = self.meaning(node, scope)
        return self.single(meaning, node)

    def single(self, meaning: Meaning, node: n.Node) -> Value:
        if isinstance(meaning, Value):
            return meaning
        if isinstance(meaning, Stream):
            return self.as_set(meaning, node)
        point = self._point(meaning)
        if point is not None:
            return point
        raise self._no_place(meaning, node)

    def _point(self, pair: Pair) -> Value | None:
        """A pair of constants may name a place of the only board."""
        numbers = [
            i.op.value if isinstance(i, Value) and isinstance(i.op, ops.Const) and i.ty == T_NUMBER else None
            for i in pair.items
        ]
        if None in numbers:
            return None
        for name, board in self.w.boards.items():
            place = board.number(tuple(x for x in numbers if x is not None))
            if name in self.w.stand_ins and len(numbers) == len(board.places[0]):
                place = 0
            if place is not None:
                return Value(ops.Const(place), Ty(self.w.place_kind(name)))
        return None

    def _no_place(self, pair: Pair, node: n.Node) -> Bad:
        """A list in brackets where one thing is wanted; with a board it was meant as a place."""
        if self.w.boards and all(isinstance(i, Value) and isinstance(i.op, ops.Const) for i in pair.items):
            places = next(iter(self.w.boards.values())).places
            first, last = (f"({','.join(map(str, p))})" for p in (places[0], places[-1]))
            return Bad(
                "E345",
                f"there is no place {node.span.text} on the board",
                node.span,
                help=f"the places go from {first} to {last}",
            )
        return Bad(
            "E301",
            "a list in brackets cannot stand here",
            node.span,
            help="one thing is wanted here; for several write a set, such as `1 to 6`",
        )

    def truth(self, node: n.Expr, scope: Scope) -> ops.Op:
        value = self.value(node, scope)
        if value.ty.kind is not TRUTH or value.ty.many:
            raise Bad(
                "E302",
                f"a condition is expected here, but this is {value.ty.called()}",
                node.span,
                help="compare it with something: `is`, `is at least`, ...",
            )
        return value.op

    def number(self, node: n.Expr, scope: Scope) -> Value:
        value = self.value(node, scope)
        if not value.ty.kind.is_number or value.ty.many:
            hint = "write `count of ...` for how many there are" if value.ty.many else ""
            raise Bad("E303", f"a number is expected here, but this is {value.ty.called()}", node.span, help=hint)
        return value

    def members(self, node: n.Expr, scope: Scope, kind: Kind | None = None) -> Value:
        """A set (one thing counts as a set of one)."""
        value = self.value(node, scope)
        if kind is not None and value.ty.kind != kind:
            raise Bad("E304", f"{kind.called(True)} is expected here, but this is {value.ty.called()}", node.span)
        if not value.ty.many:
            if value.ty.kind in (NUMBER, TRUTH):
                raise Bad("E304", f"a set is expected here, but this is {value.ty.called()}", node.span)
            if value.ty.kind is POINT:
                value = self.as_place(value)
            return Value(ops.Single(value.op), Ty(value.ty.kind, many=True))
        return value

    def members_of(self, meaning: Meaning, node: n.Node) -> Value:
        """The same for something looked up already."""
        value = self.single(meaning, node)
        return value if value.ty.many else Value(ops.Single(value.op), Ty(value.ty.kind, many=True))

    def one(self, node: n.Expr, scope: Scope, kind: Kind) -> Value:
        value = self.value(node, scope)
        return self.want_one(value, kind, node)

    def want_one(self, value: Value, kind: Kind, node: n.Node) -> Value:
        if value.ty.kind is NOTHING:
            return Value(ops.Const(absent(Ty(kind))), Ty(kind, maybe=True))
        value = self.fitted(value, kind)
        if value.ty.kind != kind or value.ty.many:
            hint = "`first of ...` takes one of a set" if value.ty.kind == kind else ""
            raise Bad(
                "E305", f"{kind.called()} is expected here, but this is {value.ty.called()}", node.span, help=hint
            )
        return value

    def as_place(self, value: Value) -> Value:
        """The place at a point, none if it is off the board."""
        return Value(self.w.place_at(value.op), Ty(self.w.place_kind(self.w.space_board), maybe=True))

    def as_point(self, value: Value) -> Value:
        return Value(self.w.point_of(value.op), Ty(POINT, maybe=value.ty.maybe))

    def fitted(self, value: Value, kind: Kind) -> Value:
        """A place where a point is wanted, and the other way round."""
        if value.ty.many or value.ty.kind == kind:
            return value
        if kind is POINT and self.w.board_of(value.ty.kind) == self.w.space_board and self.w.space is not None:
            return self.as_point(value)
        if value.ty.kind is POINT and self.w.board_of(kind) == self.w.space_board:
            return self.as_place(value)
        return value

    def stream(self, meaning: Meaning, node: n.Node) -> Stream:
        if isinstance(meaning, Stream):
            return meaning
        value = self.single(meaning, node)
        if not value.ty.many:
            if value.ty.kind in (NUMBER, TRUTH):
                raise Bad(
                    "E304",
                    f"a set is expected here, but this is {value.ty.called()}",
                    node.span,
                    help="write a range such as `1 to 6`" if value.ty.kind.is_number else "",
                )
            value = Value(ops.Single(value.op), Ty(value.ty.kind, many=True))
        var = self.w.new_var()
        if isinstance(value.op, ops.Span2):
            loop = ops.Loop(var, value.op.low, value.op.high)
        else:
            loop = ops.Loop(var, value.op)
        return Stream((loop,), None, Value(ops.Var(var), Ty(value.ty.kind), value.low, value.high))

    def flat(self, stream: Stream) -> Stream:
        """A stream of sets becomes the stream of their members."""
        if not stream.item.ty.many or stream.of_sets:
            return stream
        var = self.w.new_var()
        loop = ops.Loop(var, stream.item.op)
        return Stream((*stream.loops, loop), stream.condition, Value(ops.Var(var), Ty(stream.item.ty.kind)))

    def as_set(self, stream: Stream, node: n.Node) -> Value:
        kind = stream.item.ty.kind
        if kind is TRUTH:
            raise Bad("E306", "a set of yes and no makes no sense here", node.span)
        item = self.as_place(stream.item) if kind is POINT else stream.item
        kind = item.ty.kind
        if kind is STEP:
            raise Bad("E306", "steps can be listed with `for each`, but not kept as a set", node.span)
        body = item.op if item.ty.many else ops.Single(item.op)
        return Value(ops.Fold("union", stream.loops, stream.condition, body), Ty(kind, many=True))

    def meaning(self, node: n.Expr, scope: Scope) -> Meaning:
        self.w.budget.spend(1, node.span)
        if scope.depth > MAX_EXPRESSION:
            raise Bad("E104", "this expression is nested too deeply", node.span)
        inner = evolve(scope, depth=scope.depth + 1)
        handler = self.handlers.get(type(node))
        if handler is None:
            raise TypeError(f"no handler for {type(node).__name__} in expressions")
        return handler(self, node, inner)
