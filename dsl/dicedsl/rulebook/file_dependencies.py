"""What was made from the text of a file and the files it names, kept until one of them changes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from dicedsl import kept_files
from dicedsl.cached_records import read_record, write_record
from dicedsl.errors import UsageError
from dicedsl.rulebook.files import read, resolve_name
from dicedsl.rulebook.shelf import FileListener, Shelf
from dicedsl.text.source import Source

T = TypeVar("T")


class FileDependencies:
    """The files that were asked for by name while something was made, and what they held."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], tuple[str, str]] = {}

    def note(self, name: str, asker: str, path: Path | None, text: str) -> None:
        self._found[name, asker] = (str(path or ""), _digest(text))

    def note_known(self, known: tuple[tuple[str, str, str, str], ...]) -> None:
        """Note the files of something that was made before and is part of this."""
        self._found.update({(name, asker): (path, digest) for name, asker, path, digest in known})

    def as_tuple(self) -> tuple[tuple[str, str, str, str], ...]:
        return tuple((*asked, *file) for asked, file in self._found.items())


def make_cached(
    entry_kind: str,
    source: Source,
    files_from: Path | Shelf | None,
    parameters: object,
    make: Callable[[FileDependencies], T],
    cls: type[T],
    whole: FileDependencies | None = None,
) -> tuple[T, str]:
    """What `make` makes of a text, or what it made of it last time; and a name for exactly this, "" if it has none.

    Texts that come from no file are not kept. `make` notes every file it asks for; `parameters` is all else that it depends on.
    If this is a part of something that is kept as well, the files it depends on are noted for the `whole`.
    """
    dependencies = FileDependencies()
    if not source.from_file or isinstance(files_from, Shelf):
        return make(dependencies), ""
    key = kept_files.key(entry_kind, source.name, source.text, repr(parameters))
    entry = read_record(key, tuple)
    if entry is not None:
        (needed, body), name = entry
        if isinstance(body, cls) and _are_unchanged(needed, files_from):
            if whole is not None:
                whole.note_known(needed)
            return body, name
    body = make(dependencies)
    if whole is not None:
        whole.note_known(dependencies.as_tuple())
    return body, write_record(key, (dependencies.as_tuple(), body))


def _are_unchanged(dependencies: Any, files_from: Path | None) -> bool:
    for name, asker, path, digest in dependencies:
        now = resolve_name(name, files_from, asker)
        if str(now or "") != path:
            return False
        if now is not None:
            try:
                if _digest(read(now).text) != digest:
                    return False
            except UsageError:
                return False
    return True


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


__all__ = ["FileDependencies", "FileListener", "make_cached"]
