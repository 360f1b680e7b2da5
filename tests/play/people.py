"""People who type by a plan, and the screens they see: for tests of games through a pipe."""

from __future__ import annotations

import io
from collections.abc import Callable

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.terminal.terminal import play
from dicedsl.interpreter.state import Move

RANDOM = "random"


class Person(io.StringIO):
    """Somebody at a table who answers every question: the first move there is, or with a seed any; after so many lines they leave.

    Who always does the same may never come to an end: after a while anybody tries something else.
    """

    def __init__(self, session: Session, most: int = 100_000, seed: int | None = None, patience: int = 50) -> None:
        super().__init__()
        self.session = session
        self.left = most
        self.chance = None if seed is None else Chance(seed)
        self.patience = patience
        self.seen: Callable[[], None] = lambda: None
        self._name = ""  # the alternative that was typed alone

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        self.seen()
        self.left -= 1
        if self.left < 0:
            return "quit\n"
        if self.session.need().kind == "report":
            return "auto\n"
        move = self._move()
        decision = self.session.table.decision(self.session.state)
        assert decision is not None
        alternative = decision.alternatives[move.alternative]
        if self.chance is not None and alternative.picks and not self._name and self.chance.below(2):
            self._name = alternative.name  # pick by pick: first only what is done
            return f"{self._name}\n"
        self._name = ""
        return f"{move.text}\n"

    def _move(self) -> Move:
        moves = self.session.moves()
        self.patience -= 1
        if self.chance is None and self.patience < 0:
            self.chance = Chance(1)
        return moves[0 if self.chance is None else self.chance.below(len(moves))]


def session_of(name: str, seed: int = 5, people: int = 1) -> Session:
    """A game of one person (or more) and bots who choose at random; attempts are reported by people."""
    table = Game.named(name).table(starter=0)
    seats = [*(["you"] if people == 1 else ["Anna", "Ben"])[: table.players]]
    seats += [RANDOM] * (table.players - len(seats))
    return Session(table, seats, seed, "auto", "people", nonce="")


def played(session: Session, person: Person) -> tuple[int, str]:
    output = io.StringIO()
    code = play(session, input=person, output=output, rules_text=lambda: "# Rules")
    return code, output.getvalue()
