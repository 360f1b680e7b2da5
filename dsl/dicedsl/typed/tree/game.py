"""A whole rulebook: what is declared, and when which steps happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from dicedsl.errors import Problem
from dicedsl.records import frozen
from dicedsl.rulebook.book import Rulebook
from dicedsl.typed.kinds import Kind, Type
from dicedsl.typed.tree.base import Expr, Local, Typed
from dicedsl.typed.tree.material import Adjective, Board, Box, ListWord, Memory, Option, Saying, Shown, Word, Zone
from dicedsl.typed.tree.steps import Block, By

if TYPE_CHECKING:
    from dicedsl.typed.name_uses import NameUse
    from dicedsl.typed.names import Names


@frozen(eq=False, repr=False, slots=False)
class Flow(Typed):
    """`setup`, `turn`, `round` or `match`."""

    word: str
    block: Block


@frozen(eq=False, repr=False, slots=False)
class Rule(Typed):
    name: str
    params: tuple[Local, ...]
    block: Block


@frozen(eq=False, repr=False, slots=False)
class Witness:
    """The witnesses of `some x in S ...`, for whom it holds: `local` in the condition, and what the name stands for in the steps."""

    local: Local
    source: Expr
    test: Expr
    named: Local


@frozen(eq=False, repr=False, slots=False)
class Whenever(Typed):
    condition: Expr
    words: str
    witness: Witness | None
    by: By | None
    block: Block


@frozen(eq=False, repr=False, slots=False)
class Always(Typed):
    condition: Expr
    sentence: str


@frozen(eq=False, repr=False, slots=False)
class End(Typed):
    """`moment` is rest, turn, round or last_turn, or match for the end of a match."""

    caption: str
    moment: str
    condition: Expr
    witness: Witness | None
    block: Block


@frozen(eq=False, repr=False, slots=False)
class BreakOff(Typed):
    count: Expr
    unit: str
    block: Block


@frozen(eq=False, repr=False, slots=False)
class Hook(Typed):
    moment: str
    block: Block


StandingRule = Whenever | Always | End | BreakOff


@define(eq=False, repr=False, slots=False)
class TypedGame:
    """A rulebook with its names and kinds resolved. With errors among its problems it must not be lowered."""

    book: Rulebook
    names: Names  # for further expressions, and for variants, which take over what is the same
    kinds: dict[str, Kind] = field(factory=dict)
    boards: dict[str, Board] = field(factory=dict)
    boxes: dict[str, Box] = field(factory=dict)  # of boards given by coordinates
    sizes: dict[str, tuple[Expr, Expr]] = field(factory=dict)  # rows and columns of other boards
    options: dict[str, Option] = field(factory=dict)
    zones: dict[str, Zone] = field(factory=dict)
    memories: dict[str, Memory] = field(factory=dict)
    lists: dict[str, ListWord] = field(factory=dict)
    words: dict[str, Word] = field(factory=dict)
    adjectives: dict[str, Adjective] = field(factory=dict)  # by subject and name, as in the rulebook
    shown: list[Shown] = field(factory=list)
    aim: Saying | None = None
    flows: dict[str, Flow] = field(factory=dict)
    rules: dict[str, Rule] = field(factory=dict)
    standing: list[StandingRule] = field(factory=list)
    hooks: list[Hook] = field(factory=list)
    problems: list[Problem] = field(factory=list)
    types: dict[int, Type] = field(factory=dict)  # of the syntax it was made of, by the identity of a node
    # of every name in it, what it stands for: `typed/name_uses.py` reads them
    uses: list[NameUse] = field(factory=list)
