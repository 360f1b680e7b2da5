"""One line for each game: what is said to stand out is what does, and the page says what is kept."""

from __future__ import annotations

import json
import runpy
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from dicedsl.interpreter.game import load
from dicedsl.interpreter.lab.arena import Contest
from dicedsl.interpreter.lab.many_games.estimates import Estimate
from dicedsl.interpreter.lab.many_games.figures import Advantage, Share
from dicedsl.interpreter.lab.overview.game_line import GameLine, line_of
from dicedsl.interpreter.lab.overview.manual import agreement, clear_beginnings, rank_correlation, table
from dicedsl.interpreter.lab.overview.strong_beginning import StrongBeginning, strong_beginning
from dicedsl.interpreter.lab.overview.surprises import NO_SURPRISE, most_surprising
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
    ({}, NO_SURPRISE),
    ({"answers": (answer(0.5, 400, 0),)}, "good players never take “give up”, offered 400 times"),
    ({"answers": (answer(0.5, 400, 40),)}, NO_SURPRISE),
    ({"answers": (answer(0.5, 10, 0),)}, NO_SURPRISE),
    ({"figures": (Estimate("winner as good as known after", "%", 20, 15, 25),)}, "the winner is as good as known after 20 % of the choices"),
    ({"figures": (Estimate("winner as good as known after", "%", 20, 0, 60),)}, NO_SURPRISE),
    ({"figures": (Estimate("turns without a decision", "%", 90, 85, 95),)}, "90 % of the turns of good players leave them nothing to decide"),
])  # fmt: skip
def test_what_stands_out_is_told_and_what_may_be_luck_is_not(quiet: Study, change: dict[str, Any], told: str) -> None:
    assert most_surprising(evolve(quiet, **change)) == told


def test_the_larger_surprise_is_told(quiet: Study) -> None:
    some = evolve(quiet, rules=(StudiedRule("wonder", 0.0, None),), summary=evolve(quiet.summary, games=5_000))
    few = evolve(some, summary=evolve(some.summary, games=50))
    more = evolve(some, summary=evolve(some.summary, advantage=begins(0.2)))
    less = evolve(some, summary=evolve(some.summary, advantage=begins(0.02)))

    assert most_surprising(few) == NO_SURPRISE
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


# Nobody has anything to choose, and who begins wins as often as not.
TOSS = """\
game "Toss"
players 2, clockwise from anybody
material: cup: 1 die
turn:
    roll cup
    if sum of cup is at least 4: you win
    otherwise: left neighbour of you wins
"""


def won(*winners: tuple[int, int, int], players: int = 2, playouts: int = 20) -> StrongBeginning:
    """Games that were won so: who began, who won, how often."""
    return StrongBeginning("giving", "", players, playouts, 1.0, winners)


def test_among_players_who_search_whoever_begins_takes_what_wins_at_once() -> None:
    found = strong_beginning("first", load(FIRST_COME).table(2, starter=0), seconds=1.0)

    assert found.games >= 10 and found.playouts >= 4 and found.seconds >= 1.0
    assert found.advantage is not None and found.is_clear
    assert 0 < found.advantage.low < found.advantage.difference <= 0.5 and found.advantage.difference > 0.4
    assert StrongBeginning.from_json(json.loads(json.dumps(found.as_json()))) == found


def test_each_game_has_dice_of_its_own() -> None:
    table, steps = load(TOSS).table(2, starter=0), list[int]()
    row = strong_beginning("toss", table, 60.0, 0.0)
    for _ in range(40):
        before = row.winners
        row = strong_beginning("toss", table, 60.0, row.seconds + 1e-9, row)
        steps.append(dict_of(row.winners)[1] - dict_of(before)[1])

    assert row.games == 41 and 8 < sum(steps) < 32
    assert steps[0::2] != steps[1::2] and steps[1:-1:2] != steps[2::2]


def dict_of(winners: tuple[tuple[int, int, int], ...]) -> Counter[int]:
    """How often who began won (1), and how often another (2)."""
    return sum((Counter({1 if mask >> began & 1 else 2: games}) for began, mask, games in winners), Counter[int]())


@pytest.mark.parametrize("bots, differ", [(("random", "random"), True), (("random", "quick:1p"), False)])
def test_dice_fall_again_for_who_changes_seats_and_not_where_all_are_alike(bots: tuple[str, str], differ: bool) -> None:
    contest = Contest(load(TOSS).table(2, starter=0), bots, None)
    starters = list[bool]()
    for number in range(40):
        ((began, mask), _), = contest.playouts(None, 1, number, 1).winners.items()  # fmt: skip
        assert began == number % 2
        starters.append(bool(mask >> began & 1))

    assert 8 < sum(starters) < 32
    assert (starters[0::2] != starters[1::2]) is differ


