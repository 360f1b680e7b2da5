"""What generated programs are made of: players, dice, zones, boards, kinds, memory, all small, with their cells laid out."""

from __future__ import annotations

from itertools import product

from attrs import define, field, frozen

from dicedsl.program import ops
from dicedsl.text.source import Source, Span
from tests.program.lots import Lots

TEXT = Source("<generated>", "".join(f"{i:05}\n" for i in range(4_000)))
NUMBERS = "numbers"  # the kind of sets of small numbers
MOST_NUMBER = 9
GRID = ((2, 1, 1), (2, 2, 1), (3, 2, 1), (3, 3, 1), (2, 2, 2), (3, 2, 2))
WIDE = ((5, 14, 1), (4, 4, 5), (7, 10, 2))  # sets of them fill more than a word
MANY_DICE = 67


@frozen
class Type:
    """What an expression comes to: a number, a truth, a member of a kind (-1 for none), a set of members, or a list of sets."""

    sort: str  # number, truth, member, set, sets
    kind: str = ""


NUMBER, TRUTH = Type("number"), Type("truth")


@frozen
class Memory:
    """Cells of one type, with a kind as key or without."""

    type: Type
    base: int
    size: int = 1
    key: str = ""


@define
class World:
    """The material of one program, and what has been handed out of its cells, variables and texts."""

    program: ops.Program
    sizes: dict[str, int] = field(factory=dict)  # of the kinds
    memories: list[Memory] = field(factory=list)
    lists: dict[tuple[Type, int], list[int]] = field(factory=dict)
    links: dict[str, list[int]] = field(factory=dict)
    functions: list[tuple[tuple[Type, ...], Type]] = field(factory=list)
    places: int = 0
    _spans: int = 0

    def span(self) -> Span:
        self._spans += 1
        return Span(TEXT, 6 * self._spans, 6 * self._spans + 5)

    def cells(self, values: list[int]) -> int:
        program = self.program
        program.initial.extend(values)
        program.cells = len(program.initial)
        return program.cells - len(values)

    def variable(self) -> int:
        self.program.variables += 1
        return self.program.variables

    def text(self) -> int:
        self.program.texts.append(f"Sentence {len(self.program.texts)}.")
        return len(self.program.texts) - 1

    def list_of(self, values: tuple[int, ...]) -> int:
        self.program.lists.append(values)
        return len(self.program.lists) - 1

    def shape(self, kind: str) -> str:
        if kind.startswith("place"):
            return f"place:{kind}"
        return {"colour": "kind:colour", NUMBERS: "number"}.get(kind, kind)

    def whole(self, kind: str) -> int:
        """The set of all members."""
        return (1 << self.sizes[kind]) - 1

    def remember(self, name: str, type_: Type, values: list[int], key: str = "") -> None:
        base = self.cells(values)
        self.memories.append(Memory(type_, base, len(values), key))
        shape = "truth" if type_.sort == "truth" else self.shape(type_.kind or "number")
        many = type_.sort == "set"
        self.program.slots.append(
            ops.Slot(name, base, len(values), shape, "game", keys=(key,) if key else (), many=many)
        )


def made(draw: Lots) -> World:
    """The material of a program."""
    world = World(ops.Program())
    program = world.program
    program.players = draw.integer(1, 3)
    program.texts.append("")
    program.reasons += ["it is over", "it is enough", "somebody has won"]
    program.kinds["colour"] = ops.KindInfo("colour", "colours", ("red", "green", "blue"))
    world.sizes = {"player": program.players, "colour": 3, NUMBERS: MOST_NUMBER + 1}
    _zones(world, draw)
    _dice(world, draw)
    _boards(world, draw)
    world.sizes["die"] = len(program.dice)
    _registers(world)
    _memory(world, draw)
    _lists(world, draw)
    return world


def _zones(world: World, draw: Lots) -> None:
    for number in range(draw.integer(1, 3)):
        world.program.zones.append(ops.ZoneInfo(number, f"zone {number}", (), (), -1, None))


def _dice(world: World, draw: Lots) -> None:
    """A few sorts of dice, each told apart by numbers or plain; now and then there are many."""
    program = world.program
    for group in range(draw.integer(1, 2)):
        numbered, count = draw.flip(), draw.integer(1, 3)
        if not numbered and draw.integer(1, 20) == 20:
            count = MANY_DICE
        faces = draw.one([(1, 2, 3, 4, 5, 6), (1, 2, 3), (0, 1), (1, 1, 4)])
        first = len(program.dice)
        for index in range(first, first + count):
            home = draw.integer(0, len(program.zones) - 1)
            program.dice.append(ops.DieInfo(index, numbered, "red", -1, faces, group, home))
        if not numbered:
            program.plain_groups.append(tuple(range(first, first + count)))
    program.max_face = max(face for die in program.dice for face in die.faces)


