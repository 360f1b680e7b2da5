"""What happened, in few lines: nothing that happened is lost, and nothing is said twice."""

from __future__ import annotations

from dicedsl.interpreter.model.things import Event, Kind
from dicedsl.interpreter.play.news import sentences


def test_a_throw_like_the_one_before_is_told_too() -> None:
    told = [Event(Kind.MOVE, "You roll."), Event(Kind.ROLL, "You roll 4 6.")] * 2

    assert sentences(told) == ["You roll. You roll 4 6."] * 2


def test_dice_laid_out_by_lot_in_the_same_words_are_told_once() -> None:
    told = [Event(Kind.DRAW, "A die is drawn.")] * 3 + [Event(Kind.DRAW, "You begin, by lot.")]

    assert sentences(told) == ["A die is drawn.", "You begin, by lot."]


def test_what_the_rulebook_has_said_is_not_said_again() -> None:
    told = [
        Event(Kind.MOVE, "You stop."),
        Event(Kind.SAID, "You are not alone in front: you are out."),
        Event(Kind.OUT, "You are out."),
    ]

    assert sentences(told) == ["You stop. You are not alone in front: you are out."]
