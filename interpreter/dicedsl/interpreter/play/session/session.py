"""A game being played: who is asked, what they answer, what falls, and all of it kept so that it can be taken back or saved.

A session asks nobody itself. `need` says what comes next: `advance` does what needs no person (a bot, an automatic roll), `answer`
takes a person's move or report, `enter_roll` takes dice rolled by hand. A front end is a loop over these.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import cached_property
from pathlib import Path
from typing import Protocol

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter import chance
from dicedsl.interpreter.bots import Bot, Knowledge, bot_named, raise_unready
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import shelf_of
from dicedsl.interpreter.play.session.action_texts import action_text, read_action, shape_drawn
from dicedsl.interpreter.play.session.attempts import draw_report, is_by_lot, who_reports
from dicedsl.interpreter.play.session.entries import LogEntry, Need, seats_from
from dicedsl.interpreter.play.session.fair_dice import commitment, fresh_nonce
from dicedsl.interpreter.play.session.game_files import write_saved
from dicedsl.interpreter.play.session.real_dice import (
    TypedRoll,
    is_unseen_draw,
    is_unseen_roll,
    read_lot,
    read_numbers,
)
from dicedsl.interpreter.play.session.saved_game import SavedGame, SavedResult, rulebook_name
from dicedsl.interpreter.play.session.undo_point import undo_point
from dicedsl.interpreter.seeds import derived_seed
from dicedsl.interpreter.state import Move, Outcome, Result, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.view import View, view
from dicedsl.program.fingerprint import fingerprint
from dicedsl.rulebook.shelf import Shelf


class Follower(Protocol):
    """Somebody who has to know all that happens, before it counts."""

    def accept_change(self, since: int, after: Session) -> None:
        """From this entry on (counted from 0) all are new, or gone, as they are in `after`. An error refuses the change."""


class Session:
    """A game being played by certain seats, without anybody to show it to (see the head of this module for how a front end drives it).

    `entries` holds every action so far. From them everything can be taken back (`undo`), corrected, saved and told; chance comes from the
    seed, so that the same seed and answers give the same game.
    """

    def __init__(
        self,
        table: GameTable,
        seats: Sequence[str],
        seed: int,
        dice: str = "auto",
        attempts: str | None = None,
        *,
        nonce: str | None = None,
        shelf: Shelf | None = None,
        begun: int | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`nonce` goes with the seed of a game that is gone on with, and is empty if somebody chose the seed.

        A game that is gone on with also has the texts on its `shelf`, and was `begun` before.
        """
        if dice not in {"auto", "ask"}:
            raise UsageError("dice are rolled by themselves (auto) or by hand (ask)")
        self.table = table
        self.seats = seats_from(seats, table.players)
        self.seed = seed
        self.dice = dice
        self.attempts = who_reports(attempts, dice)
        self.entries: list[LogEntry] = []
        self._texts: list[str] = []
        self._floor = 0
        self._begin = table.start()
        self._fortune = Chance(seed)
        self._followers: list[Follower] = []
        self._shelf = shelf
        self._is_looked_at = False
        self._now = now
        self._waiting_since = now()
        self.nonce = fresh_nonce() if nonce is None else nonce
        self.begun = int(self._waiting_since * 1000) if begun is None else begun
        raise_unready((s.bot for s in self.seats), table)
        self._bots: dict[int, Bot] = {s.number: bot_named(s.bot) for s in self.seats if s.bot is not None}

    @cached_property
    def _book_name(self) -> str:
        return rulebook_name(self.table.about)

    @cached_property
    def _book_hash(self) -> str:
        return fingerprint(self.table.program)

    @property
    def shelf(self) -> Shelf:
        """The texts of the rulebook and of all it names."""
        if self._shelf is None:
            self._shelf = shelf_of(self.table)
        return self._shelf

    @property
    def commitment(self) -> str:
        """What can be shown before the game, so that the dice can be checked after it."""
        return commitment(chance.NAME, self.seed, self.nonce)

    @property
    def is_fair(self) -> bool:
        """Whether the commitment says anything: dice fall by themselves, from a seed that nobody chose."""
        return self.dice == "auto" and bool(self.nonce)

    def add_follower(self, follower: Follower) -> None:
        """From now on nothing counts before this one knows of it."""
        self._followers.append(follower)

    # -------------------------------------------------------------- where we are

    @property
    def state(self) -> State:
        return self.entries[-1].after if self.entries else self._begin

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(s.number for s in self.seats if s.bot is None)

    @cached_property
    def names(self) -> dict[str, int]:
        """The seats of people by their names, where a name means one of them only."""
        called = [s.name.lower() for s in self.seats if s.bot is None]
        return {s.name.lower(): s.number for s in self.seats if s.bot is None and called.count(s.name.lower()) == 1}

    def read(self, text: str) -> Move:
        """The move or report a text means, of whoever is asked. UsageError if none; legal or not is another question.

        Of a report, `by lot` after the outcome leaves the rest to its odds.
        """
        need = self.need()
        if need.kind == "report" and is_by_lot(text):
            return draw_report(self.table, self.state, need.seat, text, self.lot_chance())
        return self.table.parse_move(self.state, need.seat, text, self.names)

    def rename(self, seat: int, name: str) -> None:
        """Somebody is called otherwise from now on. UsageError if a bot is called so, or nobody could be."""
        seats = seats_from([name if s.number == seat else s.name for s in self.seats], self.table.players)
        if self.seats[seat].bot is not None or seats[seat].bot is not None:
            raise UsageError(f"a bot is called {name}")
        self.seats = seats
        self.__dict__.pop("names", None)

    @property
    def result(self) -> Result | None:
        return self.table.result(self.state)

    def view(self, seat: int | None) -> View:
        return view(self.table, self.state, seat)

    def need(self) -> Need:
        """What comes next. Those who choose at once are asked one after the other, in the order of their seats."""
        return self._need(self.state)

    def _need(self, state: State) -> Need:
        turn = self.table.turn(state)
        if turn.kind == "over":
            return Need("over")
        if turn.kind == "chance":
            roller = self.table.roller(state)
            if self.dice == "ask" and not is_unseen_roll(self.table, state) and not is_unseen_draw(self.table, state):
                return Need("typed", roller)
            return Need("roll" if self.table.rolling(state) else "draw", roller)
        seat = turn.seats[0]
        if turn.kind == "report":
            asked = self.attempts == "ask" or (self.attempts == "people" and seat not in self._bots)
            return Need("report" if asked else "odds", seat)
        return Need("bot" if seat in self._bots else "choose", seat)

    def moves(self) -> list[Move]:
        """The legal answers of whoever is asked now."""
        return self.table.moves(self.state, self.need().seat)

    def knowledge(self, seat: int) -> Knowledge:
        """What a seat that has to choose knows: all that a bot, or a hint, may work with."""
        states = [self._begin, *(entry.after for entry in self.entries)]
        return Knowledge(self.table, states, [entry.action for entry in self.entries], seat)

    # -------------------------------------------------------------- going on

    def _append(self, action: Move | Outcome, need: Need) -> LogEntry:
        now = self._now()
        took = max(0, int((now - self._waiting_since) * 1000))
        entry = self.entry_after(action, need, int(now * 1000), took)
        self.replace_entries(len(self.entries), [entry])
        self._waiting_since = now
        return entry

    def entry_after(self, action: Move | Outcome, need: Need, at: int, took: int) -> LogEntry:
        before = self.state
        after, sayings = self.table.step(before, action)
        return LogEntry(before, action, after, tuple(sayings), need, at, took)

    def replace_entries(self, since: int, entries: list[LogEntry], floor: int | None = None) -> None:
        """Other entries from one on, if those who follow the game agree. Until then nobody sees them, in other threads either."""
        floor = self._floor if floor is None else floor
        texts = self._texts[:since]
        if self._followers:
            after = copy(self)
            after.entries, after._texts, after._floor = [*self.entries[:since], *entries], texts, floor
            for follower in self._followers:
                follower.accept_change(since, after)
        self.entries[since:] = entries
        self._texts, self._floor = texts, floor

    def advance(self) -> LogEntry:
        """Do the next action that needs no person."""
        need = self.need()
        if self._is_looked_at:
            raise UsageError("this game is only looked at")
        if need.kind in {"roll", "draw", "odds"}:
            stream = self._stream()
            before = stream.words()
            try:
                return self._append(self._by_chance(need, stream), need)
            except BaseException:
                stream.follow(before)  # it has not fallen: the same falls next time
                raise
        if need.kind == "bot":
            # A stream of its own for every decision: what a bot does follows from the seed and the actions before.
            chance = Chance(derived_seed(self.seed, 1 + need.seat, len(self.entries)))
            return self._append(self._bots[need.seat].choose(self.knowledge(need.seat), chance), need)
        raise UsageError("a person has to act now" if need.is_person else "the game is over")

    def _stream(self) -> Chance:
        """The stream that chance comes from. With real dice only attempts are drawn, each from a stream of its own:
        entries can be corrected."""
        return self.lot_chance() if self.dice == "ask" else self._fortune

    def _by_chance(self, need: Need, stream: Chance) -> Move | Outcome:
        if need.kind == "odds":
            return self.table.report_by_odds(self.state, stream)
        return self.table.sample(self.state, stream)

    def answer(self, move: Move) -> LogEntry:
        """A person's move, or a report of what happened at the table. UsageError with the rule's sentence if not legal."""
        need = self.need()
        if need.kind not in {"choose", "report"} or move.seat != need.seat:
            raise UsageError("it is not this player's turn to choose")
        return self._append(move, need)

    def enter_roll(self, numbers: Sequence[int]) -> LogEntry:
        """Dice rolled by hand, in the order of `PlayTable.rolling`; equal dice in any order. Or the member drawn."""
        need = self.need()
        if need.kind != "typed":
            raise UsageError("no dice are rolled by hand now")
        return self._append(self.outcome_of(tuple(numbers)), need)

    def lot_chance(self) -> Chance:
        """Decides what nobody can say: the same each time it is asked at one point of a game."""
        return Chance(derived_seed(self.seed, 0, len(self.entries)))

    def typed_roll(self) -> TypedRoll:
        """The roll that is typed now, heap by heap if it is large."""
        return TypedRoll(self.table, self.state, self.lot_chance())

    def enter_typed_roll(self, text: str) -> list[LogEntry]:
        """Enter a roll as a person types it: `1 2 3` or `123`; or lots, several in one line if several are to be drawn."""
        if self.need().kind != "typed":
            raise UsageError("no dice are rolled by hand now")
        if self.table.rolling(self.state):
            return [self.enter_roll(read_numbers(self.table, self.state, text, lot=self.lot_chance()))]
        done: list[LogEntry] = []
        while text:
            if self.need().kind != "typed" or self.table.rolling(self.state):
                raise UsageError(f"{len(done)} lots are drawn, and no more: {text} is too much")
            lot, text = read_lot(self.table, self.state, text)
            done.append(self.enter_roll(lot.values))
            done += self.run()
        return done

    def outcome_of(self, numbers: tuple[int, ...]) -> Outcome:
        dice = self.table.rolling(self.state)
        if not dice or len(numbers) != len(dice):
            if shape_drawn(self.table, self.state) is not None and len(numbers) == 1:
                return self.table.drawn(self.state, numbers[0])
            return Outcome(numbers, text=" ".join(map(str, numbers)))
        values = self.table.outcome_lister.in_order(
            list(self.state.cells), self.state.cells[self.table.reg.rolling], numbers
        )
        return Outcome(values, text=" ".join(map(str, values)))

    def run(self) -> Iterator[LogEntry]:
        """Go on until a person is needed or the game is over."""
        while True:
            need = self.need()
            if need.is_person or need.kind == "over":
                return
            yield self.advance()

    # -------------------------------------------------------------- taking back

    def undo(self, seat: int | None = None) -> LogEntry:
        """Take back the last thing a person did; `seat` is who asks for it, None whoever is asked now.

        UsageError with the reason if that would take back luck, a secret, or what somebody else decided.
        """
        if seat is None:
            need = self.need()
            seat = need.seat if need.is_person and need.seat in self.people else None
        at, floor = undo_point(self.table, self.entries, self._floor, [s.name for s in self.seats], seat)
        entry = self.entries[at]
        self.replace_entries(at, [], floor)
        return entry

    def up_to(self, count: int) -> Session:
        """The game as it was after so many entries, to be looked at."""
        names = [seat.name for seat in self.seats]
        part = Session(self.table, names, self.seed, self.dice, self.attempts, nonce=self.nonce, begun=self.begun)
        part.entries = self.entries[:count]
        part._shelf = self._shelf
        part._is_looked_at = True
        return part

    # -------------------------------------------------------------- saving

    def as_saved(self) -> SavedGame:
        about = self.table.about
        return SavedGame(
            title=about.title,
            rulebook=self._book_name,
            rulebook_hash=self._book_hash,
            variants=about.chosen,
            uses=about.uses,
            setting=self.table.setting,
            seats=tuple(s.name for s in self.seats),
            seed=self.seed,
            dice=self.dice,
            attempts=self.attempts,
            actions=tuple(self.action_texts()),
            floor=self._floor,
            shelf=self.shelf,
            nonce=self.nonce,
            commitment=self.commitment,
            begun=self.begun,
            times=tuple((entry.at, entry.took) for entry in self.entries),
            ended=self.saved_result,
        )

    def action_texts(self) -> list[str]:
        """Every action as it is written down."""
        for entry in self.entries[len(self._texts) :]:
            self._texts.append(action_text(self.table, entry.before, entry.action))
        return self._texts

    @property
    def floor(self) -> int:
        """All entries before this one stand for good."""
        return self._floor

    @property
    def saved_result(self) -> SavedResult | None:
        result = self.result
        return None if result is None else SavedResult(result.winners, result.ranks, result.scores)

    def save(self, path: Path) -> None:
        write_saved(path, self.as_saved())

    @classmethod
    def resume(cls, table: GameTable, saved: SavedGame) -> Session:
        """The game as it was saved, with the same future. UsageError if it does not fit the table."""
        return cls._from_saved(table, saved, drawn=True)

    @classmethod
    def for_viewing(cls, table: GameTable, saved: SavedGame) -> Session:
        """The game as it was written down, whether or not its dice could have fallen so; it cannot go on."""
        session = cls._from_saved(table, saved, drawn=False)
        session._is_looked_at = True
        return session

    @classmethod
    def _from_saved(cls, table: GameTable, saved: SavedGame, drawn: bool) -> Session:
        saved.check(table)
        session = cls(
            table,
            saved.seats,
            saved.seed,
            saved.dice,
            saved.attempts,
            nonce=saved.nonce,
            shelf=saved.shelf,
            begun=saved.begun,
        )
        times = saved.times or ((0, 0),) * len(saved.actions)
        for number, (text, time_) in enumerate(zip(saved.actions, times, strict=True), start=1):
            try:
                session.repeat(text, time_, drawn)
            except (DiceError, ValueError):
                raise UsageError(
                    f"this saved game does not fit its rulebook: action {number} is not possible"
                ) from None
        session._floor = max(0, min(saved.floor, len(session.entries)))
        if saved.ended is not None and saved.ended != session.saved_result:
            raise UsageError("this saved game does not fit its rulebook: it ended in another way")
        return session

    def repeat(self, text: str, times: tuple[int, int], drawn: bool = False) -> None:
        """Do what is written down. Where it is `drawn`, it has to fall again, so that the random source stands where it stood."""
        need = self.need()
        action = read_action(self.table, self.state, text)
        by_chance = need.kind in {"roll", "draw", "odds"}
        if by_chance and drawn and self.dice != "ask":
            fallen = self._by_chance(need, self._fortune)
            if action_text(self.table, self.state, fallen) != text:
                raise UsageError("this did not fall")
            action = fallen
        wanted = Outcome if need.kind in {"typed", "roll", "draw"} else Move
        if need.kind == "over" or not isinstance(action, wanted):
            raise UsageError("something else is to be done")
        if isinstance(action, Move) and action.seat != need.seat:
            raise UsageError("somebody else is to act")
        self.entries.append(self.entry_after(action, need, *times))
