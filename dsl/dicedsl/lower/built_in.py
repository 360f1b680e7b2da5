"""How the words of the language itself are worked out: nouns, attributes (`X of y`) and adjectives of `built_in.py`."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from dicedsl.geometry.shapes import copies
from dicedsl.lower import lines
from dicedsl.lower.expressions import Expressions, Handler
from dicedsl.lower.indexing import index_of
from dicedsl.lower.values import (
    T_DICE,
    T_NUMBER,
    T_PLAYERS,
    T_TRUTH,
    Lowered,
    LoweredType,
    Stream,
    Value,
    absent,
    may_miss,
)
from dicedsl.masks import members_of
from dicedsl.program import ops
from dicedsl.program.constants import constant_of
from dicedsl.program.fixed_evaluation import FixedEvaluator, StateRead
from dicedsl.program.sets import NO_NUMBER
from dicedsl.typed import tree as t
from dicedsl.typed.kinds import DIE, NUMBER, PLAYER, STEP
from dicedsl.typed.semantic_error import SemanticError


class NotFixed(Exception):
    """What has to stay the same all game can change."""


# ------------------------------------------------------------------ nouns


def _others(expressions: Expressions) -> Value:
    reg = expressions.world.reg
    return Value(ops.Bin("&~", ops.Cell(reg.players_inside), ops.Single(ops.Cell(reg.actor))), T_PLAYERS)


NOUNS: dict[str, Callable[[Expressions], Lowered]] = {
    "players": lambda expressions: Value(ops.Cell(expressions.world.reg.players_inside), T_PLAYERS),
    "everyone": lambda expressions: Value(ops.Const((1 << expressions.world.players) - 1), T_PLAYERS),
    "others": _others,
    "other players": _others,
    "last player left": lambda expressions: Value(ops.Cell(expressions.world.reg.players_inside), T_PLAYERS),
    "winners": lambda expressions: Value(ops.Cell(expressions.world.reg.winners), T_PLAYERS),
    "mover": lambda expressions: Value(ops.Cell(expressions.world.reg.player_on_turn), LoweredType(PLAYER)),
    "turns played": lambda expressions: Value(ops.Cell(expressions.world.reg.turns_played), T_NUMBER, 0),
    "rounds played": lambda expressions: Value(ops.Cell(expressions.world.reg.rounds), T_NUMBER, 0),
    "finished": lambda expressions: Value(ops.Cell(expressions.world.reg.over), T_TRUTH),
    "games played": lambda expressions: Value(ops.Cell(expressions.world.reg.game), T_NUMBER, 0),
    "dice": lambda expressions: Value(ops.Const((1 << len(expressions.world.program.dice)) - 1), T_DICE),
    "directions": lambda expressions: lines.steps(expressions, "directions"),
    "straight directions": lambda expressions: lines.steps(expressions, "straight"),
    "diagonal directions": lambda expressions: lines.steps(expressions, "diagonal"),
}

# ------------------------------------------------------------------ attributes of a die


def _of_die(table: str, ty: LoweredType) -> Callable[[Expressions, Value], Value]:
    def make(expressions: Expressions, die: Value) -> Value:
        entry = ops.ListAt(expressions.world.material.die_table(table), die.op, absent(ty))
        return Value(entry, _unless_missing([die], ty), 0 if ty.kind is NUMBER else None)

    return make


def _number(expressions: Expressions, die: Value) -> Value:
    world = expressions.world
    # A die that is not there shows no number.
    shown = ops.CellAt(world.reg.face, die.op, len(world.program.dice), NO_NUMBER)
    if die.ty.maybe:
        return Value(shown, LoweredType(NUMBER, maybe=True))
    return Value(shown, T_NUMBER, 0, world.program.max_face)


def _orientation(expressions: Expressions, die: Value) -> Value:
    return Value(
        expressions.world.boards.orientation_of(_number(expressions, die).op),
        LoweredType(expressions.world.game.kinds["orientation"], maybe=True),
    )


def _colour(expressions: Expressions, die: Value) -> Value:
    ty = _unless_missing([die], LoweredType(expressions.world.game.kinds["colour"]))
    return Value(ops.ListAt(expressions.world.material.die_table("colour"), die.op), ty)


# ------------------------------------------------------------------ attributes of a player


def _left(expressions: Expressions, player: Value) -> Value:
    """The next player clockwise who is still in."""
    inside = ops.Cell(expressions.world.reg.players_inside)
    after = ops.Bin("&~", inside, ops.Range(ops.ZERO, player.op))
    return _neighbour(player, ops.Cond(after, ops.Lowest(after), ops.Lowest(inside)))


def _right(expressions: Expressions, player: Value) -> Value:
    inside = ops.Cell(expressions.world.reg.players_inside)
    before = ops.Bin("&", inside, ops.Range(ops.ZERO, ops.Bin("-", player.op, ops.ONE)))
    return _neighbour(player, ops.Cond(before, ops.Highest(before), ops.Highest(inside)))


def _neighbour(player: Value, op: ops.Op) -> Value:
    """Nobody's neighbour is nobody."""
    if not player.ty.maybe:
        return Value(op, LoweredType(PLAYER))
    return Value(ops.Cond(ops.Bin("<", player.op, ops.ZERO), ops.NONE, op), LoweredType(PLAYER, maybe=True))


