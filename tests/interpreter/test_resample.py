"""Worlds drawn for a seat agree with all it has seen, and what fell unseen is distributed exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game, load
from dicedsl.interpreter.lab.at_random import action_at_random
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.view import view

Action = Move | Outcome


def worlds(table: GameTable, history: list[Action], seat: int) -> dict[State, Fraction]:
    """By going through all that could have happened: the law of the states that a seat cannot tell from the real one.

    Only for games in which others choose nothing that depends on hidden dice: then their moves say nothing about them.
    """
    real, states = [table.start()], {table.start(): Fraction(1)}
    for action in history:
        real.append(table.apply(real[-1], action))
        following: dict[State, Fraction] = {}
        for state, weight in states.items():
            options = (
                [(o, o.probability) for o in table.outcomes(state)] if isinstance(action, Outcome) else [(action, 1)]
            )
            for option, chance in options:
                after = table.apply(state, option)
                if view(table, after, seat) == view(table, real[-1], seat):
                    following[after] = following.get(after, Fraction(0)) + weight * chance
        states = following
    whole = sum(states.values())
    return {state: weight / whole for state, weight in states.items()}


def agrees(counts: Mapping[Any, int], law: Mapping[Any, Fraction], draws: int) -> None:
    """What was drawn is what may be, and as often as it should be, within five standard deviations."""
    assert set(counts) <= set(law)
    for world, chance in law.items():
        expected = float(chance) * draws
        deviation = (expected * (1 - float(chance))) ** 0.5
        assert abs(counts.get(world, 0) - expected) <= 5 * deviation + 1e-9, (
            f"{world}: {counts.get(world, 0)}, not about {expected}"
        )


def played(table: GameTable, wanted: list[str], seed: int) -> list[Action]:
    """A history: what falls by lot, and these moves."""
    chance, state, left = Chance(seed), table.start(), list(wanted)
    history: list[Action] = []
    while True:
        turn = table.turn(state)
        if turn.kind == "chance":
            action: Action = table.sample(state, chance)
        elif left:
            action = table.parse_move(state, turn.seats[0], left.pop(0))
        else:
            return history
        history.append(action)
        state = table.apply(state, action)


@pytest.mark.parametrize("moves", [[], ["bid 1 3"], ["bid 1 3", "bid 2 5"]])
@pytest.mark.parametrize("seat", [0, 1])
def test_dice_under_a_cup_are_distributed_exactly(moves: list[str], seat: int) -> None:
    table = Game.named("liars-dice").table(2, {"dice per player": 2}, starter=0)
    history = played(table, moves, 7)
    law = worlds(table, history, seat)
    assert len(law) == 21
    drawn, chance = table.worlds(history, seat), Chance(5)
    agrees(Counter(drawn.draw(chance) for _ in range(4000)), law, 4000)


def test_what_is_known_is_not_drawn() -> None:
    table = Game.named("liars-dice").table(2, {"dice per player": 2, "single call": True}, starter=0)
    history = played(table, ["bid 1 3"], 7)
    state = table.start()
    for action in [*history]:
        state = table.apply(state, action)
    called = [*history, table.parse_move(state, 1, "liar")]
    over = table.apply(state, called[-1])
    assert table.is_over(over)
    for seat in (0, 1):
        assert {table.resample(called, seat, Chance(n)) for n in range(20)} == {over}
    assert table.resample([], 0, Chance(1)) == table.start()


HINT = """game "Hint"
players 2
material:
    hand of each player: 2 dice, seen by owner
    pot: 1 die
    the game has high = no
    the game has told = 0
setup:
    for each player in players: roll hand of player
turn:
    choose:
        "ask":
            set high to sum of number of hand of left of starter is at least 9
            add 1 to told
        "again":
            roll hand of left of starter showing 6
        "pot": roll pot
cap 8 turns: nobody wins
"""


@pytest.mark.parametrize(
    "moves", [["ask"], ["ask", "pot"], ["ask", "again"], ["again", "ask"], ["ask", "again", "ask"]]
)
def test_what_the_rules_tell_of_hidden_dice_counts(moves: list[str]) -> None:
    table = load(HINT).table(2, starter=0)
    for seed in (1, 2):
        history = played(table, moves, seed)
        law = worlds(table, history, 0)
        drawn, chance = table.worlds(history, 0), Chance(seed)
        agrees(Counter(drawn.draw(chance) for _ in range(3000)), law, 3000)


def test_hands_of_perfecto_are_drawn_as_they_can_be() -> None:
    """Numbered dice of one hand fall each by itself, however often some of them were thrown again in secret."""
    table = Game.named("perfecto").table(2, starter=0)
    history = played(table, ["bid 2 3", "roll d1 d3", "bid 4 2"], 11)
    state = table.start()
    for action in history:
        state = table.apply(state, action)
    hidden = [d for d in range(len(table.program.dice)) if not table.sight.dice(state.cells, 0) >> d & 1]
    assert len(hidden) == 6
    drawn, chance, draws = table.worlds(history, 0), Chance(2), 1500
    found = [drawn.draw(chance) for _ in range(draws)]
    face = table.reg.face
    for world in found[:50]:
        assert view(table, world, 0) == view(table, state, 0)
    law = {number: Fraction(1, 6) for number in range(1, 7)}
    for die in hidden:
        agrees(Counter(world.cells[face + die] for world in found), law, draws)
    for one, two in ((0, 1), (1, 4), (2, 3)):
        sums = Counter(world.cells[face + hidden[one]] + world.cells[face + hidden[two]] for world in found)
        both = {n: Fraction(6 - abs(n - 7), 36) for n in range(2, 13)}
        agrees(sums, both, draws)


CASES: list[tuple[str, int]] = [("perfecto", 2), ("perfecto", 3), ("perfecto-advanced", 2), ("liars-dice", 3)]


@pytest.mark.parametrize(("name", "players"), CASES)
def test_worlds_agree_with_all_that_was_seen_on_the_way(name: str, players: int) -> None:
    table = Game.named(name).table(players)
    for seed in range(2):
        chance, state, history = Chance(seed), table.start(), []
        for _ in range(30):
            if table.is_over(state):
                break
            history.append(action_at_random(table, state, chance))
            state = table.apply(state, history[-1])
        for seat in range(players):
            world = table.resample(history, seat, chance)
            assert view(table, world, seat) == view(table, state, seat)
            if table.turn(state).kind in ("choice", "choices") and seat in table.turn(state).seats:
                assert [m.text for m in table.moves(world, seat)] == [m.text for m in table.moves(state, seat)]
