"""Steps: what happens in a turn, in a rule, at an end."""

from __future__ import annotations

from attrs import field

from dicedsl.records import frozen
from dicedsl.syntax.nodes.base import Node, Phrase, Remark, Text
from dicedsl.syntax.nodes.expressions import Expr
from dicedsl.syntax.nodes.material import Odd


@frozen(eq=False, repr=False, slots=False)
class Block(Node):
    steps: tuple[Step, ...]
    inline: bool = field(default=False, eq=False)


@frozen(eq=False, repr=False, slots=False)
class Branch(Node):
    condition: Expr | None
    block: Block


@frozen(eq=False, repr=False, slots=False)
class If(Node):
    branches: tuple[Branch, ...]


@frozen(eq=False, repr=False, slots=False)
class By(Node):
    """`by lowest E`; in a policy `with lowest E`."""

    highest: bool
    measure: Expr


@frozen(eq=False, repr=False, slots=False)
class For(Node):
    """`source` None means all things of that name; `such` that it is a clause said of the name: `for each player who is safe`."""

    name: Phrase
    source: Expr | None
    condition: Expr | None
    by: By | None
    block: Block
    such: bool = False


@frozen(eq=False, repr=False, slots=False)
class Repeat(Node):
    times: Expr | None
    block: Block
    until: Expr | None = None


@frozen(eq=False, repr=False, slots=False)
class InTurn(Node):
    start: Expr
    until: Expr | None
    times: Expr | None
    block: Block


@frozen(eq=False, repr=False, slots=False)
class Amount(Node):
    """How many may be picked: `high` None means all there are; `word` for one, some, any."""

    word: str
    low: Expr | None = None
    high: Expr | None = None


@frozen(eq=False, repr=False, slots=False)
class Pick(Node):
    amount: Amount
    source: Expr
    condition: Expr | None
    name: Phrase
    seen_by: Expr | None


@frozen(eq=False, repr=False, slots=False)
class Must(Node):
    """`only if C`. `sometimes` is a condition in front of it: with `unless`, one under which it does not matter."""

    condition: Expr
    sentence: Text
    below: bool = field(default=False, eq=False)
    sometimes: Expr | None = None
    unless: bool = False


@frozen(eq=False, repr=False, slots=False)
class MustLeave(Must):
    """A condition on the position that the steps of the alternative lead to."""


@frozen(eq=False, repr=False, slots=False)
class Alternative(Node):
    name: Text
    picks: tuple[Pick, ...]
    steps: tuple[Must | Step, ...]
    inline: bool = field(default=False, eq=False)


@frozen(eq=False, repr=False, slots=False)
class AllowedRow(Node):
    condition: Expr | None
    cells: tuple[bool, ...]
    sentence: Text | None


@frozen(eq=False, repr=False, slots=False)
class Allowed(Node):
    names: tuple[Text, ...]
    rows: tuple[AllowedRow, ...]


@frozen(eq=False, repr=False, slots=False)
class Situation(Node):
    """What may be chosen when `condition` is the first that holds; `names` None is everything."""

    condition: Expr | None
    names: tuple[Text, ...] | None
    sentence: Text | None


@frozen(eq=False, repr=False, slots=False)
class Situations(Node):
    rows: tuple[Situation | Remark, ...]


@frozen(eq=False, repr=False, slots=False)
class AsIn(Node):
    """The alternatives of a `choice`, offered here too."""

    choice: Phrase


Offer = Alternative | AsIn | Must | Remark


@frozen(eq=False, repr=False, slots=False)
class Choose(Node):
    name: Phrase | None
    by: Expr | None
    at_once: bool
    alternatives: tuple[Offer, ...]
    allowed: Allowed | Situations | None
    nothing_fits: Block | None
    inline: bool = field(default=False, eq=False)


@frozen(eq=False, repr=False, slots=False)
class Attempt(Node):
    name: Text
    by: Expr | None
    outcomes: tuple[Offer, ...]
    odds: tuple[Odd, ...]
    inline: bool = field(default=False, eq=False)


