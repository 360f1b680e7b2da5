"""Expressions and conditions."""

from __future__ import annotations

from attrs import field

from dicedsl.records import frozen
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
class Its(Node):
    """`its layer`: of the nearest thing without a name of its own."""

    phrase: Phrase


@frozen(eq=False, repr=False, slots=False)
class Their(Node):
    """`their side`: of the nearest player without a name of his own."""

    phrase: Phrase


@frozen(eq=False, repr=False, slots=False)
class Possessive(Node):
    """`the funnel's filler`."""

    owner: Expr
    phrase: Phrase


@frozen(eq=False, repr=False, slots=False)
class You(Node):
    pass


@frozen(eq=False, repr=False, slots=False)
class They(Node):
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
    """`x at k`: a list or a memory with a second key. `word` is the preposition that was written for it."""

    subject: Expr
    key: Expr
    word: str = field(default="at", eq=False)


@frozen(eq=False, repr=False, slots=False)
class Prep(Node):
    """`depth of p behind s`: a further thing that a word is asked of; `at` has a node of its own."""

    subject: Expr
    word: str
    argument: Expr


@frozen(eq=False, repr=False, slots=False)
class EachOf(Node):
    """`each of S`: for the ear in a value, a loop in a step."""

    operand: Expr


@frozen(eq=False, repr=False, slots=False)
class SideBySide(Node):
    """`score 2`: the name of a rule and what it is called with; only at the left end of a step."""

    phrase: Phrase
    argument: Expr


@frozen(eq=False, repr=False, slots=False)
class Tuple(Node):
    """`of` names the board that the place is on."""

    items: tuple[Expr, ...]
    of: Phrase | None = None


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
class Top(Node):
    """`highest 3 of S`: so many dice of a set, those that show the most, or the least."""

    highest: bool
    count: Expr
    operand: Expr


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
    """Arithmetic and set arithmetic: + - * / mod, and `except` of sets."""

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


@frozen(eq=False, repr=False, slots=False)
class Shows(Node):
    """`shows 5`."""

    number: Expr


@frozen(eq=False, repr=False, slots=False)
class AllAlike(Node):
    """`are all alike`, or `are all different`."""

    different: bool


@frozen(eq=False, repr=False, slots=False)
class OneOfTwo(Node):
    """`is either A or B`, or `is neither A nor in B`."""

    neither: bool
    left: Expr | Member
    right: Expr | Member

    @property
    def tests(self) -> tuple[Same | Member, Same | Member]:
        """What it is said to be one of, or none of."""
        left, right = (s if isinstance(s, Member) else Same(s, span=s.span) for s in (self.left, self.right))
        return left, right


@frozen(eq=False, repr=False, slots=False)
class Beside(Node):
    """`is beside p`."""

    place: Expr


Test = Same | Order | Member | Related | Linked | ShapedLike | Shows | AllAlike | OneOfTwo | Beside


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
class Several(Node):
    """`all of S are red`, `at least 2 of S show 5`: `word` is all, some, none, exactly or an order, with its `count`."""

    word: str
    count: Expr | None
    source: Expr
    negated: bool = False
    test: Test | None = None
    condition: Expr | None = None


@frozen(eq=False, repr=False, slots=False)
class SomeKind(Node):
    """`no player is done`, `some upper funnel is open`, `some player's stock is empty`: of all things of that name."""

    word: str
    kind: Phrase
    owned: Phrase | None = None
    negated: bool = False
    test: Test | None = None
    condition: Expr | None = None


@frozen(eq=False, repr=False, slots=False)
class There(Node):
    """`there is a bidder`: `word` is some, no, exactly or an order, with its `count`; `said` if `exactly` was."""

    word: str
    count: Expr | None
    subject: Expr
    said: bool = field(default=False, eq=False)


@frozen(eq=False, repr=False, slots=False)
class Attribute(Node):
    """What is asked of each member in a relative clause: `depth behind (side)`."""

    phrase: Phrase
    preps: tuple[tuple[str, Expr], ...] = ()


@frozen(eq=False, repr=False, slots=False)
class That(Node):
    """`that are free`, `who are neither A nor B`."""

    negated: bool
    test: Test
    person: bool = field(default=False, eq=False)


@frozen(eq=False, repr=False, slots=False)
class Whose(Node):
    """`whose layer is at most 3`."""

    attribute: Attribute
    negated: bool
    test: Test


@frozen(eq=False, repr=False, slots=False)
class WithTheBest(Node):
    """`with the highest total`."""

    highest: bool
    attribute: Attribute


Clause = That | Whose | WithTheBest


@frozen(eq=False, repr=False, slots=False)
class Described(Node):
    """A set, and the relative clause that says which of it are meant."""

    subject: Expr
    clause: Clause


@frozen(eq=False, repr=False, slots=False)
class FirstInTurn(Node):
    """`the first in turn from P who is done`."""

    start: Expr
    that: That


@frozen(eq=False, repr=False, slots=False)
class StraightLine(Node):
    """`the line from p via r to q`, or `the line from p along way`."""

    start: Expr
    via: Expr | None
    end: Expr
    along: bool = False


@frozen(eq=False, repr=False, slots=False)
class Between(Node):
    """`the funnels between p and q`."""

    places: Phrase
    start: Expr
    end: Expr


@frozen(eq=False, repr=False, slots=False)
class BesideIt(Node):
    """`S beside p`."""

    subject: Expr
    place: Expr


@frozen(eq=False, repr=False, slots=False)
class LinesOf(Node):
    """`(lines of 4 in S)`: `source` None means whole lines, of what stands in place of the number."""

    count: Expr
    source: Expr | None


@frozen(eq=False, repr=False, slots=False)
class HasOrder(Node):
    """`has total at least 5`: the attribute of the quantified thing, compared."""

    attribute: Expr
    order: Order


Expr = (
    Number | Name | Your | You | It | Nothing | Truth | Apply | At | Tuple | Where | Best | Top | ForEach | Binary
    | Negative | Range | Fold | Showing | On | LinkedTo | Groups | And | Or | Not | Is | Quantified | HasOrder
    | Its | Their | They | Possessive | Prep | EachOf | SideBySide | Several | SomeKind | There | Described | FirstInTurn
    | StraightLine | Between | BesideIt | LinesOf
)  # fmt: skip
