"""What an expression depends on: numbers that are known without playing, and what is fixed before a game starts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from dicedsl import built_in
from dicedsl.typed import tree as t
from dicedsl.typed.kinds import Grouping


def nodes_in(node: object, leaving_out: tuple[type, ...] = ()) -> Iterator[Any]:
    """An expression or a step, and everything in it; not what its names stand for."""
    waiting = [node]
    while waiting:
        top = waiting.pop()
        if isinstance(top, (tuple, list)):
            waiting += reversed(top)
        elif isinstance(top, (t.Typed, t.Branch, t.By, t.CaseRow, t.Odds, t.Saying, t.Witness)) and not isinstance(
            top, leaving_out
        ):
            yield top
            waiting += [getattr(top, name) for name in _fields(type(top))]


def steps_in(block: t.Block) -> Iterator[t.TypedStep]:
    """Every step, also those within others; no step stands inside an expression, so none is looked into."""
    return (part for part in nodes_in(block, (t.Expr,)) if isinstance(part, t.TypedStep))


_FIELDS: dict[type, tuple[str, ...]] = {}


def _fields(cls: type) -> tuple[str, ...]:
    if cls not in _FIELDS:
        _FIELDS[cls] = tuple(a.name for a in reversed(attrs.fields(cls)) if a.name not in {"span", "type"})
    return _FIELDS[cls]


def is_constant(expr: t.Expr) -> bool:
    """Whether it is one number, known as soon as the options are."""
    if isinstance(expr, t.Arithmetic):
        return expr.op in {"+", "-", "*"} and is_constant(expr.left) and is_constant(expr.right)
    if isinstance(expr, t.Negative):
        return is_constant(expr.operand)
    if isinstance(expr, t.WordCall):
        return not expr.arguments and expr.type.is_one and is_constant(expr.word.body)
    return expr.type.kind.is_number and isinstance(expr, (t.Number, t.OptionValue))


def options_in(*exprs: object) -> dict[str, t.Option]:
    """The options that an answer depends on, by name; also those in the words it is explained by."""
    options: dict[str, t.Option] = {}
    words: set[int] = set()
    waiting = list(exprs)
    while waiting:
        for part in nodes_in(waiting.pop()):
            if isinstance(part, t.OptionValue):
                options[part.option.name] = part.option
            elif isinstance(part, t.WordCall) and id(part.word) not in words:
                words.add(id(part.word))
                waiting.append(part.word.body)
            elif isinstance(part, t.HasAdjective) and id(part.adjective) not in words:
                words.add(id(part.adjective))
                waiting.append(part.adjective.test)
    return options


def can_change(expr: object) -> bool:
    """Whether the answer depends on what has been played."""
    return any(_changes(part) for part in nodes_in(expr))


def _changes(part: object) -> bool:
    if isinstance(part, (t.MemoryValue, t.ZoneDice, t.You, t.Showing, t.PlacesByUse, t.DieOn)):
        return True
    if isinstance(part, t.Groups):
        return part.under is not None
    if isinstance(part, t.BuiltIn):
        return (built_in.ATTRIBUTES if part.arguments else built_in.NOUNS)[part.name].changes
    if isinstance(part, t.BuiltInTest):
        return part.subject.type.is_one
    if isinstance(part, t.WordCall):
        return part.word.changes
    return isinstance(part, t.HasAdjective) and part.adjective.changes


def depends_on_setting(expr: object) -> bool:
    """Whether the answer can be another one with other options, other players or other dice, on the same boards."""
    return any(_depends(part) for part in nodes_in(expr))


def _depends(part: object) -> bool:
    if isinstance(part, t.BuiltIn):
        word = built_in.ATTRIBUTES.get(part.name) if part.arguments else None
        return word is None or bool(word.asks) or word.by_directions
    if isinstance(part, t.WordCall):
        return part.word.depends
    if isinstance(part, t.HasAdjective):
        return part.adjective.depends
    # Lines go by the word `directions`, which may depend on anything that is fixed.
    return isinstance(part, (t.OptionValue, t.Seat, t.You, t.Coloured, t.LinesOf))


def loop_depth(expr: t.Expr) -> int:
    """How many loops within each other a list is made of."""
    if isinstance(expr, t.Where):
        return loop_depth(expr.subject)
    if isinstance(expr, t.FlatList):
        return loop_depth(expr.operand) + 1
    if isinstance(expr, t.WholeList):
        return 1 if expr.type.form is Grouping.SETS and not can_change(expr.operand) else loop_depth(expr.operand)
    if isinstance(expr, t.ForEach):
        return sum(loop_depth(source) for _, source in expr.binders) + loop_depth(expr.body)
    if isinstance(expr, t.StraightPath):
        return loop_depth(expr.spelt)
    if isinstance(expr, t.EachMember):
        return loop_depth(expr.operand)
    if isinstance(expr, t.WordCall):
        return sum(map(loop_depth, expr.arguments)) + (loop_depth(expr.word.body) if expr.word.type.is_list else 0)
    if isinstance(expr, t.BuiltIn):
        return sum(map(loop_depth, expr.arguments)) + (
            expr.type.form is Grouping.SETS or (expr.type.is_list and not expr.arguments)
        )
    if isinstance(expr, (t.MemoryValue, t.ZoneDice)):
        return sum(map(loop_depth, expr.keys))
    if isinstance(expr, (t.PlaceAt, t.PointOf, t.DieOn, t.Coordinate)):
        inner = {t.PlaceAt: "point", t.PointOf: "place", t.DieOn: "place", t.Coordinate: "subject"}[type(expr)]
        return loop_depth(getattr(expr, inner))
    return 1 if isinstance(expr, (t.Members, t.Groups, t.Ray, t.LinesOf)) else 0
