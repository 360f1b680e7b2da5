"""Published figures come out of the rulebooks exactly (the rows of "Rolls and single turns" and one whole game)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.exact_odds import distribution, mean, mean_visits

from dicedsl.interpreter.game import Game, load
from dicedsl.interpreter.lab.odds.exact import best_value
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable, table_of


def shipped(name: str, players: int, **options: int | str | bool) -> GameTable:
    return Game.named(name).table(players, options, starter=0)


def written(text: str, players: int = 1) -> GameTable:
    return load(text).table(players, starter=0)


def only(state: State, seat: int, moves: list[Move]) -> Move:
    """The policy where there is nothing to decide."""
    assert len(moves) == 1
    return moves[0]


def never(state: State) -> bool:
    return False


def memory(state: State, name: str) -> tuple[int, ...]:
    slot = next(s for s in table_of(state).program.slots if s.name == name)
    return state.cells[slot.base : slot.base + slot.size]


# -------------------------------------------------------------- single rolls


def test_craps_is_won_244_times_in_495_and_takes_557_165ths_rolls() -> None:
    table = shipped("craps", 1)
    start = table.start()

    won = distribution(table, start, only, never, lambda s: len(winners_of(s)))
    rolls = mean_visits(table, start, only, never, lambda s: table.turn(s).kind == "chance")

    assert won == {1: Fraction(244, 495), 0: Fraction(251, 495)}
    assert rolls == Fraction(557, 165)


def winners_of(state: State) -> tuple[int, ...]:
    result = table_of(state).result(state)
    assert result is not None
    return result.winners


BATTLE = """game "Battle"
players 2

material:
    attackers: 3 dice
    defenders: 2 dice
    each player has losses = 0

words:
    best of dice group is highest of number of group
    second of dice group:
        count of group showing best of group is more than 1 | best of group
        otherwise                                           | highest of number of (group where number of it is less than best of group)

turn:
    roll attackers + defenders
    if best of attackers is more than best of defenders: add 1 to losses of left of you
    otherwise: add 1 to your losses
    if second of attackers is more than second of defenders: add 1 to losses of left of you
    otherwise: add 1 to your losses
    lowest losses wins
"""


def test_three_attackers_against_two_defenders() -> None:
    table = written(BATTLE, 2)

    losses = distribution(table, table.start(), only, never, lambda s: memory(s, "losses")[1])

    assert losses == {2: Fraction(2890, 7776), 1: Fraction(2611, 7776), 0: Fraction(2275, 7776)}


POKER = """game "Poker dice"
players 1

material:
    hand: 5 dice
    the game has rating = 0

words:
    most is highest of (count of hand showing n for each n in 1 to 6)
    sorts is different of number of hand
    dice group is straight when different of number of group is 5 and (group showing 1 is empty or group showing 6 is empty)
    worth:
        most is 5                | 7
        most is 4                | 6
        most is 3 and sorts is 2 | 5
        hand is straight         | 4
        most is 3                | 3
        most is 2 and sorts is 3 | 2
        most is 2                | 1
        otherwise                | 0

turn:
    roll hand
    set rating to worth
    you win
"""


def test_poker_dice_in_one_throw() -> None:
    table = written(POKER)

    hands = distribution(table, table.start(), only, never, lambda s: memory(s, "rating")[0])

    #                five four full straight three two-pairs pair nothing
    counts = zip(range(7, -1, -1), (6, 150, 300, 240, 1200, 1800, 3600, 480), strict=True)
    assert hands == {rating: Fraction(count, 7776) for rating, count in counts}


TWO_DICE = """game "Two dice"
players 1

material:
    {}
    the game has total = 0

turn:
    roll dice
    set total to sum of number of dice
    you win
"""


def test_sicherman_dice_fall_like_common_ones() -> None:
    common = written(TWO_DICE.format("cup: 2 dice"))
    odd = written(TWO_DICE.format("low cup: 1 die with faces 1 2 2 3 3 4\n    high cup: 1 die with faces 1 3 4 5 6 8"))

    sums = [distribution(t, t.start(), only, never, lambda s: memory(s, "total")[0]) for t in (common, odd)]

    assert sums[0] == sums[1] == {n: Fraction(6 - abs(n - 7), 36) for n in range(2, 13)}


# -------------------------------------------------------------- single turns


def test_five_alike_within_three_throws_of_yahtzee() -> None:
    table = shipped("yahtzee", 1)
    start = table.start()
    face = table.reg.face
    blank = memory(start, "entry")

    def entered(state: State) -> bool:
        return memory(state, "entry") != blank

    def until(state: State) -> bool:
        return entered(state) or (table.turn(state).kind == "choice" and memory(state, "thrown") == (3,))

    def five_alike(state: State) -> int:
        if entered(state):
            return int(50 in memory(state, "entry"))
        return int(len(set(state.cells[face : face + 5])) == 1)

    assert best_value(table, start, 0, until, five_alike) == Fraction(347897, 7558272)


def test_one_turn_of_pig_held_at_20() -> None:
    table = shipped("pig", 2)

    def hold_at_20(state: State, seat: int, moves: list[Move]) -> Move:
        enough = memory(state, "pot")[0] >= 20
        return next(m for m in moves if m.text == ("hold" if enough else "roll"))

    def turn_is_over(state: State) -> bool:
        return table.turn(state).seats == (1,)

    scores = distribution(table, table.start(), hold_at_20, turn_is_over, lambda s: memory(s, "score")[0])

    assert sum(scores.values()) == 1
    assert mean(scores) == Fraction(492303203, 60466176)
    assert scores[0] == Fraction(9440899, 15116544)
    assert set(scores) == {0, 20, 21, 22, 23, 24, 25}


@pytest.mark.parametrize(
    ("dice", "busts", "of"), [(1, 4, 6), (2, 16, 36), (3, 60, 216), (4, 204, 1296), (5, 600, 7776), (6, 1440, 46656)]
)
def test_farkle_is_lost_at_once_with_some_dice(dice: int, busts: int, of: int) -> None:
    table = shipped("farkle", 2)
    state = table.start()
    if dice < 6:
        # Ones always score: throw as many as are to be set aside.
        state = table.apply(state, Outcome(tuple(sorted([1] * (6 - dice) + [2, 3, 4, 6, 6][:dice]))))
        for text in (" ".join(["set aside"] + ["1"] * (6 - dice)), "roll on"):
            state = table.apply(state, table.parse_move(state, 0, text))
    assert len(table.rolling(state)) == dice

    def fallen(here: State) -> bool:
        return table.turn(here).kind == "choice" or here.cells[table.reg.player_on_turn] == 1

    lost = distribution(table, state, only, fallen, lambda s: s.cells[table.reg.player_on_turn] == 1)

    assert lost[True] == Fraction(busts, of)


# -------------------------------------------------------------- a whole game


def test_threes_alone_at_its_best() -> None:
    table = shipped("threes", 1)

    least = best_value(table, table.start(), 0, never, lambda s: memory(s, "score")[0], lowest=True)

    assert least == Fraction(504205555, 80621568)
