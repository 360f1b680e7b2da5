"""Options are found that make a game fair whose chances are known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicedsl.cli import main
from dicedsl.interpreter.game import Game

# Who begins wins with a number up to the edge: fair with 3. Each wait makes the game a turn longer.
EDGE = """\
game "Edge"
players 2, clockwise from anybody
options:
    edge = 1, from 0 to 6: "numbers with which who begins wins"
    waits = 0, from 0 to 9: "turns in which nothing happens"
material: cup: 1 die
turn:
    if turns played is more than waits:
        roll cup
        if sum of cup is at most edge: starter wins
        otherwise: left neighbour of starter wins
"""


@pytest.fixture
def edge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "edge.dice"
    path.write_text(EDGE, "utf-8")
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["tune", *map(str, arguments), "--jobs", "1", "--seed", "1"])


@pytest.mark.parametrize(("aim", "by", "value"), [
    (("--fair", "beginning"), "edge=0..6", ("edge", "3")),
    (("--fair", "seats", "--starter", "1"), "edge=0..6", ("edge", "3")),
    (("--length", "6"), "waits=0..9", ("waits", "5")),
])  # fmt: skip
def test_the_best_option_is_found_and_written(
    edge: Path, aim: tuple[str, ...], by: str, value: tuple[str, str]
) -> None:
    found = run(edge, *aim, "--by", by, "--games", 3000, "--json")
    data = json.loads(found.stdout)

    assert data["best"][0]["setting"] == dict([value]) and data["best"][0]["off"] <= data["before"]["off"]
    tuned = Game.named(data["written"]).about
    assert tuned.title == "Edge, tuned"
    assert {option.name: option.default for option in tuned.options}[value[0]] == value[1]


def test_text_names_what_is_wanted(edge: Path) -> None:
    shown = run(
        edge, "--fair", "beginning", "--by", "edge=2..4", "--by", "waits=0,1", "--games", 500, "--to", "best.dice"
    )

    assert shown.exit_code == 0
    assert shown.stdout.startswith("Edge: the advantage of beginning, least first; 6 settings, seed 1")
    assert "as it is" in shown.stdout and Path("best.dice").exists()


@pytest.mark.parametrize("arguments", [
    ("--by", "edge=0..6"), ("--fair", "seats", "--length", "3", "--by", "edge=0..6"), ("--fair", "dice", "--by", "edge=0..6"), ("--fair", "seats", "--by", "edge"),
    ("--fair", "seats", "--by", "ledge=0..6"), ("--fair", "seats", "--by", "edge=0..9"), ("--fair", "seats", "--by", "edge=0..6", "--to", "edge.dice"),
])  # fmt: skip
def test_what_cannot_be_tuned_is_refused_in_a_sentence_and_nothing_is_written(
    edge: Path, arguments: tuple[str, ...]
) -> None:
    refused = run(edge, *arguments)

    assert refused.exit_code == 2 and refused.stderr.startswith("dicedsl: ") and refused.stderr.count("\n") == 1
    assert edge.read_text("utf-8") == EDGE and [path.name for path in edge.parent.iterdir()] == ["edge.dice"]
