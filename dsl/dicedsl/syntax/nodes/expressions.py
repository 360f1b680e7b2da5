"""Expressions and conditions."""

from __future__ import annotations

from attrs import frozen

from dicedsl.syntax.nodes.base import Node, Phrase


@frozen(eq=False, repr=False, slots=False)
class Number(Node):
    value: int


@frozen(eq=False, repr=False, slots=False)
class Name(Node):
    phrase: Phrase


@frozen(eq=False, repr=False, slots=False)
class Your(Node):
    phrase: Phrase


@frozen(eq=False, repr=False, slots=False)
class You(Node):
    pass


@frozen(eq=False, repr=False, slots=False)
class It(Node):
    pass


@frozen(eq=False, repr=False, slots=False)
class Nothing(Node):
    """`none` or `nobody`."""

    word: str


@frozen(eq=False, repr=False, slots=False)
class Truth(Node):
    value: bool


@frozen(eq=False, repr=False, slots=False)
class Apply(Node):
    """`NAME of x`; x may be a tuple of arguments."""

    phrase: Phrase
    argument: Expr


@frozen(eq=False, repr=False, slots=False)
class At(Node):
    """`x at k`: a list or a memory with a second key."""

    subject: Expr
    key: Expr


@frozen(eq=False, repr=False, slots=False)
class Tuple(Node):
    items: tuple[Expr, ...]


@frozen(eq=False, repr=False, slots=False)
class Where(Node):
    """`(S where C)`."""

    subject: Expr
    condition: Expr


@frozen(eq=False, repr=False, slots=False)
class Best(Node):
    """`(S with highest E)`."""

    subject: Expr
    highest: bool
    measure: Expr


@frozen(eq=False, repr=False, slots=False)
class Binder(Node):
    name: Phrase
    source: Expr


@frozen(eq=False, repr=False, slots=False)
class ForEach(Node):
    """`(E for each x in S for each y in T where C)`."""

    body: Expr
    binders: tuple[Binder, ...]
    condition: Expr | None


@frozen(eq=False, repr=False, slots=False)
class Binary(Node):
    """Arithmetic and set arithmetic: + - * / mod."""

    op: str
    left: Expr
    right: Expr


@frozen(eq=False, repr=False, slots=False)
class Negative(Node):
    operand: Expr


@frozen(eq=False, repr=False, slots=False)
class Range(Node):
    low: Expr
    high: Expr


@frozen(eq=False, repr=False, slots=False)
class Fold(Node):
    """`count of`, `sum of`, `highest of`, `lowest of`, `different of`."""

    word: str
    operand: Expr


@frozen(eq=False, repr=False, slots=False)
class Showing(Node):
    subject: Expr
    number: Expr


@frozen(eq=False, repr=False, slots=False)
class On(Node):
    """`dice on S`, `die on p`."""

    subject: Expr
    places: Expr


@frozen(eq=False, repr=False, slots=False)
class And(Node):
    left: Expr
    right: Expr


@frozen(eq=False, repr=False, slots=False)
class Or(Node):
    left: Expr
    right: Expr


@frozen(eq=False, repr=False, slots=False)
class Not(Node):
    operand: Expr


@frozen(eq=False, repr=False, slots=False)
class Same(Node):
    """`is E`: equality, or an adjective if E is one."""

    other: Expr


@frozen(eq=False, repr=False, slots=False)
class Order(Node):
    """`is at least E` and its like; `word` is at_least, at_most, more_than or less_than."""

    word: str
    other: Expr


@frozen(eq=False, repr=False, slots=False)
class Member(Node):
    """`is in S`."""

    other: Expr


@frozen(eq=False, repr=False, slots=False)
class Related(Node):
    """`is RELATION with E`."""

    relation: Phrase
    other: Expr


@frozen(eq=False, repr=False, slots=False)
class Linked(Node):
    """`is linked by W`."""

    word: Phrase


@frozen(eq=False, repr=False, slots=False)
class ShapedLike(Node):
    """`is shaped like S`: the same shape, turned and moved."""

    other: Expr


Test = Same | Order | Member | Related | Linked | ShapedLike


@frozen(eq=False, repr=False, slots=False)
class Is(Node):
    subject: Expr
    negated: bool
    test: Test


@frozen(eq=False, repr=False, slots=False)
class LinkedTo(Node):
    """`S linked to T by W`: all of S that can be reached from T; W is a word that gives places of a place."""

    subject: Expr
    start: Expr
    word: Phrase


@frozen(eq=False, repr=False, slots=False)
class Groups(Node):
    """`(groups of K in S linked by W standing on V)`: the sets of K members of S that hang together."""

    count: Expr
    subject: Expr
    word: Phrase
    under: Phrase | None


@frozen(eq=False, repr=False, slots=False)
class Quantified(Node):
    """`some x in S is ...` (test) or `some x in S has ...` (condition)."""

    word: str
    name: Phrase
    source: Expr
    negated: bool = False
    test: Test | None = None
    condition: Expr | None = None


@frozen(eq=False, repr=False, slots=False)
class HasOrder(Node):
    """`has total at least 5`: the attribute of the quantified thing, compared."""

    attribute: Expr
    order: Order


Expr = (
    Number | Name | Your | You | It | Nothing | Truth | Apply | At | Tuple | Where | Best | ForEach | Binary
    | Negative | Range | Fold | Showing | On | LinkedTo | Groups | And | Or | Not | Is | Quantified | HasOrder
)  # fmt: skip
