"""Scores of games on the plate counted a second time: by plain arithmetic on places, colours and zones, sharing nothing
with the rulebooks."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from attrs import frozen
from tests.parts import some
from tests.stepping_code import runner_of

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.lab.at_random import action_at_random
from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table.game_table import GameTable, table_of
from dicedsl.typed.material import COLOUR_WORDS

Point = tuple[int, ...]
Triple = tuple[int, int, int]

SOAK_GAMES = int(os.environ.get("SOAK_GAMES", "500"))
EVENTS = 120  # of a short game; the rest is played without looking
ENDS = 3
MOST_PLAYERS = 4

# ------------------------------------------------------------------ what lies where


@frozen
class Die:
    number: int
    owner: int
    colour: str
    shown: int
    place: Point | None
    zone: str
    keeper: int  # whose zone it lies in

    @property
    def faces(self) -> Triple:
        """The numbers towards the three sides."""
        return self.shown // 100, self.shown // 10 % 10, self.shown % 10


@frozen
class Position:
    dice: tuple[Die, ...]
    players: int

    def standing(self, owner: int) -> list[Die]:
        return [d for d in self.dice if d.place is not None and d.owner == owner]

    def kept(self, zone: str, keeper: int) -> list[Die]:
        return [d for d in self.dice if d.zone == zone and d.keeper == keeper]

    @property
    def taken(self) -> set[Point]:
        return {d.place for d in self.dice if d.place is not None}


def read(state: State) -> Position:
    program, reg, cells = table_of(state).program, table_of(state).reg, state.cells
    places = [label for board in program.boards for label in board.labels]
    zones = program.zones
    dice = []
    for number, info in enumerate(program.dice):
        shown = cells[reg.face + number]
        if program.boards:
            at = cells[reg.location + number]
        else:
            at = next(z for z in range(len(zones)) if cells[reg.zone_mask + z] >> number & 1)
        if at >= len(zones):
            dice.append(Die(number, info.owner, info.colour, shown, tuple(places[at - len(zones)]), "", -1))
        else:
            dice.append(Die(number, info.owner, info.colour, shown, None, zones[at].name, zones[at].owner))
    return Position(tuple(dice), table_of(state).players)


def asked(state: State, word: str, seat: int) -> int:
    """What the rulebook says: one of its words, or its memory."""
    program = table_of(state).program
    for slot in program.slots:
        if slot.name == word:
            return state.cells[slot.base + seat]
    number = next(i for i, f in enumerate(program.functions) if f is not None and (f.name, len(f.params)) == (word, 1))
    return int(runner_of(table_of(state)).space[f"f{number}"](list(state.cells), seat))


# ------------------------------------------------------------------ counting


def before(place: Point, down: int = 1) -> list[Point]:
    """The places in front of the three outer faces."""
    a, b, c = place
    return [(a - down, b, c), (a, b - down, c), (a, b, c - down)]


def outside_faces(position: Position, seat: int) -> int:
    taken = position.taken
    return sum(
        q not in taken for d in position.standing(seat) if d.place and d.colour != "black" for q in before(d.place)
    )


def worth(zone: str, values: dict[str, int]) -> Callable[[Position, int], int]:
    return lambda position, seat: sum(values.get(d.colour, 0) for d in position.kept(zone, seat))


def number_in(*zones: str) -> Callable[[Position, int], int]:
    return lambda position, seat: sum(len(position.kept(zone, seat)) for zone in zones)


def dice_standing(position: Position, seat: int) -> int:
    return len(position.standing(seat))


def own_corner_numbers(position: Position, seat: int) -> int:
    """In the corner of a seat its own coordinate is 5 on the outside, the two others are 0."""
    return sum(
        d.faces[side]
        for d in position.standing(seat)
        if d.place
        for side in range(3)
        if d.place[side] == (5 if side == seat else 0)
    )


def in_next_corner(position: Position, seat: int) -> int:
    return sum(d.place is not None and d.place[(seat + 1) % 3] >= 5 for d in position.standing(seat))


def in_one_foreign_corner(position: Position, seat: int) -> int:
    own = [d.place for d in position.standing(seat) if d.place]
    return max(sum(place[corner] >= 6 for place in own) for corner in range(3) if corner != seat)


def on_far_edge(corners: bool) -> Callable[[Position, int], int]:
    """On the plate, at the edge opposite to the seat's corner."""

    def arrived(place: Point, seat: int) -> bool:
        others = [x for side, x in enumerate(place) if side != seat]
        return sum(place) == 8 and place[seat] == 0 and (corners or min(others) > 0)

    return lambda position, seat: sum(arrived(d.place, seat) for d in position.standing(seat) if d.place)


