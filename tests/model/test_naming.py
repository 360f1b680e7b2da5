"""Sentences that are right for whoever reads them."""

from __future__ import annotations

import pytest

from dicedsl.interpreter.model.change_events import change_text
from dicedsl.interpreter.model.naming import Reader, is_verb, of_one, second_person, sentence, somebody, third_person
from dicedsl.text.english import possessive

NAMES = ("Ann", "Ben", "Lars")


@pytest.mark.parametrize(
    ("text", "speaker", "heard"),
    [
        ("A 1: you score nothing this turn.", 0, "A 1: you score nothing this turn."),
        ("A 1: you score nothing this turn.", 1, "A 1: Ben scores nothing this turn."),
        ("Two 1s: you lose your whole score.", 1, "Two 1s: Ben loses their whole score."),
        ("You are not alone in front: you are out.", 1, "Ben is not alone in front: Ben is out."),
        ("You can roll again, or pass to you.", 1, "Ben can roll again, or pass to Ben."),
        ("Your score is gone.", 2, "Lars' score is gone."),
        ("Next!", 1, "Next!"),
        ("Nobody speaks to you.", -1, "Nobody speaks to you."),
    ],
)
def test_what_was_said_to_one_is_turned_round_for_the_others(text: str, speaker: int, heard: str) -> None:
    assert Reader(0, NAMES).as_heard(text, speaker) == heard


@pytest.mark.parametrize(
    ("text", "seat", "heard"),
    [
        (f"{somebody(1)} loses a die.", 0, "Ben loses a die."),
        (f"{somebody(1)} loses a die.", 1, "You lose a die."),
        (f"So many were bid: {somebody(0)} is right.", 0, "So many were bid: you are right."),
        (f"The turn goes to {somebody(0)} at once.", 0, "The turn goes to you at once."),
        (f"{somebody(2)} has it.", None, "Lars has it."),
    ],
)
def test_players_in_a_text_are_named(text: str, seat: int | None, heard: str) -> None:
    assert Reader(seat, NAMES).as_heard(text, 1) == heard


@pytest.mark.parametrize(
    "verb", ["roll", "pass", "try", "go", "push", "have", "are", "do", "play", "must", "mix", "lose"]
)
def test_verbs_go_there_and_back(verb: str) -> None:
    assert second_person(third_person(verb)) == verb


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("roll on", True),
        ("set aside", True),
        ("reroll all", True),
        ("outbid", True),
        ("juggle", True),
        ("overtime", False),
        ("block of 8", False),
        ("full house", False),
        ("red die", False),
        ("", False),
    ],
)
def test_only_what_somebody_does_becomes_a_verb(name: str, is_one: bool) -> None:
    assert is_verb(name) is is_one


def test_small_things() -> None:
    assert possessive("Lars") == "Lars'" and possessive("Ben") == "Ben's"
    assert sentence("it is over") == "It is over." and sentence("Go!") == "Go!" and sentence("") == ""


def test_what_cannot_follow_your_has_its_stop_before_it() -> None:
    reader = Reader(0, ("Ann", "Ben"))
    assert change_text(reader.head(0, "score"), "score", 3, 5) == "your score: 5 (+2)"
    assert change_text(reader.head(0, "to go"), "to go", 5, 3) == "you: to go 3 (-2)"
    assert change_text(reader.head(1, "to go"), "to go", 0, 3) == "Ben: to go 3"


@pytest.mark.parametrize(
    ("text", "to_another"),
    [
        ("You stop at a station and take on mail.", "Ann stops at a station and takes on mail."),
        ("Next is you, who serve it and take a point.", "Next is Ann, who serves it and takes a point."),
        ("You roll two dice and score 5.", "Ann rolls two dice and scores 5."),
        ("You may roll and take one.", "Ann may roll and take one."),
        ("You want to stop and take it.", "Ann wants to stop and take it."),
        ("You lose gold and fish.", "Ann loses gold and fish."),
        ("You pay and lose, and Ben and Cid pay.", "Ann pays and loses, and Ben and Cid pay."),
    ],
)
def test_all_that_somebody_does_is_turned_to_fit(text: str, to_another: str) -> None:
    names = ("Ann", "Ben")
    assert Reader(1, names).as_heard(text, 0) == to_another
    assert Reader(0, names).as_heard(text, 0) == text


def test_all_that_a_named_player_does_is_turned_to_fit_the_reader() -> None:
    text = f"{somebody(1)} takes a die and pays a coin, and {somebody(0)} pays and loses."
    assert Reader(0, ("Ann", "Ben")).as_heard(text, None) == "Ben takes a die and pays a coin, and you pay and lose."
    assert Reader(1, ("Ann", "Ben")).as_heard(text, None) == "You take a die and pay a coin, and Ann pays and loses."


@pytest.mark.parametrize(
    ("behind", "of_one_of_them"),
    [
        (" stars", " star"),
        (" dice.", " die."),
        (" bodies left", " body left"),
        (" wins", " wins"),
        (" bus", " bus"),
        ("s", "s"),
    ],
)
def test_one_of_several_is_told_as_one(behind: str, of_one_of_them: str) -> None:
    assert of_one(behind) == of_one_of_them


@pytest.mark.parametrize("name", ["accuse", "wade", "wish for", "shovel on", "tiptoe to"])
def test_what_people_do_in_games_is_told_as_that(name: str) -> None:
    assert is_verb(name)
