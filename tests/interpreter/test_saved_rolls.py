"""A card of boxes beside a number that is saved from turn to turn: worked out page by page, it has the value of all its positions."""

from __future__ import annotations

from pathlib import Path
from statistics import mean, stdev

import pytest

from dicedsl.interpreter.bots import Knowledge, bot_named
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import load
from dicedsl.interpreter.solving.aim import aim_of
from dicedsl.interpreter.solving.ledgers.ledger import ledger_of
from dicedsl.interpreter.solving.ledgers.ledger_reader import NoLedger
from dicedsl.interpreter.solving.position_worths import worths_of
from dicedsl.interpreter.solving.positions.position_values import exact_values, solve_values
from dicedsl.interpreter.solving.positions.position_walk import PositionWalk, mark_of
from dicedsl.interpreter.solving.solve import solve
from dicedsl.interpreter.table.game_table import GameTable

pytest.importorskip("llvmlite")

from dicedsl.interpreter.solving.ledgers.pages import PAGE_WAYS, Pages, PageWay

SAVED = (Path(__file__).parent / "saved-rolls.dice").read_text("utf-8")
# Instead of rolls that are left, rolls that were used.
COUNTED_UP = (
    SAVED.replace("rolls left are more than 0", "rolls left are less than 5")
    .replace("take 1 from your rolls left", "add 1 to your rolls left")
    .replace("their rolls left are 0", "their rolls left are 5")
    .replace("2 * their rolls left", "10 - 2 * their rolls left")
    .replace("rolls left, at first 5", "rolls left, at first 0")
)
# A white six becomes red without being rolled, so that of white dice too it counts whether they were just rolled.
REDDENED = SAVED.replace(
    '            "again" one or more',
    """            "redden" one of hand as picked:
                only if number of picked is 6; otherwise the player hears "Only a six."
                turn picked to index of picked
            "again" one or more""",
).replace("one of 1 to 6 as face", "one of 1 to 5 as face")


@pytest.fixture(autouse=True)
def _nothing_is_solved_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicedsl.interpreter.solving.solved_files.folder", lambda: tmp_path)


def alone(text: str) -> GameTable:
    return load(text).table(1, starter=0)


def pages_of(here: GameTable, way: PageWay) -> Pages:
    ledger = ledger_of(here)
    assert ledger is not None
    return Pages(here, aim_of(here), ledger, way=way)


def value_by(pages: Pages) -> float:
    pages.find_pages(1_000_000, 1 << 30)
    return pages.solve_pages()


def changed(old: str, new: str) -> str:
    text = SAVED.replace(old, new)
    assert text != SAVED
    return text


@pytest.mark.parametrize("way", PAGE_WAYS)
def test_each_way_to_tell_pages_has_the_value_of_all_positions(way: PageWay) -> None:
    assert value_by(pages_of(alone(SAVED), way)) == pytest.approx(solve(alone(SAVED)).value, abs=1e-11)


@pytest.mark.parametrize(
    "text",
    [
        COUNTED_UP,
        REDDENED,
        changed("2 * their rolls left", "0 - 3 * their rolls left"),
        changed("highest total", "lowest total"),
        # The last roll is not for rolling again, so that three stretches of the counter are different.
        changed("only if your rolls left are more than 0;", "only if your rolls left are more than 1;"),
        # What is written depends on the card as well as on the dice.
        changed("worth of box\nrule", "worth of box + count of open boxes of you\nrule"),
        # Only dice that were not just rolled may be turned.
        changed("only if picked is fresh;", "only if picked is not fresh;"),
        changed("set fresh of each of hand to no\n    roll thrown", "roll thrown"),
    ],
)
def test_what_is_saved_is_worked_out_as_by_all_positions(text: str) -> None:
    exact, pages = solve(alone(text)).value, pages_of(alone(text), PAGE_WAYS[0])

    assert value_by(pages) == pytest.approx(exact, abs=1e-11)
    assert pages.counter is not None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # Twice as much taken for two dice, below 0 as well: there is no end to how far that might go.
        ("take 1 from your rolls left", "take count of thrown from your rolls left"),
        # A roll is won by writing.
        ("end turn\nend", "if the box is pair: add 1 to your rolls left\n    end turn\nend"),
        # The square of what is left is ranked by.
        ("total of a player is sum", "total of a player is their rolls left * their rolls left + sum"),
        ("only if your rolls left are more than 0;", "only if your rolls left are more than count of hand showing 6;"),
    ],
)
def test_what_is_no_counter_is_not_taken_for_one(old: str, new: str) -> None:
    text = changed(old, new)
    exact = solve(alone(text)).value
    pages = pages_of(alone(text), PAGE_WAYS[0])
    try:
        value = value_by(pages)
    except NoLedger:
        return

    assert pages.counter is None
    assert value == pytest.approx(exact, abs=1e-11)


