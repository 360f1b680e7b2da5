"""Expressions: pure trees of integers."""

from __future__ import annotations

from attrs import frozen

from dicedsl.records import Record


@frozen(eq=False, repr=False, slots=False)
class Const(Record):
    value: int


@frozen(eq=False, repr=False, slots=False)
class Cell(Record):
    """A fixed cell of the state."""

    index: int


@frozen(eq=False, repr=False, slots=False)
class Address(Record):
    """A block, as the return address of a rule: no number, and stored whole in a cell that only a Back reads.

    Such a cell holds 0, the block a game starts with and never comes back to, while there is no return address in it.
    """

    block: int


@frozen(eq=False, repr=False, slots=False)
class CellAt(Record):
    """Cell `base + index`; `size` cells belong together. An index outside of them reads `default`."""

    base: int
    index: Op
    size: int
    default: int = -1


@frozen(eq=False, repr=False, slots=False)
class Var(Record):
    """A value bound by a loop, a parameter of a function or a pick under test."""

    id: int


OPERATORS = (
    "+", "-", "*", "//", "%", "min", "max", "==", "!=", "<", "<=", ">", ">=", "and", "or", "&", "|", "^", "&~",
)  # fmt: skip


@frozen(eq=False, repr=False, slots=False)
class Bin(Record):
    """One of OPERATORS on two values; and, or work on truths and stop early."""

    op: str
    left: Op
    right: Op


@frozen(eq=False, repr=False, slots=False)
class Not(Record):
    operand: Op


@frozen(eq=False, repr=False, slots=False)
class Cond(Record):
    """The first case whose condition holds."""

    condition: Op
    then: Op
    other: Op


@frozen(eq=False, repr=False, slots=False)
class Count(Record):
    """Members of a mask."""

    mask: Op


@frozen(eq=False, repr=False, slots=False)
class Lowest(Record):
    """Index of the lowest member of a mask, -1 if there is none."""

    mask: Op


@frozen(eq=False, repr=False, slots=False)
class Highest(Record):
    mask: Op


@frozen(eq=False, repr=False, slots=False)
class Bit(Record):
    """1 if the member is in the mask; a negative member is in no mask."""

    mask: Op
    member: Op


@frozen(eq=False, repr=False, slots=False)
class Single(Record):
    """The mask of one member; 0 for none."""

    member: Op


@frozen(eq=False, repr=False, slots=False)
class Range(Record):
    """The mask of the numbers from low to high."""

    low: Op
    high: Op


@frozen(eq=False, repr=False, slots=False)
class ListAt(Record):
    """An entry of a constant list; outside it reads `default`."""

    list: int
    index: Op
    default: int = -1


@frozen(eq=False, repr=False, slots=False)
class Call(Record):
    """A pure function of the program."""

    function: int
    arguments: tuple[Op, ...]


@frozen(eq=False, repr=False, slots=False)
class Loop(Record):
    """Binds `var` to each member of a mask, or (if `high` is given) to each number from source to high.

    With `sets`, the source is a list of masks (Groups, Copies, or Fold "sets"), and `var` is one mask after the other.
    weight: how much work each turn counts for, marked by `work_marking`; 0 where the loop is too short to be counted.
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
    return Loop(var, value, value)


FOLDS = ("sum", "any", "all", "max", "min", "union", "sets", "best_max", "best_min")


@frozen(eq=False, repr=False, slots=False)
class Fold(Record):
    """Over all bindings that meet the condition, one of FOLDS; max and min are none if there is no binding.

    union: body is a mask, all are joined. sets: bodies are masks, and the value is the list of them, each once. best_max/best_min:
    members of the (single) loop with the extreme body, as a mask.
    """

    kind: str
    loops: tuple[Loop, ...]
    condition: Op | None
    body: Op


@frozen(eq=False, repr=False, slots=False)
class Reach(Record):
    """The part of a mask that is reached from another mask by links, a list of masks."""

    start: Op
    within: Op
    links: int


@frozen(eq=False, repr=False, slots=False)
class OnePiece(Record):
    """1 if all of a mask can be reached from any member of it by links."""

    mask: Op
    links: int


@frozen(eq=False, repr=False, slots=False)
class Groups(Record):
    """The list of all linked groups of so many members of a mask; with `under`, what is under a member stands or belongs to it."""

    count: Op
    within: Op
    links: int
    under: int
    standing: Op


@frozen(eq=False, repr=False, slots=False)
class Alike(Record):
    """1 if two sets of places have the same shape; the boards are given by number."""

    left: Op
    left_board: int
    right: Op
    right_board: int


@frozen(eq=False, repr=False, slots=False)
class Copies(Record):
    """The list of all sets within a mask that have the shape of another; the boards are given by number."""

    shape: Op
    shape_board: int
    within: Op
    board: int


Op = (
    Const | Cell | Address | CellAt | Var | Bin | Not | Cond | Count | Lowest | Highest | Bit | Single | Range | ListAt
    | Call | Fold | Reach | OnePiece | Groups | Alike | Copies
)  # fmt: skip

ZERO, ONE, NONE = Const(0), Const(1), Const(-1)
