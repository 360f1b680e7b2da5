"""Writing files so that an interruption leaves the old one whole."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from dicedsl.errors import UsageError


def write_text(path: Path, text: str) -> None:
    """Replace a file in one step: written beside it, flushed to disk, then moved over it."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent or Path("."), prefix=f".{path.name}.", text=False)
    except OSError as error:
        raise UsageError(f"{path}: {(error.strerror or 'cannot be written').lower()}") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            os.chmod(name, path.stat().st_mode & 0o777)
        else:
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(name, 0o666 & ~mask)
        os.replace(name, path)
    except OSError as error:
        Path(name).unlink(missing_ok=True)
        raise UsageError(f"{path}: {(error.strerror or 'cannot be written').lower()}") from None
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
