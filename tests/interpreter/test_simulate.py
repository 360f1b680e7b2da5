"""Many random games: counts that add up, intervals that hold what they promise, and the same numbers every time."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb
from pathlib import Path

import pytest

from dicedsl.about import Setting
from dicedsl.compile_door import compile_book
from dicedsl.errors import DiceError, Fault
from dicedsl.interpreter.engines.contract import Tally
from dicedsl.interpreter.engines.engine_choice import engine_for
from dicedsl.interpreter.lab.many_games import remote, workers
from dicedsl.interpreter.lab.many_games.figures import Advantage, Bar, NumberSpread, histogram, wilson
from dicedsl.interpreter.lab.many_games.reporting import summary_text
from dicedsl.interpreter.lab.many_games.simulate import simulate_games, summary
from dicedsl.interpreter.lab.many_games.workers import Chunks, play_many
from dicedsl.interpreter.seeds import derived_seed
from dicedsl.program.ops import Program
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.files import find
from dicedsl.rulebook.loading import load_path, load_source
from dicedsl.text.source import NOWHERE, Source


@cache
def book_of(name: str) -> Rulebook:
    book, _ = load_path(find(name))
    assert book is not None
    return book


@cache
def program(name: str, players: int = 2) -> Program:
    return compile_book(book_of(name), Setting(players, starter=0))


# P1 rolls a 6 and wins, with a chance of 1 in 6; else nobody does.
ONE_IN_SIX = """\
game "One in six"
players 2

material:
    cup: 1 die

turn:
    roll cup
    choose:
        "look":
            if number of first of cup is 6: you wins
            otherwise: nobody wins
""".replace("you wins", "you win")


# Every way to end a game by a step, none by an `end`.
STEPS_THAT_END = """\
game "Steps that end"
players 2

material:
    cup: 1 die

turn:
    choose:
        "throw":
            roll cup
            if number of first of cup is 6: you win
            otherwise if number of first of cup is 5: do lose
            otherwise if number of first of cup is 4:
                choose:
                    "never" one of cup as wanted:
                        must number of wanted is 7: "It shows a 4."
                    if nothing fits: nobody wins
            otherwise: left of you wins
        "give up": left of you wins

rule lose:
    nobody wins
