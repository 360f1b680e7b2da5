"""Files of rulebooks: found by path or short name, and read. Nothing of a text is looked at here."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

from dicedsl.errors import UsageError, reason_of
from dicedsl.rulebook.library import shipped_files
from dicedsl.rulebook.titles import meant_by, titles
from dicedsl.text.source import Source
from dicedsl.text.spelling import nearest

LONGEST_FILE = 1 << 20
MOST_NAMED_GAMES = 6  # games that are named one by one


def resolve_name(name: str, files_from: Path | None, asker: str = "") -> Path | None:
    """The file that a rulebook means by a name: one beside it first, then a shipped one. No file means itself."""
    # A rulebook may only name rulebooks: plain names, no paths.
    if not name or any(c in name for c in "/\\:") or name.startswith("."):
        return None
    if files_from is not None:
        own = files_from / f"{name}.dice"
        if _is(own, os.path.isfile) and not _is(own, lambda path: bool(asker) and os.path.samefile(path, asker)):
            return own
    return shipped_files().get(name)


def read(path: Path) -> Source:
    """The text of a file. Devices and pipes, which may never end, are not opened, and no more is read than a rulebook may have."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise UsageError(f"{path}: not a plain file")
        if os.path.islink(path) and not os.path.realpath(path).endswith(".dice"):
            # Its lines would be shown with the mistakes in them: whoever made the link may not be meant to see them.
            raise UsageError(f"{path}: a link to a file that is no rulebook")
        with path.open("rb") as file:
            data = file.read(LONGEST_FILE + 4)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {reason_of(error, 'cannot be read')}") from None
    if len(data) > LONGEST_FILE + 3:
        raise UsageError(f"{path}: larger than 1 MiB, which is the limit")
    try:
        return Source(str(path), data.decode("utf-8-sig").replace("\r\n", "\n"), from_file=True)
    except UnicodeDecodeError:
        raise UsageError(f"{path}: not a text in UTF-8") from None


class Ambiguous(UsageError):
    """A name that could mean several shipped games; `names` are their short names."""

    def __init__(self, name: str, names: list[str]) -> None:
        by_short_name = titles()
        listed = ", ".join(f"{by_short_name[short]} ({short})" for short in names[:MOST_NAMED_GAMES])
        more = f" and {len(names) - MOST_NAMED_GAMES} more" if len(names) > MOST_NAMED_GAMES else ""
        super().__init__(f"{name} could mean {listed}{more}")
        self.names = tuple(names)


def find(name: str) -> Path:
    """The file for what a person typed: a path, or a shipped rulebook by its short name, its title or a part of one."""
    path = Path(name)
    if _is(path, os.path.isfile):
        return path
    if _is(path, os.path.exists) and not _is(path, os.path.isdir):
        raise UsageError(f"{name}: not a plain file")
    files = shipped_files()
    stem = name.removesuffix(".dice")
    if stem in files:
        return files[stem]
    if path.suffix == ".dice" or "/" in name:
        raise UsageError(f"{name} is a folder, not a file" if _is(path, os.path.isdir) else f"there is no file {name}")
    meant = meant_by(name)
    if len(meant) == 1:
        return files[meant[0]]
    if meant:
        raise Ambiguous(name, meant)
    close = nearest(stem, files)
    hint = f"; did you mean {close}?" if close else "; `dicedsl list` shows all"
    raise UsageError(f"there is no file or shipped rulebook {name}{hint}")


def _is(path: Path, test: Callable[[Path], bool]) -> bool:
    """Whether it is so of a path; what cannot be a path at all is nothing."""
    try:
        return test(path)
    except (OSError, ValueError):
        return False
