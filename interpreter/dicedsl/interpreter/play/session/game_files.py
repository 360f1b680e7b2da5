"""Games in files: read, whatever version wrote them, and written."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from dicedsl.errors import UsageError, reason_of
from dicedsl.interpreter.play.session.first_format import read_old
from dicedsl.interpreter.play.session.log import is_log, log_of, read_log
from dicedsl.interpreter.play.session.saved_game import SavedGame
from dicedsl.writing import write_whole

LARGEST_FILE = 32 * 1024 * 1024


def read_saved(path: Path) -> SavedGame:
    """The game in a file, of any version; UsageError with one sentence if there is none, or not a whole one."""
    data = _bytes_of(path)
    return read_log(data, str(path)) if is_log(data) else read_old(data, str(path))


def _bytes_of(path: Path) -> bytes:
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # a pipe would be waited for, a device may never end
            raise UsageError(f"{path} is not a saved game")
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {reason_of(error, 'cannot be read')}") from None
    if len(data) > LARGEST_FILE:
        raise UsageError(f"{path} is not a saved game")
    return data


def write_saved(path: Path, saved: SavedGame) -> None:
    """Keep a game in a file. UsageError with one sentence if that cannot be done, and the old file is as it was."""
    write_log_text(path, log_of(saved).text())


def write_log_text(path: Path, text: str) -> None:
    """Put the whole text of a game in a file that only its owner can read: it holds the seed and what is hidden."""
    try:
        if path.exists() and not path.is_file():
            raise UsageError(f"{path} is no plain file; a game cannot be kept there")
        write_whole(path, text, private=True)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {reason_of(error, 'cannot be written')}") from None


def refuse_overwriting(path: Path) -> None:
    """UsageError unless there is no such file yet, or it is a saved game."""
    try:
        if not path.exists():
            return
        read_saved(path)
    except UsageError:
        raise UsageError(f"{path} exists and is not a saved game; choose another name") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {reason_of(error, 'cannot be written')}") from None
