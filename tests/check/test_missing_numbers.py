"""What is reckoned with the highest of an empty zone is told, unless the rulebook thinks of that."""

from __future__ import annotations

import pytest

from dicedsl.check_door import check
from dicedsl.text.source import Source

GAME = """game "Books"
players 2

material:
    desk of each player: 3 dice
    shelf of each player: AMOUNT

turn:
    roll your desk
    choose:
        "shelve" one or more of your desk as book: move book to your shelf
        "rest"
        if nothing fits: end turn

end "done" after each round when rounds played are 3: highest score wins

words:
    best book of a player is highest of shelf of the player
    score of a player is SCORE
"""


def codes(score: str, amount: str = "no dice") -> list[str]:
    return [p.code for p in check(Source("<text>", GAME.replace("SCORE", score).replace("AMOUNT", amount)))]


@pytest.mark.parametrize("score", ["best book of the player + 4", "2 * highest of shelf of the player"])
def test_none_is_no_number_to_reckon_with(score: str) -> None:
    assert "W614" in codes(score)
    assert "W614" not in codes(score, "2 dice")


@pytest.mark.parametrize(
    "score",
    [
        "highest of (0, best book of the player) + 4",
        "count of shelf of the player * best book of the player",
        "sum of shelf of the player + 4",
    ],
)
def test_what_is_thought_of_is_not_told(score: str) -> None:
    assert "W614" not in codes(score)