"""


def program_from(text: str, players: int = 2, starter: int = 0) -> Program:
    book, problems = load_source(Source("<text>", text))
    assert book is not None, problems
    return compile_book(book, Setting(players, starter=starter))


def one_in_six() -> Program:
    return program_from(ONE_IN_SIX)


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 10, 0.0, 0.27753), (10, 10, 0.72247, 1.0), (5, 10, 0.23659, 0.76341), (81, 263, 0.25526, 0.36619)],
)
def test_wilson_intervals_are_the_published_ones(hits: int, of: int, low: float, high: float) -> None:
    assert wilson(hits, of) == pytest.approx((low, high), abs=5e-5)


def test_wilson_of_nothing_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_wilson_intervals_hold_the_truth_about_95_times_in_100() -> None:
    share, games = Fraction(1, 6), 300
    covered = 0.0
    for hits in range(games + 1):
        low, high = wilson(hits, games)
        if low <= share <= high:
            covered += float(comb(games, hits) * share**hits * (1 - share) ** (games - hits))

    assert 0.93 <= covered <= 0.97


def test_intervals_of_simulations_hold_the_exact_chance() -> None:
    engine = engine_for(one_in_six(), "stepping")
    held = 0
    for seed in range(200):
        tally = engine.playouts(None, seed, 0, 100)
        wins = summary(engine.program, engine.name, tally, 100, seed).seats[0].wins
        held += wins.low <= 1 / 6 <= wins.high

    assert 180 <= held <= 199


def test_counts_add_up() -> None:
    found = simulate_games(program("threes", 3), 200, 4)

    assert found.games == found.wanted == 200
    assert not found.stopped
    assert sum(count for _, count in found.reasons) == 200
    assert sum(s.alone for s in found.seats) + found.shared.count + found.nobody.count == 200
    assert sum(s.wins.count for s in found.seats) >= 200
    assert found.unit == "turns"
    assert found.length == NumberSpread(3.0, 0.0, 3, 3.0, 3)
    for seat in found.seats:
        assert seat.wins.low <= seat.wins.share <= seat.wins.high
        assert seat.score is not None
        assert 0 <= seat.score.least <= seat.score.median <= seat.score.greatest <= 30


def test_a_game_that_a_step_ends_says_under_which_condition() -> None:
    found = simulate_games(program_from(STEPS_THAT_END), 300, 4, "stepping")
    shows = "number of first of cup is"

    assert {reason for reason, _ in found.reasons} == {
        f"{shows} 6",
        "the rule “lose” ended it",
        "nothing fits",
        f"it is not so that {shows} 6 or {shows} 5 or {shows} 4",
        "the answer was “give up”",
    }


def test_games_without_a_ranking_have_no_scores() -> None:
    found = simulate_games(program("keep-on-rolling"), 30, 4)

    assert all(s.score is None for s in found.seats)
    assert found.reasons == (("one player is left", 30),)
    assert found.length is not None
    assert found.length.least > 2


def test_a_match_counts_its_games_and_rounds() -> None:
    found = simulate_games(program("perfecto"), 10, 4)

    assert found.unit == "rounds"
    assert found.match_games is not None
    assert found.match_games.least >= 3


def test_nobody_wins() -> None:
    found = simulate_games(one_in_six(), 300, 1, "stepping")

    assert found.nobody.count == 300 - found.seats[0].wins.count
    assert found.seats[1].wins.count == 0
    assert found.seats[1].wins.low == 0.0
    assert found.seats[1].wins.high > 0.0


def test_the_same_seed_gives_the_same_numbers_and_parts_add_up_to_the_whole() -> None:
    engine = engine_for(program("threes"), "stepping")
    whole = simulate_games(engine.program, 60, 9, "stepping")
    parts = Tally()
    for first, count in ((40, 20), (0, 15), (15, 25)):
        parts.add(engine.playouts(None, 9, first, count))

    assert simulate_games(program("threes"), 60, 9, "stepping") == whole
    assert summary(engine.program, "stepping", parts, 60, 9) == whole
    assert simulate_games(engine.program, 60, 10, "stepping") != whole


def test_streams_do_not_meet() -> None:
    seeds = {derived_seed(seed, game) for seed in range(50) for game in range(50)}

    assert len(seeds) == 2500
    assert derived_seed(1, 2) != derived_seed(2, 1)
    assert derived_seed(1, 2, 3) == derived_seed(derived_seed(1, 2), 3)


def test_spread() -> None:
    found = NumberSpread.of(Counter([1, 2, 3, 10]))

    assert found is not None
    assert (found.mean, found.least, found.median, found.greatest) == (4.0, 1, 2.5, 10)
    assert found.sd == pytest.approx(4.0824829)
    assert NumberSpread.of(Counter()) is None


def test_histograms_have_few_rows_of_one_round_width() -> None:
    assert histogram(Counter()) == ()
    assert histogram(Counter([3, 5, 5])) == (Bar(3, 3, 1), Bar(4, 4, 0), Bar(5, 5, 2))
    assert histogram(Counter([-3, 0, 7, 19, 20]), most=4) == (
        Bar(-10, -1, 1),
        Bar(0, 9, 2),
        Bar(10, 19, 1),
        Bar(20, 29, 1),
    )
    for most in (2, 5, 12):
        counts = Counter({number * number * number: number + 1 for number in range(40)})
        rows = histogram(counts, most)
        assert len(rows) <= most
        assert sum(row.count for row in rows) == counts.total()
        assert all(row.high + 1 == after.low for row, after in pairwise(rows))


# ------------------------------------------------------------------ who begins


def test_the_advantage_of_beginning() -> None:
    found = Advantage.of(Counter({(0, 0b01): 60, (0, 0b10): 20, (1, 0b10): 15, (1, 0b01): 5}), 2)

    assert found is not None
    assert (found.wins.count, found.fair) == (75, 0.5)
    assert found.difference == pytest.approx(0.25)
    assert (found.low, found.high) == pytest.approx([share - 0.5 for share in wilson(75, 100)])


def test_a_fair_share_is_that_of_all_victories_shared_and_missing_ones_included() -> None:
    even = Advantage.of(Counter({(0, 0b11): 50, (1, 0b00): 50}), 2)
    ahead = Advantage.of(Counter({(0, 0b01): 30, (1, 0b00): 70}), 2)

    assert even is not None and ahead is not None
    assert (even.wins.share, even.fair, even.difference, even.low, even.high) == (0.5, 0.5, 0.0, 0.0, 0.0)
    assert (ahead.wins.share, ahead.fair) == (0.3, 0.15)
    # In each game the difference is a half or nothing.
    assert ahead.high - ahead.difference == pytest.approx(1.96 * 0.5 * (0.3 * 0.7 / 100) ** 0.5, rel=1e-3)
    assert Advantage.of(Counter({(0, 1): 5}), 1) is None
    assert Advantage.of(Counter(), 2) is None


def test_who_begins_is_told_apart_from_the_seat() -> None:
    first_wins = """\
game "First"
players 3

turn:
    choose:
        "win": you win
"""
    found = simulate_games(program_from(first_wins, 3, -1), 90, 1, "stepping")

    assert found.advantage is not None
    assert found.advantage.difference == pytest.approx(2 / 3)
    assert all(20 <= seat.wins.count <= 40 for seat in found.seats)
    assert "Who begins wins 100.0 %, a fair share being 33.3 %: an advantage, +66.7 points" in summary_text(found)


# ------------------------------------------------------------------ what was used


USED = """\
game "Used"
players 2

