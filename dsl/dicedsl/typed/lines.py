"""Lines of a board: along a step to the edge, by way of a place, and so many places in a row."""

from __future__ import annotations

from collections.abc import Mapping

from dicedsl.syntax import nodes as n
from dicedsl.typed import clauses, name_expressions
from dicedsl.typed import tree as t
from dicedsl.typed.built_in import directions
from dicedsl.typed.dependence import can_change
from dicedsl.typed.elaborator import Elaborator, Handler, as_set_of_one
from dicedsl.typed.kinds import POINT, STEP, Grouping, Type, list_of, one
from dicedsl.typed.scope import NameScope
from dicedsl.typed.semantic_error import SemanticError


def line(elaborator: Elaborator, node: n.StraightLine, scope: NameScope) -> t.Expr:
    if node.along:
        return _along(elaborator, node, scope)
    return clauses.line(elaborator, node, scope) if node.via is None else _via(elaborator, node, node.via, scope)


def _along(elaborator: Elaborator, node: n.StraightLine, scope: NameScope) -> t.Expr:
    """From a place on and on in a direction: its points, in order."""
    start, way = elaborator.value(node.start, scope), elaborator.value(node.end, scope)
    if start.type.is_unknown or way.type.is_unknown:
        return t.Wrong(span=node.span)
    if way.type != one(STEP):
        help = "write a step, such as `step of (1, 0)`, or a name for one of `directions`"
        raise SemanticError(
            "E373", f"a line leads along a step, but this is {way.type.called()}", node.end.span, help=help
        )
    start = elaborator.fit(start, POINT)
    if start.type != one(POINT):
        space = elaborator.names.space
        where = "" if space is None else f": those of {space.name}"
        message = (
            f"a line along a step starts at a place that steps lead from{where}, but this is {start.type.called()}"
        )
        raise SemanticError("E373", message, node.start.span, help="write `the line from` and a place of that board")
    return t.Ray(start, way, type=list_of(one(POINT)), span=node.span)


def _via(elaborator: Elaborator, node: n.StraightLine, via: n.Expr, scope: NameScope) -> t.Expr:
    """Two lines that meet in a place: all of both, and nothing if one of them is none."""
    legs = [
        elaborator.as_single(clauses.line(elaborator, n.StraightLine(start, None, end, span=node.span), scope), node)
        for start, end in ((node.start, via), (via, node.end))
    ]
    if any(leg.type.is_unknown for leg in legs):
        return t.Wrong(span=node.span)
    first, second = legs
    some = (t.Number(1, span=node.span),)
    there = [t.Order(">=", (t.Count(leg, span=node.span),), some, span=node.span) for leg in legs]
    both = t.Union(first, second, type=first.type, span=node.span)
    nothing = t.Absent(type=first.type, span=node.span)
    rows = (t.CaseRow(t.And(*there, span=node.span), (both,)), t.CaseRow(None, (nothing,)))
    return t.Cases(rows, None, (), type=first.type, span=node.span)


def lines_of(elaborator: Elaborator, node: n.LinesOf, scope: NameScope) -> t.Expr:
    """`(lines of 4 in S)`: of a set of places 4 in line, of a list of places 4 neighbours in the list."""
    if node.source is None:
        return name_expressions.apply(
            elaborator, n.Apply(n.Phrase(("lines",), span=node.span), node.count, span=node.span), scope
        )
    count, meaning = elaborator.expect_number(node.count, scope), elaborator.infer(node.source, scope)
    expr = meaning if isinstance(meaning, t.Expr) and is_list(meaning) else elaborator.as_single(meaning, node.source)
    if count.type.is_unknown or expr.type.is_unknown:
        return t.Wrong(span=node.span)
    if can_change(count):
        help = "use numbers, options and `count of everyone` only"
        raise SemanticError("E373", "how long a line is stays the same all game", node.count.span, help=help)
    kind = (
        elaborator.names.space.kind
        if expr.type.kind is POINT and elaborator.names.space is not None
        else expr.type.kind
    )
    if not kind.is_place:
        message = f"lines are made of places, but this is {expr.type.called()}"
        raise SemanticError("E373", message, node.source.span, help="name a board, or some places of it")
    if expr.type.is_one:
        expr = as_set_of_one(elaborator.as_place(expr) if expr.type.kind is POINT else expr)
    if is_list(expr) and can_change(expr):
        help = "leave out `list` where it is given, or let it stay the same"
        raise SemanticError(
            "E373", "a list in which neighbours are looked for stays the same all game", node.source.span, help=help
        )
    directions(elaborator, kind.board, node)
    return t.LinesOf(count, expr, type=Type(kind, Grouping.SETS), span=node.span)


def is_list(expr: t.Expr) -> bool:
    """A word that was given as a list, such as the places of a track one after the other."""
    return isinstance(expr, t.WordCall) and expr.type.form is Grouping.LIST and isinstance(expr.word.body, t.WholeList)


HANDLERS: Mapping[type, Handler] = {n.StraightLine: line, n.LinesOf: lines_of}
