"""Each construct of the language in a small game of its own, judged by the game's own examples."""

from pathlib import Path

import pytest

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.examples.testing import test_path as examples_of
from dicedsl.interpreter.game import Game
from dicedsl.rulebook.library import shipped_files

HERE = Path(__file__).parent
GAMES = sorted(HERE.glob("*.dice"))


@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_examples_hold(path: Path) -> None:
    reports = list(examples_of(path))

    assert reports
    assert [(r.title, [p.message for p in r.problems]) for r in reports if not r.holds] == []


@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_random_games_end(path: Path) -> None:
    table = Game.named(str(path)).table()

    for seed in range(20):
        cells = table.playout(Chance(seed))
        assert cells[table.reg.over] == 1


@pytest.mark.parametrize("name", [name for name, path in shipped_files().items() if path.parent.name != "library"])
def test_examples_of_shipped_rulebooks_hold(name: str) -> None:
    reports = list(examples_of(shipped_files()[name]))

    assert reports
    assert [(r.title, [p.message for p in r.problems]) for r in reports if not r.holds] == []


def test_a_failing_example_says_what_is_true(tmp_path: Path) -> None:
    path = tmp_path / "wrong.dice"
    path.write_text(
        (HERE / "flow.dice").read_text("utf-8").replace("score of Anna is 300", "score of Anna is 301"), "utf-8"
    )

    failing = [r for r in examples_of(path) if not r.holds]

    assert [r.title for r in failing] == ["repeat and for each"]
    assert failing[0].problems[0].help == "score of Anna is 300"
    assert failing[0].problems[0].span.text == "score of Anna is 301"
