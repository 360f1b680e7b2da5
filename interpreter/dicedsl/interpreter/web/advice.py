"""What a strong player would think of the moves at hand, who knows no more than the seat that asks."""

from __future__ import annotations

from dicedsl.interpreter.model.model import open_choice_of
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.telling.adviser import Adviser
from dicedsl.interpreter.table.view import told_move

SECONDS = 1.0


def advice(session: Session, reader: Reader) -> list[str]:
    """The best moves with the chance to win after each and what speaks for it, in words."""
    state = session.state
    choice = open_choice_of(session.table, state, reader)
    return Adviser(session, SECONDS).lines(choice, lambda move: told_move(session.table, state, move, choice.seat))
