"""The one who writes a game down while it is played: nothing counts before it is on the disk, unless somebody said it need not."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from dicedsl.errors import UsageError, reason_of
from dicedsl.interpreter.play.invocation import to_play, to_run
from dicedsl.interpreter.play.keeping.claims import WriteClaim
from dicedsl.interpreter.play.keeping.store import BadGameName, GameStore, KeptGame, ending_of
from dicedsl.interpreter.play.session.game_files import refuse_overwriting, write_log_text
from dicedsl.interpreter.play.session.log import Log, head_of
from dicedsl.interpreter.play.session.session import Session

# What falls by itself follows from the seed: it is written with the next thing that somebody did.
BY_CHANCE = {"roll", "draw", "odds"}


def go_on(reason: str) -> bool:
    """What is done if a game cannot be kept, unless a front end asks: it goes on."""
    return True


class Keeper:
    """Writes a game to the database, and to a file if one is asked for.

    `ask_to_go_on` is called, with the reason, when that cannot be done: whether the game is to go on all the same. If not, what was to
    be done is refused. What could not be written is tried again every time.
    """

    def __init__(
        self,
        session: Session,
        store: GameStore | None,
        file: Path | None = None,
        *,
        name: str | None = None,
        kept: KeptGame | None = None,
        ask_to_go_on: Callable[[str], bool] = go_on,
    ) -> None:
        """`kept` is the game that is gone on with; a new one gets a `name`, or one that is made up.

        UsageError if the game is being played elsewhere, the name is taken, or the file is not a saved game.
        """
        self.session = session
        self._session_to_write = session  # as it is to be written: what is not written yet, the session does not have
        self.store = store
        self.file = file
        self.kept_as = kept
        self.ask_to_go_on = ask_to_go_on
        self.news: list[str] = []
        self._name = name
        self._claims: list[WriteClaim] = []
        self._failed: dict[str, str] = {}
        self._lines_right = {"store": 0, "file": 0}  # so many lines are there as they should be
        self._lines_there = {"store": 0, "file": 0}  # so many lines are there
        self._log: Log | None = None
        try:
            self._begin()
        except BaseException:
            self.release()
            raise

    def _begin(self) -> None:
        if self.file is not None:
            refuse_overwriting(self.file)
            self._claim(
                WriteClaim.on(self.file),
                f"{self.file} is the game of another dicedsl that is running; choose another name",
            )
        if self.kept_as is not None and self.store is not None:
            self._claim(self.store.claim(self.kept_as.number), f"{self.kept_as.name} is being played elsewhere")
        self._write_all_lines()
        if not self._flush():
            raise UsageError("the game cannot be kept, so it does not begin")
        self.session.add_follower(self)

    def _claim(self, claim: WriteClaim | None, refusal: str) -> None:
        if claim is None:
            raise UsageError(refusal)
        self._claims.append(claim)

    # -------------------------------------------------------------- what happens

    @property
    def log(self) -> Log:
        assert self._log is not None
        return self._log

    def _write_all_lines(self) -> None:
        self._log = Log(head_of(self._session_to_write.as_saved()))
        self._update_lines(0)
        self._mark_changed(0)

    def _update_lines(self, since: int) -> None:
        """Bring the lines up to the session; entries from one on are new."""
        session, log = self._session_to_write, self.log
        since = min(since, log.actions)
        first = log.cut_back(since)
        for entry, text in zip(session.entries[since:], session.action_texts()[since:], strict=True):
            log.add_action(text, entry.at, entry.took)
        if session.floor:
            log.add_floor(session.floor)
        if session.saved_result is not None:
            log.add_result(session.saved_result)
        self._mark_changed(first)

    def accept_change(self, since: int, after: Session) -> None:
        """From this entry on all are new, or gone: written, or refused."""
        self._session_to_write = after
        try:
            self._keep_up(since, after)
        finally:
            self._session_to_write = self.session

    def _keep_up(self, since: int, after: Session) -> None:
        self._update_lines(since)
        if len(after.entries) > since and after.result is None and after.entries[-1].need.kind in BY_CHANCE:
            return
        if after.people or after.result is not None:
            if not self._flush():
                # Lines of what stands, if some are gone with it, follow with the next change.
                self.log.cut_back(min(since, self.log.actions))
                self._mark_changed(len(self.log.lines))
                raise UsageError("the game cannot be kept, so nothing was done")

    def _mark_changed(self, first: int) -> None:
        """Lines from this one on are others now."""
        self._lines_right = {target: min(line, first) for target, line in self._lines_right.items()}

    def _is_written(self, target: str) -> bool:
        return self._lines_right[target] == self._lines_there[target] == len(self.log.lines)

    def _flush(self) -> bool:
        """Write all that is not written yet. False if that failed and the game is not to go on."""
        goes_on = True
        for target, write in (("store", self._write_store), ("file", self._write_file)):
            if (self.store if target == "store" else self.file) is None or self._is_written(target):
                continue
            try:
                write()
                self._lines_right[target] = self._lines_there[target] = len(self.log.lines)
            except BadGameName:
                raise
            except (OSError, UsageError) as error:
                reason = error.args[0] if isinstance(error, UsageError) else "the disk reports an error"
                first = target not in self._failed
                self._failed[target] = reason
                if first:
                    if not self.ask_to_go_on(reason):
                        del self._failed[target]
                        goes_on = False
                    else:
                        self.news.append(f"The game could not be kept: {reason}. It is tried again after every move.")
            else:
                if self._failed.pop(target, None) is not None:
                    where = self.kept_as.name if target == "store" and self.kept_as is not None else self.file
                    self.news.append(f"The game is kept again, with all that happened since: {where}.")
        return goes_on

    def _write_store(self) -> None:
        assert self.store is not None
        if self.kept_as is None:
            kept = self.store.add(self._session_to_write.as_saved(), self._name)
            self.kept_as = kept
            self._claim(self.store.claim(kept.number), f"{kept.name} is being played elsewhere")
        else:
            first = self._lines_right["store"]
            saved_ending = (
                ending_of(self._session_to_write.as_saved()) if self._session_to_write.result is not None else ""
            )
            # they stand in the first line
            seats = [seat.name for seat in self._session_to_write.seats] if first == 0 else None
            self.store.write(self.kept_as.number, first, self.log.lines[first:], self.log.actions, saved_ending, seats)

    def _write_file(self) -> None:
        """The file grows by its new lines; after a correction it is written anew."""
        assert self.file is not None
        first = self._lines_right["file"]
        if first == 0 or first < self._lines_there["file"]:
            write_log_text(self.file, self.log.text())
        else:
            try:
                with self.file.open("ab") as file:
                    file.write("".join(f"{line}\n" for line in self.log.lines[first:]).encode("utf-8"))
                    file.flush()
                    os.fsync(file.fileno())
            except (OSError, ValueError) as error:
                self._lines_right["file"] = 0  # nobody knows how much of it is there
                what = reason_of(error, "cannot be written")
                raise UsageError(f"{self.file}: {what}") from None

    # -------------------------------------------------------------- for front ends

    @property
    def name(self) -> str:
        """What the game is called; nothing while it is not kept in the database."""
        return "" if self.kept_as is None else self.kept_as.name

    def write_rest(self) -> list[str]:
        """Write whatever is not written yet. What has to be told: that the game cannot be kept, or that it can again."""
        self._flush()
        news, self.news = self.news, []
        return news

    def read_seating(self) -> str:
        """Read who may sit where, as `write_seating` kept it last; nothing if it did not."""
        return (
            self.store.read_seating(self.kept_as.number) if self.store is not None and self.kept_as is not None else ""
        )

    def write_seating(self, text: str) -> None:
        """Keep who may sit where; where games cannot be kept, that is not kept either."""
        if self.store is not None and self.kept_as is not None:
            with contextlib.suppress(UsageError):
                self.store.write_seating(self.kept_as.number, text)

    def rename(self, seat: int, name: str) -> None:
        """Somebody is called otherwise from now on: all that is kept of the game says so. UsageError if that cannot be a name."""
        self.session.rename(seat, name)
        self._write_all_lines()
        self._flush()

    def where_it_is_kept(self) -> list[str]:
        """Where the game can be found when it is left."""
        lines = []
        if self.store is not None and self.kept_as is not None and "store" not in self._failed:
            if self.session.result is None:
                lines.append(f"The game is kept as {self.name}; `{to_play('--resume')}` goes on with it.")
            else:
                lines.append(f"The game is kept: `{to_run(f'replay {self.name}')}` shows it again.")
        if self.file is not None and "file" not in self._failed:
            lines.append(f"It is also in {self.file}.")
        return lines + [f"The game is not kept: {reason}." for reason in self._failed.values()]

    def release(self) -> None:
        for claim in self._claims:
            claim.release()
        self._claims.clear()
        if self.store is not None:
            self.store.close()
