"""Of several who choose at once nobody may be left with nothing; what is sure to be there is known."""

from __future__ import annotations

import pytest

from dicedsl.check_door import check
from dicedsl.text.source import Source

GAME = """game "Fair"
players 2 to 4

material:
    purse of each player: 2 dice

to keep track:
    each player has a total, at first 0

round:
    choose by players at once:
        "watch" {picks}: add 1 to total of you
    for each player: roll purse of the player

words:
    kind stall, stalls: baker, smith, potter

end "rich" when some player has total at least 9: that player wins
"""


def codes(picks: str) -> list[str]:
    return [problem.code for problem in check(Source("<text>", GAME.format(picks=picks)))]


@pytest.mark.parametrize(
    "picks",
    [
        "one of stalls as first stall",
        "2 of stalls as watched",
        "3 of stalls as watched",
        "1 to 2 of stalls as watched",
        "2 of 1 to 6 as numbers",
        "one of stalls as first stall, one of stalls except first stall as second stall",
        "2 of stalls as watched, one of stalls except watched as left stall",
        "one of stalls except smith as watched",
    ],
)
def test_what_always_fits_is_no_doubt(picks: str) -> None:
    assert "W610" not in codes(picks)


@pytest.mark.parametrize(
    "picks",
    [
        "4 of stalls as watched",
        "3 of 1 to 2 as numbers",
        "3 of stalls as watched, one of stalls except watched as left stall",
        "2 of stalls except smith as watched, one of (stalls except watched except smith) as left stall",
        "2 of stalls where it is not smith as watched",
    ],
)
def test_what_may_not_fit_is_told(picks: str) -> None:
    assert "W610" in codes(picks)
