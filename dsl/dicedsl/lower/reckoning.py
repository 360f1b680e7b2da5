"""Values that are worked out of others: numbers reckoned, sets put together and looked through, tables."""

from __future__ import annotations

from attrs import evolve

from dicedsl.geometry.straight_paths import places_between
from dicedsl.lower.expressions import Expressions, Handler
from dicedsl.lower.indexing import index_of
from dicedsl.lower.values import (
    T_DICE,
    T_NUMBER,
    Lowered,
    LoweredType,
    Stream,
    Value,
    absent,
    both,
    lowered_type,
    or_none,
)
from dicedsl.program import ops
from dicedsl.program.sets import NO_NUMBER
from dicedsl.typed import tree as t
from dicedsl.typed.kinds import NUMBER, STEP, TRUTH, Grouping
from dicedsl.typed.semantic_error import SemanticError

LARGEST_NUMBER = 1 << 60
MOST_PLACE_PAIRS = 40_000  # of places, in the table of the ways between them
PAIRS = 64  # are looked up in one step of work
ARITHMETIC = {"+": "+", "-": "-", "*": "*", "/": "//", "mod": "%"}


# ------------------------------------------------------------------ reckoning


def _arithmetic(expressions: Expressions, node: t.Arithmetic) -> Value:
    left, right = expressions.value(node.left), expressions.value(node.right)
    if node.type.kind is not NUMBER:
        return Value(ops.Bin(node.op, left.op, right.op), lowered_type(node.type))
    low = high = None
    if node.op == "+" and None not in (left.low, left.high, right.low, right.high):
        low, high = left.low + right.low, left.high + right.high  # type: ignore[operator]
    elif node.op == "-" and None not in (left.low, left.high, right.low, right.high):
        low, high = left.low - right.high, left.high - right.low  # type: ignore[operator]
    if isinstance(left.op, ops.Const) and isinstance(right.op, ops.Const) and node.op in "+-*":
        a, b = left.op.value, right.op.value
        number = a + b if node.op == "+" else a - b if node.op == "-" else a * b
        if abs(number) > LARGEST_NUMBER:
            raise SemanticError("E105", "this number is too large", node.span, help="write a smaller number")
        return Value(ops.Const(number), T_NUMBER, number, number)
    return Value(ops.Bin(ARITHMETIC[node.op], left.op, right.op), T_NUMBER, low, high)


def _negative(expressions: Expressions, node: t.Negative) -> Value:
    value = expressions.value(node.operand)
    if node.type.kind is STEP:
        return Value(ops.Bin("-", ops.ZERO, value.op), LoweredType(STEP))
    if isinstance(value.op, ops.Const):
        return Value(ops.Const(-value.op.value), T_NUMBER, -value.op.value, -value.op.value)
    return Value(ops.Bin("-", ops.ZERO, value.op), T_NUMBER)


def _range(expressions: Expressions, node: t.Range) -> Value:
    low, high = expressions.value(node.low), expressions.value(node.high)
    return Value(ops.Range(low.op, high.op), lowered_type(node.type), low.low, high.high)


def _count(expressions: Expressions, node: t.Count) -> Value:
    operand = expressions.lower(node.operand)
    if isinstance(operand, Value):
        if isinstance(operand.op, ops.Range):
            size = ops.Bin("max", ops.ZERO, ops.Bin("+", ops.Bin("-", operand.op.high, operand.op.low), ops.ONE))
            return Value(size, T_NUMBER, 0)
        return Value(ops.Count(expressions.world.boards.stood_on(operand.op) or operand.op), T_NUMBER, 0)
    plain = node.operand.type.form is not Grouping.SETS and isinstance(operand.item.op, ops.Var)
    if len(operand.loops) == 1 and operand.loops[0].high is None and plain:
        return Value(ops.Count(expressions.as_set(operand).op), T_NUMBER, 0)
    return Value(ops.Fold("sum", operand.loops, operand.condition, ops.ONE), T_NUMBER, 0)


