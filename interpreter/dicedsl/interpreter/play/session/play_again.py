"""Another game of the same kind."""

from __future__ import annotations

from dicedsl.interpreter.play.session.fair_dice import fresh_seed
from dicedsl.interpreter.play.session.session import Session


def play_again(session: Session) -> Session:
    """Begin the same game with the same players, and dice of its own."""
    seats = [seat.name for seat in session.seats]
    return Session(session.table, seats, fresh_seed(), session.dice, session.attempts, shelf=session.shelf)
