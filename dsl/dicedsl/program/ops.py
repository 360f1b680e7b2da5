"""The lowered form: small, typed, resolved operations over one vector of integers.

A Program is a set of basic blocks over the cells of a state. Expressions are pure trees of integers: numbers, truths (0 and
1), members of a finite kind (their index, -1 for none) and sets (bit masks). Nothing here holds a name or a text of the
author but for showing it; cells, variables, blocks, functions and lists are numbers.
"""

from __future__ import annotations

from attrs import define, field, frozen

from dicedsl.program.about import About, Setting
from dicedsl.program.telling import Telling
from dicedsl.records import Record
from dicedsl.source import NOWHERE, Span

# ------------------------------------------------------------------ expressions


@frozen(eq=False, repr=False, slots=False)
class Const(Record):
    value: int


@frozen(eq=False, repr=False, slots=False)
class Cell(Record):
    """A fixed cell of the state."""

    index: int


@frozen(eq=False, repr=False, slots=False)
class Address(Record):
    """A block, as the way back out of a rule: no number, and stored whole in a cell that only a Back reads.

    Such a cell holds 0, the block a game starts with and never comes back to, while there is no way back in it.
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
class Span2(Record):
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
    weight: how much work each turn counts for, settled by `work`; 0 where the loop is too short to be counted.
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
    Const | Cell | Address | CellAt | Var | Bin | Not | Cond | Count | Lowest | Highest | Bit | Single | Span2 | ListAt
    | Call | Fold | Reach | OnePiece | Groups | Alike | Copies
)  # fmt: skip

ZERO, ONE, NONE = Const(0), Const(1), Const(-1)


# ------------------------------------------------------------------ statements


@frozen(eq=False, repr=False, slots=False)
class Store(Record):
    index: int
    value: Op


@frozen(eq=False, repr=False, slots=False)
class StoreAt(Record):
    """Cell `base + at` of `size` cells takes a value; outside of them the game is at fault (F503)."""

    base: int
    at: Op
    size: int
    value: Op
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class StoreVar(Record):
    """A local variable of this block; it does not outlive the next suspension."""

    var: int
    value: Op


@frozen(eq=False, repr=False, slots=False)
class Put(Record):
    """The dice of a mask go to a location (zone or place number)."""

    dice: Op
    location: Op
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class Face(Record):
    """The dice of a mask show a number."""

    dice: Op
    number: Op


@frozen(eq=False, repr=False, slots=False)
class When(Record):
    condition: Op
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...] = ()


@frozen(eq=False, repr=False, slots=False)
class Each(Record):
    """A loop without suspension; with `by`, members in that order (lowest first unless `highest`)."""

    loop: Loop
    condition: Op | None
    body: tuple[Stmt, ...]
    by: Op | None = None
    highest: bool = False


@frozen(eq=False, repr=False, slots=False)
class Reset(Record):
    """Cells take their constant starting values: pairs of (first cell, values)."""

    runs: tuple[tuple[int, tuple[int, ...]], ...]


@frozen(eq=False, repr=False, slots=False)
class Tell(Record):
    """Something said to everybody; `text` indexes Program.texts. With values in it, `spoken` indexes those of Program.telling."""

    text: int
    spoken: int = field(default=-1, eq=False)


@frozen(eq=False, repr=False, slots=False)
class Check(Record):
    """A condition that the rulebook promises; if it fails the game is at fault."""

    condition: Op
    code: str
    message: str
    span: Span = field(eq=False, repr=False)


Stmt = Store | StoreAt | StoreVar | Put | Face | When | Each | Reset | Tell | Check


# ------------------------------------------------------------------ ends of blocks


@frozen(eq=False, repr=False, slots=False)
class Jump(Record):
    block: int


@frozen(eq=False, repr=False, slots=False)
class Branch(Record):
    condition: Op
    then: int
    other: int


@frozen(eq=False, repr=False, slots=False)
class Back(Record):
    """Return from a rule: jump to the block whose address is kept in a cell."""

    cell: int


@frozen(eq=False, repr=False, slots=False)
class Ask(Record):
    """Suspend: a decision."""

    decision: int


@frozen(eq=False, repr=False, slots=False)
class RollDice(Record):
    """Suspend: the dice of a mask fall; then `next`."""

    dice: Op
    next: int


@frozen(eq=False, repr=False, slots=False)
class DrawOne(Record):
    """Suspend: one member of a mask by lot goes into a cell; then `next`.

    dealt: one of many draws of a single step. alike: the program takes the first of equal dice, whichever of them is drawn,
    so that they are one outcome.
    """

    members: Op
    cell: int
    next: int
    shape: str
    dealt: bool = False
    alike: bool = False


@frozen(eq=False, repr=False, slots=False)
class Over(Record):
    """Suspend for good."""


End = Jump | Branch | Back | Ask | RollDice | DrawOne | Over


@define
class Block:
    number: int
    body: list[Stmt] = field(factory=list)
    end: End = field(factory=Over)
    label: str = ""
    work: int = 0  # what coming here counts for


# ------------------------------------------------------------------ decisions


@frozen(eq=False, repr=False, slots=False)
class PickOp(Record):
    """One pick of an alternative.

    many: a mask of `low` to `high` members of the source; else one member. `range_high` makes the source a range of numbers.
    `shape` says how its values are written: number, truth, die, player, place:BOARD, kind:NAME. `var` is bound while moves are
    listed, `cell` keeps the answer. sets: the source is a list of masks, and one of these is picked. pending: in a choice of
    several at once, the first of the cells, one for each seat, that keep what was picked until all have answered.
    """

    var: int
    cell: int
    source: Op
    range_high: Op | None
    many: bool
    low: Op
    high: Op | None
    condition: Op | None
    it: int
    shape: str
    name: str
    secret: bool
    span: Span = field(eq=False, repr=False)
    sets: bool = False
    pending: int = -1
    weight: int = 0  # how much work each answer counts for, settled by `work`
    words: str = field(default="", eq=False, repr=False)  # what is picked from, as the rulebook has it

    @property
    def gathered(self) -> bool:
        """Whether a set is put together of members; else one thing is picked, be it a whole set."""
        return self.many and not self.sets


@frozen(eq=False, repr=False, slots=False)
class MustOp(Record):
    """A condition with the referee's sentence; `after` is how many picks must be bound before it can be judged."""

    condition: Op
    text: int
    after: int
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class AlternativeOp(Record):
    """One answer to a decision.

    Of an outcome of an attempt, `weight` is how likely it is, and `lots` say more about its picks: for the pick of that number
    the weight of a member if one is picked, the percentage if it is a set. The variable `it` of the pick is the member.
    """

    name: str
    picks: tuple[PickOp, ...]
    musts: tuple[MustOp, ...]
    leaves: tuple[MustOp, ...]  # judged on the position that its steps lead to
    block: int
    weight: Op | None = None
    lots: tuple[tuple[int, Op], ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen(eq=False, repr=False, slots=False)
class Decision(Record):
    """A suspension answered by a seat, by several at once, or (reported) by a report of the table.

    seats: mask of the seats that answer. at_once: they answer without knowing of each other; `pending` is the first of the cells,
    one for each seat, that keep the number of the alternative, counted from 1, until all have answered, and then `after` is the
    block to go to. nothing: block to go to when no alternative is legal, or -1.
    """

    number: int
    seats: Op
    alternatives: tuple[AlternativeOp, ...]
    nothing: int
    reported: bool
    at_once: bool
    pending: int
    after: int
    label: str
    always: tuple[MustOp, ...]
    span: Span = field(eq=False, repr=False)

    @property
    def always_open(self) -> bool:
        """Whether some alternative can be seen to be open in any position, so that nothing has to be tried."""
        return not self.always and any(not a.picks and not a.musts and not a.leaves for a in self.alternatives)

    @property
    def looks_ahead(self) -> bool:
        """Whether an answer is judged by what it leads to."""
        return bool(self.always) or any(a.leaves for a in self.alternatives)


# ------------------------------------------------------------------ the program


@frozen(eq=False, repr=False, slots=False)
class Function(Record):
    """`sizes` holds, for each parameter, how many members its kind has (0 for numbers); below 0 if it is a set of them.

    bounds: between which numbers each parameter stays that is one, wherever the program calls it; settled by `work`.
    """

    params: tuple[int, ...]
    body: Op
    name: str
    sizes: tuple[int, ...] = ()
    bounds: tuple[tuple[int, int], ...] = ()


@frozen(eq=False, repr=False, slots=False)
class ZoneInfo(Record):
    """A zone's number, name, key values (by index) and who sees faces in it (None: everybody)."""

    number: int
    name: str
    keys: tuple[int, ...]
    key_kinds: tuple[str, ...]
    owner: int
    seen_by: Op | None


@frozen(eq=False, repr=False, slots=False)
class DieInfo(Record):
    index: int
    numbered: bool
    colour: str
    owner: int
    faces: tuple[int, ...]
    group: int
    home: int


@frozen(eq=False, repr=False, slots=False)
class Slot(Record):
    """A named stretch of cells: memory of the rulebook, or a register of the engine."""

    name: str
    base: int
    size: int
    shape: str
    scope: str
    keys: tuple[str, ...] = ()
    seen_by: Op | None = None
    owner_var: int = -1
    many: bool = False


@frozen(eq=False, repr=False, slots=False)
class KindInfo(Record):
    """A kind of things: the words of a closed one, how its members are written (as in PickOp), and how many there are."""

    name: str
    plural: str
    values: tuple[str, ...]
    shape: str = ""
    size: int = 0


@frozen(eq=False, repr=False, slots=False)
class BoardInfo(Record):
    """A board: the number of its first place, the coordinates of each and what these are called, and from how many sides it is seen."""

    name: str
    first: int
    labels: tuple[tuple[int, ...], ...]
    form: str
    rows: int
    columns: int
    coordinates: tuple[str, ...] = ()
    sides: int = 1


@frozen(eq=False, repr=False, slots=False)
class Adjective(Record):
    """A word of the rulebook for single dice or places (`shape` as in PickOp): whether it holds of the variable `var`."""

    name: str
    shape: str
    var: int
    test: Op


@define
class Registers:
    """Cells of the engine itself."""

    pc: int = 0
    actor: int = 1
    turn: int = 2
    starter: int = 3
    inside: int = 4
    extra: int = 5
    turns: int = 6
    rounds: int = 7
    winners: int = 8
    over: int = 9
    reason: int = 10
    shown: int = 11
    last_lap: int = 12
    match_over: int = 13
    measured: int = 14
    gone: int = 15
    asked: int = 16
    game: int = 17
    rolling: int = 18
    turns_of: int = 19
    skill: int = 0
    measure: int = 0
    order_out: int = 0
    location: int = 0
    face: int = 0
    zone_mask: int = 0
    on_place: int = 0
    taken: int = 0
    showing: int = 0


@define
class Program:
    """A rulebook for one number of players and one choice of options, ready to run."""

    players: int = 0
    cells: int = 0
    initial: list[int] = field(factory=list)
    blocks: list[Block] = field(factory=list)
    entry: int = 0
    decisions: list[Decision] = field(factory=list)
    functions: list[Function | None] = field(factory=list)
    lists: list[tuple[int, ...]] = field(factory=list)
    texts: list[str] = field(factory=list)
    rules: list[tuple[int, str]] = field(factory=list)  # blocks that are come to when a rule is used, and its name
    reasons: list[str] = field(factory=list)
    reg: Registers = field(factory=Registers)
    dice: list[DieInfo] = field(factory=list)
    zones: list[ZoneInfo] = field(factory=list)
    boards: list[BoardInfo] = field(factory=list)
    kinds: dict[str, KindInfo] = field(factory=dict)
    slots: list[Slot] = field(factory=list)
    adjectives: list[Adjective] = field(factory=list)
    max_face: int = 0
    variables: int = 0
    spans: dict[int, Span] = field(factory=dict, eq=False)  # where loops and rules stand, by block
    first_local: int = 0  # from this cell on: names, picks and ways back of rules, nothing of the position
    mark: int = -1
    setup_mark: int = -1
    rests: set[int] = field(factory=set)
    plain_groups: list[tuple[int, ...]] = field(factory=list)
    remembers_dice: bool = False  # whether some rule remembers a single die
    dice_cells: set[int] = field(factory=set)  # of names that stand for dice
    about: About = field(factory=lambda: About(""))
    setting: Setting = field(factory=lambda: Setting(0))
    telling: Telling = field(factory=Telling, eq=False)
    kept_as: str = field(default="", eq=False, repr=False)  # a name for exactly this program, where it is kept

    def back_cells(self) -> set[int]:
        """The cells that hold ways back: nothing is stored there but addresses, and nothing reads them but a Back."""
        return {block.end.cell for block in self.blocks if isinstance(block.end, Back)}
