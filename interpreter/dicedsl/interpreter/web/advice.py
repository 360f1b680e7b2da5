"""What a strong player would think of the moves at hand, who knows no more than the seat that asks."""

from __future__ import annotations

from dicedsl.interpreter.bots.hints import Hint, hints
from dicedsl.interpreter.play.session import Session
from dicedsl.interpreter.view import told_move

SECONDS = 1.0
CERTAIN = 0.995


def advice(session: Session, seat: int) -> list[str]:
    """The best moves with the chance to win after each, in words; estimates have their interval."""
    state = session.state
    found = hints(session.knowledge(seat), seconds=SECONDS)
    if not found:
        return ["Nothing can be said about this choice."]
    return [f"{told_move(session.table, state, hint.move, seat)}: {_chance(hint)}" for hint in found]


def _chance(hint: Hint) -> str:
    """`wins 62 %, 55 to 69`; alone at a game the mean score says more."""
    score = "" if hint.score is None else f"; about {hint.score:.0f} points in the end"
    if hint.low >= CERTAIN:
        return f"wins nearly always{score}"
    return f"wins {100 * hint.chance:.0f} %, {100 * hint.low:.0f} to {100 * hint.high:.0f}{score}"
