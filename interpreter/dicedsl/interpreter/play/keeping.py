"""Keeping a game while it is played: the files that follow it, who may write them, and what happens when a disk is full."""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

from dicedsl.errors import UsageError
from dicedsl.interpreter.play.saving import overwritable
from dicedsl.interpreter.play.session import Session

MOST_AT_ONCE = 9  # games that are kept by themselves side by side


def autosave_path() -> Path:
    """Where the last game is kept by itself."""
    return user_data_path("dicedsl", appauthor=False) / "autosave.json"


def last_autosave() -> Path:
    """The game that was kept last; while several are played at once there are several."""
    paths = [autosave_path(), *_others(autosave_path())]
    kept = [path for path in paths if path.is_file()]
    return max(kept, key=lambda path: path.stat().st_mtime_ns, default=paths[0])


def _others(path: Path) -> list[Path]:
    return [path.with_name(f"{path.stem}-{number}{path.suffix}") for number in range(2, MOST_AT_ONCE + 1)]


class Claim:
    """The right of one process to write a file, until it is given back or the process ends."""

    def __init__(self, handle: int, path: Path) -> None:
        self._handle = handle
        self._path = path

    @classmethod
    def on(cls, file: Path) -> Claim | None:
        """None if another process has it. Where there are no locks, everybody may write."""
        try:
            import fcntl
        except ImportError:
            return cls(-1, file)
        name = hashlib.sha256(os.path.realpath(file).encode("utf-8", "surrogateescape")).hexdigest()[:32]
        try:
            folder = user_cache_path("dicedsl") / "locks"
            folder.mkdir(parents=True, exist_ok=True)
            handle = os.open(folder / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            return cls(-1, file)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.stat(folder / name).st_ino == os.fstat(handle).st_ino:
                return cls(handle, folder / name)
        except OSError:
            pass
        os.close(handle)
        return None

    def release(self) -> None:
        if self._handle >= 0:
            with contextlib.suppress(OSError):
                os.unlink(self._path)
            os.close(self._handle)
            self._handle = -1


class Keeper:
    """Writes a game to the usual place and to the file asked for. What could not be written is tried again every time."""

    def __init__(self, session: Session, autosave: Path | None, asked: Path | None) -> None:
        """UsageError if the file asked for is not a saved game, or is written by another process."""
        self.session = session
        self.autosave: Path | None = None
        self.asked = asked
        self._claims: list[Claim] = []
        self._failed: dict[Path, str] = {}
        if asked is not None:
            overwritable(asked)
            if not self._claim(asked):
                raise UsageError(f"{asked} is the game of another dicedsl that is running; choose another name")
        if autosave is not None:
            self.autosave = next((path for path in (autosave, *_others(autosave)) if self._claim(path)), None)

    def _claim(self, path: Path) -> bool:
        claim = Claim.on(path)
        if claim is not None:
            self._claims.append(claim)
        return claim is not None

    def release(self) -> None:
        for claim in self._claims:
            claim.release()
        self._claims.clear()

    def keep(self) -> list[str]:
        """Write the game as it stands. What has to be told: that it cannot be kept, or that it can again."""
        lines = []
        for path in (self.autosave, self.asked):
            if path is None:
                continue
            try:
                if path == self.autosave:
                    path.parent.mkdir(parents=True, exist_ok=True)
                self.session.save(path)
            except (OSError, UsageError) as error:
                reason = error.args[0] if isinstance(error, UsageError) else f"{path}: cannot be written"
                if path not in self._failed:
                    lines.append(f"The game could not be kept: {reason}. It is tried again after every move.")
                self._failed[path] = reason
            else:
                if self._failed.pop(path, None) is not None:
                    lines.append(f"The game is kept again, with all that happened since: {path}.")
        return lines

    def kept(self) -> list[str]:
        """Where the game can be found when it is left."""
        lines = []
        if self.autosave is not None and self.autosave not in self._failed:
            lines.append("The game is kept; `dicedsl play --resume` goes on with it.")
        if self.asked is not None and self.asked not in self._failed:
            lines.append(f"It is also in {self.asked}.")
        return lines + [f"The game is not kept: {reason}." for reason in self._failed.values()]
