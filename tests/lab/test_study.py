"""What a study says of games whose figures are known: doors, of which one wins; and what two settings differ in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicedsl.cli import main
from dicedsl.interpreter.game import Game, load
from dicedsl.interpreter.lab.many_games.estimates import Estimate, differences, estimates
from dicedsl.interpreter.lab.many_games.figures import Mean
from dicedsl.interpreter.lab.many_games.simulate import simulate_games
from dicedsl.interpreter.lab.study.close_look import Looks, known_after, lead_changes
from dicedsl.interpreter.lab.study.printed import study_page
from dicedsl.interpreter.lab.study.report import study_text
from dicedsl.interpreter.lab.study.studying import Study, StudyPlan, study

# Whoever begins wins if they take the left door; a wait costs nothing and decides nothing.
DOORS = """\
game "<b>Doors</b>"
players 2, clockwise from anybody
to keep track: the game has waits, at first 0
turn:
    choose:
        "left": open your door
        "right": left neighbour of you wins
        "wait":
            only if waits is 0; otherwise the player hears "Once is enough."
            say "A wait."
            add 1 to waits
            if waits is 7: never at all
rule open your door: you win
rule never at all: you win
simulation:
    break off after 9 turns: nobody wins
"""


@pytest.fixture(scope="module")
def doors() -> Study:
    return study(load(DOORS).program(2, starter=0), StudyPlan(games=3_000, watched=30, meetings=4, jobs=1))


def figure(found: Study, name: str) -> Estimate:
    return next(row for row in found.figures if row.name == name)


def test_choices_are_worth_what_they_decide(doors: Study) -> None:
    # Left wins all games, right none: the best answer is worth a whole victory more than the worst.
    assert figure(doors, "best answer above the worst").value == 100
    assert figure(doors, "choices that matter").value == 100
    assert figure(doors, "choices with one answer").value == 0
    assert figure(doors, "turns without a decision").value == 0
    # Nobody waits who knows how to win: one decision, before which nothing is known.
    assert figure(doors, "decisions in a game").value == 1
    assert figure(doors, "winner as good as known after").value == 100
    assert figure(doors, "changes of the lead").value == 0


def test_who_begins_wins_at_random_as_often_as_can_be_reckoned(doors: Study) -> None:
    # A third each: left wins, right loses, and after a wait the other has two doors: 1/3 + 1/3 * 1/2.
    wins = figure(doors, "wins of P1")

    assert wins.low < 50 < wins.high


def test_what_good_players_never_take_is_named(doors: Study) -> None:
    rows = {answer.name: answer for answer in doors.answers}

    assert [name for name, answer in rows.items() if answer.avoided] == ["right", "wait"]
    assert rows["left"].by_good is not None and rows["left"].by_good.share == 1
    assert rows["left"].shortest is not None and rows["left"].shortest[0] == 1
    assert rows["wait"].shortest is not None and rows["wait"].shortest[0] == 2


def test_the_shortest_game_is_the_game_of_its_number(doors: Study) -> None:
    program = load(DOORS).program(2, starter=0)
    from dicedsl.interpreter.engines.engine_choice import engine_for

    for answer in doors.answers:
        assert answer.shortest is not None
        steps, number = answer.shortest
        tally = engine_for(program, "stepping").playouts(None, doors.summary.seed, number, 1)
        assert tally.actions == {steps: 1}


def test_better_players_win(doors: Study) -> None:
    better = {met.others: met.wins.count for met in doors.meetings}

    assert better["random"] >= 2  # it begins in half of the games, and wins each of these


def test_the_same_seed_finds_the_same(doors: Study) -> None:
    again = study(load(DOORS).program(2, starter=0), StudyPlan(games=3_000, watched=30, meetings=4, jobs=2))

    assert again.as_json() == doors.as_json()


def test_text_and_page_obey_nothing_of_a_rulebook(doors: Study) -> None:
    page, text = study_page(doors), study_text(doors)

    assert "<b>Doors" not in page and "&lt;b&gt;Doors&lt;/b&gt;" in page
    assert "<script" not in page and "http" not in page
    assert "Good players never take 'right' (line 5), offered 30 times." in text
    assert "\x1b" not in text


def test_messages_and_rules_are_counted() -> None:
    asked = StudyPlan(games=50, watched=40, meetings=0, jobs=1, looks=Looks(by="random"))
    found = study(load(DOORS).program(2, starter=0), asked)

    rules = {rule.name: rule for rule in found.rules}
    assert rules["never at all"].per_game == 0 and rules["never at all"].shortest is None
    waits = sum(answer.by_good.count for answer in found.answers if answer.name == "wait" and answer.by_good)
    assert 0 < waits < 40 and found.messages == (("A wait.", waits),)


@pytest.mark.parametrize(("chances", "changes"), [
    ([(0.5, 0.5), (0.9, 0.1), (0.1, 0.9), (0.9, 0.1)], 2),
    ([(0.5, 0.5), (0.52, 0.48), (0.48, 0.52)], 0),
    ([(0.9, 0.1), (0.45, 0.55), (0.2, 0.8)], 1),
    ([(0.1, 0.1, 0.8), (0.1, 0.8, 0.1), (0.8, 0.1, 0.1)], 2),
])  # fmt: skip
def test_a_lead_changes_by_more_than_luck(chances: list[tuple[float, ...]], changes: int) -> None:
    assert lead_changes(chances, 100) == changes


@pytest.mark.parametrize(("chances", "part"), [([0.5, 0.95, 0.5, 0.95], 0.75), ([0.95, 1.0], 0.0), ([0.2], 1.0)])
def test_a_winner_is_known_when_it_stays_known(chances: list[float], part: float) -> None:
    assert known_after(chances) == part


def test_a_mean_lies_in_its_interval_as_often_as_it_says() -> None:
    from dicedsl.interpreter.chance import Chance

    inside = 0
    for seed in range(400):
        chance = Chance(seed)
        mean = Mean.of([chance.below(6) for _ in range(60)])
        assert mean is not None
        inside += mean.low <= 2.5 <= mean.high

    assert 360 <= inside <= 396


def test_one_value_says_nothing_of_how_far_it_is_off() -> None:
    mean = Mean.of([3.0])

    assert mean is not None and mean.low == -float("inf") and Mean.of([]) is None


def test_the_same_setting_differs_in_nothing_and_another_does() -> None:
    pig = Game.named("pig")
    plain, again, short = (
        tuple(estimates(simulate_games(pig.program(2, options), 4_000, seed, jobs=1)))
        for options, seed in (({}, 1), ({}, 2), ({"goal": 20}, 1))
    )

    assert not any(row.clear for row in differences(plain, again))
    clear = {row.name for row in differences(plain, short) if row.clear}
    assert {"turns", "steps"} <= clear
    row = next(row for row in differences(plain, short) if row.name == "turns")
    assert row.difference == row.second.value - row.first.value and row.low < row.difference < row.high < 0


def test_many_figures_need_more_to_be_clear() -> None:
    # One p of 0.03 is clear alone and is not among ten.
    one = [Estimate("x", "", 0.0, -1.0, 1.0)]
    other = [Estimate("x", "", 1.57, 0.57, 2.57)]
    noise = [Estimate(f"y{i}", "", 0.0, -1.0, 1.0) for i in range(9)]

    (alone,) = differences(one, other)
    among = differences([*one, *noise], [*other, *noise])

    assert 0.02 < alone.p < 0.04 and alone.clear
    assert not any(row.clear for row in among)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments])


SHORT = ("--games", "300", "--watched", "2", "--meetings", "0", "--seed", "1", "--jobs", "1")


def test_the_command_writes_text_data_and_a_page(tmp_path: Path) -> None:
    page = tmp_path / "pig.html"
    shown = run("study", "pig", "--option", "goal=20", *SHORT, "--html", str(page))
    data = json.loads(run("study", "pig", "--option", "goal=20", *SHORT, "--json").stdout)

    assert shown.exit_code == 0 and "Pig: 300 games at random" in shown.stdout
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert data["watched"] == 2 and data["summary"]["games"] == 300
    assert {"name", "unit", "value", "low", "high"} == set(data["figures"][0])


def test_the_command_compares() -> None:
    data = json.loads(run("study", "pig", "--option", "goal=20", "--compare", "goal=60", *SHORT, "--json").stdout)
    shown = run("study", "pig", "--option", "goal=20", "--compare", "Two dice", *SHORT)

    (turns,) = [row for row in data["differences"] if row["name"] == "turns"]
    assert turns["difference"] > 0 and turns["clear"]
    assert "A: goal=20" in shown.stdout and "B: Two dice, goal=20" in shown.stdout


@pytest.mark.parametrize("arguments", [
    ("study", "no such game"), ("study", "pig", "--by", "nobody"), ("study", "pig", "--compare", "No Such Variant"), ("study", "pig", "--compare", "goal=none"),
])  # fmt: skip
def test_what_cannot_be_studied_is_refused_in_a_sentence(arguments: tuple[str, ...]) -> None:
    refused = run(*arguments)

    assert refused.exit_code == 2 and refused.stderr.startswith("dicedsl: ") and refused.stderr.count("\n") == 1
