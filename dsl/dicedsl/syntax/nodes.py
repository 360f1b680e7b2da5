"""The tree of a rulebook: one frozen class for each construct, with a span on every node."""

from __future__ import annotations

from attrs import field, frozen

from dicedsl.records import Record
from dicedsl.source import NOWHERE, Span


@frozen(eq=False, repr=False, slots=False, kw_only=True)
class Node(Record):
    """A construct and where it stands."""

    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class Phrase(Node):
    """A name: a run of words. `article` remembers a leading `the` for the printer."""

    words: tuple[str, ...]
    article: bool = field(default=False, eq=False)

    @property
    def text(self) -> str:
        return " ".join(self.words)


@frozen(eq=False, repr=False, slots=False)
class Text(Node):
    value: str


# ------------------------------------------------------------------ expressions


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


# ------------------------------------------------------------------ remarks


@frozen(eq=False, repr=False, slots=False)
class Remark(Node):
    """`note "..."` explains; `ruling "..."` decides where the source is silent."""

    word: str
    text: Text


# ------------------------------------------------------------------ head


@frozen(eq=False, repr=False, slots=False)
class Use(Node):
    file: Text


@frozen(eq=False, repr=False, slots=False)
class FromSource(Node):
    text: Text


@frozen(eq=False, repr=False, slots=False)
class Players(Node):
    """Allowed numbers of players: explicit counts, or from `low` upwards if `more`."""

    counts: tuple[int, ...]
    more: bool = False
    form: str = field(default="either", eq=False)


# ------------------------------------------------------------------ options, material, words


@frozen(eq=False, repr=False, slots=False)
class Bounds(Node):
    low: Expr
    high: Expr


@frozen(eq=False, repr=False, slots=False)
class Option(Node):
    name: Phrase
    default: Expr
    bounds: Bounds | None
    choices: tuple[Expr, ...]
    text: Text | None


@frozen(eq=False, repr=False, slots=False)
class Faces(Node):
    """The numbers on the sides of a die, listed, or a range."""

    listed: tuple[int, ...]
    span_of: Expr | None


@frozen(eq=False, repr=False, slots=False)
class Zone(Node):
    name: Phrase
    keys: tuple[Phrase, ...]
    amount: Expr | None
    sort: Phrase
    faces: Faces | None
    seen_by: Expr | None


@frozen(eq=False, repr=False, slots=False)
class Scope(Node):
    """Whose memory: word is turn, round, game, match or each (with the kind's name)."""

    word: str
    kind: Phrase | None = None


@frozen(eq=False, repr=False, slots=False)
class Memory(Node):
    scope: Scope
    name: Phrase
    key: Phrase | None
    initial: Expr
    bounds: Bounds | None
    seen_by: Expr | None
    for_match: bool


@frozen(eq=False, repr=False, slots=False)
class Point(Node):
    coordinates: tuple[int, ...]


@frozen(eq=False, repr=False, slots=False)
class SizedBoard(Node):
    form: Phrase
    rows: int
    columns: int


@frozen(eq=False, repr=False, slots=False)
class CoordinateBoard(Node):
    names: tuple[Phrase, ...]
    low: Expr
    high: Expr
    condition: Expr | None


@frozen(eq=False, repr=False, slots=False)
class Board(Node):
    name: Phrase
    shape: SizedBoard | CoordinateBoard
    without: tuple[Point, ...]
    seen_from: tuple[Phrase, ...]


@frozen(eq=False, repr=False, slots=False)
class Kind(Node):
    singular: Phrase
    plural: Phrase
    values: tuple[Phrase, ...]


@frozen(eq=False, repr=False, slots=False)
class Param(Node):
    kind: str
    name: Phrase


@frozen(eq=False, repr=False, slots=False)
class ValueWord(Node):
    """`listed` keeps what `for each` gives as a list: in order, with doubles and with points off the board."""

    name: Phrase
    params: tuple[Param, ...]
    body: Expr
    listed: bool = False


@frozen(eq=False, repr=False, slots=False)
class ListWord(Node):
    name: Phrase
    items: tuple[Expr, ...]


@frozen(eq=False, repr=False, slots=False)
class Row(Node):
    """A line of a table; `condition` None means `otherwise`; a cell None means empty or a dash."""

    condition: Expr | None
    cells: tuple[Expr | None, ...]
    dashes: tuple[bool, ...] = field(default=(), eq=False)


@frozen(eq=False, repr=False, slots=False)
class Columns(Node):
    by: Phrase
    heads: tuple[Expr, ...]


@frozen(eq=False, repr=False, slots=False)
class CaseWord(Node):
    name: Phrase
    params: tuple[Param, ...]
    columns: Columns | None
    rows: tuple[Row, ...]


@frozen(eq=False, repr=False, slots=False)
class AdjectiveWord(Node):
    """`die d is red when C`; `other` makes it a relation; `join` is one, all or any."""

    subject: Param
    name: Phrase
    other: Param | None
    join: str
    conditions: tuple[Expr, ...]


@frozen(eq=False, repr=False, slots=False)
class Replaced(Node):
    """`replace LINE` inside a section of a variant."""

    line: Line


Word = Kind | ValueWord | ListWord | CaseWord | AdjectiveWord
Line = Option | Zone | Memory | Board | Kind | ValueWord | ListWord | CaseWord | AdjectiveWord


