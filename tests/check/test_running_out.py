"""Choices that can run empty: told where it is certain, with what to write."""

from __future__ import annotations

import pytest

from dicedsl.check_door import check
from dicedsl.text.source import Source

PLATE = """\
game "Plate"
aim "Eat."
players 2 to 4, clockwise from anybody

material:
    plate: 3 dice
    nest of each player: no dice

round:
{round}

rule nibble:
    choose: "nibble" one of plate as morsel: move morsel to your nest

end "three rounds" after each round when rounds played are 3: nobody wins
"""
IN_TURN = "in turn from starter, until plate is empty:\n    "
DIRECT = IN_TURN + 'choose:\n        "nibble" one of plate as morsel: move morsel to your nest'


def said(round_: str) -> list[tuple[str, str]]:
    text = PLATE.format(round="\n".join(f"    {line}" for line in round_.split("\n")))
    return [(p.code, p.help) for p in check(Source("plate.dice", text)) if p.code != "W601"]


@pytest.mark.parametrize("steps", [DIRECT, IN_TURN + "nibble"])
def test_a_zone_that_nothing_comes_back_to_is_asked_for_again(steps: str) -> None:
    ((code, help),) = said(steps)

    assert code == "W610"
    assert "`if plate is not empty:`" in help


@pytest.mark.parametrize("steps", [
    f"if plate is not empty:\n    {DIRECT}".replace("\n    ", "\n        ").replace(":\n        in", ":\n    in"),
    f"move nest of all players to plate\n{DIRECT}",
    f"{DIRECT}\n        if nothing fits: stop",
    f"{DIRECT}\n        \"pass\"",
    f"{DIRECT}\nnobody wins",
])  # fmt: skip
def test_it_is_silent_where_that_is_seen_to(steps: str) -> None:
    assert "W610" not in [code for code, _ in said(steps)]


BID = """\
game "Bids"
aim "Bid."
players 2, clockwise from anybody

to keep track:
    each player has {purse}
    each player has an offer, at first 0

round:
    choose by players at once: "bid" one of {low} to {high} as offered: set your offer to offered
    for each player: take their offer from their coins

end "two" after each round when rounds played are 2: highest offer wins
"""


@pytest.mark.parametrize("high", ["your coins", "your coins + 2", "count of players"])
def test_what_has_bounds_holds_a_number_to_choose(high: str) -> None:
    text = BID.format(purse="coins, at first 5, from 0 to 99", low="0", high=high)

    unasked = ["W613"] if high == "count of players" else []  # then nothing asks for the coins
    assert [problem.code for problem in check(Source("bids.dice", text))] == unasked


@pytest.mark.parametrize(("purse", "low", "help"), [
    ("coins, at first 5", "0", "`coins, at first 5, from 0 to 999`"),
    ("coins, at first 5, from 0 to 99", "1", "or ask only those who can choose"),
])  # fmt: skip
def test_a_range_that_may_hold_nothing(purse: str, low: str, help: str) -> None:
    (problem,) = check(Source("bids.dice", BID.format(purse=purse, low=low, high="your coins")))

    assert problem.code == "W610"
    assert help in problem.help


BAY = """\
game "Bay"
aim "Launch."
players 2 to 4, clockwise from anybody

material:
    board bay of squares: grid {board}
    yard of each player: 3 dice
    wind die: 1 die

setup:
    roll wind die
    {setup}

turn:
    {turn}

rule put out:
    choose:
        "launch" one of your yard as boat, one of empty coastal squares as berth: move boat to berth{more}

words: a square is coastal when its row is 3

end "calm" when {end}: nobody wins

simulation: break off after 10 turns: nobody wins
"""
PLAIN = {
    "board": "3 by 6", "setup": "in turn from starter, 2 times each: put out", "turn": "roll wind die", "more": "", "end": "turns played are 9",
}  # fmt: skip


def bay(**parts: str) -> list[tuple[str, ...]]:
    text = BAY.format(**{**PLAIN, **parts})
    return [(p.code, *p.notes) for p in check(Source("bay.dice", text))]


def test_more_dice_than_places_are_told_for_so_many_players() -> None:
    assert bay() == [("W610", "for 4 players")]


@pytest.mark.parametrize("parts", [
    {"board": "3 by 9"},
    {"more": "\n        if nothing fits: roll wind die"},
    {"more": '\n        "stay"'},
    {"setup": "in turn from starter: put out"},
    {"end": "none of coastal squares are empty"},
    {"setup": "in turn from starter, 2 times each:\n        if there is an empty coastal square: put out"},
])  # fmt: skip
def test_places_enough(parts: dict[str, str]) -> None:
    assert bay(**parts) == []


def test_what_is_asked_in_turns_goes_on() -> None:
    assert bay(setup="roll wind die", turn="put out", board="3 by 10") == [("W610", "for 4 players")]
