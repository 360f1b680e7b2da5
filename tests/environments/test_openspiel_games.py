"""Rulebooks as games of OpenSpiel, by its own tests, and by exact values."""

from __future__ import annotations

import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspiel")

import pyspiel

from dicedsl.errors import UsageError
from dicedsl.interpreter.environments.openspiel import name_of, register
from dicedsl.interpreter.game import load
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import table_of
from dicedsl.interpreter.table.numbers.returns import shares
from tests.environments.kinds import KINDS, every_game
from tests.samples import RACE

QUICK = [name for name in KINDS if name not in ("09-hide-away", "perfecto")]


@pytest.mark.parametrize("name", every_game(QUICK))
def test_the_interface_is_kept(name: str) -> None:
    game = pyspiel.load_game(name_of(name))
    pyspiel.random_sim_test(game, num_sims=1, serialize=name in KINDS, verbose=False)


def exact(state: State) -> tuple[Fraction, ...]:
    """What a position is worth to players who choose at random, by the contract."""
    table = table_of(state)
    turn = table.turn(state)
    if turn.kind == "over":
        result = table.result(state)
        assert result is not None
        return tuple(Fraction(share) for share in shares(table.players, result.winners))
    if turn.kind == "chance":
        rows = [(o.probability, exact(table.apply(state, o))) for o in table.outcomes(state)]
    else:
        moves = table.moves(state, turn.seats[0])
        rows = [(Fraction(1, len(moves)), exact(table.apply(state, move))) for move in moves]
    return tuple(sum((odds * worth[seat] for odds, worth in rows), Fraction(0)) for seat in range(table.players))


def expected(state: Any) -> list[float]:
    """The same by the interface of OpenSpiel."""
    if state.is_terminal():
        return list(state.returns())
    if state.is_chance_node():
        rows = state.chance_outcomes()
    else:
        legal = state.legal_actions()
        rows = [(action, 1 / len(legal)) for action in legal]
    found = [0.0] * state.num_players()
    for action, odds in rows:
        for seat, worth in enumerate(expected(state.child(action))):
            found[seat] += odds * worth
    return found


def test_values_are_those_of_the_contract(tmp_path: Path) -> None:
    path = tmp_path / "little-race.dice"
    path.write_text(RACE.replace("goal = 12", "goal = 2"), "utf-8")
    name = register(str(path))
    assert name == "dicedsl_little_race" == register(str(path))
    game = pyspiel.load_game(name, {"starter": 0})
    table = load(path.read_text("utf-8")).table(2, {}, starter=0)
    assert expected(game.new_initial_state()) == pytest.approx([float(worth) for worth in exact(table.start())])
    with pytest.raises(UsageError, match="another rulebook"):
        register(str(tmp_path / "other" / "little-race.dice"))


def test_a_setting_is_told_by_parameters() -> None:
    game = pyspiel.load_game("dicedsl_pig(players=3,starter=1,options=goal: 20; strict: yes,variants=two dice)")
    assert game.num_players() == 3
    assert dict(game.table.setting.options) == {"goal": 20, "strict": True}
    assert game.table.about.chosen == ("Two dice",)
    assert game.new_initial_state().current_player() == 1
    assert str(pyspiel.load_game(str(game))) == str(game)


def test_what_a_seat_cannot_see_is_not_in_what_it_knows() -> None:
    game = pyspiel.load_game("dicedsl_liars_dice(players=2,starter=0,options=dice per player: 1)")
    states = {}
    for first in range(6):
        for second in range(6):
            state = game.new_initial_state()
            for value in (first, second):
                assert state.is_chance_node() and len(state.chance_outcomes()) == 6
                state.apply_action(value)
            state.apply_action(state.legal_actions()[3])
            states[first, second] = state
    for seat in (0, 1):
        for asked in ("information_state_string", "observation_string", "observation_tensor"):
            told = {dice: str(getattr(state, asked)(seat)) for dice, state in states.items()}
            assert len(set(told.values())) == 6
            for dice, text in told.items():
                assert text == told[(dice[0], 0) if seat == 0 else (0, dice[1])]


def test_what_a_seat_did_is_remembered() -> None:
    """Perfect recall: what was done differs in what is known, also where the positions are the same again."""
    game = pyspiel.load_game("dicedsl_pig(players=2,starter=0)")
    told = []
    for numbers in ((2, 1), (4, 1)):  # a 3 or a 5, and then the turn is lost
        state = game.new_initial_state()
        for number in numbers:
            state.apply_action(0)
            state.apply_action(0 if number == 1 else number)
        told.append((state.observation_string(1), state.information_state_string(1)))
    assert told[0][0] == told[1][0] and told[0][1] != told[1][1]


def test_states_are_kept_and_copied() -> None:
    game = pyspiel.load_game("dicedsl_farkle(players=2)")
    state = game.new_initial_state()
    while len(state.history()) < 12:
        actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(actions[len(actions) // 2])
    again, copy = pickle.loads(pickle.dumps(state)), state.clone()
    assert str(again) == str(state) == str(copy)
    for seat in (0, 1):
        assert again.information_state_string(seat) == state.information_state_string(seat)
    action = (state.chance_outcomes()[0][0]) if state.is_chance_node() else state.legal_actions()[0]
    copy.apply_action(action)
    assert str(again) == str(state) != str(copy)


def test_dice_fall_one_by_one_where_there_are_too_many_outcomes(tmp_path: Path) -> None:
    path = tmp_path / "great-race.dice"
    path.write_text(
        RACE.replace("cup: 1 die", "cup: 12 dice").replace("roll 6", "roll 6 6 6 6 6 6 6 6 6 6 6 6"), "utf-8"
    )
    state = pyspiel.load_game(register(str(path)), {"starter": 0}).new_initial_state()
    for number in range(12):
        assert state.chance_outcomes() == [(face, pytest.approx(1 / 6)) for face in range(6)]
        state.apply_action(number % 6)
    assert state.current_player() == 0
    assert state.observation_string(0).count("number: 6") == 2


def test_reports_are_drawn_by_lots() -> None:
    state = pyspiel.load_game("dicedsl_02_dune").new_initial_state()
    while not state.is_terminal():
        odds = state.chance_outcomes()
        assert sum(chance for _, chance in odds) == pytest.approx(1)
        state.apply_action(odds[len(odds) // 3][0])
    assert len(state.returns()) == 1
