"""Lines of boards for a setting: directions, neighbours, rays, and so many places in a row. What is fixed becomes a table."""

from __future__ import annotations

from dicedsl.geometry import lines
from dicedsl.geometry.board import Coordinates
from dicedsl.geometry.connected_places import MOST_GROUPS
from dicedsl.lower.expressions import Expressions, Handler
from dicedsl.lower.values import LoweredType, Stream, Value, absent, both
from dicedsl.program import ops
from dicedsl.program.fixed_evaluation import FixedEvaluator, StateRead
from dicedsl.text.source import Span
from dicedsl.typed import tree as t
from dicedsl.typed.kinds import POINT, STEP, Grouping, Kind, Type
from dicedsl.typed.semantic_error import SemanticError

MOST_DIRECTIONS = 500

# ------------------------------------------------------------------ directions


def steps(expressions: Expressions, which: str) -> Stream:
    """The built-in ways over the board that steps belong to."""
    space, board = expressions.world.boards.space, expressions.world.boards.space_board
    assert space is not None
    axes = len(space.names)
    directions = _usual(expressions, board) if which == "directions" else lines.straight_directions(axes)
    if which == "diagonal":
        directions = lines.diagonal_directions(axes)
    table, var = (
        expressions.world.layout.list_of(tuple(map(space.step, directions))),
        expressions.world.layout.new_var(),
    )
    loop = ops.Loop(var, ops.ZERO, ops.Const(len(directions) - 1))
    return Stream((loop,), None, Value(ops.ListAt(table, ops.Var(var), absent(LoweredType(STEP))), LoweredType(STEP)))


def _usual(expressions: Expressions, board: str) -> list[Coordinates]:
    """The directions of a board of which its rulebook says nothing else: a grid has diagonals."""
    made = expressions.world.boards.made[board]
    axes = len(made.places[0]) if made.places else 0
    return lines.straight_directions(axes) + (
        [] if board in expressions.world.boards.coordinates else lines.diagonal_directions(axes)
    )


def _directions(expressions: Expressions, kind: Kind) -> list[Coordinates]:
    """The directions of a board: those that the rulebook gives itself, or the usual ones."""
    word = (
        expressions.world.game.words.get("directions") if kind.board == expressions.world.boards.space_board else None
    )
    if word is None or word.params or word.type != Type(STEP, Grouping.LIST):
        return _usual(expressions, kind.board)
    space = expressions.world.boards.space
    assert space is not None
    steps = _entries(expressions, expressions.world.words.call(word, []), word.node.span)
    if steps is None or len(steps) > MOST_DIRECTIONS:
        message = f"the directions of a board are at most {MOST_DIRECTIONS} steps that stay the same all game"
        help = "call it something else, or let it depend on nothing that is played"
        raise SemanticError("E374", message, word.node.span, help=help)
    return [space.direction(step) for step in steps]


def _entries(expressions: Expressions, stream: object, span: Span) -> list[int] | None:
    """The entries of a list that is fixed; None if it is not."""
    assert isinstance(stream, Stream)
    fixed = FixedEvaluator(expressions.world.program, expressions.world.budget.needed(span))
    item = expressions.as_place(stream.item) if stream.item.ty.kind is POINT else stream.item
    try:
        walk, body = fixed.bindings(stream.loops, stream.condition), fixed.function_for(item.op)
        environment: dict[int, int] = {}
        return [body(environment) for _ in walk(environment)]
    except (StateRead, KeyError):
        return None


# ------------------------------------------------------------------ what is asked of places


def neighbours(expressions: Expressions, kind: Kind) -> tuple[int, ...]:
    """For each place its neighbours: on a grid those that share an edge with it, else those one direction away."""
    board = expressions.world.boards.of(kind)
    if kind.board not in expressions.world.boards.coordinates:
        return tuple(sum(1 << k for k in group) for group in board.neighbours)
    return tuple(lines.neighbours(board.places, _directions(expressions, kind)))


