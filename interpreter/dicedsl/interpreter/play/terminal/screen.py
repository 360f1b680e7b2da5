"""Where a person reads and types: a terminal with colours, completion and pages, or plain lines for pipes and screen readers."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, TextIO

from dicedsl.interpreter.show.text import Signs, bare, code, pieces, width
from dicedsl.text.plain import plain

termios: ModuleType | None
try:
    import termios
except ImportError:  # no such terminals here
    termios = None

WIDEST_TEXT = 160
CLEARED = "\x1b[2J\x1b[3J\x1b[H"
SCROLLED = 60  # blank lines where nothing can be cleared

Complete = Callable[[], Sequence[str]]


class InputEnded(Exception):
    """The input is at its end, or somebody wants to leave."""

    def __init__(self, asked: bool) -> None:
        super().__init__()
        self.asked = asked


class Screen:
    """The one way in and out at a terminal: lines are filtered before they are shown, and read with or without a line editor."""

    def __init__(self, input: TextIO, output: TextIO, is_plain: bool = False) -> None:
        """is_plain: nothing but lines of text, for screen readers."""
        self.input = input
        self.output = output
        self.live = is_terminal(input) and is_terminal(output)
        dumb = os.environ.get("TERM") == "dumb"
        self.is_plain = is_plain or dumb
        self.colour = is_terminal(output) and not os.environ.get("NO_COLOR") and not self.is_plain
        self.clears = is_terminal(output) and not dumb
        self.encoding = getattr(output, "encoding", None) or "utf-8"
        self.signs = Signs.for_encoding(self.encoding)
        self.lines_since = 0  # lines that were said since somebody set this back
        self._editors: dict[str, Any] = {}
        self._silence: Silence | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        terminal_size = shutil.get_terminal_size((80, 24))
        return min(terminal_size.columns, WIDEST_TEXT), terminal_size.lines

    # -------------------------------------------------------------- out

    def say(self, *lines: str) -> None:
        """The one way out for words, whoever wrote them."""
        for line in lines:
            self.output.write(self._as_written(line) + "\n")
        self.lines_since += len(lines)

    def _as_written(self, line: str) -> str:
        """A line as this output can take it: filtered, painted if it has colours, in letters it knows."""
        if not self.colour:
            return self._in_known_letters(plain(bare(line)))
        codes = [code(piece) for piece in pieces(line)]
        return "".join(
            self._in_known_letters(plain(piece)) if c is None else c
            for piece, c in zip(pieces(line), codes, strict=True)
        )

    def _in_known_letters(self, text: str) -> str:
        try:
            return text.encode(self.encoding, "replace").decode(self.encoding)
        except LookupError:
            return text

    def clear(self) -> None:
        """Clear the screen, so that nothing of what was shown can be seen any more, by scrolling neither."""
        if self.clears:
            self.output.write(CLEARED)
        elif self.live:
            self.output.write("\n" * SCROLLED)
        self.output.flush()

    def page(self, lines: Sequence[str]) -> None:
        """A long text: by pages on a terminal, each of which says how to go on or to leave; whole through a pipe."""
        high = self.size[1] - 1
        if not self._is_real() or self.is_plain or len(lines) <= high:
            self.say(*lines)
            return
        at = 0
        while True:
            self.say(*lines[at : at + high])
            if at + high >= len(lines):
                return
            left = len(lines) - at - high
            self.output.flush()
            try:
                key = typed(f"-- {left} more lines. Enter: go on, b: a page back, q: stop reading -- ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                key = "q"
            if key in {"q", "quit", "exit"}:
                return
            at = max(0, at - high) if key == "b" else at + high

    def thinking(self, text: str) -> None:
        """Somebody else thinks: what is typed from now on is not shown and means nothing, until a line is read."""
        if self._is_real() and self._silence is None:
            self._silence = Silence.of(self.input)
        self.say_for_now(text)

    def end_silence(self) -> None:
        """What was typed while nobody was asked is forgotten, and what is typed now is shown again."""
        if self._silence is None:
            return
        self._silence.end()
        self._silence = None
        for editor in self._editors.values():
            if editor is not None:
                editor.forget()

    def say_for_now(self, text: str) -> None:
        """A line that is written over by the next one; only on a terminal."""
        if self.live and not self.is_plain:
            shown = self._in_known_letters(plain(text))[: self.size[0] - 1]
            self.output.write(f"\r{shown}{' ' * (self.size[0] - 1 - width(shown))}\r")
            self.output.flush()

    # -------------------------------------------------------------- in

    def read(self, prompt: str, *, whose: str = "", secret: bool = False, complete: Complete | None = None) -> str:
        """A line typed, without the blanks around it. InputEnded if there are no more.

        Each person (`whose`) has a history of lines; what is secret goes into none.
        """
        prompt = self._in_known_letters(plain(prompt))
        if self._is_real():
            self.end_silence()
            try:
                return self._read_line(prompt, whose, secret, complete).strip()
            except EOFError:
                self.say("")
                raise InputEnded(asked=False) from None
        self.output.write(prompt)
        self.output.flush()
        line = self.input.readline()
        if not line:
            self.say("")
            raise InputEnded(asked=False)
        if not self.live:
            # Nobody's typing is seen when it comes through a pipe: a log should show it.
            self.say("" if secret else line.strip())
        return line.strip()

    def _is_real(self) -> bool:
        return self.live and self.input is sys.stdin and self.output is sys.stdout

    def _read_line(self, prompt: str, whose: str, secret: bool, complete: Complete | None) -> str:
        editor = None if self.is_plain else self._editor(whose)
        if editor is None:
            return typed(prompt)
        self.output.flush()
        return str(editor(prompt, secret, complete or (lambda: ())))

    def _editor(self, whose: str) -> Callable[[str, bool, Complete], str] | None:
        """A line editor with completion and a history of its own for each person; None where there is none."""
        if whose not in self._editors:
            try:
                from dicedsl.interpreter.play.terminal.line_editor import LineEditor

                self._editors[whose] = LineEditor()
            except ImportError:
                self._editors[whose] = None
        editor: Callable[[str, bool, Complete], str] | None = self._editors[whose]
        return editor


typed = input


class Silence:
    """A terminal that shows nothing of what is typed, and forgets it in the end."""

    def __init__(self, handle: int, before: list[Any]) -> None:
        self._handle = handle
        self._before = before

    @classmethod
    def of(cls, stream: TextIO) -> Silence | None:
        """None where that cannot be had."""
        if termios is None:
            return None
        try:
            handle = stream.fileno()
            before = termios.tcgetattr(handle)
            quiet = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
            termios.tcsetattr(handle, termios.TCSADRAIN, quiet)
        except (OSError, ValueError, termios.error):
            return None
        return cls(handle, before)

    def end(self) -> None:
        assert termios is not None
        with contextlib.suppress(termios.error):
            termios.tcsetattr(self._handle, termios.TCSAFLUSH, self._before)


def is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False
