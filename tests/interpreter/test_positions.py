"""What is given in an example: taken from the right place, all of it together, and when the manual says."""

from pathlib import Path

import pytest

from dicedsl.check_door import check
from dicedsl.errors import Problem
from dicedsl.interpreter.examples.testing import position_after
from dicedsl.interpreter.examples.testing import test_path as examples_of

ASIDE = """\
game "Aside"
players 2
material:
    board field: grid 2 by 2
    stock of each player: 3 numbered dice
    leftover: no dice
    each player has total = 0
setup:
    move one of stock of starter to leftover
turn:
    choose:
        "put" one of empty field as spot: move one of your stock to spot
        "pass"
end "full" when empty field is empty: nobody wins
"""
CHOSEN = """\
game "Chosen"
players 2
material:
    board field: grid 2 by 2
    stock of each player: 3 dice
    the game has pot = 0
setup:
    set pot to 7
    in turn from starter:
        choose:
            "build" one of empty field as spot: move one of your stock to spot
turn:
    choose:
        "put" one of empty field as spot: move one of your stock to spot
        "pass"
end "full" when empty field is empty: nobody wins
"""
DRAWN = """\
game "Drawn"
players 2
material:
    cup: 2 dice
    the game has pot = 0
    the game has luck = 0
turn:
    roll cup
    draw one of 1 to 6 as lot
    set luck to lot
    choose:
        "pass": add 1 to pot
end "enough" when pot is at least 5: nobody wins
"""


def problems_of(tmp_path: Path, game: str, *lines: str) -> list[Problem]:
    path = tmp_path / "sample.dice"
    path.write_text(game + 'example "Sample":\n    with Anna, Ben\n' + "".join(f"    {x}\n" for x in lines), "utf-8")
    return [p for report in examples_of(path) for p in report.problems]


def told(problems: list[Problem]) -> list[tuple[str, str]]:
    return [(p.code, p.span.text.strip()) for p in problems]


# ------------------------------------------------------------------ dice of a player


def test_what_set_up_put_aside_stays_there(tmp_path: Path) -> None:
    lines = ("given Anna stands on (1,1), (1,2)", "now count of leftover is 1 and count of stock of Anna is 0")

    assert problems_of(tmp_path, ASIDE, *lines) == []


def test_no_more_dice_than_lie_where_they_began(tmp_path: Path) -> None:
    (problem,) = problems_of(tmp_path, ASIDE, "given Anna stands on (1,1), (1,2), (2,1)")

    assert (problem.code, problem.message) == ("X707", "there are not enough dice to stand on all these places")
    assert "where they began" in problem.help


def test_a_zone_can_be_named_instead(tmp_path: Path) -> None:
    lines = ("given leftover stands on (1,1)", "now leftover is empty and owner of (1,1) is Anna")

    assert problems_of(tmp_path, ASIDE, *lines) == []


# ------------------------------------------------------------------ lines that undo each other


@pytest.mark.parametrize(
    ("lines", "undone"),
    [
        (("given total of Anna is 3", "given total of Anna is 4"), "given total of Anna is 4"),
        (("given total of Anna is 3 and total of Anna is 4",), "given total of Anna is 3 and total of Anna is 4"),
        (("given starter is Ben", "given starter is Anna"), "given starter is Anna"),
        (("given turns played is 3", "given turns played is 4"), "given turns played is 4"),
        (("given (1,1) holds d1 of Anna", "given (1,2) holds d1 of Anna"), "given (1,2) holds d1 of Anna"),
    ],
)
def test_lines_that_undo_each_other_are_told(tmp_path: Path, lines: tuple[str, ...], undone: str) -> None:
    assert told(problems_of(tmp_path, ASIDE, *lines)) == [("X727", undone)]


def test_lines_that_say_the_same_or_other_things_are_fine(tmp_path: Path) -> None:
    lines = (
        "given total of Anna is 3",
        "given total of Ben is 4 and total of Anna is 3",
        "given Anna stands on (1,1)",
        "given (2,2) holds d2 of Anna",
        "now owner of (1,1) is Anna and owner of (2,2) is Anna and count of dice on field is 2",
        "now index of die on (2,2) is 2 and index of die on (1,1) is 3",
    )

    assert problems_of(tmp_path, ASIDE, *lines) == []


def test_a_player_who_is_out_is_counted_once(tmp_path: Path) -> None:
    path = tmp_path / "sample.dice"
    path.write_text(
        ASIDE + 'example "Sample":\n    with Anna, Ben\n    given Ben is out\n    now Ben is out\n', "utf-8"
    )
    position = position_after(path, "Sample")
    reg, cells = position.table.reg, position.state.cells

    assert cells[reg.players_gone] == 1
    assert cells[reg.order_of_leaving + 1] == 1


def test_memory_of_nobody_cannot_be_given(tmp_path: Path) -> None:
    (problem,) = problems_of(tmp_path, ASIDE, "given total of nobody is 3")

    assert problem.code == "X704"


# ------------------------------------------------------------------ set-up that asks


def test_a_position_is_laid_when_the_first_turn_begins(tmp_path: Path) -> None:
    lines = (
        "given Anna stands on (2,1), (2,2)",
        "given pot is 3",
        'Anna chooses "build" (1,1)',
        "now (2,1) is empty and pot is 7",
        'Ben chooses "build" (1,2)',
        "now owner of (2,1) is Anna and (1,1) is empty and (1,2) is empty and pot is 3",
        'Anna chooses "put" (1,1)',
    )

    assert problems_of(tmp_path, CHOSEN, *lines) == []


# ------------------------------------------------------------------ when a claim is judged


def test_a_given_draw_has_happened_before_a_claim(tmp_path: Path) -> None:
    assert problems_of(tmp_path, DRAWN, "draw 5", "now luck is 5 and Anna is next") == []


def test_a_roll_that_is_given_below_a_claim_is_waited_for(tmp_path: Path) -> None:
    lines = ("draw 5", "now luck is 0", "roll 6 6", "now luck is 5 and count of cup showing 6 is 2")

    assert problems_of(tmp_path, DRAWN, *lines) == []


# ------------------------------------------------------------------ two variants


VARIANTS = """\
game "Two variants and an option"
players 2
material:
    each player has total = 0
turn:
    choose:
        "take": add 1 to your total
end "three" when some p in players has total at least 3: p wins
variant "Long":
    options:
        goal = 5, from 4 to 9
    replace end "three" when some p in players has total at least goal: p wins
variant "Loud":
    material:
        the game has noise = 0
    at the end of each turn: add 1 to noise
example "Both":
    with Anna, Ben, {with_}
    Anna chooses "take"
    now noise is 1 and goal is {goal}
"""


@pytest.mark.parametrize("order", ['variant "Long", variant "Loud"', 'variant "Loud", variant "Long"'])
def test_an_example_may_name_two_variants(tmp_path: Path, order: str) -> None:
    path = tmp_path / "sample.dice"
    path.write_text(VARIANTS.format(with_=f"goal = 4, {order}", goal=4), "utf-8")

    assert check(path) == []
    assert [report.problems for report in examples_of(path)] == [[]]
    path.write_text(VARIANTS.format(with_=f"goal = 3, {order}", goal=3), "utf-8")
    assert [p.code for p in check(path) if p.is_error] == ["E445"]
    assert [p.code for report in examples_of(path) for p in report.problems] == ["X703"]