def in_the_third_corner(position: Position, seat: int) -> int:
    return sum(
        (d.place[0] == 0) + (d.place[1] == 0) + (d.place[2] == 5)
        for d in position.standing(seat)
        if d.place and d.place[2] >= 5
    )


def brink_numbers(position: Position, seat: int) -> int:
    total = 0
    for d in position.standing(seat):
        assert d.place is not None
        a, b, c = d.place
        if c >= 4:
            outward = d.faces[0] * (a == 0) + d.faces[1] * (b == 0) + d.faces[2] * (c == 4)
            total += min(c - 3, 4) * outward
    return total


GOALS = [(0, 0, 8), (8, 0, 0), (0, 8, 0)]


def way_left(position: Position, seat: int) -> int:
    (explorer,) = position.standing(seat)
    assert explorer.place is not None
    return max(abs(x - y) for x, y in zip(explorer.place, GOALS[seat], strict=True))


COLLECTED = {"gold": 10, "blue": 5, "green": 3, "black": 2, "red": 1}
PENALTY = {"green": 1, "black": 2, "red": 3}
REDUCED = {"green": 3, "red": 2, "black": 1}


@frozen
class Recount:
    game: str
    variant: str
    word: str
    count: Callable[[Position, int], int]

    def __str__(self) -> str:
        return f"{self.game}-{self.variant}".rstrip("-")


