"""Hints for a seat: the moves that the bot `strong` finds best, knowing only what the seat may know."""

from __future__ import annotations

from dicedsl.interpreter.model.model import open_choice_of
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.telling.adviser import Adviser
from dicedsl.interpreter.table.view import move_as_told

SECONDS = 1.0


def advice(session: Session, reader: Reader) -> list[str]:
    """The best moves with the chance to win after each and what speaks for it, in words."""
    state = session.state
    choice = open_choice_of(session.table, state, reader)
    return Adviser(session, SECONDS).lines(choice, lambda move: move_as_told(session.table, state, move, choice.seat))
