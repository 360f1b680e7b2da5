"""Expressions: pure trees of integers."""

from __future__ import annotations

from attrs import frozen

from dicedsl.records import Record


@frozen(eq=False, repr=False, slots=False)
class Const(Record):
    """A number that never changes: `7`."""

    value: int


@frozen(eq=False, repr=False, slots=False)
class Cell(Record):
    """What a fixed cell of the state holds: `starter`, or `[40]` if it has no name."""

    index: int


@frozen(eq=False, repr=False, slots=False)
class Address(Record):
    """A block, as the return address of a rule: `block 12`. It is no number, and stored whole in a cell that only a Back reads.

    Such a cell holds 0, the block a game starts with and never comes back to, while there is no return address in it.
    """

    block: int


@frozen(eq=False, repr=False, slots=False)
class CellAt(Record):
    """What cell `base + index` holds, of `size` cells that belong together: `skill[actor else -1]`. An index outside of
    them reads `default`."""

    base: int
    index: Op
    size: int
    default: int = -1


@frozen(eq=False, repr=False, slots=False)
class Var(Record):
    """The value bound by a loop, a parameter of a function or a pick under test: `v3`."""

    id: int


OPERATORS = (
    "+", "-", "*", "//", "%", "min", "max", "==", "!=", "<", "<=", ">", ">=", "and", "or", "&", "|", "^", "&~",
)  # fmt: skip


@frozen(eq=False, repr=False, slots=False)
class Bin(Record):
    """One of OPERATORS on two values: `(rounds + 1)`, `min(rounds, 4)`; and, or work on truths and stop early."""

    op: str
    left: Op
    right: Op


@frozen(eq=False, repr=False, slots=False)
class Not(Record):
    """The other truth: `not over`."""

    operand: Op


@frozen(eq=False, repr=False, slots=False)
class Cond(Record):
    """`then` if the condition holds, else `other`: `(1 if over else 0)`."""

    condition: Op
    then: Op
    other: Op


@frozen(eq=False, repr=False, slots=False)
class Count(Record):
    """How many members a set has: `count(winners)`."""

    mask: Op


@frozen(eq=False, repr=False, slots=False)
class Lowest(Record):
    """The lowest member of a set, -1 if there is none: `lowest(winners)`."""

    mask: Op


@frozen(eq=False, repr=False, slots=False)
class Highest(Record):
    """The highest member of a set, -1 if there is none: `highest(winners)`."""

    mask: Op


@frozen(eq=False, repr=False, slots=False)
class Bit(Record):
    """1 if the member is in the set: `(actor in winners)`. A negative member is in no set."""

    mask: Op
    member: Op


@frozen(eq=False, repr=False, slots=False)
class Single(Record):
    """The set of one member, empty for none: `{actor}`."""

    member: Op


@frozen(eq=False, repr=False, slots=False)
class Range(Record):
    """The set of the numbers from low to high: `{1..6}`."""

    low: Op
    high: Op


@frozen(eq=False, repr=False, slots=False)
class ListAt(Record):
    """An entry of a list that never changes: `list 2[actor else -1]`. Outside of it `default` is read."""

    list: int
    index: Op
    default: int = -1


@frozen(eq=False, repr=False, slots=False)
class Call(Record):
    """What a function of the program comes to: `function 0(actor, 5)`."""

    function: int
    arguments: tuple[Op, ...]


@frozen(eq=False, repr=False, slots=False)
class Loop(Record):
    """What `var` is bound to, one value after the other, in a Fold or an Each: the members of a set, `v1 in winners`.

    If `high` is given, it is each number from source to high: `v1 in 1..6`. With `sets`, the source is a list of sets
    (Groups, Copies, or Fold "sets"), and `var` is one of them after the other: `set v1 in sets({v2} for v2 in winners)`.
    `weight` is how much work each turn counts for, marked by `work_marking`; 0 where the loop is too short to be counted.
    """

    var: int
    source: Op
    high: Op | None = None
    sets: bool = False
    weight: int = 0

    @property
    def binds(self) -> bool:
        """Whether it only gives a name to one value: the numbers from it to itself."""
        return self.high is not None and self.high == self.source


def bind(var: int, value: Op) -> Loop:
    """A loop that gives one value a name: `v1 = rounds`."""
    return Loop(var, value, value)


FOLDS = ("sum", "any", "all", "max", "min", "union", "sets", "best_max", "best_min")


@frozen(eq=False, repr=False, slots=False)
class Fold(Record):
    """What many values come to together, one of FOLDS: `sum(v1 for v1 in 1..6 if (v1 > 2))`.

    Of all bindings of the loops those count that meet the condition; max and min are none if there is no binding. For union
    the body is a set, and all are joined. For sets the bodies are sets, and the value is the list of them, each once. Of best_max
    and best_min the value is the set of those members of the (single) loop with the extreme body.
    """

    kind: str
    loops: tuple[Loop, ...]
    condition: Op | None
    body: Op


@frozen(eq=False, repr=False, slots=False)
class Reach(Record):
    """The part of a set that is reached from another set by links, a list of sets: `reach({v1} within v2 by list 3)`."""

    start: Op
    within: Op
    links: int


@frozen(eq=False, repr=False, slots=False)
class OnePiece(Record):
    """1 if all of a set can be reached from any member of it by links: `one piece(v1 by list 3)`."""

    mask: Op
    links: int


@frozen(eq=False, repr=False, slots=False)
class Groups(Record):
    """The list of all linked groups of so many members of a set: `groups(4 of v1 by list 3)`.

    If the list `under` is given, a group counts only if what is under each member is part of `standing` or of the group:
    `groups(4 of v1 by list 3 on list 5 or v2)`.
    """

    count: Op
    within: Op
    links: int
    under: int
    standing: Op


@frozen(eq=False, repr=False, slots=False)
class Alike(Record):
    """1 if two sets of places have the same shape: `alike(v1 on board 0, v2 on board 1)`. The boards are given by number."""

    left: Op
    left_board: int
    right: Op
    right_board: int


@frozen(eq=False, repr=False, slots=False)
class Copies(Record):
    """The list of all sets within a set that have the shape of another: `copies(v1 of board 0 in v2 on board 1)`. The
    boards are given by number."""

    shape: Op
    shape_board: int
    within: Op
    board: int


Op = (
    Const | Cell | Address | CellAt | Var | Bin | Not | Cond | Count | Lowest | Highest | Bit | Single | Range | ListAt
    | Call | Fold | Reach | OnePiece | Groups | Alike | Copies
)  # fmt: skip

ZERO, ONE, NONE = Const(0), Const(1), Const(-1)