RECOUNTS = [
    Recount("07-flickers", "", "dice lying", lambda p, seat: sum(d.owner == seat for d in p.kept("plate dice", -1))),
    Recount("09-hide-away", "", "outside faces", outside_faces),
    Recount("10-most-simple-game", "", "outside faces", outside_faces),
    Recount("12-forbidden-number", "", "outside faces", outside_faces),
    Recount("13-up-and-down", "", "outside faces", outside_faces),
    Recount("13-up-and-down", "Demolition", "dice standing", dice_standing),
    Recount("13-up-and-down", "Plus and minus", "worth", worth("stock", {"red": 1, "black": -1})),
    Recount("16-trulla", "", "outside faces", outside_faces),
    Recount("17-vain-guinea-fowl", "", "dice left", number_in("stock", "thrown die")),
    Recount("18-spotted-cow", "", "dice left", number_in("stock")),
    Recount("19-dishing-up", "", "dice left", number_in("stock")),
    Recount("20-malicious-pleasure", "", "dice left", number_in("stock")),
    Recount("20-malicious-pleasure", "Loose", "dice left", number_in("stock")),
    Recount("23-rasanto", "", "outside faces", outside_faces),
    Recount("24-summit-storm", "", "outside faces", outside_faces),
    Recount("25-ruins", "", "used dice", dice_standing),
    Recount("27-mucho", "", "score", own_corner_numbers),
    Recount("27-mucho", "Domino", "score", own_corner_numbers),
    Recount("29-quadrula-rasa", "", "dice left", number_in("stock")),
    Recount("29-quadrula-rasa", "Cube of 125", "dice left", number_in("stock")),
    Recount("30-fire-and-water", "", "dice left", number_in("fire", "water")),
    Recount("31-squeezing", "", "dice left", number_in("stock")),
    Recount("31-squeezing", "Harmless", "dice left", number_in("stock")),
    Recount("32-triops", "", "outside faces", outside_faces),
    Recount("37-mound-mover", "", "moved dice", in_next_corner),
    Recount("37-mound-mover", "Dice moves", "moved dice", in_next_corner),
    Recount("37-mound-mover", "Blue hill", "moved dice", in_next_corner),
    Recount("37-mound-mover", "Mixed layers", "moved dice", in_next_corner),
    Recount("38-diebylon", "", "moved dice", in_one_foreign_corner),
    Recount("39-el-dado", "", "score", worth("catch", COLLECTED)),
    Recount("39-el-dado", "Takeover", "score", worth("catch", COLLECTED)),
    Recount("40-asparagus", "", "score", worth("catch", COLLECTED)),
    Recount("40-asparagus", "Takeover", "score", worth("catch", COLLECTED)),
    Recount("41-doubles", "", "score", number_in("catch")),
    Recount("42-favourite", "", "score", worth("catch", COLLECTED)),
    Recount("43-greedy-grabber", "", "haul", number_in("collected dice")),
    Recount("44-cui-bono", "", "penalty", worth("catch", PENALTY)),
    Recount("44-cui-bono", "Clock", "penalty", worth("catch", PENALTY)),
    Recount("45-sandwich", "", "dice left", dice_standing),
    Recount("46-reducto", "", "score", worth("catch", REDUCED)),
    Recount("48-witches-dance", "", "fillers", lambda p, seat: dice_standing(p, seat) - 1),
    Recount("50-pharaohs-curse", "", "distance", way_left),
    Recount("52-race", "", "score", brink_numbers),
    Recount("54-falling-rocks", "", "arrivals", on_far_edge(corners=True)),
    Recount("55-flea-chase", "", "faces", in_the_third_corner),
    Recount("55-flea-chase", "Stacked", "faces", in_the_third_corner),
    Recount("56-finish", "", "arrivals", on_far_edge(corners=False)),
    Recount("56-finish", "Hexagon", "arrivals", on_far_edge(corners=False)),
    Recount("turned-over", "", "score", worth("catch", COLLECTED)),
]


def tables_of(counted: Recount | Ledger) -> Iterator[GameTable]:
    """One for each number of players."""
    game, variants = Game.named(counted.game), (counted.variant,) if counted.variant else ()
    players = game.about_with(variants)
    for count in range(players.counts[0], MOST_PLAYERS + 1) if players.more else players.counts:
        yield game.table(count, variants=variants)


def compare(recount: Recount, state: State) -> list[int]:
    position = read(state)
    told = [asked(state, recount.word, seat) for seat in range(position.players)]
    counted = [recount.count(position, seat) for seat in range(position.players)]
    assert told == counted, f"{recount}: {recount.word}; cells {table_of(state).encode(state)}"
    return counted


def is_set_up(state: State) -> bool:
    """Between two draws of a set-up nobody counts yet."""
    return table_of(state).turn(state).kind != "chance"


@pytest.mark.parametrize("recount", some(RECOUNTS, 2))
def test_the_score_is_what_lies_on_the_table(recount: Recount) -> None:
    seen: set[int] = set()
    for table in tables_of(recount):
        chance = Chance(7 + table.players)
        state = table.start()
        events = 0
        while not table.is_over(state) and events < EVENTS:
            if is_set_up(state):
                seen.update(compare(recount, state))
                events += 1
            state = table.apply(state, action_at_random(table, state, chance))
        for _ in range(ENDS):
            seen.update(ended(recount, table, chance))

    assert len(seen) > 1, "the score never changes: there is nothing to compare"


@pytest.mark.soak
@pytest.mark.parametrize("recount", RECOUNTS, ids=str)
def test_hundreds_of_games_end_with_the_score_on_the_table(recount: Recount) -> None:
    for table in tables_of(recount):
        chance = Chance(1_000)
        for _ in range(SOAK_GAMES):
            ended(recount, table, chance)


