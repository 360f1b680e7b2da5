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
    """A word of the rulebook, or part of one, that is worked out of what it is given: `function 3 (points)(v7: number) -> number`."""

    params: tuple[int, ...]  # the variables that hold what it is given
    body: Op
    name: str
    # for each parameter, how many members its kind has (0 for numbers); below 0 if it is a set of them
    sizes: tuple[int, ...] = ()
    # of each parameter that is a number: from what to what it is called with (`work_marking`)
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
    """A die, as the rulebook's material has it."""

    index: int  # its number among the dice of its zone, counted from 1, as it is written: d1
    numbered: bool  # whether it can be told from the others, and is named by its number
    colour: str
    owner: int  # the player it belongs to, -1 for nobody
    faces: tuple[int, ...]  # the numbers on its sides, each as often as it is there
    group: int  # of a plain die: which of Program.plain_groups it is in
    home: int  # the zone it lies in before the game


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
    """Where the cells of the engine itself are: the number of the cell, or of the first of a row of them.

    The first stand where they are written here, the rows of players, dice, zones and places are laid out for each program.
    """

    pc: int = 0  # the block that is carried out, or that play goes on with
    actor: int = 1  # the player who acts: who is on turn, or who is asked meanwhile; -1 for nobody
    player_on_turn: int = 2
    starter: int = 3  # the player who begins the game
    players_inside: int = 4  # the set of those who are not out
    extra_turns: int = 5  # how many more turns the player on turn has won
    turns_played: int = 6  # by all players together, in this game
    rounds: int = 7  # how many have been played in this game
    winners: int = 8  # the set of them; empty if nobody wins
    over: int = 9  # 1 once the game is over
    reason: int = 10  # why it is: a number of Program.reasons
    shown: int = 11  # the set of dice that were shown to all, wherever they lie
    last_lap: int = 12  # 1 once everybody else has one last turn
    match_over: int = 13  # 1 once the whole match is over
    score_order: int = 14  # 1 if the highest score has won, 2 if the lowest has, 0 if no scores decide
    players_gone: int = 15  # how many have gone out
    asked: int = 16  # the set of players who are to answer the choice that is open
    game: int = 17  # which game of the match this is, counted from 1; 0 before the first
    rolling: int = 18  # the set of dice in the air
    turns_of_player: int = 19  # from here on, for each player: how many turns they have had
    skill: int = 0  # for each player: from 0 to 100, as the setting has it
    score_of_player: int = 0  # for each player: the number that has decided who wins
    order_of_leaving: int = 0  # for each player: 1 for who went out first, 2 for the next; 0 for who is still in
    location: int = 0  # for each die: the number of its zone, or how many zones there are and the number of its place
    face: int = 0  # for each die: what it shows; 0 for one that was never rolled
    zone_mask: int = 0  # for each zone: the set of dice in it
    on_place: int = 0  # for each place of all boards: 1 + the die that stands there, 0 if it is empty
    taken: int = 0  # for each board: the set of its places that are not empty
    showing: int = 0  # for each number from 0 on: the set of dice that show it


@define
class Program:
    """A rulebook for one number of players and one choice of options, ready to run."""

    players: int = 0
    cells: int = 0  # how many a state has
    initial: list[int] = field(factory=list)  # what each holds before the first block
    blocks: list[Block] = field(factory=list)
    entry: int = 0  # the block a game starts with
    decisions: list[Decision] = field(factory=list)
    functions: list[Function | None] = field(factory=list)  # None where one was taken out
    lists: list[tuple[int, ...]] = field(factory=list)  # tables that never change
    texts: list[str] = field(factory=list)  # what is said to the players
    rules: list[tuple[int, str]] = field(factory=list)  # blocks that are come to when a rule is used, and its name
    reasons: list[str] = field(factory=list)  # why a game can be over, in words
    reg: Registers = field(factory=Registers)
    dice: list[DieInfo] = field(factory=list)
    zones: list[ZoneInfo] = field(factory=list)
    boards: list[BoardInfo] = field(factory=list)
    kinds: dict[str, KindInfo] = field(factory=dict)  # by name
    slots: list[Slot] = field(factory=list)  # all cells with a name
    adjectives: list[Adjective] = field(factory=list)
    max_face: int = 0  # the highest number that any die can show
    variables: int = 0  # the number of the last variable
    spans: dict[int, Span] = field(factory=dict, eq=False)  # where loops and rules stand, by block
    first_local: int = 0  # from this cell on: names, picks and return addresses of rules, nothing of the position
    # the block that is come to before each turn or round: what an example may begin with; -1 if there is none
    mark: int = -1
    setup_mark: int = -1  # the block that is come to before a game is set up
    rests: set[int] = field(factory=set)  # blocks at which a step is over, and what must always hold is looked at
    # dice that nobody can tell apart, one group after the other
    plain_groups: list[tuple[int, ...]] = field(factory=list)
    remembers_dice: bool = False  # whether some rule remembers a single die
    dice_cells: set[int] = field(factory=set)  # of names that stand for dice
    about: About = field(factory=lambda: About(""))  # what is said of the game beside its rules
    setting: Setting = field(factory=lambda: Setting(0))  # what this program was made for
    telling: Telling = field(factory=Telling, eq=False)  # what front ends need to tell what happens
    kept_as: str = field(default="", eq=False, repr=False)  # a name for exactly this program, where it is kept

    def back_cells(self) -> set[int]:
        """The cells that hold return addresses: nothing is stored there but addresses, and nothing reads them but a Back."""
        return {block.end.cell for block in self.blocks if isinstance(block.end, Back)}
