"""When steps happen: flows, rules, standing rules, ends, hooks."""

from __future__ import annotations

from attrs import field

from dicedsl.records import frozen
from dicedsl.syntax.nodes.base import Node, Phrase, Remark, Text
from dicedsl.syntax.nodes.expressions import Expr
from dicedsl.syntax.nodes.material import OddsOf, Option, Param, Replaced, Word
from dicedsl.syntax.nodes.steps import Block, By, Offer


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
class Choice(Node):
    """`choice bid:`: alternatives that several choices offer."""

    name: Phrase
    offers: tuple[Offer, ...]


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
class BreakOff(Node):
    count: Expr
    unit: str
    block: Block


@frozen(eq=False, repr=False, slots=False)
class Hook(Node):
    """`moment` is start_of_turn, end_of_turn, start_of_round or end_of_round."""

    moment: str
    block: Block


@frozen(eq=False, repr=False, slots=False)
class Simulation(Node):
    """What no player needs to know: odds of attempts, when to break off, and what only these use."""

    lines: tuple[Option | Replaced | Word | BreakOff | OddsOf | Remark, ...]
    inline: bool = field(default=False, eq=False)