def test_positions_do_not_grow_with_what_is_saved() -> None:
    few, many = (pages_of(alone(SAVED.replace("at first 5", f"at first {rolls}")), PAGE_WAYS[0]) for rolls in (5, 9))
    value_by(few)
    value_by(many)

    assert few.counter is not None and [low for low, _ in few.counter.stretches[1:]] == [0, 1]
    assert list(few.levels.values) == list(range(6)) and list(many.levels.values) == list(range(10))
    # 7 by 7 dice that are white, red or red and just rolled, 36 rolls less one, and what can be written; and of all dice rolled, the end.
    assert few.between.positions == many.between.positions == 75
    assert few.between.edges == many.between.edges


def test_it_is_only_asked_of_red_dice_whether_they_were_just_rolled() -> None:
    finder = pages_of(alone(SAVED), PAGE_WAYS[0]).finder

    assert sorted(finder.guards.values()) == [(0, 1 << 1), (1, 1 << 2)]
    assert not pages_of(alone(REDDENED), PAGE_WAYS[0]).finder.guards


def test_what_can_be_written_is_told_by_its_box_and_points_alone() -> None:
    pages = pages_of(alone(SAVED), PAGE_WAYS[0])
    pages.find_pages(1_000_000, 1 << 30)

    written = {0, 6, 12}, {0, 1, 2} | {10 + 2 * number for number in range(1, 7)}
    assert len(pages.between.start_positions) == sum(map(len, written))


@pytest.mark.parametrize("text", [SAVED, COUNTED_UP])
def test_what_is_kept_says_what_every_position_is_worth(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicedsl.interpreter.solving.solve.FEW_POSITIONS", 0)
    here = alone(text)
    walk = PositionWalk(here, aim_of(here))
    graph = walk.whole_graph(100_000)
    exact = exact_values(solve_values(graph))
    assert exact is not None
    by_mark = {(graph.marks[2 * i], graph.marks[2 * i + 1]): float(value) for i, value in enumerate(exact)}
    assert solve(here).way == "pages"

    worths = worths_of(here)
    assert worths is not None
    for seed in range(20):
        chance, state = Chance(seed), here.start()
        while not here.is_over(state):
            assert worths.worth(state) == pytest.approx(by_mark[mark_of(walk.key(state.cells))], abs=1e-11)
            turn = here.turn(state)
            moves = () if turn.kind == "chance" else here.moves(state, turn.seats[0])
            state = here.apply(state, moves[chance.below(len(moves))] if moves else here.sample(state, chance))


def test_who_plays_what_was_solved_has_its_value_on_average(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicedsl.interpreter.solving.solve.FEW_POSITIONS", 0)
    here = alone(SAVED)
    value, chance, totals = solve(here).value, Chance(1), list[int]()
    for _ in range(300):
        state = here.start()
        while not here.is_over(state):
            turn = here.turn(state)
            if turn.kind == "chance":
                state = here.apply(state, here.sample(state, chance))
            else:
                knowledge = Knowledge(here, [state], [], turn.seats[0])
                state = here.apply(state, bot_named("solved").choose(knowledge, chance))
        totals.append(state.cells[here.reg.score_of_player])

    assert abs(mean(totals) - value) < 3 * stdev(totals) / len(totals) ** 0.5
