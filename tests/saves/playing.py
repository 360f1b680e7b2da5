"""Games to keep: players who choose by where the game stands and nothing else, so that every game is the same each time."""

from __future__ import annotations

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.play.session.session import Session


def new_session(
    name: str,
    seats: list[str],
    seed: int = 7,
    dice: str = "auto",
    attempts: str | None = None,
    variants: tuple[str, ...] = (),
    libraries: tuple[str, ...] = (),
) -> Session:
    table = Game.named(name).table(len(seats), variants=variants, libraries=libraries)
    return Session(table, seats, seed, dice, attempts, nonce="6e6f6e6365", begun=1_700_000_000_000, now=Ticking())


class Ticking:
    """A clock that goes on by a second and a half whenever somebody looks."""

    def __init__(self) -> None:
        self.time = 1_700_000_000.0

    def __call__(self) -> float:
        self.time += 1.5
        return self.time


def go_on(session: Session, most: int = 100_000) -> Session:
    for _ in range(most):
        need = session.need()
        if need.kind == "over":
            break
        lot = Chance(len(session.entries) * 7 + 1)
        if need.kind == "typed":
            session.enter_roll(session.table.sample(session.state, lot).values)
        elif need.kind == "report":
            session.answer(session.table.report_by_odds(session.state, lot))
        elif need.is_person:
            moves = session.moves()
            session.answer(moves[lot.below(len(moves))])
        else:
            session.advance()
    return session
