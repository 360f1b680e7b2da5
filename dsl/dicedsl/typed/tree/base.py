"""What every part of the typed tree is made of, and names that are given on the spot."""

from __future__ import annotations

from attrs import field

from dicedsl.records import Record, frozen
from dicedsl.syntax import nodes as n
from dicedsl.text.source import NOWHERE, Span
from dicedsl.typed.kinds import ANYTHING, Type


@frozen(eq=False, repr=False, slots=False, kw_only=True)
class Typed(Record):
    """Something and where it stands."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False, kw_only=True)
class Expr(Typed):
    """Something that has a value, of this type."""

    type: Type


@frozen(eq=False, repr=False, slots=False)
class Local:
    """A name given on the spot: a parameter, a pick, a loop, a `let`, or what `it` is. Two of one name are two.

    `home` is where it is given, if it is given in words of its own.
    """

    name: str
    type: Type
    home: n.Phrase | None = None


@frozen(eq=False, repr=False, slots=False)
class Wrong(Expr):
    """What could not be understood; the problem has been told."""

    type: Type = field(default=ANYTHING, kw_only=True)
