"""Many random games: counts that add up, intervals that hold what they promise, and the same numbers every time."""

import io
import json
from fractions import Fraction
from functools import cache
from math import comb

import pytest
from rich.console import Console

from dicedsl.compile import program_of
from dicedsl.interpreter.lab.simulate import Spread, Tally, simulate, simulate_and_show, summary, tally, wilson
from dicedsl.interpreter.seeds import derive
from dicedsl.interpreter.table import Table
from dicedsl.program.about import Setting
from dicedsl.rulebook.loading import find, load_path, load_source
from dicedsl.rulebook.merge import Rulebook
from dicedsl.source import Source


@cache
def book_of(name: str) -> Rulebook:
    book, _ = load_path(find(name))
    assert book is not None
    return book


def table_of(name: str, players: int = 2) -> Table:
    return Table(program_of(book_of(name), Setting(players, starter=0)))


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


def table_from(text: str) -> Table:
    book, problems = load_source(Source("<text>", text))
    assert book is not None, problems
    return Table(program_of(book, Setting(2, starter=0)))


def one_in_six() -> Table:
    return table_from(ONE_IN_SIX)


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
    table = one_in_six()
    held = 0
    for seed in range(200):
        wins = simulate(table, 100, seed).seats[0].wins
        held += wins.low <= 1 / 6 <= wins.high

    assert 180 <= held <= 199


def test_counts_add_up() -> None:
    found = simulate(table_of("threes", 3), 200, 4)

    assert found.games == found.wanted == 200
    assert not found.stopped
    assert sum(count for _, count in found.reasons) == 200
    assert sum(s.alone for s in found.seats) + found.shared.count + found.nobody.count == 200
    assert sum(s.wins.count for s in found.seats) >= 200
    assert found.unit == "turns"
    assert found.length == Spread(3.0, 0.0, 3, 3.0, 3)
    for seat in found.seats:
        assert seat.wins.low <= seat.wins.share <= seat.wins.high
        assert seat.score is not None
        assert 0 <= seat.score.least <= seat.score.median <= seat.score.greatest <= 30


def test_a_game_that_a_step_ends_says_under_which_condition() -> None:
    found = simulate(table_from(STEPS_THAT_END), 300, 4)
    shows = "number of first of cup is"

    assert {reason for reason, _ in found.reasons} == {
        f"{shows} 6",
        "the rule “lose” ended it",
        "nothing fits",
        f"it is not so that {shows} 6 or {shows} 5 or {shows} 4",
        "the answer was “give up”",
    }


def test_games_without_a_ranking_have_no_scores() -> None:
    found = simulate(table_of("keep-on-rolling"), 30, 4)

    assert all(s.score is None for s in found.seats)
    assert found.reasons == (("one player is left", 30),)
    assert found.length is not None
    assert found.length.least > 2


def test_a_match_counts_its_games_and_rounds() -> None:
    found = simulate(table_of("perfecto"), 10, 4)

    assert found.unit == "rounds"
    assert found.match_games is not None
    assert found.match_games.least >= 3


def test_nobody_wins() -> None:
    found = simulate(one_in_six(), 300, 1)

    assert found.nobody.count == 300 - found.seats[0].wins.count
    assert found.seats[1].wins.count == 0
    assert found.seats[1].wins.low == 0.0
    assert found.seats[1].wins.high > 0.0


def test_the_same_seed_gives_the_same_numbers_and_parts_add_up_to_the_whole() -> None:
    table = table_of("threes")
    whole = simulate(table, 60, 9)
    parts = Tally(table.players)
    for first, last in ((40, 60), (0, 15), (15, 40)):
        parts.merge(tally(table, first, last, 9))

    assert simulate(table_of("threes"), 60, 9) == whole
    assert summary(table, parts, 60, 9) == whole
    assert simulate(table, 60, 10) != whole


def test_streams_do_not_meet() -> None:
    seeds = {derive(seed, game) for seed in range(50) for game in range(50)}

    assert len(seeds) == 2500
    assert derive(1, 2) != derive(2, 1)
    assert derive(1, 2, 3) == derive(derive(1, 2), 3)


def test_spread() -> None:
    tallied = Tally(1)
    tallied.turns.update([1, 2, 3, 10])

    found = Spread.of(tallied.turns)
    assert found is not None
    assert (found.mean, found.least, found.median, found.greatest) == (4.0, 1, 2.5, 10)
    assert found.sd == pytest.approx(4.0824829)
    assert Spread.of(tallied.rounds) is None


def test_an_interruption_gives_what_has_been_played() -> None:
    done = []

    def stop(games: int) -> None:
        done.append(games)
        if games == 7:
            raise KeyboardInterrupt

    found = simulate(table_of("threes"), 100, 4, stop)

    assert done == [1, 2, 3, 4, 5, 6, 7]
    assert found.games == 7
    assert found.stopped
    assert "7 of 100 games (stopped)" in printed(found)


def test_an_interruption_at_once_gives_an_empty_summary(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of("threes")

    def stop(*_: object) -> list[int]:
        raise KeyboardInterrupt

    monkeypatch.setattr(table, "playout", stop)
    found = simulate(table, 100, 4)

    assert found.games == 0
    assert found.length is None
    assert "0 of 100 games" in printed(found)
    json.dumps(found.as_json())


def printed(found: object) -> str:
    output = io.StringIO()
    found.print(Console(file=output, width=100))  # type: ignore[attr-defined]
    return output.getvalue()


def test_rendered_and_as_json() -> None:
    found = simulate(table_of("threes"), 50, 4)
    text = printed(found)
    data = json.loads(json.dumps(found.as_json()))

    assert "Threes: 50 games by players who choose at random" in text
    assert "95 % interval" in text
    assert "ended: everybody has had a turn" in text
    assert "\x1b" not in text
    assert data["seats"][0]["wins"]["count"] == found.seats[0].wins.count
    assert data["reasons"] == [{"reason": "everybody has had a turn", "games": 50}]
    assert data["stopped"] is False
    assert data["random"] == "dicedsl-1"


def test_no_bar_when_the_errors_do_not_go_to_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    simulate(table_of("threes"), 5, 4, progress=True)

    assert capsys.readouterr() == ("", "")


def test_shown_for_people_and_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate_and_show(table_of("threes"), 20, 4) == 0
    assert "20 games" in capsys.readouterr().out
    assert simulate_and_show(table_of("threes"), 20, 4, as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 20