def _fold(expressions: Expressions, node: t.Fold) -> Value:
    stream = expressions.stream(node.operand)
    item, condition = stream.item, stream.condition
    if item.ty.maybe and item.ty.kind.is_number:
        condition = both(condition, ops.Bin("!=", item.op, ops.Const(NO_NUMBER)))
    if node.word == "different":
        return Value(ops.Count(expressions.as_set(Stream(stream.loops, condition, item)).op), T_NUMBER, 0)
    if node.word == "sum":
        return Value(ops.Fold("sum", stream.loops, condition, item.op), T_NUMBER)
    end: ops.Op = ops.Fold("max" if node.word == "highest" else "min", stream.loops, condition, item.op)
    if not item.ty.kind.is_number:
        end = ops.Bin("max", end, ops.NONE)  # of nothing it is no member, as elsewhere, and not no number
    return Value(end, LoweredType(item.ty.kind, maybe=True), item.low, item.high)


def _fold_of(expressions: Expressions, node: t.FoldOf) -> Value:
    values = [expressions.value(item) for item in node.items]
    op = values[0].op
    for value in values[1:]:
        op = ops.Bin({"sum": "+", "highest": "max", "lowest": "min"}[node.word], op, value.op)
    return Value(op, T_NUMBER)


# ------------------------------------------------------------------ sets and lists


def _union(expressions: Expressions, node: t.Union) -> Value:
    left, right = expressions.value(node.left), expressions.value(node.right)
    return Value(ops.Bin("|", left.op, right.op), lowered_type(node.type))


def _without(expressions: Expressions, node: t.Without) -> Value:
    left, right = expressions.value(node.left), expressions.value(node.right)
    return Value(ops.Bin("&~", left.op, right.op), lowered_type(node.type))


def _set_in_brackets(expressions: Expressions, node: t.SetInBrackets) -> Value:
    op: ops.Op = ops.ZERO
    for value in [expressions.value(item) for item in node.items]:
        op = ops.Bin("|", op, ops.Single(value.op))
    return Value(op, lowered_type(node.type))


def _showing(expressions: Expressions, node: t.Showing) -> Value:
    dice = expressions.value(node.dice)
    wanted = expressions.lower(node.numbers)
    if isinstance(wanted, Stream):
        union = ops.Fold("union", wanted.loops, wanted.condition, expressions.world.material.showing(wanted.item))
        return Value(ops.Bin("&", dice.op, union), T_DICE)
    return Value(ops.Bin("&", dice.op, expressions.world.material.showing(wanted)), T_DICE)


def _places_by_use(expressions: Expressions, node: t.PlacesByUse) -> Value:
    places = expressions.value(node.places)
    taken = ops.Cell(expressions.world.reg.taken + expressions.world.boards.number(places.ty.kind))
    return Value(ops.Bin("&" if node.word == "taken" else "&~", places.op, taken), places.ty)


def _where(expressions: Expressions, node: t.Where) -> Stream:
    stream = expressions.stream(node.subject)
    expressions.bind(node.it, stream.item)
    test = expressions.value(node.condition).op
    return expressions.where(stream, test)


def _best(expressions: Expressions, node: t.Best) -> Value:
    stream = expressions.members(expressions.value(node.subject))
    expressions.bind(node.it, stream.item)
    measure = expressions.value(node.measure)
    kind = "best_max" if node.highest else "best_min"
    return Value(ops.Fold(kind, stream.loops, None, measure.op), lowered_type(node.type))


def _for_each(expressions: Expressions, node: t.ForEach) -> Stream:
    loops: tuple[ops.Loop, ...] = ()
    condition: ops.Op | None = None
    for local, source in node.binders:
        stream = expressions.stream(source)
        loops += stream.loops
        condition = both(condition, stream.condition)
        expressions.bind(local, stream.item)
    if node.condition is not None:
        condition = both(condition, expressions.value(node.condition).op)
    inner = expressions.lower(node.body)
    if isinstance(inner, Stream):
        return Stream((*loops, *inner.loops), both(condition, inner.condition), inner.item)
    return Stream(loops, condition, inner)


