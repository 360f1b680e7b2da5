"""What is asked of a game before it begins is judged in one place, and refused in words that say what there is."""

from typing import Any

import pytest

from dicedsl.about import About, OptionValue, Setting
from dicedsl.errors import UsageError
from dicedsl.interpreter.game import Game, load
from dicedsl.rulebook.setting import (
    Unfit,
    allowed_players,
    checked_players,
    checked_setting,
    checked_variants,
    options_from_texts,
    starter_from_text,
    usual_players,
)

GAME = load("""\
game "Sample"
players 2 to 4
options:
    goal = 50, from 10 to 100: "points to win"
    fast = no
    tint used = warm, or cold, or mixed
    size = 3, or 5, or 7
    share = 12 / count of everyone, from 1 to 12
material:
    cup: 2 dice
    each player has total = 0
turn:
    attempt "throw":
        "hit": add goal + size + share to your total
        "miss"
        odds:
            "hit": skill of you
            "miss": 10
    if fast: add 1 to your total
    if tint used is cold: add 1 to your total
end "enough" when some p in players has total at least goal: p wins
variant "Two dice":
    options:
        replace fast = yes
variant "Slow":
    remove size
    replace turn:
        add 1 to your total
""")


@pytest.mark.parametrize(
    ("asked", "part", "said"),
    [
        ({"players": 5}, "players", "Sample is for 2 to 4 players, not 5"),
        ({"players": 1}, "players", "Sample is for 2 to 4 players, not 1"),
        ({"players": True}, "players", "Sample is for 2 to 4 players, not True"),
        ({"players": 10**9}, "players", "Sample is for 2 to 4 players, not 1000000000"),
        ({"starter": 5}, "starter", "seat 5 cannot begin: there are seats 0 to 1"),
        ({"starter": -2}, "starter", "seat -2 cannot begin: there are seats 0 to 1"),
        ({"options": {"goal": 101}}, "option", 'the option "goal" goes from 10 to 100, not 101'),
        ({"options": {"goal": "50"}}, "option", 'the option "goal" is a number, not "50"'),
        ({"options": {"goal": True}}, "option", 'the option "goal" is a number, not yes'),
        ({"options": {"fast": 1}}, "option", 'the option "fast" is yes or no, not 1'),
        ({"options": {"tint used": "hot"}}, "option", 'the option "tint used" is one of warm, cold, mixed, not "hot"'),
        ({"options": {"size": 4}}, "option", 'the option "size" is one of 3, 5, 7, not 4'),
        ({"options": {"gaol": 50}}, "option", "Sample has no option gaol; did you mean goal?"),
        (
            {"options": {"zzz": 50}},
            "option",
            "Sample has no option zzz; it has goal, fast, tint used, size, share",
        ),
        ({"skills": (101,)}, "skill", "a skill is a number from 0 to 100, not 101"),
        ({"skills": (-1, 5)}, "skill", "a skill is a number from 0 to 100, not -1"),
        (
            {"skills": (1, 2, 3)},
            "skill",
            "give --skill once, or once for each of the 2 players, not 3 times",
        ),
        ({"variants": ("Two dise",)}, "variant", "Sample has no variant 'Two dise'; did you mean 'Two dice'?"),
        ({"variants": ("Zzz",)}, "variant", "Sample has no variant 'Zzz'; it has 'Two dice', 'Slow'"),
        ({"variants": ("Slow",), "skills": (50,)}, "skill", "nothing in Sample depends on skill"),
        (
            {"variants": ("Slow",), "options": {"size": 3}},
            "option",
            "Sample has no option size; it has goal, fast, tint used, share",
        ),
    ],
)
def test_what_does_not_fit_is_refused(asked: dict[str, Any], part: str, said: str) -> None:
    for ask in (GAME.table, GAME.start, GAME.program):
        with pytest.raises(Unfit) as refused:
            ask(**asked)
        assert (refused.value.part, refused.value.message) == (part, said)
    assert isinstance(refused.value, UsageError)


