"""The right of one process to write something, until it is given back or the process ends, however it ends."""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

from platformdirs import user_cache_path


class WriteClaim:
    """The right to write something, once it is had."""

    def __init__(self, handle: int, path: Path) -> None:
        self._handle = handle
        self._path = path

    @classmethod
    def on(cls, file: Path, part: str = "") -> WriteClaim | None:
        """The right to write a file, or a part of it. None if another has it. Where there are no locks, everybody may write."""
        try:
            import fcntl
        except ImportError:
            return cls(-1, file)
        what = os.path.realpath(file).encode("utf-8", "surrogateescape") + b"\0" * bool(part) + part.encode()
        name = hashlib.sha256(what).hexdigest()[:32]
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