material:
    cup: 1 die
    each player has score = 0

turn:
    choose:
        "throw": do throw
        "wait": do wait
    choose by left of you:
        "nod"

rule throw:
    roll cup
    do wait

rule wait:
    add 1 to your score

cap 4 turns: highest score wins
"""


def test_alternatives_and_rules_are_counted() -> None:
    found = simulate_games(program_from(USED), 50, 3, "stepping")
    first, second = found.choices

    assert [(choice.line, [a.name for a in choice.answers]) for choice in found.choices] == [
        (9, ["throw", "wait"]),
        (12, ["nod"]),
    ]
    assert sum(a.count for a in first.answers) == second.answers[0].count == 50 * 4
    rules = {used.name: used.count for used in found.rules}
    assert rules == {"throw": first.answers[0].count, "wait": 200}
    assert found.lengths[1].unit == "steps"
    assert found.lengths[1].spread.mean == pytest.approx((400 + rules["throw"]) / 50)
    text = summary_text(found)
    assert "chosen in line 9" in text
    assert "4.00 a game" in text


def test_what_is_only_tried_is_not_counted() -> None:
    looking = USED.replace(
        '"throw": do throw',
        '"throw":\n            must leave your score is at most 90: "Too much."\n            do throw',
    )
    plain, ahead = (simulate_games(program_from(text), 40, 3, "stepping") for text in (USED, looking))

    assert plain.rules == ahead.rules
    assert plain.lengths == ahead.lengths


# ------------------------------------------------------------------ workers


def test_chunks_cover_all_games_once_and_grow() -> None:
    chunks, given = Chunks(1000), []
    while (chunk := chunks.next(2)) is not None:
        given.append(chunk)
        chunks.learn(chunk[1], 0.001)

    assert [number for first, count in given for number in range(first, first + count)] == list(range(1000))
    assert max(count for _, count in given) > 50
    assert given[-1][1] == 1


@pytest.mark.parametrize("name", ["threes", "perfecto"])
def test_any_number_of_workers_gives_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "SECONDS_ALONE", 0.0)  # processes at once
    one, two, three = (simulate_games(program(name), 40, 9, "stepping", jobs) for jobs in (1, 2, 3))

    assert one == two == three
    assert one.games == 40


def test_processes_that_begin_anew_play_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "SECONDS_ALONE", 0.0)
    monkeypatch.setattr(remote, "START_METHOD", "spawn")

    assert simulate_games(program("threes"), 40, 9, "stepping", 2) == simulate_games(
        program("threes"), 40, 9, "stepping", 1
    )


@pytest.mark.parametrize(
    ("name", "games"), [("pig", 60), ("threes", 60), ("liars-dice", 200), ("keep-on-rolling", 30), ("23-rasanto", 3)]
)
def test_both_engines_count_the_same_on_any_number_of_cores(name: str, games: int) -> None:
    pytest.importorskip("llvmlite")
    engine = engine_for(program(name), "native")
    by_steps = simulate_games(program(name), games, 5, "stepping", 1)

    assert engine.name == "native"
    for jobs in (1, 2, 3):
        played = play_many(engine, games, 5, jobs)
        assert summary(engine.program, "stepping", played.tally, games, 5) == by_steps


LONG_SOMETIMES = """\
game "Long"
players 2

material:
    cup: 1 die
    the game has tally = 0

turn:
    choose:
        "count":
            roll cup
            if number of first of cup is 6: set tally to sum of (n mod 7 for each n in 1 to 400000000)

