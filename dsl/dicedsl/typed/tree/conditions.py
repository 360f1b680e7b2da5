"""Conditions: expressions that are yes or no."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field

from dicedsl.records import frozen
from dicedsl.typed.kinds import ONE_TRUTH, Type
from dicedsl.typed.tree.base import Expr, Local
from dicedsl.typed.tree.expressions import Links

if TYPE_CHECKING:
    from dicedsl.typed.tree.material import Adjective


@frozen(eq=False, repr=False, slots=False, kw_only=True)
class Condition(Expr):
    type: Type = field(default=ONE_TRUTH)


@frozen(eq=False, repr=False, slots=False)
class And(Condition):
    left: Expr
    right: Expr


@frozen(eq=False, repr=False, slots=False)
class Or(Condition):
    left: Expr
    right: Expr


@frozen(eq=False, repr=False, slots=False)
class Not(Condition):
    operand: Expr


@frozen(eq=False, repr=False, slots=False)
class Same(Condition):
    """Each on the left is the one across from it."""

    lefts: tuple[Expr, ...]
    rights: tuple[Expr, ...]


@frozen(eq=False, repr=False, slots=False)
class IsNone(Condition):
    operand: Expr


@frozen(eq=False, repr=False, slots=False)
class Order(Condition):
    """`op` is >=, <=, > or <; what stands further left counts more."""

    op: str
    lefts: tuple[Expr, ...]
    rights: tuple[Expr, ...]


@frozen(eq=False, repr=False, slots=False)
class IsIn(Condition):
    """One thing, or all of a set, among the members of another."""

    subject: Expr
    members: Expr


@frozen(eq=False, repr=False, slots=False)
class HasAdjective(Condition):
    """An adjective of the rulebook, or a relation with what it is a relation to."""

    adjective: Adjective
    arguments: tuple[Expr, ...]


@frozen(eq=False, repr=False, slots=False)
class Coloured(Condition):
    """Whether a die is of a colour, by its number."""

    die: Expr
    colour: int


@frozen(eq=False, repr=False, slots=False)
class BuiltInTest(Condition):
    """An adjective of the language."""

    name: str
    subject: Expr


@frozen(eq=False, repr=False, slots=False)
class OnePiece(Condition):
    places: Expr
    links: Links


@frozen(eq=False, repr=False, slots=False)
class Alike(Condition):
    """Two sets of places of one shape."""

    left: Expr
    right: Expr


@frozen(eq=False, repr=False, slots=False)
class Quantified(Condition):
    """`word` is some, every or no; `source` a list."""

    word: str
    local: Local
    source: Expr
    test: Expr
