"""A replay at the terminal: forwards, backwards, to any action; through a pipe all of it."""

from __future__ import annotations

from typing import TextIO

from dicedsl.errors import UsageError
from dicedsl.interpreter.play.replay import Replay
from dicedsl.interpreter.play.sheet import clock, score_sheet
from dicedsl.interpreter.show.draw import table_lines
from dicedsl.plain import plain

KEYS = "n or Enter: next, p: back, a number: go there, q: leave"


class Looking:
    def __init__(self, replay: Replay, input: TextIO, output: TextIO, seat: int | None = None) -> None:
        """UsageError if the game may not be shown as this seat saw it."""
        if seat is not None:
            replay.table.checked_seat(seat)
            if not replay.may_see(seat):
                raise UsageError("while several people play it, a game is shown as everybody sees it")
        self.replay = replay
        self.input = input
        self.output = output
        self.eyes = replay.eyes() if seat is None else seat
        self.names = [s.label for s in replay.whole.seats]

    def say(self, *lines: str) -> None:
        for line in lines:
            self.output.write(plain(line) + "\n")

    def run(self) -> int:
        self.say(self.replay.table.about.title, "Players: " + ", ".join(self.names))
        if self.input.isatty() and self.output.isatty():
            return self._step_by_step()
        return self._everything()

    def _everything(self) -> int:
        replay = self.replay
        self._show_table()
        for number, entry in enumerate(replay.whole.entries, start=1):
            replay.go(number)
            self._show_entry()
            if entry.need.kind in {"choose", "bot", "report"}:
                self._show_table()
        self._show_end()
        return 0

    def _step_by_step(self) -> int:
        replay = self.replay
        self.say(KEYS)
        self._show()
        while True:
            self.output.write(f"{replay.at} of {replay.length}> ")
            self.output.flush()
            line = self.input.readline()
            if not line or line.strip().lower() in {"q", "quit", "exit"}:
                return 0
            try:
                self._go(line.strip().lower())
            except UsageError as error:
                self.say(f"{error.message[0].upper()}{error.message[1:]}.")
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

    def _show(self) -> None:
        self._show_table()
        self._show_entry()
        if self.replay.at == self.replay.length:
            self._show_end()

    def _show_entry(self) -> None:
        told = self.replay.told(self.eyes)
        if told:
            self.say(f"{self.replay.at}. {told[0]}", *told[1:])

    def _show_table(self) -> None:
        self.say(*table_lines(self.replay.table, self.replay.state, self.eyes, self.names), "")

    def _show_end(self) -> None:
        if self.replay.whole.result is not None:
            self.say("", *self.replay.whole.result_lines())
        else:
            self.say("", f"The game goes on after {self.replay.length} actions.")

    # -------------------------------------------------------------- the score sheet

    def sheet(self) -> int:
        """What each player had after each turn, and how long each took."""
        whole = self.replay.whole
        found = score_sheet(whole)
        for at, column in enumerate(found.columns):
            self.say(column)
            widths = [max(len(name), 6) for name in found.players]
            self.say("  turn  " + "  ".join(f"{name:>{w}}" for name, w in zip(found.players, widths, strict=True)))
            for line in found.lines:
                values = ["-" if value is None else str(value) for value in line.values[at]]
                self.say(f"  {line.turn:>4}  " + "  ".join(f"{v:>{w}}" for v, w in zip(values, widths, strict=True)))
        if not found.columns:
            self.say("This game keeps no numbers that everybody can see.")
        for seat, took in enumerate(clock(whole).seats):
            if seat in whole.people:
                self.say(f"{self.names[seat]} took {took // 60_000} min {took // 1000 % 60} s")
        return 0
