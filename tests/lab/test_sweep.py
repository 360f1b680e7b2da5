"""A sweep says of each setting what a simulation of it says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicedsl.cli import main
from dicedsl.errors import UsageError
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.lab.many_games.estimates import estimates
from dicedsl.interpreter.lab.many_games.simulate import simulate_games
from dicedsl.interpreter.lab.sweep import Varied, settings, sweep, sweep_page, values_of


@pytest.mark.parametrize(("text", "values"), [
    ("20..60:20", ("20", "40", "60")), ("20..59:20", ("20", "40")), ("1..3", ("1", "2", "3")), ("-2..0", ("-2", "-1", "0")),
    ("yes,no", ("yes", "no")), (" 3 , 5 ", ("3", "5")), ("once only", ("once only",)), ("4..4", ("4",)),
])  # fmt: skip
def test_values_are_written_as_lists_or_ranges(text: str, values: tuple[str, ...]) -> None:
    assert values_of("goal", text) == Varied("goal", values)


@pytest.mark.parametrize("text", ["5..1", "1..9:0", "1..100000", "", "1,,2"])
def test_what_holds_no_value_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        values_of("goal", text)


def test_every_value_meets_every_other() -> None:
    found = settings([Varied("a", ("1", "2")), Varied("b", ("x", "y", "z"))])

    assert len(found) == len(set(found)) == 6
    assert found[1] == (("a", "1"), ("b", "y"))
    with pytest.raises(UsageError, match="400 settings"):
        settings([Varied("a", tuple(map(str, range(20)))), Varied("b", tuple(map(str, range(20))))])


def test_a_point_is_what_a_simulation_of_it_finds() -> None:
    pig = Game.named("pig")
    found = sweep(
        lambda setting: pig.program(2, {"goal": int(setting[0][1])}), [values_of("goal", "20..40:10")], 200, 5, jobs=1
    )

    for point, goal in zip(found.points, (20, 30, 40), strict=True):
        assert point.figures == tuple(estimates(simulate_games(pig.program(2, {"goal": goal}), 200, 5, jobs=1)))
    page = sweep_page(found)
    assert page.count("<svg") == len(found.names) and "<script" not in page


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["sweep", *arguments, "--jobs", "1"])


def test_the_command(tmp_path: Path) -> None:
    few = ("--games", "50", "--seed", "1")
    shown = run(
        "pig",
        "--option",
        "goal=20,40",
        "--players",
        "2..3",
        "--figure",
        "turns",
        *few,
        "--html",
        str(tmp_path / "x.html"),
    )
    data = json.loads(run("pig", "--variant", "Two dice", "--option", "goal=20,40", *few, "--json").stdout)

    assert shown.exit_code == 0 and "Pig: 4 of 4 settings" in shown.stdout and "advantage" not in shown.stdout
    assert (tmp_path / "x.html").read_text("utf-8").count("<svg") == 1
    assert [point["setting"] for point in data["points"]] == [
        {"goal": "20", "variant": "Two dice"},
        {"goal": "40", "variant": "Two dice"},
    ]


@pytest.mark.parametrize("arguments", [
    ("pig",), ("pig", "--option", "goal"), ("pig", "--option", "goal=9..1"), ("pig", "--option", "none=1..3"), ("pig", "--players", "two..3"),
    ("pig", "--players", "2..99"), ("pig", "--option", "goal=20,40", "--figure", "nothing such", "--games", "5"), ("no such game", "--players", "2..3"),
])  # fmt: skip
def test_what_cannot_be_swept_is_refused_in_a_sentence(arguments: tuple[str, ...]) -> None:
    refused = run(*arguments)

    assert refused.exit_code == 2 and refused.stderr.startswith("dicedsl: ") and refused.stderr.count("\n") == 1
