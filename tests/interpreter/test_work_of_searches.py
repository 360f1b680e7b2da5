"""What a choice costs beside its playouts, counted: attempts at worlds, looks back at a game, games that only probe or teach."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.interpreter.test_bots import knowledge_of, walked

from dicedsl.interpreter.bots import Budget, Knowledge, bot_named
from dicedsl.interpreter.bots.search import world_pool
from dicedsl.interpreter.bots.search.judge import FEWEST_PROBES, PROBE_GAMES, Judge
from dicedsl.interpreter.bots.search.world_pool import TRIES_OF_A_PLAYOUT, WorldPool
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.numbers import worlds as drawing
from dicedsl.interpreter.table.sight import Sight

MUCH_HEARD = "15-storing-scores"  # totals of dice that nobody sees: after a few of them hardly any world agrees


@pytest.fixture
def much_heard() -> GameTable:
    return Game.named(MUCH_HEARD).table(2, starter=0)


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, counts: Counter[str]) -> None:
    """Count how often a method is called."""
    method = getattr(owner, name)

    def call(self: Any, *given: Any) -> Any:
        counts[name] += 1
        return method(self, *given)

    monkeypatch.setattr(owner, name, call)


@pytest.mark.parametrize("level", ["quick", "strong"])
def test_where_no_world_agrees_a_choice_makes_few_attempts(
    much_heard: GameTable, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = Counter[str]()
    counted(monkeypatch, Knowledge, "attempt", counts)
    states, actions = walked(much_heard, 1, 60)

    bot_named(f"{level}:8p").choose(knowledge_of(much_heard, states, actions), Chance(1))

    assert counts["attempt"] == 8 * TRIES_OF_A_PLAYOUT


def test_attempts_are_counted_over_all_worlds_of_a_choice(
    much_heard: GameTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = Counter[str]()
    counted(monkeypatch, Knowledge, "attempt", counts)
    states, actions = walked(much_heard, 2, 4)
    pool = WorldPool(knowledge_of(much_heard, states, actions), Budget(playouts=40).begin(), Chance(1))
    for number in range(400):
        pool.world(number)

    assert len(pool.worlds) > 1
    assert counts["attempt"] <= 40 * TRIES_OF_A_PLAYOUT
    table, heard = much_heard, walked(much_heard, 2, 4)
    seat = table.turn(heard[0][-1]).seats[0]
    assert {table.observation(world, seat) for world in pool.worlds} == {table.observation(heard[0][-1], seat)}


def test_where_a_clock_ends_it_attempts_go_on(much_heard: GameTable, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = Counter[str]()
    counted(monkeypatch, Knowledge, "attempt", counts)
    monkeypatch.setattr(world_pool, "MOST_WORLD_TRIES", 70)
    states, actions = walked(much_heard, 1, 60)
    pool = WorldPool(knowledge_of(much_heard, states, actions), Budget(seconds=3600).begin(), Chance(7))
    pool.world(0)

    assert counts["attempt"] == 70


def test_what_a_seat_knew_is_worked_out_once_in_a_game(much_heard: GameTable, monkeypatch: pytest.MonkeyPatch) -> None:
    states, actions = walked(much_heard, 1, 60)
    seat = much_heard.turn(states[-1]).seats[0]
    counts = Counter[str]()
    counted(monkeypatch, Sight, "without_secrets", counts)
    assert not Knowledge(much_heard, states, actions, seat).open
    first = counts["without_secrets"]
    assert not Knowledge(much_heard, states, actions, seat).open

    assert first > len(states) / 2
    assert counts["without_secrets"] == first


def test_a_game_is_looked_through_only_as_far_as_attempts_come(
    much_heard: GameTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    states, actions = walked(much_heard, 1, 60)
    knowledge = knowledge_of(much_heard, states, actions)
    assert not knowledge.open
    counts = Counter[str]()
    counted(monkeypatch, GameTable, "observation", counts)
    counted(monkeypatch, drawing.Worlds, "story", counts)
    furthest = 0
    for seed in range(10):
        before = counts["observation"]
        assert knowledge.attempt(Chance(100 + seed)) is None
        furthest = max(furthest, counts["observation"] - before)

    assert counts["story"] == 10
    assert furthest < len(actions) / 2


@pytest.mark.parametrize("budget, probes", [
    (Budget(playouts=1), FEWEST_PROBES),
    (Budget(playouts=16), 4),
    (Budget(playouts=1_000), PROBE_GAMES),
])  # fmt: skip
def test_few_playouts_are_worth_few_games_that_only_probe(
    budget: Budget, probes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, counts = Game.named("pig").table(2, starter=0), Counter[str]()
    states, _ = walked(table, 1, 0)
    counted(monkeypatch, type(table.runner()), "play", counts)

    Judge(table, states[-1].cells, 1, budget.begin())

    assert counts["play"] == probes


@pytest.mark.parametrize("playouts, learns", [(8, False), (60, False), (2_000, True)])
def test_nothing_is_learnt_where_too_few_playouts_are_left_to_see_whether_it_is_any_good(
    playouts: int, learns: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    native_search = pytest.importorskip("dicedsl.interpreter.bots.search.native_search")
    counts = Counter[str]()
    counted(monkeypatch, native_search.NativeSearch, "_practise", counts)
    table = Game.named("yahtzee").table(2, starter=0)
    states, actions = walked(table, 1, 2)

    bot_named(f"strong:{playouts}p").choose(knowledge_of(table, states, actions), Chance(1))

    assert bool(counts["_practise"]) is learns


def test_a_position_is_packed_once_however_much_is_asked_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    layouts = pytest.importorskip("dicedsl.interpreter.engines.native.building.layout")
    table = Game.named("26-dora").table(2, starter=0)
    cells = walked(table, 1, 3)[0][-1].cells
    engine: Any = table.runner("native")
    counts = Counter[str]()
    counted(monkeypatch, layouts.Layout, "pack", counts)
    ends = {engine.play(cells, Chance(seed)) for seed in range(3)}
    engine.playouts(cells, 1, 0, 2)

    assert counts["pack"] == 1
    changing = list(cells)  # may be another position next time
    assert {engine.play(changing, Chance(seed)) for seed in range(3)} == ends
    assert counts["pack"] == 4


def test_wide_sets_are_packed_and_read_again() -> None:
    layouts = pytest.importorskip("dicedsl.interpreter.engines.native.building.layout")
    words = (1, 2, 2, 1, 3, 1)
    is_set = (False, True, True, True, True, False)
    high = (9, (1 << 128) - 1, (1 << 128) - 1, (1 << 64) - 1, (1 << 192) - 1, 5)
    layout = layouts.Layout(words, is_set, (-9, 0, 0, 0, 0, -5), high, behind=2)
    for cells in ((-9, 1 << 127, 3, 1 << 63, 1 << 191 | 7, -5), (9, 0, (1 << 128) - 1, 0, 1 << 64, 5)):
        packed = layout.pack(cells)
        assert len(packed) == 8 * layout.size
        assert packed[8:24] == cells[1].to_bytes(16, "little") and packed[24:40] == cells[2].to_bytes(16, "little")
        assert layout.unpack(packed) == cells
