"""A game that several people play, each from a place of their own: who holds which seat, what they may do, who is told of it.

Nothing here knows a page or a socket. Everything that a seat gets is made from that seat's model of the table.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from hmac import compare_digest

from attrs import define, field, frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.model.asking import Asking
from dicedsl.interpreter.model.events import Step, events_of
from dicedsl.interpreter.model.model import model_of
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.model.things import Event, Model
from dicedsl.interpreter.play.session import Session
from dicedsl.interpreter.state import Move

TOKEN_BYTES = 16
Listener = Callable[[], None]


@frozen
class Pass:
    """What a link allows: to sit on a seat, or (None) to look on."""

    token: str = field(repr=False)
    seat: int | None


@define(eq=False)
class Sitting:
    session: Session
    names: list[str]
    passes: list[Pass]
    listeners: list[Listener] = field(factory=list)
    _logs: dict[int | None, list[list[Event]]] = field(factory=dict)

    @classmethod
    def of(cls, session: Session) -> Sitting:
        names = [seat.name for seat in session.seats]
        passes = [Pass(secrets.token_urlsafe(TOKEN_BYTES), seat) for seat in (*session.people, None)]
        return cls(session, names, passes)

    # -------------------------------------------------------------- who may what

    def admitted(self, token: str) -> Pass | None:
        """The pass with this token. All are compared, in the same time whether one fits or not."""
        found = None
        for known in self.passes:
            if compare_digest(known.token.encode(), token.encode()):
                found = known
        return found

    def pass_of(self, seat: int | None) -> Pass:
        return next(p for p in self.passes if p.seat == seat)

    def reader(self, seat: int | None) -> Reader:
        return Reader(seat, tuple(self.names))

    # -------------------------------------------------------------- what a seat sees

    def model(self, seat: int | None) -> Model:
        session = self.session
        bots = [seat.bot or "" for seat in session.seats]
        by_hand = session.attempts != "odds"
        return model_of(session.table, session.state, seat, self.names, bots, by_hand)

    def asking(self, seat: int) -> Asking | None:
        """The choice of a seat, if it is asked now."""
        need = self.session.need()
        if need.kind not in {"choose", "report"}:
            return None
        turn = self.session.table.turn(self.session.state)
        if seat not in turn.seats or (need.kind == "report" and need.seat != seat):
            return None
        return Asking(self.session.table, self.session.state, self.reader(seat))

    def log(self, seat: int | None) -> Iterator[list[Event]]:
        """What happened so far, action by action, as a seat may hear it."""
        known = self._logs.setdefault(seat, [])
        entries = self.session.entries
        del known[len(entries) :]
        for entry in entries[len(known) :]:
            step = Step(entry.before, entry.action, entry.after, entry.told, entry.need.seat)
            known.append(events_of(self.session.table, step, self.reader(seat)))
        yield from known

    # -------------------------------------------------------------- what a seat does

    def answer(self, seat: int, move: Move) -> None:
        """A move of a seat. UsageError with the rule's sentence if it is not legal, or not its turn."""
        if move.seat != seat:
            raise UsageError("This is another player's seat.")
        self.session.answer(move)
        self.tell()

    def fall(self, seat: int, numbers: list[int]) -> None:
        """Dice rolled by hand."""
        self.session.fall(numbers)
        self.tell()

    def undo(self, seat: int) -> None:
        self.session.undo()
        self._logs.clear()
        self.tell()

    def step(self) -> bool:
        """One action that needs no person; False if a person has to act, or the game is over. Nobody is told yet."""
        need = self.session.need()
        if need.is_person or need.kind == "over":
            return False
        self.session.advance()
        return True

    @property
    def is_watched(self) -> bool:
        return bool(self.listeners)

    def leave(self, listener: Listener) -> None:
        if listener in self.listeners:
            self.listeners.remove(listener)

    def tell(self) -> None:
        for listener in list(self.listeners):
            listener()
