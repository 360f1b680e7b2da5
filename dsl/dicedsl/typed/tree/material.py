"""What is declared: boards, options, zones, memory, words. Each stands for its name wherever it is used."""

from __future__ import annotations

from attrs import field

from dicedsl.records import frozen
from dicedsl.syntax import nodes as n
from dicedsl.typed.kinds import Kind, Type
from dicedsl.typed.tree.base import Expr, Local, Typed


@frozen(eq=False, repr=False, slots=False)
class Box(Typed):
    """The points of a board given by coordinates: each from `low` to `high`, and of those all that meet the condition."""

    axes: tuple[Local, ...]
    low: Expr
    high: Expr
    condition: Expr | None


@frozen(eq=False, repr=False, slots=False)
class Board:
    """`side`: the kind of the sides it is seen from, if there are several."""

    name: str
    kind: Kind
    coordinates: tuple[str, ...]
    side: Kind | None
    has_steps: bool  # points and steps are those of this board
    node: n.Board


@frozen(eq=False, repr=False, slots=False)
class Bounds:
    low: Expr
    high: Expr
    node: n.Bounds | n.Range


@frozen(eq=False, repr=False, slots=False)
class Option:
    """`words` are the values of an option that is a word; else `default` says what it is."""

    name: str
    type: Type
    default: Expr | None
    words: tuple[str, ...]
    bounds: Bounds | None
    choices: tuple[Expr, ...]
    node: n.Option


@frozen(eq=False, repr=False, slots=False)
class Zone:
    """`owner` is what `owner` stands for in `seen by`."""

    name: str
    keys: tuple[Kind, ...]
    amount: Expr | None
    colour: str
    is_numbered: bool
    is_standing: bool
    faces: Expr | None
    seen_by: Expr | None
    owner: Local
    node: n.Zone


@frozen(eq=False, repr=False, slots=False)
class Memory:
    """`scope` is turn, round, game or match; `initial` None means that it begins as none. `numbers`: its last key is one of these."""

    name: str
    keys: tuple[Kind, ...]
    type: Type
    scope: str
    initial: Expr | None
    bounds: Bounds | None
    seen_by: Expr | None
    owner: Local
    node: n.Memory
    numbers: Bounds | None = field(default=None)


@frozen(eq=False, repr=False, slots=False)
class ListWord:
    name: str
    items: tuple[Expr, ...]
    node: n.ListWord


@frozen(eq=False, repr=False, slots=False)
class Word:
    """A value that is worked out whenever it is asked for. `changes`: it depends on what has been played. `depends`: on the setting."""

    name: str
    params: tuple[Local, ...]
    body: Expr
    type: Type
    changes: bool
    depends: bool
    node: n.ValueWord | n.CaseWord


@frozen(eq=False, repr=False, slots=False)
class Adjective:
    """An adjective, or a relation if it has two parameters."""

    name: str
    params: tuple[Local, ...]
    test: Expr
    changes: bool
    depends: bool
    node: n.AdjectiveWord


@frozen(eq=False, repr=False, slots=False)
class Saying:
    """A text with values in braces, in the order of the text; None stands for `you`."""

    text: str
    values: tuple[Expr | None, ...] = ()


@frozen(eq=False, repr=False, slots=False)
class Shown:
    name: str
    keys: tuple[Local, ...]
    value: Expr | Saying
    condition: Expr | None = field(default=None)