def test_more_games_are_added_to_those_that_were_played() -> None:
    table = load(FIRST_COME).table(2, starter=0)
    first = strong_beginning("first", table, 1.0, 0.1)
    same = strong_beginning("first", table, 1.0, 0.1, first)
    more = strong_beginning("first", table, 1.0, 0.5, first)

    assert same == first and first.is_enough(0.1) and not first.is_enough(0.5)
    assert more.games > first.games and more.seconds > first.seconds and more.playouts == first.playouts
    assert dict_of(more.winners) >= dict_of(first.winners)


def test_one_game_is_played_whatever_the_time_and_one_alone_has_no_advantage() -> None:
    late = strong_beginning("late", load(FIRST_COME).table(2, starter=0), seconds=0.0)
    alone = strong_beginning(
        "alone", load(FIRST_COME.replace("players 2,", "players 1 to 2,")).table(1, starter=0), 1.0
    )

    assert (late.games, late.playouts) == (1, 4)
    assert (alone.games, alone.text, alone.is_clear) == (0, "alone", False)


@pytest.mark.parametrize("winners", [
    [(0, 0b11, 3)],
    [(0, 0b00, 3)],
    [(0, 0b01, 2), (0, 0b11, 1)],
    [(0, 0b10, 2), (0, 0b00, 1)],
    [(0, 0b01, 3)],
])  # fmt: skip
def test_a_few_games_are_no_certainty(winners: list[tuple[int, int, int]]) -> None:
    row = won(*winners)

    assert row.advantage is not None and not row.is_clear
    assert row.advantage.high - row.advantage.low > 0.4
    assert row.advantage.low <= row.advantage.difference <= row.advantage.high


def test_of_many_games_that_are_shared_the_interval_is_narrow() -> None:
    row = won((0, 0b01, 60), (0, 0b10, 20), (0, 0b11, 20))

    assert row.is_clear and row.advantage is not None and row.advantage.difference == pytest.approx(0.2)
    assert row.advantage.low > 0.1
    assert row.text.startswith("+20 (+1")


def test_a_line_tells_what_was_found_among_players_who_search(giving: GameLine) -> None:
    row = won((0, 0b01, 25), (0, 0b10, 15))

    assert "| +12 (-3 to +26) | 40, 20 |" in table([giving], {giving.name: row})
    assert "| alone | - |" in table([giving], {giving.name: won(players=1)})
    assert "| - | - | " in table([giving], {})


def test_the_page_says_in_how_many_games_beginning_matters(giving: GameLine) -> None:
    lines = [evolve(giving, name=name, title=name) for name in ("up", "down", "open", "none", "missing")]
    rows = {"up": won((0, 1, 40)), "down": won((0, 2, 40)), "open": won((0, 1, 4), (0, 2, 4)), "none": won(players=1)}
    told = clear_beginnings([line for line in lines if line.name != "none"], rows)

    assert "3 of 4 games" in told and "in 2 of them" in told
    assert "helps in up." in told and "hurts in down." in told
    assert "Beginning" not in clear_beginnings(lines, {}) and "hurts" not in clear_beginnings(lines, {})


def test_every_game_has_some_games_of_equals_before_any_has_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = runpy.run_path(str(DOCS / "make_lab_page.py"))
    look, played = script["look_at_strong"], list[tuple[str, float, int]]()

    class Games:
        @staticmethod
        def named(name: str) -> Any:
            return load(TOSS)

    def play(name: str, table: Any, seconds: float, until: float, known: StrongBeginning | None) -> StrongBeginning:
        if len(played) == 3:
            played.append((name, 0.0, 0))
            raise KeyboardInterrupt
        played.append((name, until, 0 if known is None else known.games))
        row = known or StrongBeginning(name, table.fingerprint, 2, 4)
        return evolve(row, seconds=until, winners=((0, 1, row.games + 1),))

    for name, value in (("STRONG", tmp_path / "strong.json"), ("Game", Games), ("strong_beginning", play)):
        monkeypatch.setitem(look.__globals__, name, value)
    with pytest.raises(KeyboardInterrupt):
        look(["one", "two"], 10.0)
    look(["one", "two"], 10.0)
    asked = played[:3] + played[4:]

    assert asked == [
        (name, part * 10.0, number) for number, part in enumerate(script["PASSES"]) for name in ("one", "two")
    ]
    kept = json.loads((tmp_path / "strong.json").read_text("utf-8"))
    assert {name: row["winners"] for name, row in kept.items()} == {"one": [[0, 1, 3]], "two": [[0, 1, 3]]}
    look(["one", "two"], 10.0)
    assert len(played) == 7
