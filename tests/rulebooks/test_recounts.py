"""Scores counted a second time, by plain Python that shares nothing with the rulebooks, in games with many unusual throws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable, table_of
from dicedsl.program.members import MEMBERS
from dicedsl.program.sets import NO_NUMBER

Watch = Callable[[State, Move | Outcome, State], None]


def memory(state: State, name: str) -> tuple[int, ...]:
    slot = next(s for s in table_of(state).program.slots if s.name == name)
    return state.cells[slot.base : slot.base + slot.size]


def faces(state: State) -> list[int]:
    reg = table_of(state).reg
    return list(state.cells[reg.face : reg.face + len(table_of(state).program.dice)])


def odd_throw(table: GameTable, state: State, chance: Chance) -> Outcome:
    """A throw that often brings equal dice, runs, or dice that show their own index: rare hands must be counted, too."""
    plain = table.sample(state, chance)
    dice = table.rolling(state)
    way = chance.below(6)
    if not dice or way < 2:
        return plain
    info = table.program.dice
    if way == 2:
        first = chance.below(6)
        numbers = [(i + first) % 6 + 1 for i in range(len(dice))]
    elif way == 3:
        numbers = [info[d].index if info[d].numbered else 1 + chance.below(2) for d in dice]
    else:
        few = [1 + chance.below(6) for _ in range(1 + chance.below(2))]
        numbers = [few[chance.below(len(few))] for _ in dice]
    if not info[dice[0]].numbered:
        numbers.sort()
    return Outcome(tuple(numbers))


def play(table: GameTable, seed: int, watch: Watch, hurry: tuple[str, ...] = ()) -> State:
    """A random game with odd throws; moves that begin with a word of `hurry` are taken in half of all choices."""
    chance = Chance(seed)
    state = table.start()
    while not table.is_over(state):
        turn = table.turn(state)
        action: Move | Outcome
        if turn.kind == "chance":
            action = odd_throw(table, state, chance)
        else:
            moves = table.moves(state, turn.seats[0])
            wanted = [m for m in moves if m.text.startswith(hurry)] if hurry and chance.below(2) else []
            action = (wanted or moves)[chance.below(len(wanted or moves))]
        following = table.apply(state, action)
        watch(state, action, following)
        state = following
    return state


def seen_in(counter: Counter[str], *words: str) -> None:
    """No check passes by never being made."""
    assert [w for w in words if not counter[w]] == []


# -------------------------------------------------------------- keep on rolling


class KeepOnRolling:
    """The whole game from its log alone: throws, dice set aside and decisions."""

    def __init__(self, players: int, target: int) -> None:
        self.totals = [0] * players
        self.still_in = list(range(players))
        self.target = target
        self.sudden_death = False
        self.seen: Counter[str] = Counter()
        self.seat = 0
        self.begin()

    def begin(self) -> None:
        self.shown: dict[int, int] = {}  # die (1 to 6) -> number, for dice set aside
        self.loose: dict[int, int] = {}
        self.bank = 0

    def points(self) -> int:
        total = 0
        for number, count in Counter(self.shown.values()).items():
            if count >= 2:
                total += number * count * (2 if self.shown.get(number) == number else 1)
        return self.bank + total

    def end_turn(self, points: int) -> None:
        self.totals[self.seat] += points
        mine = self.totals[self.seat]
        following = self.still_in[(self.still_in.index(self.seat) + 1) % len(self.still_in)]
        if self.sudden_death:
            if any(self.totals[p] >= mine for p in self.still_in if p != self.seat):
                self.still_in.remove(self.seat)
                self.seen["out"] += 1
        elif mine >= self.target:
            self.sudden_death = True
        self.seat = following
        self.begin()

    def thrown(self, numbers: tuple[int, ...]) -> None:
        dice = [d for d in range(1, 7) if d not in self.shown]
        self.loose = dict(zip(dice, numbers, strict=True))
        values = Counter(self.loose.values())
        if max(values.values()) < 2 and not set(values) & set(self.shown.values()):
            self.seen["bust"] += 1
            self.end_turn(0)

    def chosen(self, move: Move) -> None:
        if move.text.startswith("set aside"):
            for die in MEMBERS[move.values[0]]:
                self.shown[die + 1] = self.loose.pop(die + 1)
            if not self.loose and min(Counter(self.shown.values()).values()) < 2:
                self.seen["six, one alone"] += 1
                self.end_turn(self.points())
        elif move.text == "fill up and roll all six":
            self.seen["fill up"] += 1
            self.bank = self.points()
            self.shown = {}
        elif move.text == "stop":
            doubled = not self.loose
            self.seen["doubled" if doubled else "stop"] += 1
            self.end_turn(self.points() * (2 if doubled else 1))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_keep_on_rolling(players: int) -> None:
    table = Game.named("keep-on-rolling").table(players, {"target": 100}, starter=0)
    seen: Counter[str] = Counter()
    for seed in range(12):
        recount = KeepOnRolling(players, 100)

        def watch(state: State, action: Move | Outcome, following: State, recount: KeepOnRolling = recount) -> None:
            assert state.cells[table.reg.player_on_turn] == recount.seat
            if isinstance(action, Outcome):
                recount.thrown(action.values)
            else:
                recount.chosen(action)
            assert list(memory(following, "total")) == recount.totals
            assert list(MEMBERS[following.cells[table.reg.players_inside]]) == recount.still_in

        final = play(table, seed, watch, ("set aside", "fill up"))

        assert len(recount.still_in) == 1
        assert (result := table.result(final)) is not None and list(result.winners) == recount.still_in
        seen += recount.seen
    seen_in(seen, "bust", "fill up", "doubled", "stop", "six, one alone", "out")


# -------------------------------------------------------------- spicy dice

BOXES = ("ones", "twos", "threes", "fours", "fives", "sixes", "run-box", "set-box", "sum-box", "red-box")


def spicy_worth(hand: list[int], box: str) -> tuple[int, str]:
    """Points of six dice (die i + 1 shows hand[i]) in a box, and what they are."""
    counts = Counter(hand)
    total = sum(hand)
    reds = [n for i, n in enumerate(hand) if n == i + 1]
    number = BOXES.index(box) + 1
    if len(reds) == 6:
        return (100 if box in ("run-box", "red-box") else 50), "hot pepper"
    if len(counts) == 1:
        value = 50 if hand[0] >= 4 else 25
        return value + (25 if number == hand[0] else 0), "big pepper" if hand[0] >= 4 else "little pepper"
    shape = "run" if len(counts) == 6 else "set" if min(counts.values()) >= 2 else "other"
    if number <= 6:
        plain = number * counts[number] * (2 if number in reds else 1)
        return (max(plain, total) if number in reds and shape != "other" else plain), shape
    if box == "run-box":
        return (total if shape == "run" else 0), shape
    if box == "set-box":
        return (total if shape == "set" else 0), shape
    return (total if box == "sum-box" else 10 * len(reds)), shape


@pytest.mark.parametrize("game", ["spicy-dice", "spicy-dice-junior"])
@pytest.mark.parametrize("players", [1, 2, 3])
def test_spicy_dice(game: str, players: int) -> None:
    table = Game.named(game).table(players, starter=0)
    seen: Counter[str] = Counter()
    for seed in range(30):
        entries: list[dict[str, int]] = [{} for _ in range(players)]
        rolls = [30] * players

        def watch(
            state: State,
            action: Move | Outcome,
            following: State,
            entries: list[dict[str, int]] = entries,
            rolls: list[int] = rolls,
        ) -> None:
            seat = state.cells[table.reg.player_on_turn]
            if isinstance(action, Outcome):
                rolls[seat] -= 1
            elif action.text.startswith("enter "):
                box = action.text.removeprefix("enter ")
                entries[seat][box], shape = spicy_worth(faces(state), box)
                seen[shape] += 1
                for owner in range(players):
                    row = memory(following, "entry")[10 * owner : 10 * owner + 10]
                    assert {b: v for b, v in zip(BOXES, row, strict=True) if v != NO_NUMBER} == entries[owner]
            assert list(memory(following, "rolls left")) == rolls

        final = play(table, seed, watch, ("enter",))

        totals = [sum(e.values()) + (5 * r if len(e) == 10 else 0) for e, r in zip(entries, rolls, strict=True)]
        seen["all boxes"] += sum(len(e) == 10 for e in entries)
        assert (result := table.result(final)) is not None and list(result.scores or ()) == totals
        assert set(result.winners) == {i for i, t in enumerate(totals) if t == max(totals)}
    seen_in(seen, "hot pepper", "big pepper", "little pepper", "run", "set", "other", "all boxes")


# -------------------------------------------------------------- yahtzee

YAHTZEE_BOXES = (
    "ones", "twos", "threes", "fours", "fives", "sixes",
    "three-alike", "four-alike", "full-house", "short-run", "long-run", "yahtzee", "chance",
)  # fmt: skip


def yahtzee_worth(hand: list[int], box: str, joker: bool = False) -> int:
    counts = sorted(Counter(hand).values())
    distinct = set(hand)
    number = YAHTZEE_BOXES.index(box) + 1
    if number <= 6:
        return number * hand.count(number)
    runs = [length for length in (4, 5) for low in range(1, 8 - length) if set(range(low, low + length)) <= distinct]
    match box:
        case "three-alike":
            return sum(hand) if counts[-1] >= 3 else 0
        case "four-alike":
            return sum(hand) if counts[-1] >= 4 else 0
        case "full-house":
            return 25 if counts == [2, 3] or joker else 0
        case "short-run":
            return 30 if 4 in runs or joker else 0
        case "long-run":
            return 40 if 5 in runs or joker else 0
        case "yahtzee":
            return 50 if counts == [5] else 0
    return sum(hand)


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("variant", ["", "Extra yahtzees and jokers"])
def test_yahtzee(players: int, variant: str) -> None:
    table = Game.named("yahtzee").table(players, variants=(variant,) if variant else (), starter=0)
    seen: Counter[str] = Counter()
    for seed in range(90):
        entries: list[dict[str, int]] = [{} for _ in range(players)]
        extra = [0] * players

        def watch(
            state: State,
            action: Move | Outcome,
            following: State,
            entries: list[dict[str, int]] = entries,
            extra: list[int] = extra,
        ) -> None:
            if isinstance(action, Outcome) or not action.text.startswith("enter "):
                return
            seat, box, hand = action.seat, action.text.removeprefix("enter "), faces(state)
            mine = entries[seat]
            joker = bool(variant) and len(set(hand)) == 1 and "yahtzee" in mine
            if joker:
                own = YAHTZEE_BOXES[hand[0] - 1]
                lower_open = any(b not in mine for b in YAHTZEE_BOXES[6:])
                assert box == own if own not in mine else (box in YAHTZEE_BOXES[6:] or not lower_open)
                extra[seat] += 100 * (mine["yahtzee"] == 50)
                seen["joker"] += 1
            mine[box] = yahtzee_worth(hand, box, joker)
            seen[f"{box} {bool(mine[box])}"] += 1
            row = memory(following, "entry")[13 * seat : 13 * seat + 13]
            assert {b: v for b, v in zip(YAHTZEE_BOXES, row, strict=True) if v != NO_NUMBER} == mine

        final = play(table, seed, watch, ("enter",))

        totals = []
        for mine, more in zip(entries, extra, strict=True):
            assert len(mine) == 13
            upper = sum(mine[b] for b in YAHTZEE_BOXES[:6])
            seen["bonus"] += upper >= 63
            totals.append(sum(mine.values()) + (35 if upper >= 63 else 0) + more)
        assert (result := table.result(final)) is not None and list(result.scores or ()) == totals
        assert set(result.winners) == {i for i, t in enumerate(totals) if t == max(totals)}
    seen_in(seen, *(f"{b} True" for b in YAHTZEE_BOXES), *(["joker"] if variant else []))


# -------------------------------------------------------------- grand poobah


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_grand_poobah(players: int) -> None:
    table = Game.named("grand-poobah").table(players, starter=0)
    seen: Counter[str] = Counter()
    scoring = range(6 * players, 6 * players + 6)
    for seed in range(20):
        totals = [0] * players
        still_in = set(range(players))

        def watch(
            state: State,
            action: Move | Outcome,
            following: State,
            totals: list[int] = totals,
            still_in: set[int] = still_in,
        ) -> None:
            if isinstance(action, Outcome) and table.rolling(state) == tuple(scoring):
                shown = faces(state)
                hands = {p: Counter(shown[6 * p : 6 * p + 6]) for p in still_in}
                for place, number in enumerate(action.values):
                    most = max(hand[number] for hand in hands.values())
                    paid = [p for p in still_in if most and hands[p][number] == most]
                    for p in paid:
                        totals[p] += number * (2 if number == place + 1 else 1)
                    seen[f"{min(len(paid), 2)} paid"] += 1
                top = max(totals[p] for p in still_in)
                leaders = {p for p in still_in if totals[p] == top}
                if top >= 100 and len(leaders) > 1:
                    seen["overtime"] += 1
                    still_in &= leaders
                assert table.is_over(following) == (top >= 100 and len(leaders) == 1)
            assert list(memory(following, "total")) == totals
            assert set(MEMBERS[following.cells[table.reg.players_inside]]) == still_in

        final = play(table, seed, watch, ("leave",))

        best = max(totals[p] for p in still_in)
        assert (result := table.result(final)) is not None
        assert list(result.winners) == [p for p in still_in if totals[p] == best]
    seen_in(seen, "0 paid", "1 paid", "2 paid")


# -------------------------------------------------------------- six by six

SIDES = ("south", "west", "north", "east")


def seen_from(side: str, x: int, y: int) -> tuple[int, int]:
    """Column and row of a square for whoever sits at a side, by turning the board a quarter at a time."""
    for _ in range(SIDES.index(side)):
        x, y = 7 - y, x
    return x, y


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (2, {"seating": "adjacent"}),
        (2, {"mode": "extended", "target": 60}),
        (3, {}),
        (3, {"spare colour": "blue"}),
        (4, {}),
    ],
)
def test_six_by_six(players: int, options: dict[str, int | str | bool]) -> None:
    table = Game.named("six-by-six").table(players, options, starter=0)
    seen: Counter[str] = Counter()
    for seed in range(8):
        totals = [0] * players
        laid: dict[tuple[int, int], int] = {}

        def watch(
            state: State,
            action: Move | Outcome,
            following: State,
            totals: list[int] = totals,
            laid: dict[tuple[int, int], int] = laid,
        ) -> None:
            homes = [SIDES[i] for i in memory(state, "home")]
            if isinstance(action, Move):
                if action.text.startswith("lay "):
                    x, y = map(int, action.text.removeprefix("lay ").strip("()").split(","))
                    column, row = seen_from(homes[action.seat], x, y)
                    assert (x, y) not in laid
                    assert column in [
                        state.cells[table.reg.face + d] for d in range(6 * action.seat, 6 * action.seat + 6)
                    ]
                    laid[x, y] = action.seat
                    seen[f"row {row}"] += 1
                new_round = following.cells[table.reg.rounds] != state.cells[table.reg.rounds]
                if new_round or table.is_over(following):
                    for (x, y), owner in laid.items():
                        totals[owner] += seen_from(homes[owner], x, y)[1]
                    laid.clear()
                    seen["round"] += 1
            if following.cells[table.reg.game] != state.cells[table.reg.game]:
                totals[:] = [0] * players
                seen["new game"] += 1
            assert list(memory(following, "total")) == totals

        final = play(table, seed, watch, ("lay",))

        assert (result := table.result(final)) is not None
        assert list(result.winners) == [i for i, t in enumerate(totals) if t == max(totals)]
    seen_in(seen, "row 1", "row 2", "row 3", "round")


# -------------------------------------------------------------- two out of three

HOLES = {(1, 1), (2, 3), (3, 4), (4, 2)}


def straight_lines() -> Iterator[list[tuple[int, int]]]:
    squares = [(i, j) for i in range(1, 5) for j in range(1, 5)]
    for k in range(1, 5):
        yield [s for s in squares if s[0] == k and s not in HOLES]
        yield [s for s in squares if s[1] == k and s not in HOLES]
    yield [s for s in squares if s[0] == s[1] and s not in HOLES]
    yield [s for s in squares if s[0] + s[1] == 5 and s not in HOLES]


def test_two_out_of_three() -> None:
    table = Game.named("two-out-of-three").table(2, {"points": 5}, starter=0)
    lines = list(straight_lines())
    assert [len(line) for line in lines] == [3] * 10
    seen: Counter[str] = Counter()
    for seed in range(25):
        board: dict[tuple[int, int], tuple[int, int]] = {}  # square -> owner, number
        standing = [0, 0]
        stake = [1]

        def watch(
            state: State, action: Move | Outcome, following: State,
            board: dict[tuple[int, int], tuple[int, int]] = board, standing: list[int] = standing, stake: list[int] = stake,
        ) -> None:  # fmt: skip
            if isinstance(action, Move) and action.text.startswith(("place ", "replace ")):
                word, die, square = action.text.split()
                x, y = map(int, square.strip("()").split(","))
                if word == "replace":
                    assert board[x, y][0] != action.seat
                    seen["replace"] += 1
                else:
                    assert (x, y) not in board
                board[x, y] = action.seat, faces(state)[6 * action.seat + int(die[1:]) - 1]
            if len(board) == 12:
                scores = [0, 0]
                for line in lines:
                    owners = [board[s][0] for s in line]
                    numbers = sorted(board[s][1] for s in line)
                    pair = len(set(numbers)) < 3
                    row = numbers == list(range(numbers[0], numbers[0] + 3))
                    seen["pair" if pair else "row" if row else "neither"] += 1
                    if pair or row:
                        scores[int(sum(owners) >= 2)] += 1
                if scores[0] == scores[1]:
                    stake[0] += 1
                    seen["tie"] += 1
                else:
                    standing[int(scores[1] > scores[0])] += stake[0]
                    stake[0] = 1
                board.clear()
            assert list(memory(following, "standing")) == standing
            assert memory(following, "stake") == (stake[0],)

        final = play(table, seed, watch)

        assert (result := table.result(final)) is not None
        assert list(result.winners) == [i for i in (0, 1) if standing[i] >= 5]
    seen_in(seen, "pair", "row", "neither", "replace", "tie")
