"""The whole of a lowered rulebook, and what it is made of."""

from __future__ import annotations

from attrs import define, field, frozen

from dicedsl.about import About, Setting
from dicedsl.program.ops.blocks import Back, Block
from dicedsl.program.ops.decisions import Decision
from dicedsl.program.ops.expressions import Op
from dicedsl.program.telling import Telling
from dicedsl.records import Record
from dicedsl.text.source import Span


@frozen(eq=False, repr=False, slots=False)
class Function(Record):
    """`sizes` holds, for each parameter, how many members its kind has (0 for numbers); below 0 if it is a set of them.

    bounds: between which numbers each parameter stays that is one, wherever the program calls it; marked by `work_marking`.
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
    first_local: int = 0  # from this cell on: names, picks and return addresses of rules, nothing of the position
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
        """The cells that hold return addresses: nothing is stored there but addresses, and nothing reads them but a Back."""
        return {block.end.cell for block in self.blocks if isinstance(block.end, Back)}