def _straight_path(expressions: Expressions, node: t.StraightPath) -> Lowered:
    """A table of the board says which places lie between two; if it would be too large, they are looked for each time."""
    places = expressions.world.boards.made[node.board.name].places
    pairs = len(places) ** 2
    if pairs > MOST_PLACE_PAIRS or not expressions.world.budget.spare(pairs // PAIRS):
        return expressions.lower(node.spelt)
    table = expressions.world.layout.list_of(places_between(places, node.ends))
    keys = [expressions.value(node.start).op, expressions.value(node.end).op]
    index = index_of(expressions.world.layout, keys, [len(places)] * 2)
    whole = Value(ops.ListAt(table, index, 0), LoweredType(node.board.kind, many=True))
    if not node.type.is_list:
        return whole
    return evolve(expressions.stream(node.spelt), whole=whole)


def _reachable_places(expressions: Expressions, node: t.ReachablePlaces) -> Value:
    within, start = expressions.value(node.within), expressions.value(node.start)
    return Value(ops.Reach(start.op, within.op, expressions.world.words.links(node.links)), within.ty)


def _groups(expressions: Expressions, node: t.Groups) -> Stream:
    count, within = expressions.value(node.count), expressions.value(node.within)
    kind = within.ty.kind
    links, under = expressions.world.words.links(node.links), -1
    standing: ops.Op = ops.ZERO
    if node.under is not None:
        under = expressions.world.words.links(node.under)
        standing = ops.Cell(expressions.world.reg.taken + expressions.world.boards.number(kind))
    var = expressions.world.layout.new_var()
    loop = ops.Loop(var, ops.Groups(count.op, within.op, links, under, standing), sets=True)
    return Stream((loop,), None, Value(ops.Var(var), LoweredType(kind, many=True)))


# ------------------------------------------------------------------ tables


def _cases(expressions: Expressions, node: t.Cases) -> Value:
    rows = []
    for row in node.rows:
        condition = None if row.condition is None else expressions.value(row.condition).op
        rows.append((condition, [None if cell is None else expressions.value(cell) for cell in row.cells]))
    cells = [cell for _, values in rows for cell in values]
    ty = evolve(lowered_type(node.type), maybe=any(cell is not None and cell.ty.maybe for cell in cells))
    whole = any(len(values) > len(node.heads) for _, values in rows)  # the last column is `otherwise`
    if (node.by is not None and not whole) or None in cells:
        ty = or_none(ty)  # an empty cell, or a column that is not there
    empty = ops.ZERO if ty.many or ty.kind in (NUMBER, TRUTH) else ops.Const(absent(ty))
    heads = [expressions.value(head) for head in node.heads]
    result: ops.Op | None = None
    for condition, values in reversed(rows):
        written = [empty if value is None else value.op for value in values]
        value = written[0] if node.by is None else _column(expressions.bound[node.by], heads, written, empty)
        result = value if condition is None or result is None else ops.Cond(condition, value, result)
    assert result is not None
    return Value(result, ty)


def _column(by: Lowered, heads: list[Value], cells: list[ops.Op], empty: ops.Op) -> ops.Op:
    """The cell of the first column that fits."""
    assert isinstance(by, Value)
    result = cells[-1] if len(cells) > len(heads) else empty
    for head, cell in reversed(list(zip(heads, cells[: len(heads)], strict=True))):
        if isinstance(head.op, ops.Range):
            test: ops.Op = ops.Bin("and", ops.Bin("<=", head.op.low, by.op), ops.Bin("<=", by.op, head.op.high))
        else:
            test = ops.Bit(head.op, by.op) if head.ty.many else ops.Bin("==", by.op, head.op)
        result = ops.Cond(test, cell, result)
    return result


HANDLERS: dict[type, Handler] = {
    t.Arithmetic: _arithmetic, t.Negative: _negative, t.Range: _range, t.Count: _count, t.Fold: _fold,
    t.FoldOf: _fold_of, t.Union: _union, t.Without: _without, t.SetInBrackets: _set_in_brackets, t.Showing: _showing,
    t.PlacesByUse: _places_by_use, t.Where: _where, t.Best: _best, t.ForEach: _for_each, t.StraightPath: _straight_path, t.ReachablePlaces: _reachable_places,
    t.Groups: _groups, t.Cases: _cases,
}  # fmt: skip
