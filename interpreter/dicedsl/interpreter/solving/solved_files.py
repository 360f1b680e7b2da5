"""What was solved, kept in the user's cache folder: enough to say what every position is worth.

A file has a line of JSON and rows of words behind it. Which program it is about is in its name, so that another setting, another version
of the rulebook or of this package never reads it.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dicedsl import kept_files
from dicedsl.interpreter.solving.graph import GrowingRow
from dicedsl.interpreter.table.game_table import GameTable

FOLDER = "solved"
FORMAT = "2"  # another one whenever positions are marked or values kept in another way
MOST_FILE_BYTES = 1 << 30  # one file
MOST_BYTES_IN_ALL = 4 << 30


def folder() -> Path | None:
    """Give the folder where files lie; None if there is no such place."""
    return kept_files.folder_named(FOLDER)


def _path(table: GameTable) -> Path | None:
    """The file of a table; None if there is no place for it."""
    home = folder()
    return None if home is None else home / kept_files.key("solved", FORMAT, table.fingerprint)


def keep_solved(table: GameTable, about: Mapping[str, Any], rows: Mapping[str, GrowingRow]) -> bool:
    """Keep what was found about a table; whether that was possible."""
    path = _path(table)
    size = sum(8 * row.room for row in rows.values())
    if path is None or size > MOST_FILE_BYTES:
        return False
    head = json.dumps({**about, "rows": {name: row.room for name, row in rows.items()}}).encode() + b"\n"
    head = head.rjust(-(-len(head) // 8) * 8)
    part = path.with_name(f"{path.name}.{os.getpid()}{kept_files.UNFINISHED_SUFFIX}")
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(head)
            for row in rows.values():
                file.write(memoryview(row.memory).cast("B"))
        os.replace(part, path)
        _make_room(path.parent)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink()
        return False
    return True


def _make_room(home: Path) -> None:
    """Delete what was not used for longest, if there is too much."""
    files = sorted((p.stat().st_mtime, p.stat().st_size, p) for p in home.iterdir() if p.is_file())
    total = sum(size for _, size, _ in files)
    for used, size, path in files[:-1]:
        if total > MOST_BYTES_IN_ALL or (
            path.name.endswith(kept_files.UNFINISHED_SUFFIX) and time.time() - used > kept_files.STALE_SECONDS
        ):
            with contextlib.suppress(OSError):
                path.unlink()
            total -= size


class SolvedFile:
    """A file that was kept: what it is about, and its rows as memory that is only read where somebody looks."""

    def __init__(self, path: Path) -> None:
        """ValueError if it is damaged."""
        with path.open("rb") as file:
            self._memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        end = self._memory.find(b"\n") + 1
        about = json.loads(self._memory[:end])
        if not isinstance(about, dict) or not isinstance(about.get("rows"), dict):
            raise ValueError
        self.about: dict[str, Any] = about
        self._words = memoryview(self._memory)[end:].cast("q")
        self._reals = memoryview(self._memory)[end:].cast("d")
        self._first: dict[str, tuple[int, int]] = {}
        at = 0
        for name, size in about["rows"].items():
            self._first[name] = (at, at + size)
            at += size
        if at != len(self._words):
            raise ValueError

    def words(self, name: str) -> memoryview[int]:
        """Give a row of whole numbers."""
        first, end = self._first[name]
        return self._words[first:end]

    def reals(self, name: str) -> memoryview[float]:
        """Give a row of doubles."""
        first, end = self._first[name]
        return self._reals[first:end]


def solved_file_of(table: GameTable) -> SolvedFile | None:
    """Give what was kept about a table; None if it was never solved, or if that is damaged."""
    path = _path(table)
    if path is None:
        return None
    try:
        solved = SolvedFile(path)
        os.utime(path)
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return solved
