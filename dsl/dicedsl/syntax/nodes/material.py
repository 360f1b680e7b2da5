"""The head of a rulebook, its options, its material and its words."""

from __future__ import annotations

from attrs import field

from dicedsl.records import frozen
from dicedsl.syntax.nodes.base import Node, Phrase, Remark, Text
from dicedsl.syntax.nodes.expressions import Expr


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
    clockwise: bool = False  # said, and therefore checked


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
    named: str = field(default="", eq=False)  # how that is written, if `sort` is numbered


@frozen(eq=False, repr=False, slots=False)
class Scope(Node):
    """Whose memory: word is turn, round, game, match, each (with the kind's name) or sentence (with its subject)."""

    word: str
    kind: Phrase | None = None


@frozen(eq=False, repr=False, slots=False)
class Memory(Node):
    """`key` is a kind that it is kept by, `numbers` a range; `more` are further memories alike; `state` is one that is
    said with `is`; `lasting` (turn, round) is how long such a sentence holds."""

    scope: Scope
    name: Phrase
    key: Phrase | None
    initial: Expr
    bounds: Bounds | None
    seen_by: Expr | None
    for_match: bool
    quiet: bool = False
    more: tuple[Phrase, ...] = ()
    state: bool = False
    lasting: str = ""
    numbers: Expr | None = None


@frozen(eq=False, repr=False, slots=False)
class Point(Node):
    coordinates: tuple[int, ...]


@frozen(eq=False, repr=False, slots=False)
class SizedBoard(Node):
    """`sizes` are those that an option gives; the number is 0 then."""

    form: Phrase
    rows: int
    columns: int
    sizes: tuple[Expr | None, Expr | None] = (None, None)


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
    places: Phrase | None = None


@frozen(eq=False, repr=False, slots=False)
class Kind(Node):
    singular: Phrase
    plural: Phrase
    values: tuple[Phrase, ...]


@frozen(eq=False, repr=False, slots=False)
class Param(Node):
    """`funnel p`; if it is `unnamed`, as in `a funnel`, its kind is its name. `prep` stands in front of it."""

    kind: str
    name: Phrase
    prep: str = ""
    unnamed: bool = False
    article: str = field(default="", eq=False)


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
    heads: tuple[Expr | None, ...]  # None is `otherwise`


@frozen(eq=False, repr=False, slots=False)
class CaseWord(Node):
    name: Phrase
    params: tuple[Param, ...]
    columns: Columns | None
    rows: tuple[Row, ...]
    more: tuple[Phrase, ...] = ()  # further words, with a cell each in every row
    first_line: bool = field(default=False, eq=False)


@frozen(eq=False, repr=False, slots=False)
class AdjectiveWord(Node):
    """`die d is red when C`; `other` makes it a relation; `join` is one, all or any. If the subject is no kind it is a
    sentence with a name: `the bidding is over when C`."""

    subject: Param
    name: Phrase
    other: Param | None
    join: str
    conditions: tuple[Expr, ...]


@frozen(eq=False, repr=False, slots=False)
class Saying(Node):
    """A text with values in braces; `values` are these, in the order of the text."""

    text: Text
    values: tuple[Expr, ...] = ()


@frozen(eq=False, repr=False, slots=False)
class Aim(Node):
    """`aim "..."`: what wins and what one does for it, for somebody who has never heard of the game."""

    saying: Saying


@frozen(eq=False, repr=False, slots=False)
class Shown(Node):
    """Something worth seeing at the table: a value, one for each member of some kinds, or a text with values in it."""

    value: Expr | Saying
    keys: tuple[Phrase, ...]
    label: Text | None
    condition: Expr | None

    @property
    def key(self) -> str:
        return self.name or " ".join(self.value.span.text.split())

    @property
    def name(self) -> str:
        """What it is shown as."""
        if self.label is not None:
            return self.label.value
        return "" if isinstance(self.value, Saying) else " ".join(self.value.span.text.split())


@frozen(eq=False, repr=False, slots=False)
class Replaced(Node):
    """`replace LINE` inside a section of a variant."""

    line: Line


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
class OddsOf(Node):
    """The odds of all attempts of a name."""

    name: Text
    odds: tuple[Odd, ...]


Word = Kind | ValueWord | ListWord | CaseWord | AdjectiveWord
Line = Option | Zone | Memory | Board | Kind | ValueWord | ListWord | CaseWord | AdjectiveWord


@frozen(eq=False, repr=False, slots=False)
class Section(Node):
    """`options:`, `material:`, `to keep track:` (its word is memory), `words:` or `shown:` with its lines."""

    word: str
    lines: tuple[Line | Shown | Replaced | Remark, ...]
    title: Text | None = None
    inline: bool = field(default=False, eq=False)
