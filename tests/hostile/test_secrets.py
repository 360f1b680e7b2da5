"""What a seat may not know it cannot ask out either: moves, refusals, views and logs are the same in paired worlds."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from dicedsl.cli import main
from dicedsl.interpreter.game import Game, load
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.sight import Sight
from tests.hostile.worlds import Leak, answer, pair, secretive
from tests.stepping_code import runner_of

PAIRS = 200


def test_paired_worlds_are_answered_alike() -> None:
    tables, total = secretive(), Counter[str]()
    for number in range(PAIRS):
        table = tables[number % len(tables)]
        total += pair(table, (number // len(tables)) % table.players, 7_000 + number, steps=16)

    assert len(tables) >= 15
    assert total["different positions"] > 300
    assert total["typed texts"] > 10_000
    assert 0 < total["refused"] < total["typed texts"]


def test_the_pairs_find_a_seat_that_hears_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Game.named("perfecto").table(2, starter=0)
    everything = (1 << len(table.program.dice)) - 1
    monkeypatch.setattr(table.move_reader, "_seen", lambda state, seat: (list(state.cells), everything))

    with pytest.raises(Leak, match="is answered"):
        for seed in range(40):
            pair(table, 0, seed)


def rolled(table: GameTable, *hands: tuple[int, ...]) -> Session:
    session = Session(table, ["A", "B"], 0, "ask")
    for hand in hands:
        session.enter_roll(hand)
    return session


@pytest.mark.parametrize("name", ["perfecto", "perfecto-advanced"])
def test_asking_why_reads_no_hidden_hand(name: str) -> None:
    table = Game.named(name).table(2, starter=0)
    worlds = [rolled(table, (1, 2, 3, 4, 5, 6), hand) for hand in ((5, 5, 5, 5, 5, 5), (1, 1, 2, 2, 3, 4))]
    assert worlds[0].state != worlds[1].state

    for number in range(1, 7):
        for count in range(1, 7):
            text = "roll " + " ".join([f"{number} of P2"] * count)
            said = {answer(table, world, 0, text) for world in worlds}
            assert len(said) == 1


def test_the_reproducer_reads_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    asked = [(k, n) for k in range(1, 7) for n in range(1, 7)]
    lines = "".join("why roll " + " ".join([f"{k} of P2"] * n) + "\n" for k, n in asked)
    told = set()
    for seed in range(3):
        arguments = ["play", "perfecto", "--players", "2", "--seed", str(seed), "--starter", "1"]
        output = CliRunner().invoke(main, arguments, input=lines + "quit\n").output
        answers = re.findall(r"> why .*\n(.*)", output)
        assert len(answers) == len(asked)
        told.add(tuple(answers))

    assert len(told) == 1


def test_a_hidden_die_is_named_as_it_is_shown() -> None:
    text = """game "Taking"
players 2
material:
    cup of each player: 2 dice, seen by owner
    pile: no dice
setup:
    for each p in players: roll cup of p
turn:
    choose:
        "give" one of your cup as d: move d to pile
        "look at" one of cup of left of you as d: move d to pile
end "enough" when count of pile is 2: you win
"""
    table = load(text).table(2, starter=0)
    session = rolled(table, (2, 3), (4, 4))

    assert answer(table, session, 0, "look at 4 of P2") == "no die of P2 that you can see shows 4"
    assert answer(table, session, 0, "look at ? of P2") == "allowed"
    assert answer(table, session, 0, "give 2") == "allowed"
    assert answer(table, session, 0, "give ?") == answer(table, session, 0, "give ? of P2")


def test_the_cells_a_seat_knows_hold_nothing_hidden() -> None:
    table = Game.named("perfecto").table(2, starter=0)
    one = rolled(table, (1, 2, 3, 4, 5, 6), (5, 5, 5, 5, 5, 5)).state
    other = rolled(table, (1, 2, 3, 4, 5, 6), (1, 1, 2, 2, 3, 4)).state
    sight = Sight(table.program, runner_of(table).compile_condition, table.words)

    assert sight.without_secrets(one.cells, 0) == sight.without_secrets(other.cells, 0)
    assert sight.without_secrets(one.cells, 1) != sight.without_secrets(other.cells, 1)
    assert State(table, one.cells) != State(table, other.cells)


def test_a_line_that_can_be_shared_out_in_very_many_ways_is_answered() -> None:
    picks = ", ".join(f"any of bag as x{i}" for i in range(9))
    text = f"""game "Many"
players 1
material:
    bag: 40 numbered dice
turn:
    attempt "all":
        "t" {picks}: you win
cap 9 turns: nobody wins
"""
    table = load(text).table(starter=0)
    session = Session(table, ["A"], 0, attempts="ask")
    words = " ".join(f"d{i % 40 + 1}" for i in range(60))

    assert answer(table, session, 0, f"t {words} x")
    assert answer(table, session, 0, "t " + "9" * 5000) == "a number has at most eighteen digits"
