"""Several answers in one line: `keep; lay d3 middle; done`. Each is given when it is asked for, as long as nothing else has happened."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from dicedsl.interpreter.play.session.entries import LogEntry, Need

MOVE_SEPARATOR = ";"
IN_A_ROW = 3  # choices, after which it is said that they can be typed in one line


@define
class TypedAhead:
    """The answers of a line that are still to be given; `since` is the number of entries when it was typed."""

    lines: list[str] = field(factory=list)
    since: int = 0
    is_going: bool = False  # whether one has been given that was not the first of its line
    _is_known: bool = False  # whether somebody has done it, or been told of it

    def begin(self, line: str, entries: int) -> str:
        """The first of the answers in a line."""
        first, *self.lines = [part.strip() for part in line.split(MOVE_SEPARATOR) if part.strip()] or [""]
        self.since, self.is_going, self._is_known = entries, False, self._is_known or bool(self.lines)
        return first

    def next(self) -> str:
        """The next answer; nothing if there is none."""
        self.is_going = bool(self.lines)
        return self.lines.pop(0) if self.lines else ""

    def go_on(self, entries: Sequence[LogEntry], need: Need) -> str:
        """What was said before is not meant any more once dice have fallen, or somebody else has acted: what is told then."""
        meanwhile = [entry.need for entry in entries[self.since :]]
        if need.kind != "choose" or any(done.kind != "choose" or done.seat != need.seat for done in meanwhile):
            return self.stop("since then something has happened that you should see first")
        return ""

    def tip(self, entries: Sequence[LogEntry], need: Need) -> str:
        """Said once to somebody who has been asked again and again with nothing between."""
        last = [entry.need for entry in entries[-IN_A_ROW:]]
        if self._is_known or len(last) < IN_A_ROW or any(done != need or done.kind != "choose" for done in last):
            return ""
        self._is_known = True
        return f"Several moves go in one line, with {MOVE_SEPARATOR} between them."

    def stop(self, because: str = "") -> str:
        """Forget the rest; what is told of that, if there is any."""
        left, self.lines = f"{MOVE_SEPARATOR} ".join(self.lines), []
        return f"Not done: {left}{f' ({because})' if because else ''}." if left else ""
