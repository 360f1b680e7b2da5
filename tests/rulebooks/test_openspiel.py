"""Three classics walked in lock step with OpenSpiel: who is to move, what is legal, what can fall, how it ends."""

from __future__ import annotations

import random
import re
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from dicedsl.interpreter.game import Game
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable, table_of
from dicedsl.program.sets import NO_NUMBER

pyspiel = pytest.importorskip("pyspiel")

Dice = tuple[int, ...]


def memory(state: State, name: str) -> tuple[int, ...]:
    slot = next(s for s in table_of(state).program.slots if s.name == name)
    return state.cells[slot.base : slot.base + slot.size]


def numbers_in(text: str, pattern: str) -> list[int]:
    match = re.search(pattern, text)
    assert match is not None
    return [int(x) for x in match[1].split()]


def exact(chance: float, of: int) -> Fraction:
    """OpenSpiel tells chances as floating-point numbers; here each is a whole number of parts."""
    count = round(chance * of)
    assert abs(chance * of - count) < 1e-9
    return Fraction(count, of)


def returns_of(table: GameTable, state: State) -> list[float]:
    """1 for a sole winner and -1 for the other; a shared win is worth 0."""
    result = table.result(state)
    assert result is not None
    if len(result.winners) != 1:
        return [0.0] * table.players
    return [1.0 if seat in result.winners else -1.0 for seat in range(table.players)]


# -------------------------------------------------------------- pig


@pytest.mark.parametrize(("goal", "games"), [(20, 300), (100, 100)])
def test_pig(goal: int, games: int) -> None:
    theirs = pyspiel.load_game("pig", {"winscore": goal, "horizon": 1_000_000})
    table = Game.named("pig").table(2, {"goal": goal, "strict": True, "idle hold": True}, starter=0)
    rng = random.Random(goal)
    for _ in range(games):
        state, other = table.start(), theirs.new_initial_state()
        while not other.is_terminal():
            turn = table.turn(state)
            assert not table.is_over(state)
            if other.is_chance_node():
                assert turn.kind == "chance"
                fallen = {o.values: o.probability for o in table.outcomes(state)}
                assert {(a + 1,): exact(p, 6) for a, p in other.chance_outcomes()} == fallen
                action = rng.choice(other.legal_actions())
                state = table.apply(state, Outcome((action + 1,)))
            else:
                assert turn.kind == "choice" and turn.seats == (other.current_player(),)
                moves = {m.text: m for m in table.moves(state, turn.seats[0])}
                legal = {other.action_to_string(a): a for a in other.legal_actions()}
                assert {{"roll": "roll", "hold": "stop"}[m] for m in moves} == set(legal)
                # Hold seldom enough for the goal to come near.
                text = rng.choices(sorted(moves), [1 if m == "hold" else 5 for m in sorted(moves)])[0]
                action = legal[{"roll": "roll", "hold": "stop"}[text]]
                state = table.apply(state, moves[text])
            other.apply_action(action)
            assert numbers_in(str(other), r"Scores: ([\d ]+),") == list(memory(state, "score"))
            if not other.is_terminal() and not other.is_chance_node():
                assert numbers_in(str(other), r"Turn total: (\d+)") == list(memory(state, "pot"))
        assert table.is_over(state)
        assert returns_of(table, state) == other.returns()


# -------------------------------------------------------------- yacht

BOXES = ("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes", "Chance", "4Kind", "Full", "SmStr", "LgStr", "Yacht")


def decoded(outcome: int, count: int, lowest_first: bool) -> Dice:
    digits = []
    for _ in range(count):
        digits.append(outcome % 6 + 1)
        outcome //= 6
    return tuple(digits if lowest_first else reversed(digits))


def faces(state: State) -> Dice:
    return state.cells[table_of(state).reg.face : table_of(state).reg.face + 5]


def dice_of(other: Any) -> Dice:
    return tuple(numbers_in(str(other), r"Dice: ([\d ]+)"))


