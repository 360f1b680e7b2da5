"""The texts that are open in an editor, and places in them as it counts: lines from 0, and units of its encoding along a line."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from pathlib import Path

from attrs import define, field, frozen
from lsprotocol import types as lsp
from pygls import uris

from dicedsl.lsp.open_files import OpenFiles
from dicedsl.text.source import Source, Span

UNITS = {"utf-8": 1, "utf-16": 2, "utf-32": 4}


@frozen(eq=False, slots=False)
class OpenText:
    """A text with its version; line ends are those of a rulebook, whatever the file has."""

    uri: str
    version: int
    text: str
    encoding: str = "utf-16"

    @property
    def path(self) -> str:
        """Its file, or its address where it has none."""
        return path_of(self.uri)

    @property
    def folder(self) -> Path | None:
        return Path(self.path).parent if self.uri.startswith("file:") else None

    @cached_property
    def source(self) -> Source:
        return Source(self.path, self.text)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(i + 1 for i, char in enumerate(self.text) if char == "\n")]

    @cached_property
    def is_simple(self) -> bool:
        """Every letter is one unit in every encoding."""
        return self.text.isascii()

    def offset(self, position: lsp.Position) -> int:
        """The offset in the text of a place of the editor; beyond the end of a line is its end."""
        if position.line >= len(self._starts):
            return len(self.text)
        start = self._starts[position.line]
        end = self._starts[position.line + 1] - 1 if position.line + 1 < len(self._starts) else len(self.text)
        if self.is_simple:
            return min(start + position.character, end)
        left = position.character
        for at in range(start, end):
            if left <= 0:
                return at
            left -= self._units(self.text[at])
        return end

    def position(self, offset: int) -> lsp.Position:
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset) - 1
        start = self._starts[line]
        if self.is_simple:
            return lsp.Position(line, offset - start)
        return lsp.Position(line, sum(map(self._units, self.text[start:offset])))

    def _units(self, char: str) -> int:
        return (
            len(char.encode(f"{self.encoding}-le".replace("utf-8-le", "utf-8"), "surrogatepass"))
            // UNITS[self.encoding]
        )

    def range(self, start: int, end: int) -> lsp.Range:
        return lsp.Range(self.position(start), self.position(end))

    def whole(self) -> lsp.Range:
        return self.range(0, len(self.text))

    def line(self, number: int) -> str:
        """A line by its number from 0."""
        start = self._starts[number]
        return self.text[start:].split("\n", 1)[0]


@define(eq=False)
class Documents:
    """All open texts. `changes` counts whatever may make something else of one of them."""

    encoding: str = "utf-16"
    changes: int = 0
    _open: dict[str, OpenText] = field(factory=dict)

    def put(self, uri: str, version: int, text: str) -> OpenText:
        self.changes += 1
        document = self._open[uri] = OpenText(uri, version, text.replace("\r\n", "\n"), self.encoding)
        return document

    def drop(self, uri: str) -> None:
        self.changes += 1
        self._open.pop(uri, None)

    def get(self, uri: str) -> OpenText | None:
        return self._open.get(uri)

    def all(self) -> list[OpenText]:
        return list(self._open.values())

    def open_files(self, document: OpenText) -> OpenFiles:
        """The files around a text, the open ones as they stand in the editor."""
        return OpenFiles((), document.folder, {each.path: each.text for each in self.all()})

    def of_source(self, source: Source) -> OpenText:
        """The document of a text that may not be open."""
        for each in self.all():
            if each.path == source.name and each.text == source.text:
                return each
        return OpenText(uri_of(source.name), 0, source.text, self.encoding)

    def location(self, span: Span) -> lsp.Location:
        document = self.of_source(span.source)
        return lsp.Location(document.uri, document.range(span.start, span.end))


def path_of(uri: str) -> str:
    return (uris.to_fs_path(uri) or uri) if uri.startswith("file:") else uri


def uri_of(path: str) -> str:
    return path if "://" in path or path.startswith("untitled:") else uris.from_fs_path(path) or path


@frozen
class TextShift:
    """From places of a text to those of a later one: what stands before and behind all changes is found again."""

    start: int
    end: int
    by: int

    @classmethod
    def between(cls, old: str, new: str) -> TextShift:
        most = min(len(old), len(new))
        start = next((i for i in range(most) if old[i] != new[i]), most)
        left = most - start
        behind = next((i for i in range(left) if old[-1 - i] != new[-1 - i]), left)
        return cls(start, len(old) - behind, len(new) - len(old))

    def to_new(self, offset: int) -> int | None:
        if offset <= self.start:
            return offset
        return offset + self.by if offset >= self.end else None

    def to_old(self, offset: int) -> int | None:
        if offset <= self.start:
            return offset
        return offset - self.by if offset - self.by >= self.end else None
