"""What people at one screen are shown: what happened since they looked, the table, the question, and games that have ended."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from attrs import evolve

from dicedsl.interpreter.model.common_rolls import CommonRolls
from dicedsl.interpreter.model.events import PlayedAction, cells_before_clearing, games_ended
from dicedsl.interpreter.model.model import boards_at, model_of
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.model.records import Event, EventKind, Model, Zone
from dicedsl.interpreter.play.questions.typed_question import TypedQuestion
from dicedsl.interpreter.play.session.entries import LogEntry
from dicedsl.interpreter.play.session.player_names import names_of, seats_by_typed_name
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.telling.adviser import Adviser
from dicedsl.interpreter.play.telling.ending import ending_lines, revealed_model
from dicedsl.interpreter.play.telling.news import (
    events_of_entries,
    named_places,
    news_lines,
    with_runs_folded,
    without_secret_rolls,
)
from dicedsl.interpreter.play.terminal.screen import InputEnded, Screen
from dicedsl.interpreter.show.boards import Offer
from dicedsl.interpreter.show.draw import Look, introduction, table_picture_lines, title_line
from dicedsl.interpreter.show.text import wrapped
from dicedsl.interpreter.state import Outcome, State
from dicedsl.interpreter.table.view import has_secrets

HINT_SECONDS = 1.5
LEAST_NEWS = 3  # lines of what happened that are always told
KEPT_LINES = 3  # lines of an end that are not for the table
LEAVING = frozenset({"q", "quit", "exit", "bye"})  # what is answered to leave where no question of the game is open


class Display:
    """One game at one screen, as it is shown. It knows what each reader has been told already; several people may share it."""

    def __init__(self, session: Session, screen: Screen, rules_text: Callable[[], str]) -> None:
        self.session = session
        self.table = session.table
        self.screen = screen
        self.rules_text = rules_text
        self.names = names_of(session.seats)
        self.seats_by_typed_name = seats_by_typed_name(session.seats)
        people = session.people
        # One person sees what that seat sees; several share what everybody sees.
        self.eyes = people[0] if len(people) == 1 else None
        self.is_shared = len(people) > 1
        self.adviser = Adviser(session, HINT_SECONDS)
        self.table_lines = 0  # of the table and the question as they were shown last, with the prompt
        self._recent: set[tuple[str, int]] = set()  # places that the last news named
        self._introduced = False  # whether it has been said what the pictures are
        self._doubts_asked: set[str] = set()  # what somebody was asked about
        self._entries_told: dict[int | None, int] = {}  # how many entries each reader knows of
        self._held_back: dict[int | None, list[Event]] = {}  # what each reader is told when the next game begins

    def mark_as_told(self, entries: int) -> None:
        """Everybody knows what happened before, as in a game that is gone on with."""
        self._entries_told = {reader: entries for reader in (None, *range(self.table.players))}

    def fairness(self) -> list[str]:
        """How anybody can find out after the game that its dice were not made up on the way."""
        if not self.session.is_fair:
            return ["Whoever chose the seed of this game can know its dice; without --seed nobody does."]
        return [
            "All dice follow from a secret number, which is told when the game is over. These signs were made from it before the game"
            " began, and fit no other number:",
            self.session.commitment,
        ]

    def confirm(self, doubt: str) -> bool:
        """Somebody at a screen is asked once about each doubt; through a pipe everything is meant."""
        if not self.screen.live or doubt in self._doubts_asked:
            return True
        self._doubts_asked.add(doubt)
        answer = self.screen.read(f"{doubt} (yes, or Enter to choose again) ").lower()
        if answer in LEAVING:
            raise InputEnded(asked=True)
        return answer.startswith("y")

    # -------------------------------------------------------------- ended games and cleared boards

    def show_end(self, state: State, what: str, until: EventKind | None = None) -> None:
        """What happened up to then, the whole table with all hands, and the result."""
        model = revealed_model(self.table, state, self.eyes, self.names, self.levels)
        then = cells_before_clearing(self.table, self._last_step) if self.session.entries else None
        if then is not None:
            model = evolve(model, boards=boards_at(self.table, state, then, self.eyes), zones=())
        look = Look(self.width, 0, self.screen.signs)
        self.screen.say_for_now("")
        self.screen.say(
            *self.take_news_lines(self.eyes, self._room_for_news(KEPT_LINES), until),
            title_line(model, look, what),
            *table_picture_lines(model, look),
            *ending_lines(model, self.width),
        )

    def show_ended_games(self) -> None:
        """Each game of a match ends with its whole table and all hands, before the next one is begun."""
        step = self._last_step
        ended = games_ended(self.table, step)
        if not ended and self.session.result is None:
            self._show_swept(step)
        for state in ended:
            number = state.cells[self.table.reg.game]
            self.show_end(state, f"the end of game {number}", until=EventKind.NEXT)
            if self.screen.live and self.session.people:
                self._pause(f"Enter begins game {number + 1}, q leaves. ")

    def _pause(self, prompt: str) -> None:
        """Somebody looks at what is shown until they go on, or leave."""
        if self.screen.read(prompt).lower() in LEAVING:
            raise InputEnded(asked=True)

    @property
    def _last_step(self) -> PlayedAction:
        return self.session.entries[-1].step

    def _show_swept(self, step: PlayedAction) -> None:
        """A board that was cleared is shown as it stood, with what came of it."""
        then = cells_before_clearing(self.table, step)
        if then is None:
            return
        model = model_of(self.table, self.session.state, self.eyes, self.names, self.levels)
        boards = boards_at(self.table, self.session.state, then, self.eyes)
        # What is told beside the board is about what comes now.
        stood = evolve(model, boards=boards, zones=(), facts=(), sheets=(), question=None)
        look = Look(self.width, 0, self.screen.signs, colour=self.screen.colour)
        cleared = f"round {then[self.table.reg.rounds] + 1}, before the board was cleared"
        self.screen.say_for_now("")
        self.screen.say(
            title_line(stood, look, cleared), *table_picture_lines(stood, look), *self.take_news_lines(self.eyes)
        )
        if self.screen.live and self.session.people:
            self._pause("Enter goes on. ")

    # -------------------------------------------------------------- what happened, the table, the question

    @property
    def width(self) -> int:
        return self.screen.size[0]

    @property
    def levels(self) -> list[str]:
        return [seat.bot or "" for seat in self.session.seats]

    def model(self, seat: int) -> Model:
        """The table as somebody sees it who is asked; for a bot somebody else is."""
        by_hand = self.session.need().kind == "report"
        eyes = seat if self.session.seats[seat].bot is None else self.eyes
        model = model_of(self.table, self.session.state, eyes, self.names, self.levels, by_hand)
        return evolve(model, zones=tuple(self._left_over(zone, seat, eyes) for zone in model.zones))

    def _left_over(self, zone: Zone, seat: int, eyes: int | None) -> Zone:
        """Dice for all that somebody else has rolled last are not yet those of the player who is asked."""
        if zone.owner is not None or not zone.dice:
            return zone
        for entry in reversed(self.session.entries):
            rolled = self.table.rolling(entry.before) if isinstance(entry.action, Outcome) else ()
            if entry.need.seat == seat and entry.need.kind != "draw":
                return zone
            if rolled:
                there = self._rolled_in(entry, zone)
                roller = entry.need.seat
                if not there or roller < 0 or CommonRolls.of(self.table).names_of_dice(entry.before):
                    return zone
                whose = Reader(eyes, tuple(self.names)).whose(roller)
                return evolve(zone, title=f"{zone.title}, {whose} roll")
        return zone

    def _rolled_in(self, entry: LogEntry, zone: Zone) -> bool:
        """Whether all dice that lie there fell in this roll."""
        number = next((z.number for z in self.table.program.zones if z.name == zone.name and z.owner < 0), -1)
        # What fell on a board and was taken away from there is nobody's roll any more.
        zones, location = len(self.table.program.zones), self.table.reg.location
        # nor what came from what is somebody's own
        owned = {z.number for z in self.table.program.zones if z.owner >= 0}
        lay = {die: entry.before.cells[location + die] for die in self.table.rolling(entry.before)}
        rolled = sum(1 << die for die, at in lay.items() if at < zones and at not in owned)
        return number >= 0 and not self.session.state.cells[self.table.reg.zone_mask + number] & ~rolled

    def reader(self, seat: int) -> int | None:
        """Whose eyes read: those of the only person; of several the one who is asked, where anything is hidden."""
        if self.eyes is not None:
            return self.eyes
        return seat if has_secrets(self.table) and self.session.seats[seat].bot is None else None

    def take_news_lines(self, reader: int | None, most: int | None = None, until: EventKind | None = None) -> list[str]:
        return news_lines(with_runs_folded(self._take_events(reader, until)), self.width, most, self.screen.signs.more)

    def _take_events(self, reader: int | None, until: EventKind | None = None) -> list[Event]:
        """What the reader has not heard yet; with `until` only what came before that in the last entry."""
        entries = self.session.entries
        first = min(self._entries_told.get(reader, 0), len(entries))
        self._entries_told[reader] = len(entries)
        events = events_of_entries(self.table, entries[first:], Reader(reader, tuple(self.names)))
        events = self._held_back.pop(reader, []) + events
        if until is not None:
            cut = next((number for number, event in enumerate(events) if event.kind == until), len(events))
            self._held_back[reader], events = events[cut:], events[:cut]
        # The end is told with the table as it stood then.
        drawn = {EventKind.OVER} if self.session.result is not None else set()
        drawn |= {EventKind.GAME} if self.table.about.has_match else set()
        if events:
            self._recent = named_places(events, reader)
        return [e for e in events if e.kind not in drawn]

    def log_lines(self, seat: int) -> list[str]:
        """All that happened; with real dice by entries with their numbers, by which they can be corrected."""
        entries = self.session.entries
        if self.session.dice != "ask":
            events = events_of_entries(self.table, entries, Reader(self.reader(seat), tuple(self.names)))
            fair = [f"Fair dice: {self.session.commitment}"] if self.session.is_fair else []
            return [*fair, *news_lines(events, self.width)]
        lines: list[str] = []
        for number, entry in enumerate(entries, start=1):
            own = self.entry_lines(entry, seat)
            lines += wrapped(f"{number}. {' '.join(line.strip() for line in own)}", self.width, "", "  ") if own else []
        return lines

    def with_names(self, text: str) -> str:
        """A move with players called by their names."""
        return re.sub(r"\bP(\d+)\b", lambda m: self._name_of(int(m[1]), m[0]), text)

    def _name_of(self, number: int, text: str) -> str:
        return self.names[number - 1] if 1 <= number <= len(self.names) else text

    def entry_lines(self, entry: LogEntry, seat: int) -> list[str]:
        return news_lines(
            events_of_entries(self.table, [entry], Reader(self.reader(seat), tuple(self.names))), self.width
        )

    def _room_for_news(self, taken: int) -> int | None:
        """How many lines are left on the screen; through a pipe everything is told."""
        return max(LEAST_NEWS, self.screen.size[1] - taken) if self.screen.live else None

    def show(self, question: TypedQuestion, everything: bool = False) -> None:
        """What happened since, the table, and the question: together no higher than the screen where that can be."""
        columns, rows = self.screen.size
        seat = question.need.seat
        asked = question.lines(columns, self.screen.signs.more)
        high = max(3, rows - len(asked) - 2)
        heard = self._take_events(self.reader(seat))
        offered = self._pointed_out(question.model, question.offered())
        look = Look(columns, high, self.screen.signs, offered, everything, self.screen.colour)
        table = table_picture_lines(question.model, look)
        before = [] if everything or self._introduced else introduction(question.model, look)
        self._introduced = True
        if len(before) + len(table_picture_lines(question.model, evolve(look, height=0))) <= high:
            table, before = before + table, []
        news = (
            news_lines(
                with_runs_folded(without_secret_rolls(heard)),
                columns,
                self._room_for_news(len(table) + len(asked) + 2),
                self.screen.signs.more,
            )
            + before
        )
        self.screen.say_for_now("")
        self.screen.say(*news, title_line(question.model, look), *table, *asked)
        self.screen.lines_since = 0
        self.table_lines = len(table) + len(asked) + 2

    def _pointed_out(self, model: Model, offered: Mapping[str, Offer]) -> dict[str, Offer]:
        """With the places that the last news named."""
        offers = dict(offered)
        for board in model.boards:
            recent = {key for name, key in self._recent if name == board.name}
            if recent:
                offers[board.name] = evolve(offers.get(board.name, Offer()), recent=recent)
        return offers