def test_what_fits_is_the_setting() -> None:
    given: dict[str, OptionValue] = {"size": 5, "fast": True, "tint used": "cold", "goal": 10}
    table = GAME.table(3, given, ("two-DICE",), 2, (80,))

    assert table.setting == Setting(
        3, (("fast", True), ("goal", 10), ("size", 5), ("tint used", "cold")), 2, (80, 80, 80)
    )
    assert table.about.chosen == ("Two dice",)
    assert GAME.table() is GAME.table(2, {}, (), None)
    assert GAME.table().setting == Setting(2)


def test_bounds_that_only_the_compiler_knows_are_still_bounds() -> None:
    game = load(
        'game "Sample"\nplayers 2\noptions:\n    share = 2, from 1 to 2 * count of everyone\n'
        "turn:\n    if share is 1: you win\n"
    )

    assert game.table(options={"share": 4}).setting.options == (("share", 4),)
    with pytest.raises(UsageError, match='the option "share" goes from 1 to 4, not 5'):
        game.table(options={"share": 5})


@pytest.mark.parametrize(
    ("counts", "more", "said"),
    [
        ((1,), False, "1 player"),
        ((2,), False, "2 players"),
        ((1,), True, "1 or more players"),
        ((2, 3), False, "2 or 3 players"),
        ((2, 3, 4), False, "2 to 4 players"),
        ((2, 4, 6), False, "2, 4 or 6 players"),
    ],
)
def test_how_many_may_play(counts: tuple[int, ...], more: bool, said: str) -> None:
    assert allowed_players(About("Sample", counts=counts, more=more)) == said


def test_how_many_play_if_nobody_says() -> None:
    alone = About("Sample", counts=(1,), more=True)

    assert checked_players(alone, None) == 1
    assert usual_players(alone) == 2
    assert checked_players(alone, 60) == 60
    for count in (0, 61, 10**9):
        with pytest.raises(Unfit):
            checked_players(alone, count)
    with pytest.raises(Unfit, match="at most 60 can play, not 99"):
        checked_players(alone, 99)
    assert usual_players(About("Sample", counts=(3, 4))) is None
    with pytest.raises(Unfit, match="does not say how many play"):
        checked_players(About("Sample"), None)
    with pytest.raises(Unfit, match="is a library"):
        checked_setting(About("Sample", word="library", counts=(2,)))


def test_options_as_they_are_typed() -> None:
    about = GAME.about

    assert options_from_texts(about, ["goal=20", " fast = yes ", "tint-used=cold"]) == {
        "goal": 20,
        "fast": True,
        "tint used": "cold",
    }
    for text, said in (
        ("goal", "an option is given as name=value, not goal"),
        ("goal=", "an option is given as name=value, not goal="),
        ("goal=ten", 'the option "goal" is a number, not "ten"'),
        ("goal=" + "9" * 5000, 'the option "goal" is a number'),
        ("fast=maybe", 'the option "fast" is yes or no, not "maybe"'),
    ):
        with pytest.raises(Unfit) as refused:
            options_from_texts(about, [text])
        assert refused.value.message.startswith(said)


def test_who_begins_as_it_is_typed() -> None:
    assert starter_from_text("random", 2) is None
    assert starter_from_text("2", 2) == 1
    for text in ("0", "3", "-1", "Anna", "1.5", "²", "9" * 5000):
        with pytest.raises(Unfit, match="the starter is `random` or a seat from 1 to 2"):
            starter_from_text(text, 2)


def test_variants_are_known_loosely_and_once() -> None:
    assert checked_variants(GAME.about, ["slow", "two dice", "Slow"]) == ("Slow", "Two dice")


def test_an_example_is_judged_alike() -> None:
    game = Game.named("pig")

    assert game.about.option("goal") is not None
    with pytest.raises(Unfit):
        game.table(options={"goal": 5})
