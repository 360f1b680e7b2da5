"""Worked examples."""

from __future__ import annotations

from dicedsl.records import frozen
from dicedsl.syntax.nodes.base import Node, Phrase, Remark, Text
from dicedsl.syntax.nodes.expressions import Expr
from dicedsl.syntax.nodes.steps import By


@frozen(eq=False, repr=False, slots=False)
class WithPlayers(Node):
    count: int


@frozen(eq=False, repr=False, slots=False)
class WithVariant(Node):
    title: Text


@frozen(eq=False, repr=False, slots=False)
class WithOption(Node):
    name: Phrase
    value: Expr


@frozen(eq=False, repr=False, slots=False)
class WithName(Node):
    name: Phrase


@frozen(eq=False, repr=False, slots=False)
class With(Node):
    settings: tuple[WithPlayers | WithVariant | WithOption | WithName, ...]


@frozen(eq=False, repr=False, slots=False)
class Given(Node):
    condition: Expr


@frozen(eq=False, repr=False, slots=False)
class DieName(Node):
    word: str
    owner: str | None


@frozen(eq=False, repr=False, slots=False)
class GivenHolds(Node):
    """`heaps` are dice by their number and sort, in place of names."""

    place: Expr
    dice: tuple[DieName, ...]
    faces: tuple[int | None, ...]
    heaps: tuple[tuple[int, Phrase], ...] = ()


@frozen(eq=False, repr=False, slots=False)
class GivenStands(Node):
    """`given P stands on PLACES`: P is a player (his dice) or a set of dice; one die on each place."""

    dice: Expr
    places: tuple[Expr, ...]
    faces: tuple[int, ...]


@frozen(eq=False, repr=False, slots=False)
class Rolled(Node):
    numbers: tuple[int, ...]


@frozen(eq=False, repr=False, slots=False)
class AnswerValue(Node):
    """A number, a word, a point, or nobody (None); of a die perhaps whose it is, of a point its board or who looks."""

    value: int | str | tuple[int, ...] | None
    owner: str | None = None
    seen_from: str | None = None


@frozen(eq=False, repr=False, slots=False)
class Drawn(Node):
    value: AnswerValue
    more: tuple[AnswerValue, ...] = ()


@frozen(eq=False, repr=False, slots=False)
class Answer(Node):
    name: Text
    values: tuple[AnswerValue, ...]


@frozen(eq=False, repr=False, slots=False)
class Chooses(Node):
    """`seat` None means the table reports."""

    seat: Phrase | None
    answers: tuple[Answer, ...]


@frozen(eq=False, repr=False, slots=False)
class Policy(Node):
    """`Ben always chooses first`: how `play on` answers for a seat. `which` is first or last; `seat` may be `everyone`.
    `rather` are alternatives that come before it, the dearest first."""

    seat: Phrase
    which: str
    by: By | None
    rather: tuple[Text, ...] = ()


@frozen(eq=False, repr=False, slots=False)
class PlayOn(Node):
    """`until` None means: to the end of the game."""

    until: Expr | None


@frozen(eq=False, repr=False, slots=False)
class MayOnly(Node):
    """`others` says that it may be anything else as well: `Anna may choose "stop"`."""

    seat: Phrase
    answers: tuple[Answer, ...]
    others: bool = False


@frozen(eq=False, repr=False, slots=False)
class MayNot(Node):
    """`seat` None means that the table may not report it."""

    seat: Phrase | None
    answer: Answer
    sentence: Text | None


@frozen(eq=False, repr=False, slots=False)
class Ways(Node):
    seat: Phrase
    count: int
    name: Text


@frozen(eq=False, repr=False, slots=False)
class MovesCounted(Node):
    """`Anna has 8 moves`: over all alternatives."""

    seat: Phrase
    count: int


@frozen(eq=False, repr=False, slots=False)
class Now(Node):
    condition: Expr


@frozen(eq=False, repr=False, slots=False)
class AfterSetup(Node):
    """`given` lines below it are laid when set-up is over."""


@frozen(eq=False, repr=False, slots=False)
class Again(Node):
    """`repeat 12 times:` and lines."""

    times: int
    lines: tuple[ExampleLine, ...]


ExampleLine = (
    With | Given | GivenHolds | GivenStands | Rolled | Drawn | Chooses | Policy | PlayOn | MayOnly | MayNot | Ways | Now
    | Remark | MovesCounted | AfterSetup | Again
)  # fmt: skip


@frozen(eq=False, repr=False, slots=False)
class Example(Node):
    """`after` names the example whose lines come first."""

    title: Text
    lines: tuple[ExampleLine, ...]
    after: Text | None = None