cap 2 turns: nobody wins
"""


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_the_fault_of_the_earliest_game_is_told(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "SECONDS_ALONE", 0.0)
    with pytest.raises(DiceError) as caught:
        simulate_games(program_from(LONG_SOMETIMES), 60, 1, "stepping", jobs)

    assert [(p.code, p.span.line) for p in caught.value.problems] == [("F507", 11)]


def test_the_earliest_fault_counts_though_a_later_one_comes_first() -> None:
    class Slow:
        """An engine that faults in the games 3 and 8; the later of them comes first."""

        name = "native"
        has_machine_code = plays_in_threads = made_of_program = True

        def playouts(self, cells: object, seed: int, first: int, games: int) -> Tally:
            if first <= 3 < first + games:
                time.sleep(0.3)
                raise Fault("F507", "three", NOWHERE)
            if first <= 8 < first + games:
                raise Fault("F507", "eight", NOWHERE)
            return Tally(games=games)

    with pytest.raises(Fault) as caught:
        play_many(Slow(), 40, 1, 3)  # type: ignore[arg-type]

    assert caught.value.message == "three"


# ------------------------------------------------------------------ interruptions


def test_enough_is_enough() -> None:
    done: list[int] = []

    def tell(games: int) -> bool:
        done.append(games)
        return games >= 7

    played = play_many(engine_for(program("threes"), "stepping"), 1000, 4, 1, tell)

    assert played.stopped
    assert 7 <= played.tally.games == done[-1] < 1000
    found = summary(program("threes"), "stepping", played.tally, 1000, 4)
    assert found.stopped
    assert f"{played.tally.games} of 1,000 games (stopped)" in summary_text(found)


def test_a_summary_of_nothing() -> None:
    found = summary(program("threes"), "stepping", Tally(), 100, 4)

    assert found.length is None
    assert found.advantage is None
    assert "0 of 100 games" in summary_text(found)
    json.dumps(found.as_json())


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C is sent in another way")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_what_is_known(jobs: str) -> None:
    command = [str(Path(sys.executable).with_name("dicedsl")), "simulate", "threes", "--games", "100000000"]
    ours, terminal = os.openpty()
    process = subprocess.Popen(
        [*command, "--seed", "4", "--engine", "stepping", "--jobs", jobs, "--json"],
        stdout=subprocess.PIPE, stderr=terminal, text=True, start_new_session=True,
    )  # fmt: skip
    os.close(terminal)
    told = b""
    while b" of 100,000,000 games, " not in told:
        told += os.read(ours, 1000)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal sends it, to the whole group
    out, _ = process.communicate(timeout=60)
    told += os.read(ours, 10_000)
    os.close(ours)

    found = json.loads(out)
    assert process.returncode == 130
    assert b"Traceback" not in told
    assert found["stopped"] is True
    assert 0 < found["games"] < found["wanted"] == 100_000_000
    again = simulate_games(compile_book(book_of("threes"), Setting(2)), found["games"], 4, "stepping")
    assert [seat.wins.count for seat in again.seats] == [seat["wins"]["count"] for seat in found["seats"]]


# ------------------------------------------------------------------ shown


def test_shown_for_people() -> None:
    text = summary_text(simulate_games(program("threes"), 50, 4, "stepping"))

    assert "Threes: 50 games by players who choose at random" in text
    assert "Seed 4, 2 players, stepping engine." in text
    assert "95 % interval" in text
    assert "everybody has had a turn" in text
    assert "Scores" in text
    assert text.isascii()
    assert "\x1b" not in text


SCHEMA = {
    "title": str, "file": str, "engine": str, "players": int, "seed": int, "random": str, "wanted": int, "games": int,
    "seats": [{"seat": int, "wins": "share", "alone": int, "score": "spread"}],
    "advantage": {"wins": "share", "fair": float, "difference": float, "low": float, "high": float},
    "shared": "share", "nobody": "share", "reasons": [{"reason": str, "games": int}], "unit": str, "length": "spread",
    "match_games": "spread", "lengths": [{"unit": str, "spread": "spread", "bars": ["bar"]}], "scores": ["bar"],
    "choices": [{"file": str, "line": int, "label": str, "reported": bool, "answers": [{"name": str, "count": int, "share": float}]}],
    "rules": [{"name": str, "count": int, "per_game": float}], "stopped": bool,
}  # fmt: skip
PARTS = {
    "share": {"count": int, "share": float, "low": float, "high": float},
    "spread": {"mean": float, "sd": float, "least": int, "median": float, "greatest": int},
    "bar": {"low": int, "high": int, "count": int},
}


def fits(data: object, schema: object, where: str) -> None:
    if isinstance(schema, str):
        schema = PARTS[schema]
    if isinstance(schema, dict):
        assert isinstance(data, dict) and set(data) == set(schema), where
        for key, part in schema.items():
            fits(data[key], part, f"{where}.{key}")
    elif isinstance(schema, list):
        assert isinstance(data, list), where
        for item in data:
            fits(item, schema[0], where)
    else:
        assert type(data) is schema, where


@pytest.mark.parametrize("name", ["threes", "yahtzee"])
def test_as_json(name: str) -> None:
    found = simulate_games(program(name), 20, 4, "stepping")
    data = json.loads(json.dumps(found.as_json()))

    fits(data, SCHEMA, "summary")
    assert data["engine"] == "stepping"
    assert data["seats"][0]["wins"]["count"] == found.seats[0].wins.count
    assert data["stopped"] is False
    assert data["random"] == "dicedsl-1"
    assert data["scores"] and data["lengths"] and data["choices"]


def test_no_line_of_progress_when_the_errors_do_not_go_to_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    simulate_games(program("threes"), 5, 4, "stepping", progress=True)

    assert capsys.readouterr() == ("", "")


def test_progress_is_told() -> None:
    done: list[int] = []
    simulate_games(program("threes"), 30, 4, "stepping", jobs=1, progress=done.append)

    assert done[-1] == 30
    assert done == sorted(done)
