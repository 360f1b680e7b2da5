"""A replay at the terminal: forwards, backwards, to any action; through a pipe all of it."""

from __future__ import annotations

from typing import TextIO

from dicedsl.errors import UsageError
from dicedsl.interpreter.model.model import model_of
from dicedsl.interpreter.model.naming import Reader, sentence
from dicedsl.interpreter.play.session.player_names import names_of, players_text
from dicedsl.interpreter.play.session.replay import Replay
from dicedsl.interpreter.play.telling.ending import ending_lines, revealed_model
from dicedsl.interpreter.play.telling.news import events_of_entries, news_lines
from dicedsl.interpreter.play.telling.sheet import clock, score_sheet
from dicedsl.interpreter.play.terminal.screen import InputEnded, Screen
from dicedsl.interpreter.show.draw import Look, table_picture_lines, title_line
from dicedsl.interpreter.show.text import wrapped

KEYS = "n or Enter: next, p: back, a number: go there, q: leave"
LINES_BESIDE_TABLE = 4  # lines of the screen that are not for the table


class ReplayScreen:
    """A replay that somebody pages through, with the eyes of a seat or of everybody."""

    def __init__(self, replay: Replay, input: TextIO, output: TextIO, seat: int | None = None) -> None:
        """UsageError if the game may not be shown as this seat saw it."""
        if seat is not None:
            replay.table.checked_seat(seat)
            if not replay.may_see(seat):
                raise UsageError("while several people play it, a game is shown as everybody sees it")
        self.replay = replay
        self.screen = Screen(input, output)
        self.eyes = replay.eyes() if seat is None else seat
        self.names = names_of(replay.whole.seats)
        self._levels = [seat.bot or "" for seat in replay.whole.seats]

    def run(self) -> int:
        about, seats = self.replay.table.about, self.replay.whole.seats
        self.screen.say(about.title, *wrapped(f"Players: {players_text(seats)}", self._width))
        try:
            return self._step_by_step() if self.screen.live else self._everything()
        except InputEnded:
            return 0

    @property
    def _width(self) -> int:
        return self.screen.size[0]

    def _everything(self) -> int:
        """Each action with what came of it, and the table after each that somebody decided."""
        replay = self.replay
        self._show_table()
        for number, entry in enumerate(replay.whole.entries, start=1):
            replay.go(number)
            self._show_entry()
            if entry.need.kind in {"choose", "bot", "report"} and number < replay.length:
                self._show_table()
        self._show_end()
        return 0

    def _step_by_step(self) -> int:
        self.screen.say(KEYS)
        self._show()
        while True:
            key = self.screen.read(f"{self.replay.at} of {self.replay.length}> ").lower()
            if key in {"q", "quit", "exit"}:
                return 0
            try:
                self._go(key)
            except UsageError as error:
                self.screen.say(sentence(error.message))
                continue
            self._show()

    def _go(self, key: str) -> None:
        if key in {"", "n"}:
            if self.replay.at == self.replay.length:
                raise UsageError("this is the end")
            self.replay.forward()
        elif key == "p":
            if self.replay.at == 0:
                raise UsageError("this is the beginning")
            self.replay.back()
        elif key.isascii() and key.isdigit() and len(key) < 10:
            self.replay.go(int(key))
        else:
            raise UsageError(KEYS)

    # -------------------------------------------------------------- what is shown

    def _show(self) -> None:
        if self.replay.at == self.replay.length:
            self._show_entry()
            self._show_end()
        else:
            self._show_table()
            self._show_entry()

    def _show_entry(self) -> None:
        entry = self.replay.entry
        if entry is None:
            return
        lines = news_lines(
            events_of_entries(self.replay.table, [entry], Reader(self.eyes, tuple(self.names))), self._width
        )
        # Where the events leave to the next action what this one was, it is told as it was done.
        lines = lines or self.replay.lines(self.eyes)
        if lines:
            self.screen.say(f"{self.replay.at}. {lines[0]}", *lines[1:])

    def _show_table(self) -> None:
        model = model_of(self.replay.table, self.replay.state, self.eyes, self.names, self._levels)
        rows = self.screen.size[1] - LINES_BESIDE_TABLE if self.screen.live else 0
        look = Look(self._width, rows, self.screen.signs)
        self.screen.say(title_line(model, look), *table_picture_lines(model, look))

    def _show_end(self) -> None:
        """The whole table with all hands, if the game is over."""
        whole = self.replay.whole
        if whole.result is None:
            self._show_table()
            self.screen.say(f"The game goes on after {self.replay.length} actions.")
            return
        model = revealed_model(whole.table, whole.state, self.eyes, self.names, self._levels)
        look = Look(self._width, 0, self.screen.signs)
        self.screen.say(
            title_line(model, look, "the end"), *table_picture_lines(model, look), *ending_lines(model, self._width)
        )

    # -------------------------------------------------------------- the score sheet

    def sheet(self) -> int:
        """What each player had after each turn, and how long each took."""
        whole, say = self.replay.whole, self.screen.say
        score_lines = score_sheet(whole)
        widths = [max(len(name), 6) for name in self.names]
        for at, column in enumerate(score_lines.columns):
            say(column)
            say("  turn  " + "  ".join(f"{name:>{w}}" for name, w in zip(self.names, widths, strict=True)))
            for line in score_lines.lines:
                values = ["-" if value is None else str(value) for value in line.values[at]]
                say(f"  {line.turn:>4}  " + "  ".join(f"{v:>{w}}" for v, w in zip(values, widths, strict=True)))
        if not score_lines.columns:
            say("This game keeps no numbers that everybody can see.")
        for seat, took in enumerate(clock(whole).seats):
            if seat in whole.people:
                say(f"{self.names[seat]} took {took // 60_000} min {took // 1000 % 60} s")
        return 0
