"""Players of an example who always choose in one way: what `play on` cannot do is said at the right line."""

from pathlib import Path

import pytest

from dicedsl.errors import Problem
from dicedsl.interpreter.examples import policies as examples
from dicedsl.interpreter.examples.testing import test_path as examples_of

GAME = """\
game "Sample"
players 2 to 3
material:
    cup: 2 dice
    pile: no dice
    each player has total = 0
    the game has spared = 3
always spared is at least 1: "Spare one."
turn:
    move pile to cup
    roll cup
    choose:
        "keep" one of cup as chosen: add number of chosen to your total
        "spend":
            must your total is at least 9: "Not yet."
            set spared to 0
        if nothing fits: end turn
    if your total is at least 30:
        attempt "flick":
            "on": add 5 to your total
            "off"
end "the goal is reached" when some p in players has total at least 40: p wins
example "Sample":
    with Anna, Ben
{lines}
"""


def problems_of(tmp_path: Path, lines: str, game: str = GAME) -> list[Problem]:
    path = tmp_path / "sample.dice"
    path.write_text(game.format(lines="\n".join(f"    {line}" for line in lines.splitlines())), "utf-8")
    return [p for report in examples_of(path) for p in report.problems]


def only(tmp_path: Path, lines: str, game: str = GAME) -> tuple[str, str, str]:
    (problem,) = problems_of(tmp_path, lines, game)
    return problem.code, problem.message, problem.span.text


def test_a_player_who_was_told_nothing(tmp_path: Path) -> None:
    (problem,) = problems_of(tmp_path, "Anna always chooses first\nplay on")

    assert problem.code == "X722"
    assert problem.message == "Ben has to choose here, but nothing says how"
    assert problem.help.startswith("write `Ben always chooses first` above this line")
    assert problem.span.text == "play on"


def test_a_policy_counts_from_its_line_on(tmp_path: Path) -> None:
    assert only(tmp_path, "play on\neveryone always chooses first")[0] == "X722"


def test_a_condition_that_never_holds(tmp_path: Path) -> None:
    lines = "given total of Anna is 29\neveryone always chooses first\nroll 2 3\nplay on until total of Ben is 500"
    game = GAME.replace("at least 40", "at least 30")

    assert only(tmp_path, lines, game) == ("X723", "the game is over, and this never held", "total of Ben is 500")


def test_an_attempt_is_not_chosen(tmp_path: Path) -> None:
    code, message, where = only(tmp_path, "everyone always chooses first\nplay on")

    assert (code, where) == ("X724", "play on")
    assert "attempt" in message


def test_one_may_stop_before_an_attempt_and_report(tmp_path: Path) -> None:
    lines = """\
given total of Anna is 29
everyone always chooses first
roll 5 6
play on until total of Anna is more than 30
table reports "on"
now total of Anna is 39 and Ben is next
play on until Anna is next
roll 6 6
Anna chooses "keep" 6
now finished and Anna is winner"""

    assert only(tmp_path, lines)[0] == "X721"  # the roll of Anna fell before her choice came up
    assert (
        problems_of(
            tmp_path,
            lines.replace("roll 6 6\n", "").replace('"keep" 6', '"keep" 1').replace("roll 5 6", "roll 5 6 1 1 1 1"),
        )
        == []
    )


def test_a_game_that_does_not_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examples, "MOST_PLAYED_EVENTS", 500)
    game = GAME.replace("add number of chosen to", "add 0 * number of chosen to")

    assert only(tmp_path, "everyone always chooses first\nplay on", game) == (
        "X725", "the game is not over after 500 choices and rolls", "play on",
    )  # fmt: skip


def test_rolls_alone_come_to_an_end_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examples, "MOST_PLAYED_EVENTS", 500)
    game = """\
game "Only rolls"
players 2
material:
    cup: 1 die
    the game has sixes = 0
turn:
    choose:
        "go":
            repeat:
                roll cup
                if cup showing 6 is not empty: add 1 to sixes
                if sixes is at least 100000: stop
end "many" when sixes is at least 100000: nobody wins
example "Sample":
{lines}
"""

    assert only(tmp_path, "everyone always chooses first\nplay on", game)[0] == "X725"


def test_choices_that_would_break_what_always_holds_are_not_taken(tmp_path: Path) -> None:
    lines = "given total of Anna is 20\neveryone always chooses last\nroll 1 2\nplay on until Ben is next"

    assert problems_of(tmp_path, lines + "\nnow total of Anna is 22 and spared is 3") == []


def test_nothing_is_allowed(tmp_path: Path) -> None:
    game = GAME.replace('"keep" one of cup as chosen', '"keep" one of cup showing 7 as chosen')
    lines = "given total of Anna is 20\neveryone always chooses first\nplay on"

    # A choice of which every move is refused takes its `if nothing fits`, and so this game goes on for ever.
    assert only(tmp_path, lines, game)[0] == "X725"


def test_a_value_that_cannot_be_worked_out(tmp_path: Path) -> None:
    lines = "everyone always chooses first with highest 6 / (number of chosen - 1)\nroll 1 2\nplay on"

    assert only(tmp_path, lines) == ("F508", "a number is divided by 0", "6 / (number of chosen - 1)")


def test_a_stranger(tmp_path: Path) -> None:
    assert only(tmp_path, "Cleo always chooses first")[0] == "X702"


def test_the_fixed_chance_goes_on_where_it_was(tmp_path: Path) -> None:
    """To stop and go on changes nothing."""
    game = GAME.replace("at least 30:", "at least 300:")
    once, twice = "play on", "play on until turns played is 3\nplay on until turns played is 5\nplay on"
    found = []
    for lines in (once, twice):
        (problem,) = problems_of(tmp_path, f"everyone always chooses first\n{lines}\nnow total of Anna is 0", game)
        found.append(problem.help)

    assert found[0] == found[1] != ""
