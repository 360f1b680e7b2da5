"""A game that was played, to be looked at from its beginning: the table at any point, and what happened between two of them.

Nothing here draws or asks: it is data for whoever shows it, a terminal or a page.
"""

from __future__ import annotations

from dicedsl.errors import UsageError
from dicedsl.interpreter.play.session.entries import LogEntry
from dicedsl.interpreter.play.session.saved_game import SavedGame, table_for
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.session.transcript import entry_lines
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable


class Replay:
    """A kept game and a point in it: `at` counts the entries that have been, from 0 to `length`."""

    def __init__(self, whole: Session) -> None:
        self.whole = whole
        self.at = 0

    @classmethod
    def of(cls, saved: SavedGame, table: GameTable | None = None) -> Replay:
        """UsageError if the game cannot be repeated by its rules."""
        return cls(Session.for_viewing(table_for(saved) if table is None else table, saved))

    @property
    def table(self) -> GameTable:
        return self.whole.table

    @property
    def length(self) -> int:
        return len(self.whole.entries)

    @property
    def entry(self) -> LogEntry | None:
        """What happened last."""
        return self.whole.entries[self.at - 1] if self.at else None

    @property
    def state(self) -> State:
        return self.state_after(self.at)

    def state_after(self, count: int) -> State:
        """The position after so many entries."""
        self._checked_count(count)
        return self.whole.entries[count - 1].after if count else self.whole.up_to(0).state

    def session(self, count: int | None = None) -> Session:
        """The game as it was at this point, or after so many entries: everything that can be asked of a game, but it cannot go on."""
        return self.whole.up_to(self._checked_count(self.at if count is None else count))

    def go(self, count: int) -> None:
        """To the point after so many entries."""
        self.at = self._checked_count(count)

    def forward(self) -> bool:
        """One entry on; False at the end."""
        self.at = min(self.at + 1, self.length)
        return self.at < self.length

    def back(self) -> bool:
        """One entry back; False at the beginning."""
        self.at = max(self.at - 1, 0)
        return self.at > 0

    def lines(self, seat: int | None) -> list[str]:
        """What happened last, as a seat may hear it."""
        return [] if self.entry is None else entry_lines(self.whole, self.entry, seat)

    def may_see(self, seat: int | None) -> bool:
        """Whether the game may be shown as a seat saw it: when it is over, or if nobody else is a person."""
        return seat is None or self.whole.result is not None or self.whole.people == (seat,)

    def eyes(self) -> int | None:
        """Whose eyes it is shown with, unless somebody says: those of the only person, else of somebody who looks on."""
        people = self.whole.people
        return people[0] if len(people) == 1 else None

    def _checked_count(self, count: int) -> int:
        if not 0 <= count <= self.length:
            raise UsageError(f"there is no entry {count}: the game has {self.length}")
        return count
