"""Examples line by line: what `dicedsl test --step` shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from dicedsl.cli import main
from dicedsl.interpreter.examples.testing import follow_path
from dicedsl.rulebook.library import shipped_files

BOOK = """\
game "Guess"
players 2
material:
    hand of each player: 1 die, seen by owner
    pool: 2 dice
    each player has total = 0
    the game has pot = 3
turn:
    roll your hand
    choose:
        "take":
            add pot to your total
            set pot to 0
        "leave" one of pool as left:
            eliminate you
end "a point" when some p in players has total at least 1: p wins
example "Taking":
    with Anna, Ben
    given total of Ben is 0
    roll 4
    Anna chooses "take"
    now total of Anna is 3 and Anna is winner
example "Wrong":
    with Anna, Ben
    roll 4
    now pot is 4
    Anna chooses "take"
"""


def followed(tmp_path: Path, title: str) -> list[tuple[str, tuple[str, ...], str, str]]:
    path = tmp_path / "guess.dice"
    path.write_text(BOOK, "utf-8")
    ((_, steps),) = follow_path(path, title)
    return [(s.text, s.changes, s.next, s.problem.message if s.problem else "") for s in steps]


def test_each_line_says_what_it_changed_and_what_is_next(tmp_path: Path) -> None:
    assert followed(tmp_path, "taking") == [
        ('example "Taking":', (), "", ""),
        ("with Anna, Ben", (), "", ""),
        ("given total of Ben is 0", (), "", ""),
        ("", (), "1 die is rolled", ""),
        # Its author sees what Ben does not.
        ("roll 4", ("hand of Anna holds 4 (held -)",), 'Anna chooses "take", "leave"', ""),
        (
            'Anna chooses "take"',
            ("total of Anna is 3 (was 0)", "pot is 0 (was 3)", "turns played is 1 (was 0)"),
            "the game is over: Anna won",
            "",
        ),
        ("now total of Anna is 3 and Anna is winner", (), "", ""),
    ]


def test_the_line_that_fails_is_the_last(tmp_path: Path) -> None:
    *before, (text, changes, _, problem) = followed(tmp_path, "wrong")
    assert (text, changes, problem) == ("now pot is 4", (), "this does not hold")
    assert not any(step[3] for step in before)


@pytest.mark.parametrize("name", ["pig", "26-dora", "perfecto", "14-clever-mole"])
def test_shipped_examples_hold_line_by_line(name: str) -> None:
    seen = 0
    for title, lines in follow_path(shipped_files()[name]):
        steps = list(lines)
        assert steps[-1].problem is None, title
        seen += any(step.changes for step in steps)
    assert seen > 2


def test_the_command_shows_lines_and_tells_a_failure_by_its_code(tmp_path: Path) -> None:
    path = tmp_path / "guess.dice"
    path.write_text(BOOK, "utf-8")
    good = CliRunner().invoke(main, ["test", str(path), "--step", "--example", "taking"])
    assert good.exit_code == 0
    assert '  21  Anna chooses "take"\n        total of Anna is 3 (was 0)\n' in good.output
    assert "it holds" in good.output
    bad = CliRunner().invoke(main, ["test", str(path), "--step"])
    assert bad.exit_code == 1
    assert "this does not hold" in bad.output


def test_an_example_that_is_not_there_is_said_in_one_line() -> None:
    result = CliRunner().invoke(main, ["test", "pig", "--step", "--example", "no such"])
    assert result.exit_code == 2
    assert result.output == 'dicedsl: there is no example "no such" here\n'
