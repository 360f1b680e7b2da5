"""The head of a rulebook, its options, its material and its words."""

from __future__ import annotations

from attrs import field, frozen

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
    quiet: bool = False


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


Word = Kind | ValueWord | ListWord | CaseWord | AdjectiveWord
Line = Option | Zone | Memory | Board | Kind | ValueWord | ListWord | CaseWord | AdjectiveWord


@frozen(eq=False, repr=False, slots=False)
class Section(Node):
    """`options:`, `material:`, `words:` or `shown:` with its lines."""

    word: str
    lines: tuple[Line | Shown | Replaced | Remark, ...]
