"""Physics of piles: in random games every die above the plate stands on three others, and no die is lost or doubled.

What carries a die is written here once more, as plain arithmetic on coordinates, so that a fault of a library is no excuse.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

import pytest
from attrs import define, field, frozen
from tests.invariants import Auditor, Broken
from tests.stepping_code import runner_of

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.lab.at_random import action_at_random
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable, table_of
from dicedsl.program import ops
from dicedsl.rulebook.library import games

Point = tuple[int, int, int]

SOAK_GAMES = int(os.environ.get("SOAK_GAMES", "500"))
SOAK_READING = 50  # the words of the moves are read at one choice in so many
STEPS = 80  # choices and reports of one game; rolls and draws are not counted
MOST_PLAYERS = 4  # where the rulebook says "or more"


@frozen
class Lattice:
    """Which way is down: on the plate a coordinate grows, on the plate turned over it shrinks. `lowest` is the sum on the plate."""

    down: int
    lowest: int

    def supports(self, p: Point) -> set[Point]:
        a, b, c = p
        d = self.down
        return {(a + d, b, c), (a, b + d, c), (a, b, c + d)}

    def riders(self, p: Point) -> set[Point]:
        return Lattice(-self.down, 0).supports(p)

    def floating(self, pile: set[Point]) -> set[Point]:
        return {p for p in pile if sum(p) != self.lowest and not self.supports(p) <= pile}

    def outside_faces(self, pile: set[Point]) -> int:
        return sum(len(self.riders(p) - pile) for p in pile)


PLATE = Lattice(1, 8)
TURNED_OVER = Lattice(-1, 9)

# Games whose rules do not ask for support: always, or while something is told in several parts (then at those turns only).
ANY_TURN = frozenset({"choice", "choices", "report", "over"})
LOOSE: dict[tuple[str, str], tuple[frozenset[str], str]] = {
    ("01-captain-flint", ""): (
        ANY_TURN,
        "a skeleton of three arms, each die on one support, is what is left of the pyramid",
    ),
    ("01-captain-flint", "Pirates"): (ANY_TURN, "the same arms are built, each die on the one below it"),
    ("06-dice-mikado", ""): (ANY_TURN, "dice are pulled out of the pyramid, and those above stay where they are"),
    ("09-hide-away", ""): (
        frozenset({"report"}),
        "an accident is told in two parts; what hangs falls after the second",
    ),
    ("14-clever-mole", "Rotating"): (
        frozenset({"choice"}),
        "the master names a die for each place, from the tips downwards",
    ),
    ("39-el-dado", "Takeover"): (
        frozenset({"report"}),
        "a pyramid that stands is told place by place, from the top downwards",
    ),
    ("40-asparagus", "Takeover"): (
        frozenset({"report"}),
        "a pyramid that stands is told place by place, from the top downwards",
    ),
}

# Games that never leave the plate, or leave it too seldom to be met in a short random game.
FLAT = {
    "02-dune": "four dice blown about; the pyramid of four comes last, if at all",
    "04-coulomb": "four dice shaken about; the pyramid of four comes last, if at all",
    "03-faraday": "three dice on the plate",
    "11-green-amoeba": "the amoeba stays on the plate",
    "45-sandwich": "one layer",
    "46-reducto": "one layer",
    "48-witches-dance": "one layer",
    "49-smuggling": "few dice climb by chance",
    "50-pharaohs-curse": "few dice climb by chance",
    "51-steps-to-the-throne": "few dice climb by chance",
    "52-race": "one layer",
    "53-triangle": "few dice climb by chance",
    "54-falling-rocks": "one layer",
}

# Settings that take seconds to make ready or to list the moves of: one setting each, or fewer steps.
SELDOM = {"14-clever-mole": ((2, "Rotating"),), "29-quadrula-rasa": ((3, ""),)}
FEWER_STEPS = {"29-quadrula-rasa": 20}


@frozen
class Case:
    game: str
    players: int
    variant: str

    def __str__(self) -> str:
        return "-".join([self.game, str(self.players), self.variant]).rstrip("-")

    @property
    def lattice(self) -> Lattice:
        return TURNED_OVER if self.game == "turned-over" else PLATE

    @property
    def steps(self) -> int:
        return FEWER_STEPS.get(self.game, STEPS)

    def asks_support(self, kind: str) -> bool:
        return kind not in LOOSE.get((self.game, self.variant), (frozenset(), ""))[0]


def pile_of(table: GameTable) -> ops.BoardInfo | None:
    """The board by three coordinates, if there is one."""
    return next((b for b in table.program.boards if len(b.labels[0]) == 3), None)


def standing(state: State, board: ops.BoardInfo) -> dict[int, Point]:
    """Die by die where it stands on the pile."""
    first = table_of(state).reg.on_place + board.first
    found: dict[int, Point] = {}
    for (a, b, c), die in zip(board.labels, state.cells[first : first + len(board.labels)], strict=True):
        if die:
            assert die - 1 not in found, f"die {die - 1} stands on two places"
            found[die - 1] = (a, b, c)
    return found


def material_of(table: GameTable) -> dict[tuple[str, int], int]:
    """The dice of each colour and owner, as a mask."""
    masks: dict[tuple[str, int], int] = {}
    for number, die in enumerate(table.program.dice):
        masks[die.colour, die.owner] = masks.get((die.colour, die.owner), 0) | 1 << number
    return masks


def missing(state: State, material: dict[tuple[str, int], int]) -> dict[tuple[str, int], int]:
    """By colour and owner, how many dice there are too few (or, below 0, too many) in all zones and on all boards together."""
    reg, program = table_of(state).reg, table_of(state).program
    places = sum(len(b.labels) for b in program.boards)
    heaps = list(state.cells[reg.zone_mask : reg.zone_mask + len(program.zones)])
    heaps += [1 << die - 1 for die in state.cells[reg.on_place : reg.on_place + places] if die]
    found = {
        sort: mask.bit_count() - sum((heap & mask).bit_count() for heap in heaps) for sort, mask in material.items()
    }
    return {sort: count for sort, count in found.items() if count}


@define
class Watched:
    """What was looked at, and what was wrong."""

    seen: Counter[str] = field(factory=Counter)
    wrong: list[str] = field(factory=list)

    def look(self, case: Case, state: State, board: ops.BoardInfo, material: dict[tuple[str, int], int]) -> None:
        pile = set(standing(state, board).values())
        self.seen["states"] += 1
        if gone := missing(state, material):
            self.wrong.append(f"{case}: too few dice {gone}")
        if case.asks_support(table_of(state).turn(state).kind):
            self.seen["piles"] += 1
            self.seen["dice above the plate"] += sum(sum(p) != case.lattice.lowest for p in pile)
            self.check(str(case), case.lattice, pile)

    def check(self, what: str, lattice: Lattice, pile: set[Point]) -> None:
        if floating := lattice.floating(pile):
            self.wrong.append(f"{what}: nothing carries {sorted(floating)}")
        on_plate = sum(sum(p) == lattice.lowest for p in pile)
        if lattice.outside_faces(pile) != 3 * on_plate:
            self.wrong.append(f"{what}: {lattice.outside_faces(pile)} outside faces over {on_plate} funnels")


def play(case: Case, table: GameTable, board: ops.BoardInfo, seed: int) -> Watched:
    chance, watched = Chance(seed), Watched()
    state = table.start()
    material = material_of(table)
    while watched.seen["states"] < case.steps:
        if table.turn(state).kind != "chance":
            watched.look(case, state, board, material)
            if table.is_over(state):
                break
        state = table.apply(state, action_at_random(table, state, chance))
    return watched


def settings(game: Game) -> Iterator[tuple[int, str]]:
    """The plain game and each variant, for as many players as can play."""
    for variant in ["", *game.variants]:
        players = game.about_with((variant,) if variant else ())
        most = MOST_PLAYERS if players.more else max(c for c in players.counts if c <= MOST_PLAYERS)
        yield most, variant


def test_every_die_stands_on_three() -> None:
    total: Counter[str] = Counter()
    wrong: list[str] = []
    climbed: set[str] = set()
    met: set[tuple[str, str]] = set()
    for name, _ in games():
        game = Game.named(name)
        for players, variant in SELDOM.get(name, settings(game)):
            table = game.table(players, variants=(variant,) if variant else ())
            board = pile_of(table)
            if board is None:
                break
            case = Case(name, players, variant)
            watched = play(case, table, board, 1 + total["games"])
            wrong += watched.wrong
            total += watched.seen
            total["games"] += 1
            met.add((name, variant))
            if watched.seen["dice above the plate"]:
                climbed.add(name)
    print(dict(total))

    assert wrong == []
    assert set(LOOSE) <= met, "a game that is excused is not played"
    assert set(FLAT) <= {n for n, _ in met}
    assert {n for n, _ in met} - climbed <= set(FLAT) | {n for n, v in LOOSE if not v}, "a game has no pile any more"
    assert len({n for n, _ in met}) >= 50
    assert total["games"] >= 90
    assert total["states"] >= 4_500
    assert total["piles"] >= 4_000
    assert total["dice above the plate"] >= 80_000


# -------------------------------------------------------------- for hours


@define
class Carried:
    """After every event of an audited game: everything on the pile is carried. On masks, so that it takes next to nothing."""

    case: Case
    board: ops.BoardInfo
    supports: list[int] = field(init=False)
    piles: int = 0
    _last: int = -1

    def __attrs_post_init__(self) -> None:
        lattice, number = self.case.lattice, {label: i for i, label in enumerate(self.board.labels)}
        self.supports = [
            0 if sum(p) == lattice.lowest else sum(1 << number[q] for q in lattice.supports((p[0], p[1], p[2])))
            for p in self.board.labels
        ]

    def __call__(self, before: State, action: Move | Outcome, state: State) -> None:
        table = table_of(state)
        taken = state.cells[table.reg.taken + table.program.boards.index(self.board)]
        kind = table.turn(state).kind
        # Between two draws of a set-up by lot the pile is not finished.
        if taken == self._last or kind == "chance" or not self.case.asks_support(kind):
            return
        self.piles += 1
        for place, needed in enumerate(self.supports):
            if taken >> place & 1 and needed & ~taken:
                raise Broken(f"{self.case}: nothing carries {self.board.labels[place]}; cells {table.encode(state)}")
        self._last = taken


def every_setting() -> Iterator[Case]:
    for name, _ in games():
        game = Game.named(name)
        for variant in ["", *game.variants]:
            players = game.about_with((variant,) if variant else ())
            for count in range(players.counts[0], MOST_PLAYERS + 1) if players.more else players.counts:
                yield Case(name, count, variant)


@pytest.mark.soak
@pytest.mark.parametrize("case", list(every_setting()), ids=str)
def test_hundreds_of_games_keep_every_promise(case: Case) -> None:
    table = Game.named(case.game).table(case.players, variants=(case.variant,) if case.variant else ())
    board = pile_of(table)
    if board is None:
        pytest.skip("this game has no pile; its soak is the one of all games")
    carried = Carried(case, board)
    auditor = Auditor(table, Chance(1_000), watch=carried, reading=SOAK_READING)
    for _ in range(SOAK_GAMES):
        auditor.game()

    assert auditor.counts["games"] == SOAK_GAMES
    print(case, auditor.counts, "piles", carried.piles)


# -------------------------------------------------------------- the checks can fail


def test_a_floating_die_stops_a_soak() -> None:
    case = Case("23-rasanto", 2, "")
    table = Game.named(case.game).table(2, starter=0)
    board = pile_of(table)
    assert board is not None
    start = table.start()
    nothing = Outcome(())

    carried = Carried(case, board)
    carried(start, nothing, on_the_plate(table, board, SMALL_PYRAMID))
    assert carried.piles == 1
    with pytest.raises(Broken, match="nothing carries"):
        Carried(case, board)(start, nothing, on_the_plate(table, board, SMALL_PYRAMID[1:]))


def on_the_plate(table: GameTable, board: ops.BoardInfo, spots: list[Point]) -> State:
    """A state made by hand: one die after the other of the material on these places, the rest where it starts."""
    state = table.start()
    cells = list(state.cells)
    for die, spot in enumerate(spots):
        runner_of(table).space["put"](
            cells, 1 << die, len(table.program.zones) + board.first + board.labels.index(spot), 0
        )
    return State(table, tuple(cells))


SMALL_PYRAMID: list[Point] = [(3, 3, 2), (4, 2, 2), (3, 2, 3), (3, 2, 2)]


@pytest.mark.parametrize(
    ("spots", "stands"),
    [
        ([], True),
        ([(8, 0, 0)], True),
        (SMALL_PYRAMID, True),
        (SMALL_PYRAMID[1:], False),
        ([*SMALL_PYRAMID[:3], (2, 2, 2)], False),
        ([*SMALL_PYRAMID, (0, 0, 0)], False),
        ([(7, 0, 0)], False),
    ],
)
def test_a_floating_die_is_found(spots: list[Point], stands: bool) -> None:
    case = Case("10-most-simple-game", 3, "")
    table = Game.named(case.game).table(3, starter=0)
    board = pile_of(table)
    assert board is not None
    state = on_the_plate(table, board, spots)
    material = material_of(table)
    watched = Watched()

    watched.look(case, state, board, material)

    assert (watched.wrong == []) is stands
    assert watched.seen["states"] == 1


def test_a_die_that_is_lost_or_doubled_is_found() -> None:
    table = Game.named("10-most-simple-game").table(3, starter=0)
    board = pile_of(table)
    assert board is not None
    state = on_the_plate(table, board, [(8, 0, 0)])
    material = material_of(table)
    assert missing(state, material) == {}
    here = table.reg.on_place + board.first + board.labels.index((8, 0, 0))
    there = table.reg.on_place + board.first + board.labels.index((0, 8, 0))
    lost, doubled = list(state.cells), list(state.cells)
    lost[here] = 0
    doubled[there] = doubled[here]

    assert list(missing(State(table, tuple(lost)), material).values()) == [1]
    assert list(missing(State(table, tuple(doubled)), material).values()) == [-1]
    with pytest.raises(AssertionError, match="two places"):
        standing(State(table, tuple(doubled)), board)


def test_outside_faces_tell_a_pile_from_a_heap_in_the_air() -> None:
    whole = {(a, b, c) for a in range(9) for b in range(9 - a) for c in range(9 - a - b)}
    assert PLATE.outside_faces(whole) == 135
    assert PLATE.outside_faces(whole - {(1, 1, 1)}) > 135
    assert TURNED_OVER.outside_faces({(3, 3, 3)}) == 3
    assert TURNED_OVER.floating({(4, 3, 3)}) == {(4, 3, 3)}