def ended(recount: Recount, table: GameTable, chance: Chance) -> list[int]:
    """What is on the table at the end of a quick game, and in its result."""
    state = State(table, tuple(table.playout(chance)))
    counted = compare(recount, state)
    result = table.result(state)
    assert result is not None
    if result.scores is not None and (recount.game, recount.variant) not in LESS_A_PENALTY:
        assert list(result.scores) == counted
    return counted


LESS_A_PENALTY = {("27-mucho", "Domino"), ("55-flea-chase", ""), ("55-flea-chase", "Stacked")}

# ------------------------------------------------------------------ scores that leave nothing on the table


def name_of(state: State, move: Move) -> str:
    decision = table_of(state).decision(state)
    assert decision is not None
    return decision.alternatives[move.alternative].name


def by_name(*names: str) -> Callable[[list[int], State, Move, State], None]:
    """One point for each move or report of these names."""

    def follow(scores: list[int], state: State, move: Move, following: State) -> None:
        scores[move.seat] += name_of(state, move) in names

    return follow


def by_green_dice(scores: list[int], state: State, move: Move, following: State) -> None:
    """One point for each green die that leaves the plate."""

    def green(at: State) -> int:
        return sum(d.colour == "green" and d.place is not None for d in read(at).dice)

    scores[move.seat] += green(state) - green(following)


def by_settlement(scores: list[int], state: State, move: Move, following: State) -> None:
    """Who stands under a new die is paid by its owner, or pays him."""
    old, new = read(state), read(following)
    (place,) = new.taken - old.taken
    (placed,) = (d for d in new.dice if d.place == place)
    a, b, c = place
    under = [d.owner for d in new.dice if d.place in {(a + 1, b, c), (a, b + 1, c), (a, b, c + 1)}]
    mover = placed.owner
    playing = [seat for seat in (mover, (mover + 1) % 3, (mover + 2) % 3) if scores[seat] > 0]
    others = [seat for seat in playing if seat != mover]
    scores[mover] -= 1
    if not under:
        return
    own, strangers = under.count(mover), Counter(owner for owner in under if owner != mover)
    if own == 0:
        for owner, times in strangers.items():
            if owner in others:
                paid = min(scores[owner], {3: 8, 2: 4, 1: 2}[times])
                scores[owner] -= paid
                scores[mover] += paid
        return
    each = {3: 4, 2: 4}.get(own, 1 if len(strangers) == 2 else 2)
    owed = {seat: each for seat in others if own == 3 or seat in strangers}
    while scores[mover] and any(owed.values()):
        for seat in others:
            if scores[mover] and owed.get(seat):
                owed[seat] -= 1
                scores[mover] -= 1
                scores[seat] += 1


def by_captures(scores: list[int], state: State, move: Move, following: State) -> None:
    """One point for a move onto a die."""
    if name_of(state, move) == "move":
        scores[move.seat] += tuple(table_of(state).program.boards[0].labels[move.values[0]]) in read(state).taken


def by_rolls(scores: list[int], state: State, move: Move, following: State) -> None:
    """Each answer of the climber follows a roll; who is stopped by the limit counts one more."""
    name, reg = name_of(state, move), table_of(state).reg
    scores[move.seat] += name in ("move", "enter", "stay")
    climber = state.cells[reg.starter]
    if name != "enter" and (table_of(state).is_over(following) or following.cells[reg.starter] != climber):
        scores[climber] += 1


def by_report(scores: list[int], state: State, move: Move, following: State) -> None:
    if name_of(state, move) == "shows":
        scores[move.seat] = move.values[0]


TIPS = [(6, 0, 0), (0, 6, 0), (0, 0, 6), (3, 3, 0), (3, 0, 3), (0, 3, 3)]


