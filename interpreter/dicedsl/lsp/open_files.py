"""The files of a folder; of a file that is open in the editor, the text that stands there, saved or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import frozen

from dicedsl.errors import UsageError
from dicedsl.rulebook.files import read, resolve_name
from dicedsl.rulebook.shelf import Shelf
from dicedsl.text.source import Source


@frozen(slots=False)
class OpenFiles(Shelf):
    """A rulebook with all files it may name: those that are open as they stand in the editor, the others as they lie on the disk."""

    folder: Path | None = None
    opened: Mapping[str, str] = {}  # texts by path

    def find(self, name: str, asker: str) -> Source | None:
        path = resolve_name(name, self.folder, asker)
        if path is None:
            return None
        text = self.opened.get(str(path))
        return read(path) if text is None else Source(str(path), text)

    def text(self, path: str) -> Source | None:
        """A file by its path; None if it cannot be read."""
        if path in self.opened:
            return Source(path, self.opened[path])
        try:
            return read(Path(path))
        except UsageError:
            return None

    def neighbours(self) -> Iterator[str]:
        """The rulebooks of the folder, by path."""
        if self.folder is not None and self.folder.is_dir():
            yield from (str(path) for path in sorted(self.folder.glob("*.dice")))
