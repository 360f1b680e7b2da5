"""Expressions of the typed tree become operations; names and kinds are settled, what can be none and how large it gets
is found out here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field

from dicedsl.lower.dice_names import named_die
from dicedsl.lower.indexing import index_of
from dicedsl.lower.material import SlotDecl, ZoneDecl
from dicedsl.lower.values import (
    T_DICE,
    T_DIE,
    T_NUMBER,
    T_PLAYER,
    T_TRUTH,
    Lowered,
    LoweredType,
    Stream,
    Value,
    absent,
    both,
    lowered_type,
    may_miss,
)
from dicedsl.program import ops
from dicedsl.program.constants import constant_of
from dicedsl.program.sets import NO_NUMBER
from dicedsl.program.walk import ATOMS, parts, uses
from dicedsl.typed import tree as t
from dicedsl.typed.kinds import DIE, NUMBER, POINT, TRUTH, Grouping
from dicedsl.typed.semantic_error import AlreadyReported, SemanticError

if TYPE_CHECKING:
    from dicedsl.lower.world import World

READ = (*ATOMS, ops.CellAt, ops.ListAt)  # is only looked up
Handler = Callable[["Expressions", Any], Lowered]


@define(eq=False, repr=False, slots=False)
class Expressions:
    """Lowers expressions in a world; `handlers` says how each is lowered, `bound` what the names given on the spot stand for."""

    world: World
    handlers: Mapping[type, Handler]
    bound: dict[t.Local, Lowered] = field(factory=dict)
    _each: list[list[Stream]] = field(factory=list)

    def lower(self, node: t.Expr) -> Lowered:
        self.world.budget.spend(1, node.span)
        return self.handlers[type(node)](self, node)

    def value(self, node: t.Expr) -> Value:
        value = self.lower(node)
        assert isinstance(value, Value), node
        return value

    def stream(self, node: t.Expr) -> Stream:
        stream = self.lower(node)
        assert isinstance(stream, Stream), node
        return stream

    def bind(self, local: t.Local, value: Lowered) -> None:
        self.bound[local] = value

    # -------------------------------------------------------------- lists and sets

    def members(self, value: Value) -> Stream:
        """A set as the list of its members."""
        var = self.world.layout.new_var()
        if isinstance(value.op, ops.Range):
            loop = ops.Loop(var, value.op.low, value.op.high)
        else:
            loop = ops.Loop(var, value.op)
        return Stream((loop,), None, Value(ops.Var(var), LoweredType(value.ty.kind), value.low, value.high))

    def as_set(self, stream: Stream) -> Value:
        """A list as a set; points become the places there."""
        if stream.whole is not None:
            return stream.whole
        item = self.as_place(stream.item) if stream.item.ty.kind is POINT else stream.item
        body = item.op if item.ty.many else ops.Single(item.op)
        loop = stream.loops[0]
        if len(stream.loops) == 1 and stream.condition is None and loop.high is None and not loop.sets:
            if body == ops.Single(ops.Var(loop.var)):
                return Value(loop.source, LoweredType(item.ty.kind, many=True))
        return Value(ops.Fold("union", stream.loops, stream.condition, body), LoweredType(item.ty.kind, many=True))

    def as_place(self, point: Value) -> Value:
        """The place at a point, none if it is off the board."""
        boards = self.world.boards
        kind = self.world.game.boards[boards.space_board].kind
        return Value(boards.place_at(point.op), LoweredType(kind, maybe=True))

    def where(self, stream: Stream, test: ops.Op) -> Stream:
        """The members of a list that meet a condition. Which dice show a number is known of all of them at once."""
        last = stream.loops[-1]
        if stream.item.ty == T_DIE and stream.item.op == ops.Var(last.var) and last.high is None and not last.sets:
            shown = self._number_shown(test, last.var)
            if shown is not None:
                showing = self.world.material.showing(Value(shown, T_NUMBER))
                narrowed = evolve(last, source=ops.Bin("&", last.source, showing))
                return Stream((*stream.loops[:-1], narrowed), stream.condition, stream.item)
        return Stream(stream.loops, both(stream.condition, test), stream.item)

    def _number_shown(self, test: ops.Op, die: int) -> ops.Op | None:
        """The number of a condition that a die shows it, if that is the same for all dice and cannot fail."""
        if not isinstance(test, ops.Bin) or test.op != "==":
            return None
        number = ops.CellAt(self.world.reg.face, ops.Var(die), len(self.world.program.dice), NO_NUMBER)
        for own, other in ((test.left, test.right), (test.right, test.left)):
            if own == number and not uses(other, die) and all(isinstance(part, READ) for part in parts(other)):
                return other
        return None

    # -------------------------------------------------------------- what is asked

    def answer_of_each(self, arguments: Sequence[t.Expr], answer: Callable[[list[Value]], Lowered]) -> Lowered:
        """An answer about things; where it is asked of each of several, the list of answers."""
        self._each.append([])
        values = [self.value(argument) for argument in arguments]
        over = self._each.pop()
        result = answer(values)
        if not over:
            return result
        loops = tuple(loop for stream in over for loop in stream.loops)
        condition: ops.Op | None = None
        for stream in over:
            condition = both(condition, stream.condition)
        if isinstance(result, Stream):
            return Stream((*loops, *result.loops), both(condition, result.condition), result.item)
        return Stream(loops, condition, result)

    def member_of_each(self, node: t.EachMember) -> Value:
        stream = self.stream(node.operand)
        self._each[-1].append(stream)
        return stream.item

    def index(self, decl: SlotDecl | ZoneDecl, values: list[Value]) -> ops.Op:
        """Which of the cells of a memory, or of the zones of one name, belongs to the keys."""
        keys = [value.op for value in values]
        if isinstance(decl, ZoneDecl) or decl.numbers is None:
            return index_of(self.world.layout, keys, decl.sizes)
        number, low = constant_of(keys[-1]), decl.numbers[0]
        if number is not None:
            keys[-1] = ops.Const(number - low)
        elif low:
            keys[-1] = ops.Bin("-", keys[-1], ops.Const(low))
        return index_of(self.world.layout, keys, decl.sizes, any_number=True)

    def memory_value(self, slot: SlotDecl, values: list[Value]) -> Value:
        if not slot.memory.keys:
            return evolve(slot.item, op=ops.Cell(slot.base))
        cell = ops.CellAt(slot.base, self.index(slot, values), slot.size, absent(slot.item.ty))
        ty = _kept_for(values, slot.item.ty)
        if slot.numbers is not None and not (ty.many or ty.kind is TRUTH or _within(values[-1], *slot.numbers)):
            ty = evolve(ty, maybe=True)
        return evolve(slot.item, op=cell, ty=ty)

    def if_there(self, values: list[Value], result: Lowered) -> Lowered:
        """What is asked of somebody or something that is not there is none, no, or an empty set."""
        missing: ops.Op | None = None
        for value in filter(may_miss, values):
            one = ops.Bin("<", value.op, ops.ZERO)
            missing = one if missing is None else ops.Bin("or", missing, one)
        if missing is None:
            return result
        if isinstance(result, Stream):
            return Stream(result.loops, both(ops.Not(missing), result.condition), result.item)
        op = _unless(missing, ops.Const(absent(result.ty)), result.op)
        return evolve(result, op=op, ty=_kept_for(values, result.ty))


def _within(number: Value, low: int, high: int) -> bool:
    """Whether it is known to be one of the numbers from one to another."""
    constant = constant_of(number.op)
    least, most = (number.low, number.high) if constant is None else (constant, constant)
    return least is not None and most is not None and low <= least and most <= high and not number.ty.maybe


def _kept_for(keys: list[Value], ty: LoweredType) -> LoweredType:
    """The type of what is kept for keys: it can be none if a key can."""
    if ty.many or ty.kind is TRUTH or not any(map(may_miss, keys)):
        return ty
    return evolve(ty, maybe=True)


def _unless(missing: ops.Op, nothing: ops.Const, result: ops.Op) -> ops.Op:
    """The result, or nothing if something is absent; without working out twice what may be absent."""
    if isinstance(result, ops.ListAt) and missing == ops.Bin("<", result.index, ops.ZERO):
        if result.default == nothing.value:
            return result  # outside of a table is nothing anyway
    return ops.Cond(missing, nothing, result)


# ------------------------------------------------------------------ what is there


def _wrong(expressions: Expressions, node: t.Wrong) -> Value:
    raise AlreadyReported


def _number(expressions: Expressions, node: t.Number) -> Value:
    return Value(ops.Const(node.value), T_NUMBER, node.value, node.value)


def _truth(expressions: Expressions, node: t.Truth) -> Value:
    return Value(ops.Const(int(node.value)), T_TRUTH)


def _absent(expressions: Expressions, node: t.Absent) -> Value:
    ty = lowered_type(node.type)
    return Value(ops.Const(absent(ty)), ty if ty.many else evolve(ty, maybe=True))


def _you(expressions: Expressions, node: t.You) -> Value:
    return Value(ops.Cell(expressions.world.reg.actor), T_PLAYER)


def _seat(expressions: Expressions, node: t.Seat) -> Value:
    return Value(ops.Const(node.seat), T_PLAYER)


def _die_named(expressions: Expressions, node: t.DieNamed) -> Value:
    die = named_die(expressions.world.program.dice, node.index, node.owner)
    if die is None:
        help = "dice are called d1, d2, ... in the order of their line in the material"
        raise SemanticError("X705", f"there is no die {node.span.text} here", node.span, help=help)
    return Value(ops.Const(die), T_DIE)


def _local_value(expressions: Expressions, node: t.LocalValue) -> Lowered:
    return expressions.bound[node.local]


def _constant(expressions: Expressions, node: t.Constant) -> Value:
    return Value(ops.Const(node.index), lowered_type(node.type))


def _all_of(expressions: Expressions, node: t.AllOf) -> Value:
    return Value(ops.Const((1 << expressions.world.kind_size(node.type.kind)) - 1), lowered_type(node.type))


def _option(expressions: Expressions, node: t.OptionValue) -> Value:
    return expressions.world.material.option(node.option)


def _spot(expressions: Expressions, node: t.Spot) -> Value:
    board = expressions.world.boards.made[node.board.name]
    numbers = [expressions.world.constant(coordinate) for coordinate in node.coordinates]
    place = board.number(tuple(number for number in numbers if number is not None))
    if place is None:
        first, last = (f"({','.join(map(str, p))})" for p in (board.places[0], board.places[-1]))
        message = f"there is no place {node.span.text} on the board"
        raise SemanticError("E345", message, node.span, help=f"the places go from {first} to {last}")
    return Value(ops.Const(place), lowered_type(node.type))


# ------------------------------------------------------------------ what is asked


def _memory_value(expressions: Expressions, node: t.MemoryValue) -> Lowered:
    slot = expressions.world.material.memory(node.memory)
    return expressions.answer_of_each(node.keys, lambda values: expressions.memory_value(slot, values))


def _zone_dice(expressions: Expressions, node: t.ZoneDice) -> Lowered:
    decl, first = expressions.world.material.zones[node.zone.name], expressions.world.reg.zone_mask
    if not node.zone.keys:
        return Value(ops.Cell(first + decl.first), T_DICE)
    size = prod(decl.sizes)
    return expressions.answer_of_each(
        node.keys, lambda v: Value(ops.CellAt(first + decl.first, expressions.index(decl, v), size, 0), T_DICE)
    )


def _list_entry(expressions: Expressions, node: t.ListEntry) -> Value:
    key = expressions.value(node.key)
    table = expressions.world.words.list_table(node.list)
    numbers = expressions.world.program.lists[table]
    return Value(ops.ListAt(table, ops.Bin("-", key.op, ops.ONE), NO_NUMBER), T_NUMBER, min(numbers), max(numbers))


def _word_call(expressions: Expressions, node: t.WordCall) -> Lowered:
    return expressions.answer_of_each(
        node.arguments, lambda values: expressions.if_there(values, expressions.world.words.call(node.word, values))
    )


def _coordinate(expressions: Expressions, node: t.Coordinate) -> Lowered:
    boards, board = expressions.world.boards, node.board

    def answer(values: list[Value]) -> Value:
        subject = values[0]
        if board.has_steps:
            coordinate = boards.coordinate(subject.op, node.axis)
            if subject.ty.maybe:
                coordinate = ops.Cond(ops.Bin("<", subject.op, ops.ZERO), ops.Const(NO_NUMBER), coordinate)
            return Value(coordinate, LoweredType(NUMBER, maybe=subject.ty.maybe))
        place = boards.coordinate_of_place(subject.op, board.name, node.axis)
        return Value(place, LoweredType(NUMBER, maybe=may_miss(subject)))

    return expressions.answer_of_each([node.subject], answer)


def _die_on(expressions: Expressions, node: t.DieOn) -> Lowered:
    def answer(place: Value) -> Value:
        return Value(expressions.world.boards.die_on(place.op, place.ty.kind.board), LoweredType(DIE, maybe=True))

    if node.type.is_list:
        return expressions.answer_of_each([node.place], lambda values: answer(values[0]))
    return answer(expressions.value(node.place))


# ------------------------------------------------------------------ fittings


def _set_of_one(expressions: Expressions, node: t.SetOfOne) -> Value:
    value = expressions.value(node.operand)
    return Value(ops.Single(value.op), LoweredType(value.ty.kind, many=True))


def _set_of_list(expressions: Expressions, node: t.SetOfList) -> Value:
    return expressions.as_set(expressions.stream(node.operand))


def _members(expressions: Expressions, node: t.Members) -> Stream:
    return expressions.members(expressions.value(node.operand))


def _flat_list(expressions: Expressions, node: t.FlatList) -> Stream:
    stream = expressions.stream(node.operand)
    var = expressions.world.layout.new_var()
    loop = ops.Loop(var, stream.item.op)
    return Stream((*stream.loops, loop), stream.condition, Value(ops.Var(var), LoweredType(stream.item.ty.kind)))


def _whole_list(expressions: Expressions, node: t.WholeList) -> Stream:
    stream = expressions.stream(node.operand)
    return expressions.world.words.as_fixed_list(stream) if node.type.form is Grouping.SETS else stream


def _each(expressions: Expressions, node: t.EachMember) -> Value:
    return expressions.member_of_each(node)


def _place_at(expressions: Expressions, node: t.PlaceAt) -> Value:
    return expressions.as_place(expressions.value(node.point))


def _point_of(expressions: Expressions, node: t.PointOf) -> Value:
    place = expressions.value(node.place)
    return Value(expressions.world.boards.point_of(place.op), LoweredType(POINT, maybe=place.ty.maybe))


HANDLERS: dict[type, Handler] = {
    t.Wrong: _wrong, t.Number: _number, t.Truth: _truth, t.Absent: _absent, t.You: _you, t.Seat: _seat,
    t.LocalValue: _local_value, t.DieNamed: _die_named, t.Constant: _constant, t.AllOf: _all_of, t.OptionValue: _option,
    t.Spot: _spot, t.MemoryValue: _memory_value, t.ZoneDice: _zone_dice, t.ListEntry: _list_entry, t.WordCall: _word_call,
    t.Coordinate: _coordinate, t.SetOfOne: _set_of_one, t.SetOfList: _set_of_list, t.Members: _members, t.FlatList: _flat_list,
    t.WholeList: _whole_list, t.EachMember: _each, t.PlaceAt: _place_at, t.PointOf: _point_of, t.DieOn: _die_on,
}  # fmt: skip
