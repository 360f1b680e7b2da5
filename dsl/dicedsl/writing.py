"""Writing files so that an interruption leaves the old one whole."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from dicedsl.errors import UsageError, reason_of


def write_whole(path: Path, text: str, private: bool = False) -> None:
    """Write a file so that it holds either its old or its new text, whatever happens, and is on the disk on return.

    A private one can be read by nobody but its owner.
    """
    target = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o600 if private else _mode(target))
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    if os.name == "posix":
        with contextlib.suppress(OSError):
            folder = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def _mode(target: Path) -> int:
    """The rights of the file that is replaced, or those a new one would have."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def write_text(path: Path, text: str) -> None:
    """As `write_whole`; UsageError with one sentence if it cannot be done."""
    try:
        write_whole(path, text)
    except OSError as error:
        raise UsageError(f"{path}: {reason_of(error, 'cannot be written')}") from None
