"""Games seen from another side: turned plates, rotated seats and renamed colours must give the same game, relabelled.

A random game is played twice at the same time: as it falls, and with everything mapped. At each choice both must offer the same moves,
and after each step both must look the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable
from functools import cache

import pytest
from attrs import define, field, frozen
from tests.stepping_code import runner_of

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game, load
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import ops
from dicedsl.program.members import MEMBERS
from dicedsl.program.sets import NO_NUMBER
from dicedsl.rulebook.library import games

Point = tuple[int, ...]
STEPS = 40


@frozen
class Symmetry:
    """Where each coordinate goes, by how many seats the players move on, and what colours are called."""

    order: tuple[int, int, int] = (0, 1, 2)  # new coordinate i is old coordinate order[i]
    seats: int = 0
    colours: tuple[tuple[str, str], ...] = ()

    def colour(self, name: str) -> str:
        return dict(self.colours).get(name, name)

    def point(self, p: Point) -> Point:
        return tuple(p[i] for i in self.order) if len(p) == 3 else p

    def side(self, s: int) -> int:
        return self.order.index(s)

    def showing(self, number: int) -> int:
        """A standing die that is turned with the plate shows its three numbers in another order."""
        if number < 100:
            return number
        digits = (number // 100, number // 10 % 10, number % 10)
        first, second, third = (digits[i] for i in self.order)
        return 100 * first + 10 * second + third


SAME = Symmetry()
TURN = Symmetry((2, 0, 1))
TURN_WITH_SEATS = Symmetry((2, 0, 1), 1)
MIRROR = Symmetry((1, 0, 2))
SEATS = Symmetry(seats=1)


class Look:
    """A table through the eyes of a symmetry: everything told in the words of the other game."""

    def __init__(self, table: GameTable, symmetry: Symmetry) -> None:
        self.table = table
        self.sym = symmetry
        self.orientations = sorted({f for d in table.program.dice for f in d.faces if f > 100})
        self._places: dict[int, Hashable] = {}

    def seat(self, seat: int) -> int:
        return (seat + self.sym.seats) % self.table.players if seat >= 0 else seat

    def label(self, board: str, index: int) -> Hashable:
        info = next(b for b in self.table.program.boards if b.name == board)
        return (board, *self.sym.point(info.labels[index])) if index >= 0 else None

    def place(self, location: int) -> Hashable:
        """A zone or a place."""
        if location not in self._places:
            self._places[location] = self._place(location)
        return self._places[location]

    def _place(self, location: int) -> Hashable:
        program = self.table.program
        if location < len(program.zones):
            zone = program.zones[location]
            keys = [self.value(kind, key) for kind, key in zip(zone.key_kinds, zone.keys, strict=True)]
            return (" ".join(map(self.sym.colour, zone.name.split())), *keys)
        location -= len(program.zones)
        board = next(b for b in reversed(program.boards) if b.first <= location)
        return self.label(board.name, location - board.first)

    def die(self, state: State, die: int, face: bool = True) -> Hashable:
        reg, info = self.table.reg, self.table.program.dice[die]
        where = state.cells[reg.location + die] if self.table.program.boards else self._zone(state, die)
        shows = self.sym.showing(state.cells[reg.face + die]) if face else 0
        return (
            self.sym.colour(info.colour),
            self.seat(info.owner),
            info.index if info.numbered else 0,
            self.place(where),
            shows,
        )

    def _zone(self, state: State, die: int) -> int:
        first = self.table.reg.zone_mask
        return next(z for z in range(len(self.table.program.zones)) if state.cells[first + z] >> die & 1)

    def value(self, shape: str, value: int) -> Hashable:
        if shape == "player":
            return self.seat(value)
        if shape.startswith("place:"):
            return self.label(shape[6:], value)
        if shape == "kind:side" and value >= 0:
            return self.sym.side(value)
        if shape == "kind:colour" and value >= 0:
            return self.sym.colour(self.table.program.kinds["colour"].values[value])
        if shape == "kind:orientation":
            return self.sym.showing(self.orientations[value])
        return value

    def picked(self, state: State, pick: ops.PickOp, value: int) -> Hashable:
        one: Callable[[int], Hashable] = lambda v: self.value(pick.shape, v)  # noqa: E731
        if pick.shape == "die":
            one = lambda v: self.die(state, v)  # noqa: E731
        if pick.many or pick.picks_sets:
            return frozenset(Counter(one(v) for v in MEMBERS[value]).items())
        return one(value)

    def move(self, state: State, alternative: int, values: tuple[int, ...]) -> Hashable:
        decision = self.table.decision(state)
        assert decision is not None
        picks = decision.alternatives[alternative].picks
        return (alternative, *(self.picked(state, p, v) for p, v in zip(picks, values, strict=True)))

    def moves(self, state: State, seat: int) -> dict[Hashable, tuple[int, ...]]:
        listed = self.table.bare_moves(state, seat)
        return {self.move(state, m[0], m[1:]): m for m in listed}

    def position(self, state: State) -> Hashable:
        """All that can be seen: dice, memory that is a number, who is asked, and the result."""
        table, cells = self.table, state.cells
        dice = Counter(self.die(state, d) for d in range(len(table.program.dice)))
        turn = table.turn(state)
        memory: list[Hashable] = []
        for slot in table.program.slots:
            if slot.many or (
                slot.shape not in {"number", "player", "kind:side"} and not slot.shape.startswith("place:")
            ):
                continue
            values = [
                self.value(slot.shape, v) if v != NO_NUMBER else None for v in cells[slot.base : slot.base + slot.size]
            ]
            if slot.keys == ("player",):
                values = [v for _, v in sorted((self.seat(i), v) for i, v in enumerate(values))]
            elif slot.keys:
                continue
            memory.append((slot.name, *values))
        result = table.result(state)
        end: Hashable = None
        if result is not None:
            places = dict((self.seat(i), p) for i, p in enumerate(result.ranks))
            scores = dict((self.seat(i), p) for i, p in enumerate(result.scores or ()))
            end = (frozenset(map(self.seat, result.winners)), frozenset(places.items()), frozenset(scores.items()))
        return frozenset(dice.items()), turn.kind, frozenset(map(self.seat, turn.seats)), tuple(memory), end

    def fallen(self, state: State, outcome: Outcome) -> Hashable:
        """What chance brought."""
        table = self.table
        dice = table.rolling(state)
        if dice:
            shown = Counter(
                (self.die(state, d, face=False), self.sym.showing(v)) for d, v in zip(dice, outcome.values, strict=True)
            )
            return frozenset(shown.items())
        end = table.program.blocks[state.cells[table.reg.pc]].end
        assert isinstance(end, ops.DrawOne)
        (drawn,) = outcome.values
        return self.die(state, drawn) if end.shape == "die" else self.value(end.shape, drawn)


class Differs(AssertionError):
    pass


@define
class Twins:
    """A game and its image, played side by side."""

    one: Look
    two: Look  # told as it is
    seen: Counter[str] = field(factory=Counter)

    def demand(self, a: Hashable, b: Hashable, what: str) -> None:
        if a != b:
            raise Differs(f"{what}: {a!r:.1500} is not {b!r:.1500}")

    def play(self, seed: int, steps: int = STEPS, laid: bool = False) -> None:
        """`laid`: the material is laid out by chance, place after place, so the image of it is made by hand."""
        chance = Chance(seed)
        here, there = self.one.table.start(), self.two.table.start()
        if laid:
            while self.one.table.turn(here).kind == "chance":
                here = self.one.table.apply(here, self.one.table.sample(here, chance))
            there = self.image(here)
        self.seen["games"] += 1
        while self.seen["choices"] < steps:
            self.demand(self.one.position(here), self.two.position(there), "position")
            self.seen["positions"] += 1
            if self.one.table.is_over(here):
                self.seen["ends"] += 1
                return
            if self.one.table.turn(here).kind == "chance":
                outcome = self.one.table.sample(here, chance)
                there = self.two.table.apply(there, self.image_of_roll(here, outcome, there))
                here = self.one.table.apply(here, outcome)
                continue
            here, there = self.choose(here, there, chance)
            self.seen["choices"] += 1

    def image(self, state: State) -> State:
        """The same dice on the mapped places; for dice that do not stand on a corner."""
        table, cells = self.two.table, list(state.cells)
        put, zones, board = runner_of(table).space["put"], len(table.program.zones), table.program.boards[0]
        standing = {d: cells[table.reg.location + d] - zones for d in range(len(table.program.dice))}
        standing = {d: place for d, place in standing.items() if place >= 0}
        for die in standing:
            put(cells, 1 << die, table.program.dice[die].home, 0)
        for die, place in standing.items():
            put(cells, 1 << die, zones + board.labels.index(self.one.sym.point(board.labels[place])), 0)
        return State(table, tuple(cells))

    def choose(self, here: State, there: State, chance: Chance) -> tuple[State, State]:
        turn = self.one.table.turn(here)
        seat = turn.seats[chance.below(len(turn.seats))]
        other = self.one.seat(seat)
        if turn.kind == "report":
            move = self.one.table.report_by_odds(here, chance)
            seat, other = move.seat, self.one.seat(move.seat)
            image = self.report(here, move, there, other)
        else:
            mine, theirs = self.one.moves(here, seat), self.two.moves(there, other)
            self.demand(frozenset(mine), frozenset(theirs), "moves")
            self.seen["moves"] += len(mine)
            keys = list(mine)
            key = keys[chance.below(len(keys))]
            move = Move(seat, mine[key][0], mine[key][1:], "")
            image = Move(other, theirs[key][0], theirs[key][1:], "")
        return self.one.table.apply(here, move), self.two.table.apply(there, image)

    def report(self, here: State, move: Move, there: State, seat: int) -> Move:
        """The image of a report; reports are too many to be listed, so it is put together pick by pick."""
        decision = self.one.table.decision(here)
        assert decision is not None
        values = []
        for pick, value in zip(decision.alternatives[move.alternative].picks, move.values, strict=True):
            many = pick.many or pick.picks_sets
            image = [self.member(here, pick, v, there) for v in (MEMBERS[value] if many else (value,))]
            values.append(sum(1 << v for v in image) if many else image[0])
        report = Move(seat, move.alternative, tuple(values), "")
        self.demand(None, self.two.table.why_not(there, seat, report), "report")
        self.seen["reports"] += 1
        return report

    def member(self, here: State, pick: ops.PickOp, value: int, there: State) -> int:
        if pick.shape == "die":
            wanted = self.one.die(here, value)
            return next(d for d in range(len(self.two.table.program.dice)) if self.two.die(there, d) == wanted)
        if pick.shape.startswith("place:"):
            info = next(b for b in self.two.table.program.boards if b.name == pick.shape[6:])
            return info.labels.index(self.one.sym.point(info.labels[value]))
        image = self.one.value(pick.shape, value)
        if pick.shape == "kind:colour":
            return self.two.table.program.kinds["colour"].values.index(str(image))
        assert isinstance(image, int)
        return self.two.orientations.index(image) if pick.shape == "kind:orientation" else image

    def image_of_roll(self, here: State, outcome: Outcome, there: State) -> Outcome:
        one, two = self.one, self.two
        dice = one.table.rolling(here)
        self.demand(len(dice), len(two.table.rolling(there)), "dice rolled")
        self.seen["rolls"] += 1
        if not dice:
            wanted = one.fallen(here, outcome)
            found = [o for o in two.table.outcomes(there) if two.fallen(there, o) == wanted]
            self.demand(bool(found), True, "draw")
            return found[0]
        lots: dict[Hashable, list[int]] = {}
        for die, value in zip(dice, outcome.values, strict=True):
            lots.setdefault(one.die(here, die, face=False), []).append(one.sym.showing(value))
        values = []
        for die in two.table.rolling(there):
            lot = lots.get(two.die(there, die, face=False))
            self.demand(bool(lot), True, "dice rolled")
            assert lot
            lot.sort()
            values.append(lot.pop(0))
        return Outcome(tuple(values))


def twins(game: Game, players: int, symmetry: Symmetry) -> Twins:
    one = game.table(players, starter=0)
    two = game.table(players, starter=symmetry.seats % players)
    return Twins(Look(one, symmetry), Look(two, SAME))


@cache
def named(name: str) -> Game:
    return Game.named(name)


def players_of(game: Game) -> int:
    """Three if three can play, since most plates have three sides."""
    allowed = game.about
    return 3 if allowed.more or 3 in allowed.counts else max(c for c in allowed.counts if c <= 4)


def has_lattice(game: Game) -> bool:
    return any(len(b.labels[0]) == 3 for b in game.table(players_of(game), starter=0).program.boards)


# -------------------------------------------------------------- the plate turned and mirrored


# Nobody owns a corner or a side, and set-up favours none.
TURNED = """01-captain-flint 03-faraday 06-dice-mikado 08-mounting 09-hide-away 10-most-simple-game 12-forbidden-number 13-up-and-down
16-trulla 19-dishing-up 20-malicious-pleasure 21-acquire 23-rasanto 25-ruins 28-tabula-rasa
30-fire-and-water 31-squeezing 32-triops 36-slipped 41-doubles 45-sandwich 47-wolf 57-fire-red-devil ring-of-six""".split()

# The same, but dice are laid out by chance, place after place.
LAID = "39-el-dado 40-asparagus 42-favourite 44-cui-bono turned-over".split()

# Each player owns a corner or a side, so the players turn with the plate.
TURNED_WITH_SEATS = (
    "11-green-amoeba 27-mucho 35-slide 37-mound-mover 38-diebylon 43-greedy-grabber 54-falling-rocks 56-finish".split()
)

# Dice that stand on a corner have no mirror image among the 24 ways to stand; others look alike in a mirror.
MIRRORED = [g for g in TURNED if g not in {"20-malicious-pleasure", "36-slipped", "41-doubles"}] + [
    "02-dune",
    "04-coulomb",
]

NOT_TURNED = {
    "02-dune": "the fourth die starts on (3,3,2), off the centre",
    "04-coulomb": "the fourth die starts on (3,3,2), off the centre",
    "14-clever-mole": "takes seconds to make ready; hills are described by named sides",
    "15-storing-scores": "the hidden dice lie in the order of the funnels",
    "17-vain-guinea-fowl": "one corner is red, and each side has its own number",
    "18-spotted-cow": "standing dice are rolled place after place",
    "22-golden-centre": "dice are rolled in the order of seats",
    "24-summit-storm": "of funnels that open at once the one with the smallest a is rolled for first, by a ruling",
    "26-dora": "of funnels that open at once the one with the smallest a is filled first, by a ruling",
    "29-quadrula-rasa": "takes seconds to make ready",
    "33-lookout": "dice are put on the first open place",
    "34-masquerade": "the colours go round with the sides: see below",
    "46-reducto": "standing dice are rolled place after place",
    "48-witches-dance": "two players in two of three corners",
    "49-smuggling": "two players, and the hill lies off the centre",
    "50-pharaohs-curse": "dice are rolled in the order of seats",
    "51-steps-to-the-throne": "one side is the start, the corner opposite the goal",
    "52-race": "one side is the start, the corner opposite the goal",
    "53-triangle": "all go to the same corner",
    "55-flea-chase": "two players in two of three corners",
}


def test_every_rulebook_with_a_pile_is_turned_or_says_why_not() -> None:
    with_pile = {name for name, _ in games() if name in NOT_TURNED or has_lattice(named(name))}
    assert with_pile == {*TURNED, *LAID, *TURNED_WITH_SEATS, *NOT_TURNED}


def tried(names: list[str], symmetry: Symmetry, laid: bool = False) -> Counter[str]:
    total: Counter[str] = Counter()
    for number, name in enumerate(names):
        game = named(name)
        both = twins(game, players_of(game), symmetry)
        try:
            both.play(number + 1, laid=laid)
        except Differs as difference:
            raise AssertionError(f"{name}: {difference}") from None
        total += both.seen
    print(dict(total))
    return total


def test_the_plate_turned() -> None:
    seen = tried(TURNED, TURN)
    assert seen["games"] == len(TURNED) >= 23
    assert seen["choices"] >= 700 and seen["moves"] >= 15_000


def test_the_plate_turned_with_all_players() -> None:
    seen = tried(TURNED_WITH_SEATS, TURN_WITH_SEATS)
    assert seen["games"] == len(TURNED_WITH_SEATS) >= 8
    assert seen["choices"] >= 300 and seen["moves"] >= 2_000


def test_the_plate_mirrored() -> None:
    seen = tried(MIRRORED, MIRROR)
    assert seen["games"] == len(MIRRORED) >= 21
    assert seen["choices"] >= 600 and seen["moves"] >= 12_000


@pytest.mark.parametrize("symmetry", [TURN, MIRROR], ids=["turned", "mirrored"])
def test_a_pyramid_laid_out_by_chance(symmetry: Symmetry) -> None:
    seen = tried(LAID, symmetry, laid=True)
    assert seen["games"] == len(LAID) >= 5
    assert seen["choices"] >= 180 and seen["moves"] >= 900


def test_colours_that_go_round_with_the_sides() -> None:
    colours = (("blue", "red"), ("red", "green"), ("green", "blue"))
    seen = tried(["34-masquerade"], Symmetry((2, 0, 1), 1, colours))
    assert seen["choices"] == STEPS


# -------------------------------------------------------------- seats


ROTATED = """farkle pig threes yacht yahtzee catch-6 diangle grand-poobah keep-on-rolling spicy-dice spicy-dice-extra spicy-dice-junior
two-out-of-three 01-captain-flint 02-dune 03-faraday 04-coulomb 05-emag 06-dice-mikado 07-flickers 08-mounting 09-hide-away
10-most-simple-game 12-forbidden-number 13-up-and-down 15-storing-scores 16-trulla 20-malicious-pleasure
21-acquire 23-rasanto 24-summit-storm 25-ruins 26-dora 30-fire-and-water 31-squeezing 32-triops 39-el-dado 40-asparagus
41-doubles 42-favourite 44-cui-bono 45-sandwich 46-reducto 47-wolf 49-smuggling 51-steps-to-the-throne 57-fire-red-devil
turned-over ring-of-six tic-tac-dice""".split()

NOT_ROTATED = {
    "backgammon": "each player has a die of set-up",
    "einstein": "each player has a corner",
    "lonely-peak": "hands are rolled in the order of seats",
    "snake-eyes": "each player has a nest on the ring",
    "craps": "one player",
    "liars-dice": "hands are rolled in the order of seats",
    "perfecto": "hands are rolled in the order of seats",
    "perfecto-advanced": "hands are rolled in the order of seats",
    "perfecto-team": "hands are rolled in the order of seats",
    "six-by-six": "each player has a side of the board",
    "14-clever-mole": "takes seconds to make ready",
    "17-vain-guinea-fowl": "dice are rolled in the order of seats",
    "18-spotted-cow": "given dice are mixed in a stock and used in the order of seats, though it does not matter whose they were",
    "19-dishing-up": "the number of a fallen die names a seat",
    "22-golden-centre": "each player has a corner",
    "28-tabula-rasa": "each player has rows of a board",
    "29-quadrula-rasa": "takes seconds to make ready",
    "33-lookout": "dice are rolled in the order of seats",
    "34-masquerade": "each player has a corner",
    "36-slipped": "slips are dealt in the order of seats",
    "48-witches-dance": "each player has a corner",
    "50-pharaohs-curse": "each player has a corner",
    "52-race": "takes seconds to make ready",
    "53-triangle": "each player has corners",
    "55-flea-chase": "each player has a corner",
    **{name: "each player has a corner or a side" for name in TURNED_WITH_SEATS},
}


def test_every_rulebook_is_rotated_or_says_why_not() -> None:
    assert {name for name, _ in games()} == {*ROTATED, *NOT_ROTATED}


def test_seats_rotated() -> None:
    total: Counter[str] = Counter()
    for number, name in enumerate(ROTATED):
        game = named(name)
        both = twins(game, players_of(game), SEATS)
        try:
            both.play(number + 1, 45)
        except Differs as difference:
            raise AssertionError(f"{name}: {difference}") from None
        total += both.seen
    print(dict(total))
    assert total["games"] == len(ROTATED) >= 47
    assert total["choices"] >= 1_500 and total["moves"] >= 25_000 and total["ends"] >= 10


# -------------------------------------------------------------- colours


NAMES = ("red", "green", "black", "blue", "gold")
RENAMED = dict(zip(NAMES, ("white", "yellow", "purple", "orange", "red"), strict=True))
COLOURED = """13-up-and-down 30-fire-and-water 34-masquerade 39-el-dado 42-favourite 44-cui-bono 46-reducto 47-wolf
49-smuggling 57-fire-red-devil turned-over""".split()


def test_colours_renamed() -> None:
    """No colour has a meaning of its own: with other names, in the same places, it is the same game."""
    total: Counter[str] = Counter()
    for number, name in enumerate(COLOURED):
        game = named(name)
        text = re.sub(r"\b(red|green|black|blue|gold)\b", lambda found: RENAMED[found[0]], game.source.text)
        assert text != game.source.text
        players = players_of(game)
        one, two = game.table(players, starter=0), load(text).table(players, starter=0)
        both = Twins(Look(one, Symmetry(colours=tuple(RENAMED.items()))), Look(two, SAME))
        both.play(number + 1)
        total += both.seen
    print(dict(total))
    assert total["games"] == len(COLOURED)
    assert total["choices"] >= 300 and total["moves"] >= 4_000


# -------------------------------------------------------------- the relations can fail


@pytest.mark.parametrize(
    ("name", "symmetry"),
    [
        ("51-steps-to-the-throne", TURN),
        ("27-mucho", TURN),
        ("27-mucho", SEATS),
        ("37-mound-mover", MIRROR),
        ("19-dishing-up", SEATS),
    ],
)
def test_what_is_not_the_same_is_found(name: str, symmetry: Symmetry) -> None:
    game = named(name)
    with pytest.raises(Differs):
        twins(game, players_of(game), symmetry).play(5)
