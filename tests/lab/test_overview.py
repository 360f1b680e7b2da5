"""One line for each game: what is said to stand out is what does, and the page says what is kept."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from dicedsl.interpreter.game import load
from dicedsl.interpreter.lab.many_games.estimates import Estimate
from dicedsl.interpreter.lab.many_games.figures import Advantage, Share
from dicedsl.interpreter.lab.overview.game_line import GameLine, line_of
from dicedsl.interpreter.lab.overview.manual import agreement, rank_correlation, table
from dicedsl.interpreter.lab.overview.strong_beginning import StrongBeginning, strong_beginning
from dicedsl.interpreter.lab.overview.surprises import PLAIN, most_surprising
from dicedsl.interpreter.lab.study.studying import StudiedAnswer, StudiedRule, Study, StudyPlan, study
from dicedsl.interpreter.lab.triangle.placement import TrianglePlan

DOCS = Path(__file__).parents[2] / "docs"
# Nobody who looks ahead gives the game away; the rule is for a roll that cannot be.
GIVING = """\
game "Giving | away"
players 2, clockwise from anybody
material: cup: 1 die
turn:
    roll cup
    if sum of cup is 7: wonder
    choose:
        "go on": add 1 to laps
        "give up": left neighbour of you wins
to keep track: the game has laps, at first 0
rule wonder: you win
end "enough" when laps is 12: nobody wins
simulation:
    break off after 60 turns: nobody wins
