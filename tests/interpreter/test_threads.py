"""One table for many threads: what one asks, another does not notice; and what is kept to be asked again stays small."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game, load
from dicedsl.interpreter.lab.at_random import action_at_random
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program.members import ENTRY_WORDS, BoundedDict

LONG = """game "Long"
players 2
material:
    cup: 1 die
    each player has tally = 0
turn:
    roll cup
    for each n in 1 to 900: set your tally to count of (1 to 3000 where it is more than n)
cap 2 turns: nobody wins
"""


@pytest.fixture
def hasty() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def told(table: GameTable, seed: int, steps: int) -> list[tuple[str, ...]]:
    """What was said in each step of a game."""
    chance, state, found = Chance(seed), table.start(), []
    for _ in range(steps):
        if table.is_over(state):
            break
        state, texts = table.step(state, action_at_random(table, state, chance))
        found.append(tuple(texts))
    return found


@pytest.mark.parametrize("name", ["pig", "farkle", "keep-on-rolling", "perfecto", "liars-dice"])
def test_texts_of_steps_do_not_mix(name: str, hasty: None) -> None:
    table = Game.named(name).table(starter=0)
    alone = [told(table, seed, 150) for seed in range(6)]
    assert any(any(texts) for texts in alone), "nothing is ever said in this game"

    with ThreadPoolExecutor(6) as threads:
        together = list(threads.map(lambda seed: told(table, seed, 150), range(6)))

    assert together == alone


def test_tallies_are_the_same_in_many_threads(hasty: None) -> None:
    table = Game.named("farkle").table(starter=0)
    alone = [table.referee.playouts(None, 7, 3 * i, 3) for i in range(4)]

    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda i: table.referee.playouts(None, 7, 3 * i, 3), range(4)))

    assert together == alone
    assert sum(alone[0].chosen.values()) > 0
    assert alone[0].games == 3


def test_steps_are_counted_for_each_thread(hasty: None) -> None:
    table = load(LONG).table(starter=0)
    alone = table.playout(Chance(1))
    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(lambda _: table.playout(Chance(1)), range(3))) == [alone] * 3


def test_what_is_kept_is_bounded_by_its_size() -> None:
    kept: BoundedDict[int, tuple[int, ...]] = BoundedDict(room=10 * (ENTRY_WORDS + 100))
    for number in range(1000):
        kept.keep(number, (0,) * 100)
        assert kept[number] == (0,) * 100
        assert sum(map(len, kept.values())) <= 1000
    assert len(kept) == 10
