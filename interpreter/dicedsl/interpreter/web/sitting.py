"""A game that several people play, each from a place of their own: who holds which seat, what they may do, who is told of it.

Nothing here knows a page or a socket. Everything that a seat gets is made from that seat's model of the table.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from attrs import define, field

from dicedsl.errors import UsageError
from dicedsl.interpreter.model.events import events_of, games_ended
from dicedsl.interpreter.model.model import model_of
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.model.open_choice import OpenChoice
from dicedsl.interpreter.model.records import Event, Model
from dicedsl.interpreter.play.keeping import Keeper
from dicedsl.interpreter.play.session.entries import Need
from dicedsl.interpreter.play.session.real_dice import lots, read_numbers
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table.view import has_secrets
from dicedsl.interpreter.web import passes
from dicedsl.interpreter.web.change_queue import Change, ChangeQueue
from dicedsl.interpreter.web.passes import Pass
from dicedsl.text.plain import plain

LONGEST_PLAYER_NAME = 24
MOST_SEARCHED_ENTRIES = 6  # entries in which the last move is looked for
LONG_PREPARATION = 0.02  # seconds of the processor: a question that takes longer to work out is left to a thread
MOST_MARKED_PLACES = 20  # places that are marked as the last move: more is a new table
Listener = Callable[[], None]


@define
class SeenState:
    """What a seat sees of one state, made once for all its pages."""

    state: State
    version: int
    open_choice: OpenChoice | None
    model: Model | None = None
    is_ready: bool = False  # all that a page needs has been worked out


@define(eq=False)
class Sitting:
    """A session with the passes that let people in, the pages that listen, and the changes to it, one after the other."""

    session: Session
    names: list[str]
    passes: list[Pass]
    keeper: Keeper | None = None
    rules: Callable[[], str] | None = None  # as Markdown
    unnamed: set[int] = field(factory=set)  # seats of people who have not said yet what they are called
    listeners: list[Listener] = field(factory=list)
    visitors: dict[int | None, int] = field(factory=dict)  # pages that are open, by seat
    stop_reason: str = ""  # why the game cannot go on
    version: int = 0  # grows with everything that pages show
    change_count: int = 0  # how often the game has changed
    change_queue: ChangeQueue = field(factory=ChangeQueue)
    next_table: str = ""  # the name of the table where the same people play once more
    _logs: dict[int | None, list[list[Event]]] = field(factory=dict)
    _seen: dict[int | None, SeenState] = field(factory=dict)  # what was made for each seat last
    _seconds_taken: dict[int, float] = field(factory=dict)  # seconds that the last question of each seat took
    _ended_games: list[State] = field(factory=list)
    _has_news: bool = False
    _entries_searched: int = 0  # entries in which ends were looked for
    _lock: threading.Lock = field(factory=threading.Lock)

    @classmethod
    def of(
        cls,
        session: Session,
        keeper: Keeper | None = None,
        rules: Callable[[], str] | None = None,
        unnamed: Sequence[int] = (),
    ) -> Sitting:
        names = [seat.name if seat.bot is None else f"{seat.bot.partition(':')[0]} bot" for seat in session.seats]
        links, still = passes.read_passes(keeper.read_seating()) if keeper is not None else ({}, set())
        made = passes.passes_for(session.people, links)
        still |= set(unnamed)
        sitting = cls(session, _distinct_names(names), made, keeper, rules, still & set(session.people))
        sitting.keep_links()
        return sitting

    def keep_links(self) -> None:
        """With the game, so that they lead to it again."""
        if self.keeper is not None:
            self.keeper.write_seating(passes.passes_text(self.passes, self.unnamed))

    # -------------------------------------------------------------- who may what

    def pass_with_token(self, token: str) -> Pass | None:
        """The pass with this token."""
        return passes.pass_with_token(self.passes, token)

    def pass_of(self, seat: int | None) -> Pass:
        return next(p for p in self.passes if p.seat == seat and not p.is_host and not p.shares)

    @property
    def host(self) -> Pass:
        return next(p for p in self.passes if p.is_host)

    @property
    def shared(self) -> Pass | None:
        """The pass for one screen that all people share, if there are several."""
        return next((p for p in self.passes if p.shares), None)

    def reader(self, seat: int | None) -> Reader:
        return Reader(seat, tuple(self.names))

    def sit_down(self, seat: int, name: str) -> None:
        """What somebody is called. UsageError if that could not be shown, or if somebody else is called so."""
        name = " ".join(name.split())
        if not name or len(name) > LONGEST_PLAYER_NAME or plain(name) != name:
            raise UsageError(f"a name has 1 to {LONGEST_PLAYER_NAME} letters that can be seen")
        if any(name.lower() == other.lower() for at, other in enumerate(self.names) if at != seat):
            raise UsageError(f"somebody else is called {name}")
        with self._locked():  # all that is kept of the game is written anew
            (self.session if self.keeper is None else self.keeper).rename(seat, name)
        self.names[seat] = name
        self.unnamed.discard(seat)
        self.keep_links()
        self._logs.clear()
        self.version += 1
        self.notify()

    # -------------------------------------------------------------- what a seat sees

    @property
    def need(self) -> Need:
        return self.session.need()

    @property
    def has_secrets(self) -> bool:
        """Whether the rulebook keeps anything from anybody."""
        return has_secrets(self.session.table)

    def prepare(self, seat: int | None) -> None:
        """Work out what a seat sees and what it is asked, for all its pages. This may be done in a thread."""
        began = time.thread_time()
        self.model(seat)
        seen = self._seen_by(seat)
        if seen.is_ready:
            return
        if seen.open_choice is not None:
            for index in seen.open_choice.open:
                seen.open_choice.first(index)
            self._seconds_taken[seen.open_choice.seat] = time.thread_time() - began
        seen.is_ready = True

    def preparation_for(self, seat: int | None) -> Callable[[], None] | None:
        """What is to be done in a thread before the pages of a seat are drawn; None if that is not worth it."""
        need = self.need
        if (
            seat is None
            or need.seat != seat
            or not need.is_person
            or self._seconds_taken.get(seat, 0.0) <= LONG_PREPARATION
        ):
            return None
        seen = self._seen.get(seat)
        if seen is not None and seen.is_ready and seen.state is self.session.state and seen.version == self.version:
            return None
        return partial(self.prepare, seat)

    def model(self, seat: int | None) -> Model:
        seen = self._seen_by(seat)
        if seen.model is None:
            seen.model = self.model_at(seen.state, seat, seen.open_choice)
        return seen.model

    def model_at(self, state: State, seat: int | None, open_choice: OpenChoice | None = None) -> Model:
        """What a seat sees of a state of this game."""
        bots = [seat.bot or "" for seat in self.session.seats]
        by_hand = self.session.attempts != "odds"
        return model_of(self.session.table, state, seat, self.names, bots, by_hand, open_choice)

    def ended_games(self) -> Sequence[State]:
        """The games of a match that are over, each as it stood when it ended."""
        entries = self.session.entries
        for entry in entries[self._entries_searched :]:
            self._ended_games += games_ended(self.session.table, entry.step)
        self._entries_searched = len(entries)
        return self._ended_games

    def open_choice(self, seat: int) -> OpenChoice | None:
        """The choice of a seat, if it is asked now. Those who choose at once are asked one after the other."""
        return self._seen_by(seat).open_choice

    def _seen_by(self, seat: int | None) -> SeenState:
        state, version, seen = self.session.state, self.version, self._seen.get(seat)
        if seen is None or seen.state is not state or seen.version != version:
            need = self.session.need()
            asks = need.kind in {"choose", "report"} and need.seat == seat
            open_choice = OpenChoice(self.session.table, state, self.reader(seat)) if asks else None
            seen = self._seen[seat] = SeenState(state, version, open_choice)
        return seen

    def enters_roll(self, seat: int) -> bool:
        """Whether this seat is to say what real dice show, or what was drawn: its own, and the first person those of programs."""
        need = self.session.need()
        people = self.session.people
        return need.kind == "typed" and (need.seat == seat or (need.seat not in people and people[:1] == (seat,)))

    def roll_to_enter(self) -> tuple[int, tuple[int, ...]]:
        """How many dice are rolled by hand, and what they can show."""
        dice = self.session.table.rolling(self.session.state)
        faces = sorted({face for die in dice for face in self.session.table.program.dice[die].faces})
        return len(dice), tuple(faces)

    def lot_names(self) -> list[str]:
        return list(dict.fromkeys(lot.text for lot in lots(self.session.table, self.session.state)))

    def log(self, seat: int | None) -> Sequence[list[Event]]:
        """What happened so far, action by action, as a seat may hear it."""
        events_by_entry = self._logs.setdefault(seat, [])
        entries = self.session.entries
        del events_by_entry[len(entries) :]
        for entry in entries[len(events_by_entry) :]:
            events_by_entry.append(events_of(self.session.table, entry.step, self.reader(seat)))
        return events_by_entry

    def last_places(self) -> list[tuple[int, int]]:
        """The places that look different since the last move: the numbers of board and place. That dice lie there is no secret."""
        program, first = self.session.table.program, self.session.table.reg.on_place
        for entry in reversed(self.session.entries[-MOST_SEARCHED_ENTRIES:]):
            changed = []
            for number, board in enumerate(program.boards):
                here = slice(first + board.first, first + board.first + len(board.labels))
                places = zip(entry.before.cells[here], entry.after.cells[here], strict=True)
                changed += [(number, key) for key, (was, now) in enumerate(places) if was != now]
            if changed:
                return changed if len(changed) <= MOST_MARKED_PLACES else []
        return []

    # -------------------------------------------------------------- what a seat does

    def answer(self, seat: int, move: Move) -> None:
        """A move of a seat. UsageError with the rule's sentence if it is not legal, or not its turn."""
        if move.seat != seat:
            raise UsageError("This is another player's seat.")
        self._change_game(lambda: self.session.answer(move))

    def enter_roll(self, seat: int, numbers: Sequence[int]) -> None:
        """Dice rolled by hand."""
        self._raise_unless_rolling(seat)
        self._change_game(lambda: self.session.enter_roll(self._numbers_of(numbers)))

    def enter_typed_roll(self, seat: int, words: str) -> None:
        """Enter a roll as it is typed; or a lot by its name."""
        self._raise_unless_rolling(seat)
        self._change_game(lambda: self.session.enter_typed_roll(words))

    def _raise_unless_rolling(self, seat: int) -> None:
        if not self.enters_roll(seat):
            raise UsageError("It is not for you to say what fell.")

    def _numbers_of(self, numbers: Sequence[int]) -> tuple[int, ...]:
        return read_numbers(self.session.table, self.session.state, " ".join(map(str, numbers)))

    def start_change(self, change: Change) -> Coroutine[Any, Any, None]:
        """Something of this that changes the game, done in a thread: begun already, and to be waited for."""
        return self.change_queue.start(change, self._after_change)

    def _after_change(self) -> None:
        if self._has_news:
            self.notify()

    def undo(self, seat: int) -> None:
        def back() -> None:
            self.session.undo(seat)
            self._logs.clear()
            self._ended_games, self._entries_searched = [], 0

        self._change_game(back)

    def _change_game(self, act: Callable[[], object]) -> None:
        """Something that changes the game, if nothing else does at the same time; everybody is told."""
        before, is_changed = self.session.state, False
        try:
            with self._locked():
                try:
                    act()
                finally:
                    is_changed = self.session.state is not before  # what was refused is no news
                    self.version += is_changed
                    self.change_count += is_changed
        finally:
            if is_changed:
                self.notify()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """While nothing else changes the game; UsageError if something does just now."""
        if not self._lock.acquire(blocking=False):
            raise UsageError("Wait a moment: another player is moving.")
        try:
            yield
        finally:
            self._lock.release()

    def step(self) -> bool:
        """One action that needs no person; False if a person has to act, or the game is over. Nobody is told yet."""
        with self._lock:
            need = self.session.need()
            if need.is_person or need.kind == "over":
                return False
            self.session.advance()
            self.version += 1
            self.change_count += 1
            return True

    @property
    def is_watched(self) -> bool:
        return bool(self.listeners)

    def add_listener(self, listener: Listener, seat: int | None = None) -> bool:
        """Somebody looks at the table from now on; False if they did already."""
        if listener in self.listeners:
            return False
        self.listeners.append(listener)
        self.visitors[seat] = self.visitors.get(seat, 0) + 1
        self._notify_others(listener)
        return True

    def remove_listener(self, listener: Listener, seat: int | None = None) -> None:
        if listener in self.listeners:
            self.listeners.remove(listener)
            self.visitors[seat] = max(0, self.visitors.get(seat, 0) - 1)
            self._notify_others(listener)

    def _notify_others(self, but: Listener) -> None:
        """Let the others see who is here."""
        for listener in [other for other in self.listeners if other != but]:
            listener()

    def notify(self) -> None:
        """Everybody hears of it; of what is done in a thread when that has come back."""
        self._has_news = self.change_queue.is_busy
        if self._has_news:
            return
        for listener in list(self.listeners):
            listener()


def _distinct_names(names: list[str]) -> list[str]:
    """Names of which none stands twice: of several that are called alike each gets a number."""
    return [f"{name} {names[: at + 1].count(name)}" if names.count(name) > 1 else name for at, name in enumerate(names)]
