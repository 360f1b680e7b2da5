"""What the language itself knows of players, dice, places and kinds: nouns, attributes (`X of y`) and adjectives."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import evolve

from dicedsl.geometry.linking import members
from dicedsl.geometry.shapes import copies
from dicedsl.lower.indexing import index_of
from dicedsl.lower.kinds import (
    DIE,
    NUMBER,
    PLAYER,
    POINT,
    STEP,
    T_NUMBER,
    T_TRUTH,
    TRUTH,
    Kind,
    Meaning,
    Pair,
    Stream,
    Ty,
    Value,
    absent,
    may_miss,
)
from dicedsl.lower.scope import Bad, Scope
from dicedsl.program import ops
from dicedsl.program.constants import constant_of
from dicedsl.program.fixed import Fixed, StateRead
from dicedsl.program.sets import NO_NUMBER
from dicedsl.syntax import nodes as n

if TYPE_CHECKING:
    from dicedsl.lower.naming import Naming

Arguments = list[Value | Stream]


def others(e: Naming) -> ops.Op:
    reg = e.w.reg
    return ops.Bin("&~", ops.Cell(reg.inside), ops.Single(ops.Cell(reg.actor)))


NOUNS: dict[str, Callable[[Naming], Value]] = {
    "players": lambda e: Value(ops.Cell(e.w.reg.inside), Ty(PLAYER, many=True)),
    "everyone": lambda e: Value(ops.Const((1 << e.w.players) - 1), Ty(PLAYER, many=True)),
    "others": lambda e: Value(others(e), Ty(PLAYER, many=True)),
    "other players": lambda e: Value(others(e), Ty(PLAYER, many=True)),
    "last player left": lambda e: Value(ops.Cell(e.w.reg.inside), Ty(PLAYER, many=True)),
    "winners": lambda e: Value(ops.Cell(e.w.reg.winners), Ty(PLAYER, many=True)),
    "mover": lambda e: Value(ops.Cell(e.w.reg.turn), Ty(PLAYER)),
    "turns played": lambda e: Value(ops.Cell(e.w.reg.turns), T_NUMBER, 0),
    "rounds played": lambda e: Value(ops.Cell(e.w.reg.rounds), T_NUMBER, 0),
    "finished": lambda e: Value(ops.Cell(e.w.reg.over), T_TRUTH),
    "games played": lambda e: Value(ops.Cell(e.w.reg.game), T_NUMBER, 0),
    "dice": lambda e: Value(ops.Const((1 << len(e.w.program.dice)) - 1), Ty(DIE, many=True)),
}


def noun(e: Naming, name: str, scope: Scope) -> Value | None:
    maker = NOUNS.get(name)
    return maker(e) if maker else None


# ------------------------------------------------------------------ attributes


def _next_in(e: Naming, player: ops.Op) -> ops.Op:
    """The next player clockwise who is still in."""
    inside = ops.Cell(e.w.reg.inside)
    after = ops.Bin("&~", inside, ops.Span2(ops.ZERO, player))
    return ops.Cond(after, ops.Lowest(after), ops.Lowest(inside))


def _previous_in(e: Naming, player: ops.Op) -> ops.Op:
    inside = ops.Cell(e.w.reg.inside)
    before = ops.Bin("&", inside, ops.Span2(ops.ZERO, ops.Bin("-", player, ops.ONE)))
    return ops.Cond(before, ops.Highest(before), ops.Highest(inside))


def _if_there(player: Value, op: ops.Op) -> Value:
    """Nobody's neighbour is nobody."""
    if not player.ty.maybe:
        return Value(op, Ty(PLAYER))
    return Value(ops.Cond(ops.Bin("<", player.op, ops.ZERO), ops.NONE, op), Ty(PLAYER, maybe=True))


def _if_asked(subject: Value, answer: Value) -> Value:
    """A number asked of nobody or of nothing is no number."""
    if not subject.ty.maybe or answer.ty != T_NUMBER:
        return answer
    return Value(ops.Cond(ops.Bin("<", subject.op, ops.ZERO), ops.Const(NO_NUMBER), answer.op), Ty(NUMBER, maybe=True))


def _of_die(table: str, ty: Ty) -> Callable[[Naming, Value], Value]:
    def make(e: Naming, die: Value) -> Value:
        found = ops.ListAt(e.w.die_table(table), die.op, absent(ty))
        return Value(found, _unless_missing([die], ty), 0 if ty.kind is NUMBER else None)

    return make


def _number_of(e: Naming, die: Value) -> Value:
    w = e.w
    # A die that is not there shows no number.
    shown = ops.CellAt(w.reg.face, die.op, len(w.program.dice), NO_NUMBER)
    if die.ty.maybe:
        return Value(shown, Ty(NUMBER, maybe=True))
    return Value(shown, T_NUMBER, 0, w.program.max_face)


