"""When steps happen: flows, rules, standing rules, ends, hooks."""

from __future__ import annotations

from attrs import frozen

from dicedsl.syntax.nodes.base import Node, Phrase, Text
from dicedsl.syntax.nodes.expressions import Expr
from dicedsl.syntax.nodes.material import Param
from dicedsl.syntax.nodes.steps import Block, By


@frozen(eq=False, repr=False, slots=False)
class Flow(Node):
    """`setup:`, `turn:`, `round:` or `match:`."""

    word: str
    block: Block


@frozen(eq=False, repr=False, slots=False)
class Rule(Node):
    name: Phrase
    params: tuple[Param, ...]
    block: Block


@frozen(eq=False, repr=False, slots=False)
class Whenever(Node):
    condition: Expr
    by: By | None
    block: Block


@frozen(eq=False, repr=False, slots=False)
class Always(Node):
    condition: Expr
    sentence: Text


@frozen(eq=False, repr=False, slots=False)
class End(Node):
    """`moment` is rest, turn, round or last_turn."""

    caption: Text
    moment: str
    condition: Expr
    block: Block


@frozen(eq=False, repr=False, slots=False)
class MatchEnd(Node):
    caption: Text
    condition: Expr
    block: Block


@frozen(eq=False, repr=False, slots=False)
class Cap(Node):
    count: Expr
    unit: str
    block: Block


@frozen(eq=False, repr=False, slots=False)
class Hook(Node):
    """`moment` is start_of_turn, end_of_turn, start_of_round or end_of_round."""

    moment: str
    block: Block
