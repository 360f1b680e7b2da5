"""The kinds of what the language itself knows: nouns, attributes (`X of y`) and adjectives of `built_in.py`."""

from __future__ import annotations

from dicedsl import built_in
from dicedsl.syntax import nodes as n
from dicedsl.text.source import Span
from dicedsl.typed import tree as t
from dicedsl.typed.elaborator import Elaborator, as_set_of_one, over_each
from dicedsl.typed.kinds import (
    DIE,
    NUMBER,
    ONE_NUMBER,
    PLAYER,
    POINT,
    STEP,
    TRUTH,
    Grouping,
    Kind,
    Type,
    one,
    set_of,
)
from dicedsl.typed.names import is_built_in_adjective
from dicedsl.typed.semantic_error import SemanticError

PLAIN_KINDS = {"number": NUMBER, "player": PLAYER, "die": DIE, "step": STEP, "yes or no": TRUTH}


def noun(elaborator: Elaborator, name: str, span: Span) -> t.Expr | None:
    word = built_in.NOUNS.get(name)
    if word is None:
        return None
    kind = PLAIN_KINDS[word.gives]
    if kind is STEP:
        return None if elaborator.names.space is None else t.BuiltIn(name, type=Type(STEP, Grouping.LIST), span=span)
    return t.BuiltIn(name, type=set_of(kind) if word.many else one(kind), span=span)


def attribute(
    elaborator: Elaborator, name: str, arguments: list[t.Expr], phrase: n.Phrase, span: Span
) -> t.Expr | None:
    """An attribute of things; None if it is not known of them."""
    name = built_in.ATTRIBUTE_ALIASES.get(name, name)
    if name in {board.kind.name for board in elaborator.names.boards.values()}:
        name = "place"  # `funnel of d`
    elif name in {board.kind.plural for board in elaborator.names.boards.values()}:
        name = "place"
    if any(argument.type.is_unknown for argument in arguments):
        return t.Wrong(span=span) if name in built_in.ATTRIBUTES else None
    if name == "step" and elaborator.names.space is not None:
        return _step(elaborator, elaborator.names.space, arguments, phrase, span)
    if name == "face" and len(arguments) == 2 and "orientation" in elaborator.names.kinds:
        return _face(elaborator, arguments, phrase, span)
    if name in {"first", "last"} and len(arguments) == 1:
        return _end_of_set(elaborator, name, arguments[0], phrase, span)
    if name in {"row", "column", "ahead", "neighbours", "lines", "place"}:
        return _of_place(elaborator, name, arguments, phrase, span)
    if name == "copies" and len(arguments) == 2:
        return _copies(elaborator, arguments, phrase, span)
    if len(arguments) != 1:
        return None
    kind = arguments[0].type.kind
    if name == "copies" and kind.is_place:
        return _copies(elaborator, arguments, phrase, span)
    board = elaborator.names.space if kind is POINT else elaborator.names.boards.get(kind.board)
    if board is not None and name in board.coordinates and isinstance(board.node.shape, n.CoordinateBoard):
        (subject,), over = elaborator.arguments(arguments, [one(POINT if board.has_steps else kind)], phrase)
        axis = board.coordinates.index(name)
        return t.Coordinate(board, axis, subject, type=over_each(ONE_NUMBER, over), span=span)
    if name == "rank":
        return _rank(elaborator, arguments, kind, phrase, span)
    word = built_in.ATTRIBUTES.get(name)
    if word is None or not word.asks:
        return None
    if word.asks == "die" and board is not None:
        # What is asked of a place is asked of the die on it.
        (place,), over = elaborator.arguments(arguments, [one(board.kind)], phrase)
        return _answer(elaborator, name, (t.DieOn(place, span=place.span),), over, phrase, span)
    if kind is not PLAIN_KINDS[word.asks]:
        return None
    fitted, over = elaborator.arguments(arguments, [one(kind)], phrase)
    return _answer(elaborator, name, fitted, over, phrase, span)


def _answer(
    elaborator: Elaborator, name: str, arguments: tuple[t.Expr, ...], over: bool, phrase: n.Phrase, span: Span
) -> t.Expr:
    """What is asked of one thing, by the table."""
    word = built_in.ATTRIBUTES[name]
    if word.gives == "orientation" and "orientation" not in elaborator.names.kinds:
        raise SemanticError("E368", "only standing dice have an orientation", elaborator.names.book.head.title.span)
    kind = PLAIN_KINDS.get(word.gives) or elaborator.names.kinds[word.gives]
    ty = set_of(kind) if word.many else one(kind)
    return t.BuiltIn(name, arguments, type=over_each(ty, over), span=span)


def _rank(elaborator: Elaborator, arguments: list[t.Expr], kind: Kind, phrase: n.Phrase, span: Span) -> t.Expr | None:
    """The number of a word in its kind, or of a place on its board."""
    if kind is POINT:
        assert elaborator.names.space is not None
        kind = elaborator.names.space.kind
    if not kind.values and not kind.is_place:
        return None
    fitted, over = elaborator.arguments(arguments, [one(kind)], phrase)
    return t.BuiltIn("rank", fitted, type=over_each(ONE_NUMBER, over), span=span)