def _orientation_of(e: Naming, die: Value) -> Value:
    if "orientation" not in e.w.kinds:
        raise Bad("E368", "only standing dice have an orientation", e.w.book.head.title.span)
    return Value(e.w.orientation_of(_number_of(e, die).op), Ty(e.w.kinds["orientation"], maybe=True))


def _colour_of(e: Naming, die: Value) -> Value:
    return Value(ops.ListAt(e.w.die_table("colour"), die.op), _unless_missing([die], Ty(e.w.kinds["colour"])))


ONE_DIE: dict[str, Callable[[Naming, Value], Value]] = {
    "number": _number_of,
    "orientation": _orientation_of,
    "index": _of_die("index", T_NUMBER),
    "owner": _of_die("owner", Ty(PLAYER, maybe=True)),
    "colour": _colour_of,
}
ONE_PLAYER: dict[str, Callable[[Naming, Value], Value]] = {
    "seat": lambda e, p: Value(ops.Bin("+", p.op, ops.ONE), T_NUMBER, 1, e.w.players),
    "left": lambda e, p: _if_there(p, _next_in(e, p.op)),
    "right": lambda e, p: _if_there(p, _previous_in(e, p.op)),
    "skill": lambda e, p: Value(ops.CellAt(e.w.reg.skill, p.op, e.w.players, NO_NUMBER), T_NUMBER, 0, 100),
    "turns": lambda e, p: Value(ops.CellAt(e.w.reg.turns_of, p.op, e.w.players, NO_NUMBER), T_NUMBER, 0),
    "dice": lambda e, p: Value(ops.ListAt(e.w.owned_table(), p.op, 0), Ty(DIE, many=True)),
}
ATTRIBUTES = (
    *ONE_DIE,
    *ONE_PLAYER,
    "place",
    "rank",
    "first",
    "last",
    "row",
    "column",
    "ahead",
    "neighbours",
    "lines",
    "step",
    "face",
    "copies",
)


def attribute(e: Naming, name: str, arguments: Arguments, scope: Scope, phrase: n.Phrase) -> Meaning | None:
    if name == "step" and e.w.space is not None:
        return _step(e, arguments, phrase)
    if name == "face" and len(arguments) == 2 and "orientation" in e.w.kinds:
        return _face(e, arguments, phrase)
    if name in {"first", "last"} and len(arguments) == 1:
        return _end_of_set(e, name, arguments[0], phrase)
    if name in {"row", "column", "ahead", "neighbours", "lines", "place"}:
        return _place_attribute(e, name, arguments, phrase)
    if name == "copies" and len(arguments) == 2:
        return _copies_in(e, arguments, phrase)
    if len(arguments) != 1:
        return None
    kind = _kind(arguments[0])
    if name == "copies" and e.w.board_of(kind) is not None:
        return _copies(e, arguments[0], kind, phrase)
    board = e.w.board_of(kind)
    if board is not None and board != e.w.space_board and name in e.w.coordinates.get(board, ()):
        axis = e.w.coordinates[board].index(name)
        other = board
        return e.mapped(
            arguments,
            [Ty(kind)],
            phrase,
            lambda v: Value(e.w.coordinate_of_place(v[0].op, other, axis), _unless_missing(v, T_NUMBER)),
        )
    space = e.w.space
    if space is not None and name in space.names and (kind is POINT or e.w.board_of(kind) == e.w.space_board):
        axis = space.names.index(name)
        return e.mapped(
            arguments, [Ty(POINT)], phrase, lambda v: _if_asked(v[0], Value(e.w.coordinate(v[0].op, axis), T_NUMBER))
        )
    if name in ONE_DIE and (kind is POINT or e.w.board_of(kind) is not None):
        # What is asked of a place is asked of the die on it.
        board = e.w.space_board if kind is POINT else str(e.w.board_of(kind))
        place = Ty(e.w.place_kind(board), maybe=True)
        return e.mapped(
            arguments,
            [place],
            phrase,
            lambda v: ONE_DIE[name](e, Value(e.w.die_on(v[0].op, board), Ty(DIE, maybe=True))),
        )
    if name in ONE_DIE and kind is DIE:
        return e.mapped(arguments, [Ty(DIE)], phrase, lambda v: ONE_DIE[name](e, v[0]))
    if name in ONE_PLAYER and kind is PLAYER:
        return e.mapped(arguments, [Ty(PLAYER)], phrase, lambda v: _if_asked(v[0], ONE_PLAYER[name](e, v[0])))
    if name == "rank":
        return _rank(e, arguments, kind, phrase)
    return None