def _if_asked(subject: Value, answer: Value) -> Value:
    """A number asked of nobody or of nothing is no number."""
    if not subject.ty.maybe or answer.ty != T_NUMBER:
        return answer
    return Value(
        ops.Cond(ops.Bin("<", subject.op, ops.ZERO), ops.Const(NO_NUMBER), answer.op), LoweredType(NUMBER, maybe=True)
    )


def _seat(expressions: Expressions, player: Value) -> Value:
    return _if_asked(player, Value(ops.Bin("+", player.op, ops.ONE), T_NUMBER, 1, expressions.world.players))


def _skill(expressions: Expressions, player: Value) -> Value:
    skill = ops.CellAt(expressions.world.reg.skill, player.op, expressions.world.players, NO_NUMBER)
    return _if_asked(player, Value(skill, T_NUMBER, 0, 100))


def _turns(expressions: Expressions, player: Value) -> Value:
    turns = ops.CellAt(expressions.world.reg.turns_of_player, player.op, expressions.world.players, NO_NUMBER)
    return _if_asked(player, Value(turns, T_NUMBER, 0))


def _owned(expressions: Expressions, player: Value) -> Value:
    return Value(ops.ListAt(expressions.world.material.owner_table(), player.op, 0), T_DICE)


# ------------------------------------------------------------------ attributes of sets, places and shapes


def _rank(expressions: Expressions, member: Value) -> Value:
    """The number of a word in its kind, or of a place on its board, in natural order from 1."""
    count = expressions.world.kind_size(member.ty.kind)
    return _if_asked(member, Value(ops.Bin("+", member.op, ops.ONE), T_NUMBER, 1, count))


def _end_of_set(expressions: Expressions, name: str, members: Value) -> Value:
    if isinstance(members.op, ops.Range):
        return Value(members.op.low if name == "first" else members.op.high, LoweredType(members.ty.kind))
    op: ops.Op = ops.Lowest(members.op) if name == "first" else ops.Highest(members.op)
    if members.ty.kind.is_number:
        op = ops.Cond(members.op, op, ops.Const(NO_NUMBER))  # an empty set has no first number
    return Value(op, LoweredType(members.ty.kind, maybe=True))


def _place(expressions: Expressions, die: Value) -> Value:
    board = next(iter(expressions.world.game.boards.values()))
    return Value(expressions.world.boards.place_of(die.op, board.name), LoweredType(board.kind, maybe=True))


def _neighbours(expressions: Expressions, place: Value) -> Value:
    table = expressions.world.layout.list_of(lines.neighbours(expressions, place.ty.kind))
    return Value(ops.ListAt(table, place.op, 0), LoweredType(place.ty.kind, many=True))


def _lines(expressions: Expressions, places: Value) -> Stream:
    return expressions.world.words.stream_of_sets(lines.whole(expressions, places.ty.kind), places.ty.kind)


def _seen_from(name: str) -> Callable[..., Value]:
    """`row`, `column` and `ahead`, of a place and perhaps of the side it is looked at from."""

    def make(expressions: Expressions, place: Value, *side: Value) -> Value:
        kind, board = place.ty.kind, expressions.world.boards.of(place.ty.kind)
        rows = {"row": board.row_of, "column": board.column_of, "ahead": board.ahead_of}[name]
        ty = LoweredType(kind, maybe=True) if name == "ahead" else T_NUMBER
        table = expressions.world.layout.list_of(tuple(x for one_side in rows for x in one_side))
        ty, outside = _unless_missing([place, *side], ty), absent(ty)
        if not side:
            return Value(ops.ListAt(table, place.op, outside), ty, 1, max(board.rows, board.columns))
        index = index_of(expressions.world.layout, [side[0].op, place.op], [len(rows), len(board.places)])
        return Value(ops.ListAt(table, index, outside), ty)

    return make