def whole(expressions: Expressions, kind: Kind) -> list[int]:
    """Whole lines: on a grid rows, columns and the two full diagonals, else all that lies in line along a direction."""
    board = expressions.world.boards.of(kind)
    if kind.board not in expressions.world.boards.coordinates:
        return [sum(1 << k for k in group) for group in board.lines]
    return lines.whole_lines(board.places, _directions(expressions, kind))


# ------------------------------------------------------------------ rays


def _ray(expressions: Expressions, node: t.Ray) -> Stream:
    """The points of a ray, as many as there are steps before the first that is off the board."""
    boards, layout = expressions.world.boards, expressions.world.layout
    space = boards.space
    assert space is not None
    start, direction = expressions.value(node.start), expressions.value(node.step)
    first, step, last, k, further = (layout.new_var() for _ in range(5))

    def reached(steps_taken: int) -> ops.Op:
        return ops.Bin("+", ops.Var(first), ops.Bin("*", ops.Var(step), ops.Var(steps_taken)))

    off = ops.Bin("<", boards.place_at(reached(further)), ops.ZERO)
    longest = ops.Const(space.high - space.low + 1)
    until = ops.Fold("min", (ops.Loop(further, ops.ONE, longest),), off, ops.Var(further))
    # No step leads nowhere: it stays where it is. From nowhere, or along no step at all, there is no line.
    there = ops.Bin(">=", boards.place_at(ops.Var(first)), ops.ZERO)
    there = ops.Bin("and", there, ops.Bin("!=", ops.Var(step), ops.Const(absent(LoweredType(STEP)))))
    on = ops.Cond(ops.Var(step), ops.Bin("-", until, ops.ONE), ops.ZERO)
    loops = (
        ops.bind(first, start.op),
        ops.bind(step, direction.op),
        ops.bind(last, ops.Cond(there, on, ops.NONE)),
        ops.Loop(k, ops.ZERO, ops.Var(last)),
    )
    return Stream(loops, None, Value(reached(k), LoweredType(POINT)))


# ------------------------------------------------------------------ in a row


def _lines_of(expressions: Expressions, node: t.LinesOf) -> Stream:
    """All of them are known before the game; those are left out that are not within the set as it is in play."""
    count, kind = expressions.world.constant(node.count), node.type.kind
    if count is None:
        help = "use numbers, options and `count of everyone` only"
        raise SemanticError("E373", "how long a line is stays the same all game", node.count.span, help=help)
    within = expressions.lower(node.within)
    if isinstance(within, Stream):
        entries = _entries(expressions, within, node.span)
        if entries is None:
            message = "a list in which neighbours are looked for stays the same all game"
            raise SemanticError("E373", message, node.within.span, help="leave out `list` where it is given")
        return expressions.world.words.stream_of_sets(list(dict.fromkeys(lines.in_a_row(entries, count))), kind)
    board, directions = expressions.world.boards.of(kind), _directions(expressions, kind)
    expressions.world.budget.spend(len(directions) * len(board.places) // 8, node.span)
    masks = lines.lines_of_length(board.places, directions, count)
    if isinstance(within.op, ops.Const):
        masks = [mask for mask in masks if not mask & ~within.op.value]
    if len(masks) > MOST_GROUPS:
        message = f"there are more than {MOST_GROUPS} lines of {count}"
        raise SemanticError("E373", message, node.span, help="give `directions` fewer ways, or make the board smaller")
    line_sets = expressions.world.words.stream_of_sets(masks, kind)
    if isinstance(within.op, ops.Const):
        return line_sets
    var = expressions.world.layout.new_var()
    inside = ops.Bin("==", ops.Bin("&~", line_sets.item.op, ops.Var(var)), ops.ZERO)
    return Stream((ops.bind(var, within.op), *line_sets.loops), both(line_sets.condition, inside), line_sets.item)


HANDLERS: dict[type, Handler] = {t.Ray: _ray, t.LinesOf: _lines_of}