def _rank(e: Naming, arguments: Arguments, kind: Kind, phrase: n.Phrase) -> Meaning | None:
    """The number of a word in its kind, or of a place on its board, in natural order from 1."""
    if kind is POINT:
        kind = e.w.place_kind(e.w.space_board)
    board = e.w.board_of(kind)
    count = len(kind.values) if board is None else len(e.w.boards[board].places)
    if not count:
        return None
    return e.mapped(
        arguments,
        [Ty(kind)],
        phrase,
        lambda v: _if_asked(v[0], Value(ops.Bin("+", v[0].op, ops.ONE), T_NUMBER, 1, count)),
    )


def _step(e: Naming, arguments: Arguments, phrase: n.Phrase) -> Value:
    """`step of (1, 0, 0)`: how far along each coordinate."""
    space = e.w.space
    assert space is not None
    if len(arguments) != len(space.names):
        raise Bad("E337", f"a step on this board has {len(space.names)} numbers", phrase.span)
    op: ops.Op = ops.ZERO
    for axis, argument in enumerate(arguments):
        value = e.single(argument, phrase)
        if not value.ty.kind.is_number:
            raise Bad("E303", f"a step is made of numbers, but this is {value.ty.called()}", phrase.span)
        op = ops.Bin("+", op, ops.Bin("*", value.op, ops.Const(space.weight(axis))))
    constant = constant_of(op)
    return Value(op if constant is None else ops.Const(constant), Ty(STEP))


def _copies(e: Naming, argument: Value | Stream, kind: Kind, phrase: n.Phrase) -> Stream:
    """`copies of S`: all sets of the board that are S turned and moved."""
    shape = e.members_of(argument, phrase)
    try:
        mask = Fixed(e.w.program, e.w.budget.needed(phrase.span))(shape.op, {})
    except (StateRead, KeyError):
        raise Bad(
            "E369", "copies are made of a shape that stays the same", phrase.span, help="give it as a word"
        ) from None
    places = e.w.boards[str(e.w.board_of(kind))].places
    return e.w.listed_sets(copies([places[i] for i in members(mask)], places), kind)


def _copies_in(e: Naming, arguments: Arguments, phrase: n.Phrase) -> Stream:
    """`copies of (S, T)`: the sets within T that are S turned and moved; both change in play, and may lie on two boards."""
    shape, within = (e.members_of(argument, phrase) for argument in arguments)
    for part in (shape, within):
        if e.w.board_of(part.ty.kind) is None:
            raise Bad("E369", f"sets of places have copies, but this is {part.ty.called()}", phrase.span)
    boards = [e.w.board_number(part.ty.kind) for part in (shape, within)]
    var = e.w.new_var()
    loop = ops.Loop(var, ops.Copies(shape.op, boards[0], within.op, boards[1]), sets=True)
    return Stream((loop,), None, Value(ops.Var(var), Ty(within.ty.kind, many=True)), of_sets=True)


def _face(e: Naming, arguments: Arguments, phrase: n.Phrase) -> Meaning:
    """`face of (d, step of (-1, 0, 0))`: the number a standing die, or an orientation, shows along a step."""
    w, kind = e.w, _kind(arguments[0])
    orientation = w.kinds["orientation"]
    if kind is POINT or w.board_of(kind) is not None:
        board = w.space_board if kind is POINT else str(w.board_of(kind))
        wanted = Ty(w.place_kind(board), maybe=True)

        def oriented(value: Value) -> ops.Op:
            return _orientation_of(e, Value(w.die_on(value.op, board), Ty(DIE, maybe=True))).op

    elif kind is DIE:
        wanted = Ty(DIE)

        def oriented(value: Value) -> ops.Op:
            return _orientation_of(e, value).op

    else:
        wanted = Ty(orientation)

        def oriented(value: Value) -> ops.Op:
            return value.op

    return e.mapped(
        arguments,
        [wanted, Ty(STEP)],
        phrase,
        lambda v: Value(w.face_of(oriented(v[0]), v[1].op), Ty(NUMBER, maybe=True), 1, 6),
    )


def _unless_missing(asked: list[Value], ty: Ty) -> Ty:
    """The type of what is asked of something that may be none."""
    return evolve(ty, maybe=True) if any(map(may_miss, asked)) else ty


def _kind(argument: Value | Stream) -> Kind:
    return argument.item.ty.kind if isinstance(argument, Stream) else argument.ty.kind