def sheets(other: Any, players: int) -> list[dict[str, int]]:
    parts = str(other).split("\nPlayer ")[1:]
    assert len(parts) == players
    return [
        {name: int(points) for name, points in re.findall(r"^  (\w+): (\d+)$", part, re.MULTILINE)} for part in parts
    ]


def our_sheets(state: State) -> list[dict[str, int]]:
    entries = memory(state, "entry")
    rows = [entries[12 * seat : 12 * seat + 12] for seat in range(table_of(state).players)]
    return [{b: v for b, v in zip(BOXES, row, strict=True) if v != NO_NUMBER} for row in rows]


def picked_faces(state: State, move: Move) -> Dice:
    return tuple(sorted(n for d, n in enumerate(faces(state)) if move.values[0] >> d & 1))


class Yacht:
    """Both games side by side; theirs has a step of its own between keeping all dice and naming the box."""

    def __init__(self, players: int, rng: random.Random) -> None:
        self.table = Game.named("yacht").table(players, starter=0)
        self.theirs = pyspiel.load_game("yacht", {"players": players})
        self.rng = rng
        self.listed: Counter[int] = Counter()
        self.boxes: Counter[str] = Counter()

    def play(self) -> None:
        self.state, self.other = self.table.start(), self.theirs.new_initial_state()
        rolled: tuple[int, ...] = (0, 1, 2, 3, 4)
        while not self.other.is_terminal():
            assert not self.table.is_over(self.state)
            if self.other.is_chance_node():
                self.roll(rolled)
            else:
                rolled = self.choose()
            assert sheets(self.other, self.table.players) == our_sheets(self.state)
        assert self.table.is_over(self.state)
        result = self.table.result(self.state)
        assert result is not None and result.scores is not None
        assert [sum(s.values()) for s in sheets(self.other, self.table.players)] == list(result.scores)
        if self.table.players == 2:
            assert returns_of(self.table, self.state) == self.other.returns()

    def roll(self, places: tuple[int, ...]) -> None:
        table, count = self.table, len(places)
        assert table.turn(self.state).kind == "chance" and len(table.rolling(self.state)) == count
        outcomes = self.other.chance_outcomes()
        assert len(outcomes) == 6**count
        if self.listed[count] < 3:
            # Theirs tells the dice apart, ours does not: the chances of all orders of a throw add up.
            sums: dict[Dice, Fraction] = {}
            for action, chance in outcomes:
                dice = tuple(sorted(decoded(action, count, True)))
                sums[dice] = sums.get(dice, Fraction(0)) + exact(chance, 6**count)
            assert {o.values: o.probability for o in table.outcomes(self.state)} == sums
            self.listed[count] += 1
        few = [self.rng.randrange(6) for _ in range(self.rng.choice((1, 2, 6)))]
        action = sum(self.rng.choice(few) * 6**i for i in range(count))
        if self.rng.random() < 0.15:
            run, low = self.rng.sample(range(count), count), self.rng.randrange(7 - count)
            action = sum((run[i] + low) * 6**i for i in range(count))
        self.other.apply_action(action)
        shown = tuple(dice_of(self.other)[p] for p in places)
        fits = {low for low in (True, False) if decoded(action, count, low) == shown}
        assert fits, "the number of an outcome is not its dice in base 6"
        self.state = table.apply(self.state, Outcome(tuple(sorted(shown))))
        assert sorted(faces(self.state)) == sorted(dice_of(self.other))

    def choose(self) -> tuple[int, ...]:
        table, other = self.table, self.other
        seat = other.current_player()
        turn = table.turn(self.state)
        assert turn.kind == "choice" and turn.seats == (seat,)
        moves = table.moves(self.state, seat)
        again = {picked_faces(self.state, m): m for m in moves if m.alternative == 0}
        enter = {BOXES[m.values[0]]: m for m in moves if m.alternative == 1}
        assert len(again) + len(enter) == len(moves)
        dice = dice_of(other)
        legal = other.legal_actions()
        ways = {a: tuple(i for i in range(5) if a >> i & 1) for a in legal if 0 < a < 32}
        assert {tuple(sorted(dice[i] for i in way)) for way in ways.values()} == set(again)
        if ways:
            assert 0 in legal and max(legal) < 32
            if self.rng.random() < 0.6:
                action = self.rng.choice(sorted(ways))
                other.apply_action(action)
                self.state = table.apply(self.state, again[tuple(sorted(dice[i] for i in ways[action]))])
                return ways[action]
            other.apply_action(0)
            assert other.current_player() == seat
        legal = other.legal_actions()
        assert {BOXES[a - 32] for a in legal} == set(enter)
        action = self.rng.choice(legal)
        points = sheets(other, table.players)[seat]
        other.apply_action(action)
        box = BOXES[action - 32]
        self.state = table.apply(self.state, enter[box])
        self.boxes[box] += sheets(other, table.players)[seat][box] > 0
        assert box not in points
        return (0, 1, 2, 3, 4)


