"""Names that a library binds are its own: a game may use them for words of its own."""

from pathlib import Path

import pytest

from dicedsl.check_door import check
from dicedsl.interpreter.examples.testing import test_path as examples_of

LIBRARY = """\
library "Sums"
words:
    doubled of numbers s is sum of (way * 2 for each way in s)
    total number is sum of (n for each n in 1 to 3)
rule pay for player p:
    for each coin in 1 to 2: add coin to total of p
"""
GAME = """\
game "Own words"
players 2
use "sums"
material:
    each player has total = 0
    the game has coin = 7
words:
    way is 100
    n is 50
turn:
    choose:
        "pay": do pay for you
        "way": add way + n + doubled of 1 to 2 + total number + coin to your total
        "coin": set coin to 8
end "far" when some p in players has total at least 150: p wins
cap 20 turns: nobody wins
example "Each means its own":
    P1 chooses "pay"
    now total of P1 is 3 and coin is 7
    P2 chooses "way"
    now total of P2 is 169
"""
SWAP = """\
game "Swap"
players 2
material:
    board field: grid 2 by 2
turn:
    choose:
        "swap": swap (1,1) with first of taken field
cap 5 turns: nobody wins
example "Nothing is there":
    P1 chooses "swap"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "sums.dice").write_text(LIBRARY, "utf-8")
    (tmp_path / "own.dice").write_text(GAME.replace("1 to 2 +", "(1 to 2) +"), "utf-8")
    return tmp_path / "own.dice"


def test_a_name_bound_in_a_library_is_local_to_it(path: Path) -> None:
    assert [p.message for p in check(path) if p.is_error] == []
    assert [(r.title, [p.message for p in r.problems]) for r in examples_of(path) if not r.holds] == []


def test_the_game_itself_may_not_bind_a_name_of_the_library(path: Path) -> None:
    text = path.read_text("utf-8")
    path.write_text(text.replace('"pay": do', '"pay" one of 1 to 2 as total number: do'), "utf-8")

    assert [p.code for p in check(path) if p.is_error] == ["E327"]


def test_nothing_is_swapped_with_a_place_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "swap.dice"
    path.write_text(SWAP, "utf-8")
    (report,) = examples_of(path)

    assert [(p.code, p.span.text) for p in report.problems] == [("F520", "first of taken field")]