def _end_of_set(e: Naming, name: str, argument: Value | Stream, phrase: n.Phrase) -> Value:
    value = e.single(argument, phrase)
    if not value.ty.many:
        raise Bad(
            "E335",
            f"`{name} of` takes a set, but this is {value.ty.called()}",
            phrase.span,
            help=f"leave out `{name} of`, or name a set",
        )
    if isinstance(value.op, ops.Span2):
        return Value(value.op.low if name == "first" else value.op.high, Ty(value.ty.kind))
    op: ops.Op = ops.Lowest(value.op) if name == "first" else ops.Highest(value.op)
    if value.ty.kind.is_number:
        # an empty set has no first number
        op = ops.Cond(value.op, op, ops.Const(NO_NUMBER))
    return Value(op, Ty(value.ty.kind, maybe=True))


def _place_attribute(e: Naming, name: str, arguments: Arguments, phrase: n.Phrase) -> Meaning | None:
    w = e.w
    kind = _kind(arguments[0])
    if name == "place":
        if kind is not DIE or not w.boards:
            return None
        only = next(iter(w.boards))
        return e.mapped(
            arguments, [Ty(DIE)], phrase, lambda v: Value(w.place_of(v[0].op, only), Ty(w.place_kind(only), maybe=True))
        )
    board_name = w.board_of(kind)
    if board_name is None:
        return None
    board = w.boards[board_name]
    place = Ty(kind)
    if name == "neighbours" and len(arguments) == 1:
        table = w.list_of(tuple(sum(1 << k for k in group) for group in board.neighbours))
        return e.mapped(arguments, [place], phrase, lambda v: Value(ops.ListAt(table, v[0].op, 0), Ty(kind, many=True)))
    if name == "lines" and len(arguments) == 1:
        table = w.list_of(tuple(sum(1 << k for k in group) for group in board.lines))
        var = w.new_var()
        loop = ops.Loop(var, ops.ZERO, ops.Const(len(board.lines) - 1))
        return Stream((loop,), None, Value(ops.ListAt(table, ops.Var(var), 0), Ty(kind, many=True)), of_sets=True)
    if name not in {"row", "column", "ahead"}:
        return None
    rows = {"row": board.row_of, "column": board.column_of, "ahead": board.ahead_of}[name]
    if not rows:
        return None  # a board given by coordinates has those instead
    result = Ty(kind, maybe=True) if name == "ahead" else T_NUMBER
    outside = absent(result)
    size = len(board.places)
    table = w.list_of(tuple(x for side in rows for x in side))
    if len(rows) == 1:
        if len(arguments) != 1:
            return None
        return e.mapped(
            arguments,
            [place],
            phrase,
            lambda v: Value(
                ops.ListAt(table, v[0].op, outside), _unless_missing(v, result), 1, max(board.rows, board.columns)
            ),
        )
    if len(arguments) != 2:
        raise Bad(
            "E336",
            f"say from which side: `{name} of (s, side)`",
            phrase.span,
            help=f"the sides of this board: {', '.join(w.side_kind(board_name).values)}",
        )
    side = w.side_kind(board_name)
    return e.mapped(
        arguments,
        [place, Ty(side)],
        phrase,
        lambda v: Value(
            ops.ListAt(table, index_of(w, [v[1].op, v[0].op], [len(rows), size]), outside), _unless_missing(v, result)
        ),
    )


# ------------------------------------------------------------------ adjectives

ADJECTIVES = ("empty", "taken", "out", "next", "winner")


def has_adjective(name: str, kind: Kind, is_place: bool) -> bool:
    if name in {"empty", "taken"}:
        return is_place
    return name in {"out", "next", "winner"} and kind is PLAYER


def adjective(e: Naming, name: str, value: Value) -> ops.Op | None:
    reg = e.w.reg
    if value.ty.many:
        if name == "empty":
            if isinstance(value.op, ops.Span2):
                return ops.Bin(">", value.op.low, value.op.high)
            return ops.Bin("==", value.op, ops.ZERO)
        return None
    if value.ty.kind is POINT:
        value = e.as_place(value)
    if name in {"empty", "taken"} and e.w.board_of(value.ty.kind) is not None:
        taken = ops.Bit(ops.Cell(reg.taken + e.w.board_number(value.ty.kind)), value.op)
        if name == "taken":
            return taken
        return ops.Bin("and", ops.Bin(">=", value.op, ops.ZERO), ops.Not(taken)) if value.ty.maybe else ops.Not(taken)
    if value.ty.kind is not PLAYER:
        return None
    if name == "out":
        return ops.Not(ops.Bit(ops.Cell(reg.inside), value.op))
    if name == "next":
        return ops.Bit(ops.Cell(reg.asked), value.op)
    if name == "winner":
        return ops.Bit(ops.Cell(reg.winners), value.op)
    return None


__all__ = [
    "ADJECTIVES",
    "ATTRIBUTES",
    "NOUNS",
    "TRUTH",
    "T_TRUTH",
    "Pair",
    "adjective",
    "attribute",
    "has_adjective",
    "noun",
]
