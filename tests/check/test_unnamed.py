"""A parameter without a name is used where a pronoun or a row of a table stands for it."""

import pytest

from dicedsl.check_door import check
from dicedsl.text.source import Source

GAME = """\
game "Sample"
players 2, clockwise from anybody
words:
    kind way, ways: up, down
{words}
to keep track: each player has a total, at first 0
turn:
    choose:
        "up": add worth of you to your total
        "down": add climb of up to your total
end "enough" when some player has total at least 9: that player wins
"""
CLIMB = "    climb of a way:\n        up   | 2\n        down | 1"


def unused(words: str) -> list[str]:
    return [p.message for p in check(Source("sample.dice", GAME.format(words=words))) if p.code == "W606"]


@pytest.mark.parametrize(
    "worth",
    ["worth of a player is their seat", "worth of a player:\n        their seat is 1 | 1\n        otherwise       | 2"],
)
def test_it_is_used(worth: str) -> None:
    assert unused(f"    {worth}\n{CLIMB}") == []


def test_it_is_not_used() -> None:
    assert unused(f"    worth of a player is 3\n{CLIMB}") == ['"worth" never uses "player"']
