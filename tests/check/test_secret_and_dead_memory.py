"""Picks that tell a secret, and memory that nothing looks at."""

from __future__ import annotations

import pytest

from dicedsl.check_door import check
from dicedsl.text.source import Source

HIDE = """\
game "Hide"
aim "Guess."
players 2, clockwise from anybody

to keep track:
    each player has a secret number, at first 0{seen}
    each player has points, at first 0

turn:
    choose{by}: "hide" one of 1 to 6 as {pick}: set your secret number to {value}
    choose by left neighbour of you:
        "guess" one of 1 to 6 as guess: if guess is your secret number: add 1 to their points

end "two" when turns played are 4: highest points win, ties share the win
"""
PLAIN = {"seen": ", seen by owner", "by": "", "pick": "number chosen", "value": "number chosen"}


def hiding(**parts: str) -> list[tuple[str, str]]:
    return [(p.code, p.help) for p in check(Source("hide.dice", HIDE.format(**{**PLAIN, **parts})))]


@pytest.mark.parametrize("by", ["", " by players at once"])
def test_a_pick_that_tells_a_secret(by: str) -> None:
    assert hiding(by=by) == [("W612", "write `as number chosen seen by you`")]
    assert hiding(by=by, pick="number chosen seen by you") == []


@pytest.mark.parametrize("parts", [{"seen": ""}, {"value": "3"}])
def test_nothing_secret_is_told(parts: dict[str, str]) -> None:
    assert hiding(**parts) == []


DEAD = """\
game "Dead"
aim "Go on."
players 2, clockwise from anybody

material: cup: 1 die

to keep track:
    each player has points, at first 0
    the tide is high, at first no
    the game has a season, at first 0

turn:
    roll cup
    {step}
    choose: "go on": add 1 to your points

end "four" when turns played are 4: highest points wins, ties share the win

{part}
"""


def dead(step: str, part: str = "") -> list[tuple[str, str]]:
    return [(p.code, p.message) for p in check(Source("dead.dice", DEAD.format(step=step, part=part)))]


@pytest.mark.parametrize(("step", "part", "names"), [
    ("the tide is now high", "shown: season", "tide is high"),
    ("set season to 3", "shown: season as \"now\" when the tide is high", ""),
    ("set season to 3", "whenever the tide is high: roll cup", "season"),
    ("add 1 to season", "whenever the tide is high: roll cup", "season"),
    ("take 1 from season\n    the tide is now high", "", 'tide is high" and "season'),
])  # fmt: skip
def test_what_is_set_and_never_asked_for(step: str, part: str, names: str) -> None:
    said = [message for code, message in dead(step, part) if code == "W613"]
    are, them = ("are", "them") if "and" in names else ("is", "it")

    assert said == ([f'"{names}" {are} set, but nothing ever asks for {them}'] if names else [])


@pytest.mark.parametrize("part", [
    "shown: season",
    "variant \"Other\":\n    add to turn: if season is 3: add 1 to your points",
    'at the end of each turn: say "It is {season}."',
    "words: a player is old when season is 3\nat the end of each turn: if you are old: add 1 to your points",
    'whenever season is 3: set season to 0',
])  # fmt: skip
def test_what_is_asked_for_somewhere(part: str) -> None:
    assert not [message for code, message in dead("add 1 to season", part) if "season" in message]