"""


@pytest.fixture(scope="module")
def giving() -> GameLine:
    return line_of("giving", load(GIVING), TrianglePlan(seconds=1.0, games=20, by="quick:20p"), studying=2.0)


@pytest.fixture(scope="module")
def quiet() -> Study:
    """A study in which nothing stands out."""
    found = study(load(GIVING).program(2), StudyPlan(games=50, watched=0, meetings=0, jobs=1))
    summary = evolve(found.summary, advantage=None, length=None)
    return evolve(found, summary=summary, figures=(), answers=(), rules=())


def test_a_line_has_what_is_told_of_a_game(giving: GameLine) -> None:
    assert sum(share.value for share in giving.place.shares) == pytest.approx(100)
    assert giving.decisions is not None and giving.decisions.value > 2
    assert giving.beginning is not None and giving.beginning.low < giving.beginning.value < giving.beginning.high
    assert giving.games >= 100 and giving.watched > 1
    assert GameLine.from_json(json.loads(json.dumps(giving.as_json()))) == giving


def answer(at_random: float, offered: int, taken: int) -> StudiedAnswer:
    return StudiedAnswer(
        1, "x", "", "give up", False, Share(9, at_random, at_random, at_random), offered, Share.of(taken, offered), None
    )


def begins(difference: float) -> Advantage:
    return Advantage(Share(1, 0.5 + difference, 0.0, 1.0), 0.5, difference, difference - 0.01, difference + 0.01)


@pytest.mark.parametrize(("change", "told"), [
    ({}, PLAIN),
    ({"answers": (answer(0.5, 400, 0),)}, "good players never take “give up”, offered 400 times"),
    ({"answers": (answer(0.5, 400, 40),)}, PLAIN),
    ({"answers": (answer(0.5, 10, 0),)}, PLAIN),
    ({"figures": (Estimate("winner as good as known after", "%", 20, 15, 25),)}, "the winner is as good as known after 20 % of the choices"),
    ({"figures": (Estimate("winner as good as known after", "%", 20, 0, 60),)}, PLAIN),
    ({"figures": (Estimate("turns without a decision", "%", 90, 85, 95),)}, "90 % of the turns of good players leave them nothing to decide"),
])  # fmt: skip
def test_what_stands_out_is_told_and_what_may_be_luck_is_not(quiet: Study, change: dict[str, Any], told: str) -> None:
    assert most_surprising(evolve(quiet, **change)) == told


def test_the_larger_surprise_is_told(quiet: Study) -> None:
    some = evolve(quiet, rules=(StudiedRule("wonder", 0.0, None),), summary=evolve(quiet.summary, games=5_000))
    few = evolve(some, summary=evolve(some.summary, games=50))
    more = evolve(some, summary=evolve(some.summary, advantage=begins(0.2)))
    less = evolve(some, summary=evolve(some.summary, advantage=begins(0.02)))

    assert most_surprising(few) == PLAIN
    assert "“wonder” was used in none of 5,000 games" in most_surprising(some)
    assert most_surprising(more) == "who begins wins 70 % at random, a fair share being 50 %"
    assert "wonder" in most_surprising(less)


def test_a_row_is_one_row_whatever_the_title(giving: GameLine) -> None:
    row = table([giving], {}).splitlines()[2]

    assert row.startswith("| Giving \\| away | ")
    assert row.replace("\\|", "").count("|") == table([], {}).splitlines()[0].count("|")


def test_ranks_agree_as_they_should() -> None:
    assert rank_correlation([1, 2, 3, 4], [10, 20, 30, 99]) == pytest.approx(1)
    assert rank_correlation([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    assert rank_correlation([1, 2, 3], [5, 5, 5]) is None
    # Two against two, all in order: as much as ranks that are shared can agree.
    assert rank_correlation([1, 2, 3, 4], [0, 0, 1, 1]) == pytest.approx(4 / (5 * 4) ** 0.5)


def test_agreement_counts_the_corner_of_the_greatest_share(giving: GameLine) -> None:
    def at(name: str, *shares: float) -> GameLine:
        rows = tuple(evolve(row, value=value) for row, value in zip(giving.place.shares, shares, strict=True))
        return evolve(giving, name=name, place=evolve(giving.place, shares=rows))

    lines = [at("a", 90, 0, 10), at("b", 0, 100, 0), at("c", 60, 0, 40), at("other", 0, 0, 100)]
    told = list(agreement(lines, {"a": "chance", "b": "skill", "c": "tactics", "missing": "chance"}))

    assert told[0].startswith("Of 3 games") and ", 2 have" in told[0]
    assert told[1] == "For chance the rank correlation is +0.87."
    assert "too few" in next(agreement(lines, {"a": "chance"}))


def test_the_page_of_the_manual_says_what_is_kept() -> None:
    script = runpy.run_path(str(DOCS / "make_lab_page.py"))
    page = (DOCS / "findings.md").read_text("utf-8")

    assert script["written"](page) == page
    assert set(json.loads((DOCS / "lab-placed.json").read_text("utf-8"))["games"]) <= {n for n, _ in script["games"]()}


def test_it_goes_on_where_it_was_stopped(giving: GameLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = runpy.run_path(str(DOCS / "make_lab_page.py"))
    look, asked = script["look"], list[str]()

    class Games:
        @staticmethod
        def named(name: str) -> Any:
            return load(GIVING)

    def line(name: str, game: Any) -> GameLine:
        asked.append(name)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return evolve(giving, name=name)

    for name, value in (("FIGURES", tmp_path / "figures.json"), ("Game", Games), ("line_of", line)):
        monkeypatch.setitem(look.__globals__, name, value)
    with pytest.raises(KeyboardInterrupt):
        look(["one", "two", "three"])
    look(["one", "two", "three"])

    assert asked == ["one", "two", "two", "three"]
    assert set(json.loads((tmp_path / "figures.json").read_text("utf-8"))) == {"one", "two", "three"}


FIRST_COME = """\
game "First come"
players 2, clockwise from anybody
material: cup: 1 die
turn:
    choose:
        "win": you win
        "wait": roll cup
simulation:
    break off after 60 turns: nobody wins
"""


def test_among_players_who_search_whoever_begins_takes_what_wins_at_once() -> None:
    found = strong_beginning("first", load(FIRST_COME).table(2, starter=0), seconds=1.0)

    assert found.games >= 10
    assert found.difference is not None and found.low is not None and found.high is not None
    assert 0 < found.low < found.difference <= 50 and found.difference > 40
    assert StrongBeginning(**json.loads(json.dumps(found.as_json()))) == found
    assert found.text == f"{found.difference:+.0f} ({found.low:+.0f} to {found.high:+.0f})"


def test_where_nobody_is_there_to_be_beaten_or_no_game_ends_in_time_nothing_is_told() -> None:
    alone = strong_beginning(
        "alone", load(FIRST_COME.replace("players 2,", "players 1 to 2,")).table(1, starter=0), 1.0
    )
    late = strong_beginning("late", load(FIRST_COME).table(2, starter=0), seconds=0.0)

    assert (alone.games, alone.text) == (0, "-")
    assert (late.games, late.text) == (0, "-")


def test_a_line_tells_what_was_found_among_players_who_search(giving: GameLine) -> None:
    found = StrongBeginning(giving.name, "", 2, "strong:20p", 40, 12.4, -3.0, 27.9)

    assert "| +12 (-3 to +28) |" in table([giving], {giving.name: found})