@frozen(eq=False, repr=False, slots=False)
class Roll(Node):
    dice: Expr


@frozen(eq=False, repr=False, slots=False)
class Draw(Node):
    source: Expr
    condition: Expr | None
    name: Phrase


@frozen(eq=False, repr=False, slots=False)
class MoveDice(Node):
    """`move S to Z`; amount None means all of S."""

    amount: Amount | None
    dice: Expr
    target: Expr


@frozen(eq=False, repr=False, slots=False)
class MoveByLot(Node):
    """`move S to PLACES by lot`: one die of S on each place."""

    dice: Expr
    places: Expr


@frozen(eq=False, repr=False, slots=False)
class TurnDie(Node):
    die: Expr
    number: Expr


@frozen(eq=False, repr=False, slots=False)
class Swap(Node):
    left: Expr
    right: Expr


@frozen(eq=False, repr=False, slots=False)
class Show(Node):
    dice: Expr


@frozen(eq=False, repr=False, slots=False)
class Set(Node):
    target: Expr
    value: Expr


@frozen(eq=False, repr=False, slots=False)
class Add(Node):
    value: Expr
    target: Expr


@frozen(eq=False, repr=False, slots=False)
class Take(Node):
    value: Expr
    target: Expr


@frozen(eq=False, repr=False, slots=False)
class Let(Node):
    name: Phrase
    value: Expr


@frozen(eq=False, repr=False, slots=False)
class Do(Node):
    rule: Phrase
    arguments: tuple[Expr, ...]


@frozen(eq=False, repr=False, slots=False)
class Call(Node):
    """`score 2 * points so far`: the rule's name is the front of the leftmost name of the first part."""

    parts: tuple[Expr, ...]


@frozen(eq=False, repr=False, slots=False)
class Becomes(Node):
    """`p is now out`, `p is no longer endangered`."""

    subject: Expr
    state: Phrase
    ends: bool = False


@frozen(eq=False, repr=False, slots=False)
class Stop(Node):
    pass


@frozen(eq=False, repr=False, slots=False)
class EndTurn(Node):
    pass


@frozen(eq=False, repr=False, slots=False)
class EndRound(Node):
    pass


@frozen(eq=False, repr=False, slots=False)
class PlayTurn(Node):
    player: Expr | None


@frozen(eq=False, repr=False, slots=False)
class PlayGame(Node):
    pass


@frozen(eq=False, repr=False, slots=False)
class ExtraTurn(Node):
    pass


@frozen(eq=False, repr=False, slots=False)
class Eliminate(Node):
    """`said` is the word for it where it was written as `is now out`."""

    players: Expr
    said: Phrase | None = field(default=None, eq=False)


@frozen(eq=False, repr=False, slots=False)
class Wins(Node):
    players: Expr
    match: bool


@frozen(eq=False, repr=False, slots=False)
class TieBreak(Node):
    """Among those who are still equal: whoever has most, or least, of this."""

    highest: bool
    measure: Expr


@frozen(eq=False, repr=False, slots=False)
class BestWins(Node):
    highest: bool
    measure: Expr
    match: bool
    ties: bool = field(default=False, eq=False)  # said that they share the win, as they do if nothing breaks them
    breaks: tuple[TieBreak, ...] = ()  # one after the other


@frozen(eq=False, repr=False, slots=False)
class Say(Node):
    text: Text
    values: tuple[Expr, ...] = ()  # those in braces, in the order of the text


HoldingStep = If | For | Repeat | InTurn | Choose | Attempt  # further steps stand in them
PlainStep = (
    Roll | Draw | MoveDice | MoveByLot | TurnDie | Swap | Show | Set | Add | Take | Let | Do | Stop | EndTurn | EndRound
    | PlayTurn | PlayGame | ExtraTurn | Eliminate | Wins | BestWins | Say | Remark | Call | Becomes
)  # fmt: skip
Step = HoldingStep | PlainStep