def _step(elaborator: Elaborator, board: t.Board, arguments: list[t.Expr], phrase: n.Phrase, span: Span) -> t.Expr:
    """`step of (1, 0, 0)`: how far along each coordinate."""
    if len(arguments) != len(board.coordinates):
        raise SemanticError("E337", f"a step on this board has {len(board.coordinates)} numbers", phrase.span)
    numbers = [elaborator.as_single(argument, phrase) for argument in arguments]
    for number in numbers:
        if not number.type.kind.is_number:
            raise SemanticError("E303", f"a step is made of numbers, but this is {number.type.called()}", phrase.span)
    return t.BuiltIn("step", tuple(numbers), type=one(STEP), span=span)


def _copies(elaborator: Elaborator, arguments: list[t.Expr], phrase: n.Phrase, span: Span) -> t.Expr:
    """`copies of S`: all sets of the board that are S turned and moved; `copies of (S, T)`: those within T."""
    sets = []
    for argument in arguments:
        expr = elaborator.as_single(argument, phrase)
        sets.append(expr if expr.type.is_set else as_set_of_one(expr))
    for part in sets:
        if not part.type.kind.is_place:
            raise SemanticError("E369", f"sets of places have copies, but this is {part.type.called()}", phrase.span)
    return t.BuiltIn("copies", tuple(sets), type=Type(sets[-1].type.kind, Grouping.SETS), span=span)


def _face(elaborator: Elaborator, arguments: list[t.Expr], phrase: n.Phrase, span: Span) -> t.Expr:
    """`face of (d, step of (-1, 0, 0))`: the number a standing die, or an orientation, shows along a step."""
    kind = arguments[0].type.kind
    board = elaborator.names.space if kind is POINT else elaborator.names.boards.get(kind.board)
    wanted = board.kind if board is not None else DIE if kind is DIE else elaborator.names.kinds["orientation"]
    (standing, step), over = elaborator.arguments(arguments, [one(wanted), one(STEP)], phrase)
    if board is not None:
        standing = t.DieOn(standing, span=standing.span)
    return t.BuiltIn("face", (standing, step), type=over_each(ONE_NUMBER, over), span=span)


def _end_of_set(elaborator: Elaborator, name: str, argument: t.Expr, phrase: n.Phrase, span: Span) -> t.Expr:
    expr = elaborator.as_single(argument, phrase)
    if not expr.type.is_set:
        raise SemanticError(
            "E335",
            f"`{name} of` takes a set, but this is {expr.type.called()}",
            phrase.span,
            help=f"leave out `{name} of`, or name a set",
        )
    return t.BuiltIn(name, (expr,), type=one(expr.type.kind), span=span)


def _of_place(
    elaborator: Elaborator, name: str, arguments: list[t.Expr], phrase: n.Phrase, span: Span
) -> t.Expr | None:
    names = elaborator.names
    kind = arguments[0].type.kind
    if name == "place":
        if kind is not DIE or not names.boards:
            return None
        fitted, over = elaborator.arguments(arguments, [one(DIE)], phrase)
        place = one(next(iter(names.boards.values())).kind)
        return t.BuiltIn(name, fitted, type=over_each(place, over), span=span)
    by_axis = name in {"row", "column"} and len(arguments) == 1
    if kind is POINT and names.space is not None:
        if by_axis and names.space.side is None and not isinstance(names.space.node.shape, n.CoordinateBoard):
            (subject,), over = elaborator.arguments(arguments, [one(POINT)], phrase)
            axis = names.space.coordinates.index(name)  # a point off the board has one as well
            return t.Coordinate(names.space, axis, subject, type=over_each(ONE_NUMBER, over), span=span)
        kind = names.space.kind
    if not kind.is_place:
        return None
    board = names.boards[kind.board]
    if name in {"lines", "neighbours"}:
        directions(elaborator, board.name, phrase)
    if name == "lines" and len(arguments) == 1:
        return t.BuiltIn(name, (elaborator.as_single(arguments[0], phrase),), type=Type(kind, Grouping.SETS), span=span)
    if name == "neighbours" and len(arguments) == 1:
        fitted, over = elaborator.arguments(arguments, [one(kind)], phrase)
        return t.BuiltIn(name, fitted, type=over_each(set_of(kind), over), span=span)
    if name not in {"row", "column", "ahead"} or isinstance(board.node.shape, n.CoordinateBoard):
        return None  # a board given by coordinates has those instead
    wanted = [one(kind)]
    if board.side is not None:
        if len(arguments) != 2:
            raise SemanticError(
                "E336",
                f"say from which side: `{name} of (s, side)`",
                phrase.span,
                help=f"the sides of this board: {', '.join(board.side.values)}",
            )
        wanted.append(one(board.side))
    elif len(arguments) != 1:
        return None
    fitted, over = elaborator.arguments(arguments, wanted, phrase)
    ty = one(kind) if name == "ahead" else ONE_NUMBER
    return t.BuiltIn(name, fitted, type=over_each(ty, over), span=span)


def directions(elaborator: Elaborator, board: str, node: n.Node) -> None:
    """What the rulebook says itself of its directions decides about the lines of a board given by coordinates."""
    space = elaborator.names.space
    if space is not None and space.name == board and elaborator.names.params_of("directions") == ():
        elaborator.names.word("directions", node)


# ------------------------------------------------------------------ adjectives


def test(elaborator: Elaborator, name: str, expr: t.Expr) -> t.Expr | None:
    """An adjective that the language knows of one thing or of a set."""
    if expr.type.is_set:
        return t.BuiltInTest(name, expr, span=expr.span) if name == "empty" else None
    if expr.type.kind is POINT:
        expr = elaborator.as_place(expr)
    is_known_of_kind = is_built_in_adjective(name, expr.type.kind)
    return t.BuiltInTest(name, expr, span=expr.span) if is_known_of_kind else None