def by_mole_hills(scores: list[int], state: State, move: Move, following: State) -> None:
    """The first to name the one hill that fits what was said."""
    if name_of(state, move) != "names":
        return
    guesser, answer = move.values
    program = table_of(state).program
    cells = {slot.name: state.cells[slot.base] for slot in program.slots}
    clue, colour = program.kinds["clue"].values[cells["clue"]], COLOUR_WORDS[cells["named colour"]]
    side, number = cells["named side"], cells["named number"]
    hills = [
        [d for d in read(state).dice if d.place and all(x >= y for x, y in zip(d.place, tip, strict=True))]
        for tip in TIPS
    ]

    def strangeness(tip: Point, hill: list[Die]) -> int:
        """The mole lives where this is lowest."""
        if clue in ("dislikes", "likes"):
            amount = sum(d.colour == colour for d in hill)
            return amount if clue == "dislikes" else -amount
        if clue == "eyes-below":
            (top,) = (d for d in hill if d.place == tip)
            return abs(21 - sum(top.faces) - number)
        return abs(sum(d.faces[side] for d in hill if d.place and d.place[side] == tip[side]) - number)

    found = [strangeness(tip, hill) for tip, hill in zip(TIPS, hills, strict=True)]
    assert all(len(hill) == 10 for hill in hills)
    assert found.count(min(found)) == 1, f"{clue} fits several hills"
    assert clue not in ("exact-age", "eyes-below") or min(found) == 0
    assert clue != "near-age" or min(found) > 0
    scores[guesser] += found[answer - 1] == min(found)


@frozen
class Ledger:
    game: str
    variant: str
    memory: str
    follow: Callable[[list[int], State, Move, State], None]
    start: int = 0

    def __str__(self) -> str:
        return f"{self.game}-{self.variant}".rstrip("-")


LEDGERS = [
    Ledger("05-emag", "", "best", by_name("stands")),
    Ledger("06-dice-mikado", "", "best", by_name("out", "out, others fall")),
    Ledger("08-mounting", "", "best", by_name("holds")),
    Ledger("14-clever-mole", "", "points", by_mole_hills),
    Ledger("15-storing-scores", "", "score", by_green_dice),
    Ledger("15-storing-scores", "Real dice", "score", by_green_dice),
    Ledger("16-trulla", "Counted by hand", "faces counted", by_report),
    Ledger("21-acquire", "", "stock", by_settlement, start=55),
    Ledger("47-wolf", "", "dogs used", by_name("dog", "ask")),
    Ledger("47-wolf", "Bushes", "dogs used", by_name("dog", "ask")),
    Ledger("51-steps-to-the-throne", "Fastest", "rolls", by_rolls),
    Ledger("51-steps-to-the-throne", "Barricades", "captures", by_captures),
    Ledger("51-steps-to-the-throne", "Thrifty", "blocks", by_name("block")),
]


@pytest.mark.parametrize("ledger", LEDGERS, ids=str)
def test_the_score_is_what_happened(ledger: Ledger) -> None:
    for table in tables_of(ledger):
        count = table.players
        chance = Chance(count)
        state = table.start()
        scores = [ledger.start] * count
        while not table.is_over(state):
            step = action_at_random(table, state, chance)
            following = table.apply(state, step)
            if isinstance(step, Move):
                ledger.follow(scores, state, step, following)
                if ledger.memory != "best":
                    assert [asked(following, ledger.memory, seat) for seat in range(count)] == scores
            state = following

        assert [asked(state, ledger.memory, seat) for seat in range(count)] == scores
        assert len(set(scores)) > 1 or count == 1 or max(scores) > 0


# ------------------------------------------------------------------ the recounts can fail


def test_a_wrong_count_is_found() -> None:
    table = Game.named("23-rasanto").table(2)
    state = State(table, tuple(table.playout(Chance(1))))
    wrong = Recount("23-rasanto", "", "outside faces", lambda p, seat: outside_faces(p, seat) + (seat == 1))
    with pytest.raises(AssertionError, match="outside faces"):
        compare(wrong, state)
    with pytest.raises(AssertionError):
        compare(Recount("23-rasanto", "", "outside faces", dice_standing), state)