def _boards(world: World, draw: Lots) -> None:
    program = world.program
    for number in range(draw.integer(0, 2)):
        labels = _labels(draw)
        rows, columns = (len(set(axis)) for axis in (list(zip(*labels, strict=True)))[:2])
        name = f"place{number}"
        program.boards.append(ops.BoardInfo(name, world.places, labels, "grid", rows, columns))
        world.sizes[name] = len(labels)
        world.places += len(labels)
        near = [[sum(abs(a - b) for a, b in zip(p, q, strict=True)) == 1 for q in labels] for p in labels]
        below = [[q == (p[0], p[1] + 1, *p[2:]) for q in labels] for p in labels]
        for linked in (near, below):
            masks = tuple(sum(1 << i for i, is_linked in enumerate(row) if is_linked) for row in linked)
            world.links.setdefault(name, []).append(world.list_of(masks))


def _labels(draw: Lots) -> tuple[tuple[int, ...], ...]:
    """The places of a board, flat or solid, in one order or another, now and then many or with gaps."""
    sizes = draw.one(GRID if draw.integer(1, 12) < 12 else WIDE)
    labels: list[tuple[int, ...]] = list(product(*map(range, sizes if sizes[2] > 1 else sizes[:2])))
    if draw.integer(1, 4) == 4:
        labels.sort(key=lambda label: label[::-1])
    if draw.integer(1, 4) == 4 and len(labels) > 2:
        labels.pop(draw.integer(0, len(labels) - 1))
    return tuple(labels)


def _registers(world: World) -> None:
    program, reg = world.program, world.program.reg
    players, dice, zones = program.players, len(program.dice), len(program.zones)
    world.cells([0] * reg.turns_of_player)
    program.initial[reg.players_inside] = (1 << players) - 1
    reg.turns_of_player = world.cells([0] * players)
    reg.score_of_player = world.cells([0] * players)
    reg.order_of_leaving = world.cells([0] * players)
    reg.skill = world.cells([50] * players)
    reg.location = world.cells([die.home for die in program.dice])
    reg.face = world.cells([0] * dice)
    reg.zone_mask = world.cells(
        [sum(1 << die.index for die in program.dice if die.home == zone) for zone in range(zones)]
    )
    reg.on_place = world.cells([0] * world.places)
    reg.taken = world.cells([0] * len(program.boards))
    reg.showing = world.cells([(1 << dice) - 1] + [0] * program.max_face)
    world.memories.append(Memory(NUMBER, reg.turns_of_player, players, "player"))
    world.memories.append(Memory(NUMBER, reg.face, dice, "die"))
    world.memories.append(Memory(Type("set", "player"), reg.players_inside))
    world.memories.append(Memory(NUMBER, reg.score_of_player, players, "player"))
    for type_, cell in results(world):
        world.memories.append(Memory(type_, cell))
    world.memories.append(Memory(Type("set", "die"), reg.shown))
    for zone in range(zones):
        world.memories.append(Memory(Type("set", "die"), reg.zone_mask + zone))
    for number, board in enumerate(program.boards):
        world.memories.append(Memory(Type("set", board.name), reg.taken + number))


def results(world: World) -> list[tuple[Type, int]]:
    """What is counted of a game when it is over, beside why it ended, who began, and what its players are ranked by."""
    reg = world.program.reg
    return [
        (NUMBER, reg.turns_played), (NUMBER, reg.rounds), (NUMBER, reg.game), (TRUTH, reg.score_order),
        (Type("set", "player"), reg.winners),
    ]  # fmt: skip


def types(world: World) -> list[Type]:
    """The types that memory can have."""
    kinds = [kind for kind in world.sizes if kind != NUMBERS]
    return [
        NUMBER,
        TRUTH,
        *(Type("member", kind) for kind in kinds),
        *(Type("set", kind) for kind in world.sizes),
    ]


def start(world: World, type_: Type, draw: Lots) -> int:
    """A value of a type."""
    if type_.sort == "number":
        return draw.integer(-2, 9)
    if type_.sort == "truth":
        return draw.integer(0, 1)
    size = world.sizes[type_.kind]
    return draw.integer(-1, size - 1) if type_.sort == "member" else draw.integer(0, (1 << size) - 1)


def _memory(world: World, draw: Lots) -> None:
    """Cells of every type, and a few rows of them with keys; what is only for the dice to write stays theirs."""
    for number, type_ in enumerate(types(world)):
        world.remember(f"memory {number}", type_, [start(world, type_, draw)])
    for number in range(draw.integer(1, 3)):
        key = draw.one([kind for kind in world.sizes if kind != NUMBERS])
        type_ = draw.one(types(world))
        world.remember(f"row {number}", type_, [start(world, type_, draw) for _ in range(world.sizes[key])], key)


def _lists(world: World, draw: Lots) -> None:
    """Constant lists: of numbers, of members and of sets."""
    for type_ in types(world):
        if type_.sort != "truth" and draw.flip():
            values = tuple(start(world, type_, draw) for _ in range(draw.integer(1, 4)))
            default = 0 if type_.sort == "set" else -1
            world.lists.setdefault((type_, default), []).append(world.list_of(values))