@pytest.mark.parametrize(("players", "games"), [(1, 200), (2, 150), (3, 30)])
def test_yacht(players: int, games: int) -> None:
    both = Yacht(players, random.Random(players))
    for _ in range(games):
        both.play()

    assert all(both.listed[count] == 3 for count in range(1, 6))
    assert [box for box in BOXES if not both.boxes[box]] == [] or players > 2


# -------------------------------------------------------------- liar's dice


@pytest.mark.parametrize(("dice", "sides", "games"), [(1, 6, 300), (1, 3, 100), (2, 6, 200), (3, 4, 60)])
def test_liars_dice(dice: int, sides: int, games: int) -> None:
    theirs = pyspiel.load_game("liars_dice", {"numdice": dice, "dice_sides": sides, "bidding_rule": "reset-face"})
    options = {"dice per player": dice, "sides": sides, "wild": True, "single call": True}
    table = Game.named("liars-dice").table(2, options, starter=0)
    rng = random.Random(f"{dice} {sides}")
    for _ in range(games):
        state, other = table.start(), theirs.new_initial_state()
        for _ in range(2):
            state = deal(table, state, other, dice, sides, rng)
        while not other.is_terminal():
            seat = other.current_player()
            turn = table.turn(state)
            assert turn.kind == "choice" and turn.seats == (seat,)
            moves = {m.text: m for m in table.moves(state, seat)}
            legal = {named(other.action_to_string(a)): a for a in other.legal_actions()}
            assert set(moves) == set(legal)
            # Small bids first, or the game is over at once.
            text = rng.choice(
                sorted(moves, key=lambda t: legal[t])[: rng.choice((3, 40))] + ["liar"] * ("liar" in moves)
            )
            other.apply_action(legal[text])
            state = table.apply(state, moves[text])
            assert table.is_over(state) == other.is_terminal()
        assert returns_of(table, state) == other.returns()


def deal(table: GameTable, state: State, other: Any, dice: int, sides: int, rng: random.Random) -> State:
    """One player's dice: theirs fall one by one, ours together."""
    assert table.turn(state).kind == "chance" and len(table.rolling(state)) == dice
    sums: dict[Dice, Fraction] = {}
    for throw in product(range(1, sides + 1), repeat=dice):
        key = tuple(sorted(throw))
        sums[key] = sums.get(key, Fraction(0)) + Fraction(1, sides**dice)
    assert {o.values: o.probability for o in table.outcomes(state)} == sums
    fallen = []
    for _ in range(dice):
        assert other.is_chance_node()
        assert [(a, exact(p, sides)) for a, p in other.chance_outcomes()] == [
            (a, Fraction(1, sides)) for a in range(sides)
        ]
        fallen.append(rng.randrange(sides))
        other.apply_action(fallen[-1])
    return table.apply(state, Outcome(tuple(sorted(a + 1 for a in fallen))))


def named(action: str) -> str:
    return "liar" if action == "Liar" else "bid " + action.replace("-", " ")
