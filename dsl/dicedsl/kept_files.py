"""What was worked out before, kept in the user's cache folder as small files of bytes.

An entry is found by a key that holds all it depends on; who reads it must be able to tell a damaged one. Losing the whole
folder costs nothing but time. It stays below a size: what has not been used for longest goes first.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path

MOST_CACHE_BYTES = 96 << 20
MOST_CACHE_ENTRIES = 2_000
LARGEST_ENTRY = 16 << 20  # one entry
PART_KEPT = 0.75  # of the bytes and entries, after making room
# After which an entry that is used counts as used anew, and a half-written file is rubbish.
STALE_SECONDS = 3600.0
UNFINISHED_SUFFIX = ".part"


@cache
def folder() -> Path | None:
    """Where entries lie; None if there is no such place, or others may write there."""
    return folder_named("kept")


def folder_named(name: str) -> Path | None:
    """The same for what is kept apart from them."""
    try:
        path = _user_folder() / name
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.name == "posix":
            info = path.stat()
            if info.st_uid != os.geteuid() or stat.S_IMODE(info.st_mode) & 0o022:
                return None
    except (OSError, RuntimeError):
        return None
    return path


def _user_folder() -> Path:
    """The folder of this package among the user's. Where it is plain it is not asked for, which takes longer than to read an entry."""
    if sys.platform == "linux" and "ANDROID_ROOT" not in os.environ:
        return Path(os.environ.get("XDG_CACHE_HOME", "").strip() or Path.home() / ".cache") / "dicedsl"
    from platformdirs import user_cache_path

    return user_cache_path("dicedsl")


def file_stamps(paths: Iterable[str]) -> list[str]:
    """Of each file, its name and what changes when it is written anew."""
    infos = ((os.path.basename(path), os.stat(path)) for path in paths)
    return [f"{name} {info.st_size} {info.st_mtime_ns}" for name, info in infos]


def stamps_below(top: Path, without: Iterable[str] = ()) -> list[str]:
    """The stamps of all code below a folder, but for that in folders of some names."""
    passed_over = {"__pycache__", *without}
    stamps = []
    for place, folders, names in os.walk(top):
        folders[:] = sorted(name for name in folders if name not in passed_over)
        stamps += file_stamps(f"{place}/{name}" for name in sorted(names) if name.endswith((".py", ".lark")))
    return stamps


@cache
def package_stamp() -> bytes:
    """Changes with anything of this package that could make something else of the same text."""
    from dicedsl.version import __version__

    parts = [__version__]
    home = Path(__file__).parent
    grammar = home.parent.parent / "grammar"
    for top in (home, grammar if grammar.is_dir() else home / "grammar"):
        parts += stamps_below(top, without=("interpreter", "rulebooks"))
    return hashlib.blake2b("\n".join(parts).encode(), digest_size=16).digest()


def key(*parts: str | bytes) -> str:
    """The name of an entry that depends on these, and on this version of the package."""
    total = hashlib.blake2b(package_stamp(), digest_size=20)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "little") + data)
    return total.hexdigest()


def read_entry(name: str) -> bytes | None:
    """What is kept under a key, or None."""
    home = folder()
    if home is None:
        return None
    path = home / name
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_ENTRY + 1)
            used = os.fstat(file.fileno()).st_mtime
        if time.time() - used > STALE_SECONDS:
            os.utime(path)
    except OSError:
        return None
    return data if len(data) <= LARGEST_ENTRY else None


def write_entry(name: str, data: bytes) -> None:
    """Keep something under a key, whole or not at all; if that is not possible, it is simply not kept."""
    home = folder()
    if home is None or len(data) > LARGEST_ENTRY:
        return
    part = home / f"{name}.{os.getpid()}.{time.monotonic_ns()}{UNFINISHED_SUFFIX}"
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(part, home / name)
        make_room(home)
    except BaseException as error:
        with contextlib.suppress(OSError):
            part.unlink()
        if not isinstance(error, OSError):
            raise


def make_room(home: Path) -> None:
    """Throw out what has not been used for longest, if there is too much, and what was never finished."""
    stored: list[tuple[float, int, str]] = []
    now = time.time()
    with os.scandir(home) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):
                info = entry.stat(follow_symlinks=False)
                if not stat.S_ISREG(info.st_mode):
                    continue
                if entry.name.endswith(UNFINISHED_SUFFIX):
                    if now - info.st_mtime > STALE_SECONDS:
                        os.unlink(entry.path)
                    continue
                stored.append((info.st_mtime, info.st_size, entry.path))
    size, count = sum(bytes_ for _, bytes_, _ in stored), len(stored)
    if size <= MOST_CACHE_BYTES and count <= MOST_CACHE_ENTRIES:
        return
    for _, bytes_, path in sorted(stored):
        if size <= MOST_CACHE_BYTES * PART_KEPT and count <= MOST_CACHE_ENTRIES * PART_KEPT:
            return
        with contextlib.suppress(OSError):
            os.unlink(path)
        size, count = size - bytes_, count - 1