def _step(expressions: Expressions, *numbers: Value) -> Value:
    """`step of (1, 0, 0)`: how far along each coordinate."""
    space = expressions.world.boards.space
    assert space is not None
    op: ops.Op = ops.ZERO
    for axis, number in enumerate(numbers):
        op = ops.Bin("+", op, ops.Bin("*", number.op, ops.Const(space.weight(axis))))
    constant = constant_of(op)
    return Value(op if constant is None else ops.Const(constant), LoweredType(STEP))


def _face(expressions: Expressions, standing: Value, step: Value) -> Value:
    """The number a standing die, or an orientation, shows along a step."""
    orientation = _orientation(expressions, standing).op if standing.ty.kind is DIE else standing.op
    return Value(expressions.world.boards.face_of(orientation, step.op), LoweredType(NUMBER, maybe=True), 1, 6)


def _copies(expressions: Expressions, shape: Value, *within: Value) -> Stream:
    """All sets of the board that are a shape turned and moved; or those within a set, which may lie on another board."""
    if within:
        boards = [expressions.world.boards.number(part.ty.kind) for part in (shape, within[0])]
        var = expressions.world.layout.new_var()
        loop = ops.Loop(var, ops.Copies(shape.op, boards[0], within[0].op, boards[1]), sets=True)
        return Stream((loop,), None, Value(ops.Var(var), LoweredType(within[0].ty.kind, many=True)))
    try:
        mask = FixedEvaluator(
            expressions.world.program, expressions.world.budget.needed(expressions.world.game.book.head.title.span)
        )(shape.op, {})
    except (StateRead, KeyError):
        raise NotFixed from None
    places = expressions.world.boards.of(shape.ty.kind).places
    return expressions.world.words.stream_of_sets(copies([places[i] for i in members_of(mask)], places), shape.ty.kind)


def _unless_missing(asked: list[Value], ty: LoweredType) -> LoweredType:
    """The type of what is asked of something that may be none."""
    return evolve(ty, maybe=True) if any(map(may_miss, asked)) else ty


ATTRIBUTES: dict[str, Callable[..., Lowered]] = {
    "number": _number,
    "orientation": _orientation,
    "index": _of_die("index", T_NUMBER),
    "owner": _of_die("owner", LoweredType(PLAYER, maybe=True)),
    "colour": _colour,
    "place": _place,
    "seat": _seat,
    "left": _left,
    "right": _right,
    "skill": _skill,
    "turns": _turns,
    "dice": _owned,
    "rank": _rank,
    "first": lambda expressions, found: _end_of_set(expressions, "first", found),
    "last": lambda expressions, found: _end_of_set(expressions, "last", found),
    "row": _seen_from("row"),
    "column": _seen_from("column"),
    "ahead": _seen_from("ahead"),
    "neighbours": _neighbours,
    "lines": _lines,
    "step": _step,
    "face": _face,
    "copies": _copies,
}


def _built_in(expressions: Expressions, node: t.BuiltIn) -> Lowered:
    if not node.arguments:
        return NOUNS[node.name](expressions)
    try:
        return expressions.answer_of_each(node.arguments, lambda values: ATTRIBUTES[node.name](expressions, *values))
    except NotFixed:
        message = f"{node.name} are made of a shape that stays the same"
        raise SemanticError("E369", message, node.span, help="give it as a word") from None


# ------------------------------------------------------------------ adjectives


def _empty(expressions: Expressions, subject: Value) -> ops.Op:
    """Of a set: it has no members. Of a place: it is there, and no die on it."""
    if subject.ty.many:
        if isinstance(subject.op, ops.Range):
            return ops.Bin(">", subject.op.low, subject.op.high)
        return ops.Bin("==", subject.op, ops.ZERO)
    free = ops.Not(_taken(expressions, subject))
    return ops.Bin("and", ops.Bin(">=", subject.op, ops.ZERO), free) if subject.ty.maybe else free


def _taken(expressions: Expressions, place: Value) -> ops.Op:
    return ops.Bit(ops.Cell(expressions.world.reg.taken + expressions.world.boards.number(place.ty.kind)), place.op)


ADJECTIVES: dict[str, Callable[[Expressions, Value], ops.Op]] = {
    "empty": _empty,
    "taken": _taken,
    "out": lambda expressions, player: ops.Not(ops.Bit(ops.Cell(expressions.world.reg.players_inside), player.op)),
    "next": lambda expressions, player: ops.Bit(ops.Cell(expressions.world.reg.asked), player.op),
    "winner": lambda expressions, player: ops.Bit(ops.Cell(expressions.world.reg.winners), player.op),
}


def _test(expressions: Expressions, node: t.BuiltInTest) -> Value:
    return Value(ADJECTIVES[node.name](expressions, expressions.value(node.subject)), T_TRUTH)


HANDLERS: dict[type, Handler] = {t.BuiltIn: _built_in, t.BuiltInTest: _test}