@frozen(eq=False, repr=False, slots=False)
class Section(Node):
    """`options:`, `material:` or `words:` with its lines."""

    word: str
    lines: tuple[Line | Replaced | Remark, ...]


# ------------------------------------------------------------------ steps


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
    name: Phrase
    source: Expr
    condition: Expr | None
    by: By | None
    block: Block


@frozen(eq=False, repr=False, slots=False)
class Repeat(Node):
    times: Expr | None
    block: Block


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
    condition: Expr
    sentence: Text
    below: bool = field(default=False, eq=False)


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
class Choose(Node):
    name: Phrase | None
    by: Expr | None
    at_once: bool
    alternatives: tuple[Alternative | Remark, ...]
    allowed: Allowed | None
    nothing_fits: Block | None


@frozen(eq=False, repr=False, slots=False)
class OddEach(Node):
    """How likely each member (`it`) is in a set that is picked, in percent."""

    name: Phrase
    percent: Expr


@frozen(eq=False, repr=False, slots=False)
class OddBy(Node):
    """The weight of each member (`it`) where one is picked."""

    name: Phrase
    weight: Expr


@frozen(eq=False, repr=False, slots=False)
class Odd(Node):
    outcome: Text
    weight: Expr
    picks: tuple[OddEach | OddBy, ...]


@frozen(eq=False, repr=False, slots=False)
class Attempt(Node):
    name: Text
    by: Expr | None
    outcomes: tuple[Alternative | Remark, ...]
    odds: tuple[Odd, ...]


@frozen(eq=False, repr=False, slots=False)
class Roll(Node):
    dice: Expr


@frozen(eq=False, repr=False, slots=False)
class Draw(Node):
    source: Expr
    condition: Expr | None
    name: Phrase


@frozen(eq=False, repr=False, slots=False)
class Move(Node):
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
    players: Expr


@frozen(eq=False, repr=False, slots=False)
class Wins(Node):
    players: Expr
    match: bool


@frozen(eq=False, repr=False, slots=False)
class BestWins(Node):
    highest: bool
    measure: Expr
    match: bool


@frozen(eq=False, repr=False, slots=False)
class Say(Node):
    text: Text


Step = (
    If | For | Repeat | InTurn | Choose | Attempt | Roll | Draw | Move | MoveByLot | TurnDie | Swap | Show | Set | Add
    | Take | Let | Do | Stop | EndTurn | EndRound | PlayTurn | PlayGame | ExtraTurn | Eliminate | Wins | BestWins | Say
    | Remark
)  # fmt: skip


# ------------------------------------------------------------------ flow items


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


# ------------------------------------------------------------------ examples


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
    place: Expr
    dice: tuple[DieName, ...]
    faces: tuple[int | None, ...]


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
    """A number, a word, a point, or nobody (None); of a die perhaps whose it is."""

    value: int | str | tuple[int, ...] | None
    owner: str | None = None


@frozen(eq=False, repr=False, slots=False)
class Drawn(Node):
    value: AnswerValue


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
    """`Ben always chooses first`: how `play on` answers for a seat. `which` is first or last; `seat` may be `everyone`."""

    seat: Phrase
    which: str
    by: By | None


@frozen(eq=False, repr=False, slots=False)
class PlayOn(Node):
    """`until` None means: to the end of the game."""

    until: Expr | None


@frozen(eq=False, repr=False, slots=False)
class MayOnly(Node):
    seat: Phrase
    answers: tuple[Answer, ...]


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
class Now(Node):
    condition: Expr


ExampleLine = (
    With | Given | GivenHolds | GivenStands | Rolled | Drawn | Chooses | Policy | PlayOn | MayOnly | MayNot | Ways | Now
    | Remark
)  # fmt: skip


@frozen(eq=False, repr=False, slots=False)
class Example(Node):
    title: Text
    lines: tuple[ExampleLine, ...]


# ------------------------------------------------------------------ variants


@frozen(eq=False, repr=False, slots=False)
class Replace(Node):
    part: Flow | Rule | Whenever | Always | End | MatchEnd | Cap | Hook | Alternative


@frozen(eq=False, repr=False, slots=False)
class Remove(Node):
    """`what` is rule, word, end, alternative or always; `name` its words."""

    what: str
    name: str


@frozen(eq=False, repr=False, slots=False)
class AddBeside(Node):
    name: Text
    alternatives: tuple[Alternative | Remark, ...]


@frozen(eq=False, repr=False, slots=False)
class AddTo(Node):
    """`what` is rule, alternative or flow."""

    what: str
    name: str
    steps: tuple[Must | Step, ...]


Change = Replace | Remove | AddBeside | AddTo


@frozen(eq=False, repr=False, slots=False)
class Variant(Node):
    title: Text
    items: tuple[Item, ...]


Item = (
    Use | FromSource | Players | Section | Flow | Rule | Whenever | Always | End | MatchEnd | Cap | Hook | Remark
    | Example | Variant | Replace | Remove | AddBeside | AddTo
)  # fmt: skip


@frozen(eq=False, repr=False, slots=False)
class File(Node):
    """A whole file. `word` is game or library; `changes` names the parent of a differences file."""

    word: str
    title: Text
    changes: Text | None
    items: tuple[Item, ...]
    comments: tuple[tuple[int, str], ...] = field(default=(), eq=False, repr=False)
