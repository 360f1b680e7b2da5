"""The texts of a rulebook and of every file it names, whole: enough to make the same game again where none of the files is."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from attrs import frozen

from dicedsl.errors import UsageError
from dicedsl.rulebook.files import LONGEST_FILE
from dicedsl.text.source import Source

MOST_TEXTS = 100
MOST_LETTERS = 4 * LONGEST_FILE
LONGEST_RULEBOOK_NAME = 200


@frozen
class ShelfText:
    """One file: its name, what it holds, and which text each name in it means, by number."""

    name: str
    text: str
    numbers_of_names: tuple[tuple[str, int], ...] = ()


@frozen(slots=False)
class Shelf:
    """All texts; the first is the rulebook itself. Nothing is looked for anywhere else."""

    texts: tuple[ShelfText, ...]

    @cached_property
    def _sources(self) -> tuple[Source, ...]:
        # Two files may have one name, but not two texts on a shelf: by its name is known who asks for another.
        return tuple(
            Source(
                text.name if text.name not in [t.name for t in self.texts[:at]] else f"{text.name} ({at + 1})",
                text.text,
            )
            for at, text in enumerate(self.texts)
        )

    @property
    def source(self) -> Source:
        """The rulebook itself."""
        return self._sources[0]

    def find(self, name: str, asker: str) -> Source | None:
        """The text that another means by a name."""
        for text, source in zip(self.texts, self._sources, strict=True):
            if source.name == asker:
                number = dict(text.numbers_of_names).get(name)
                return None if number is None else self._sources[number]
        return None

    def as_json(self) -> list[dict[str, Any]]:
        return [{"name": t.name, "text": t.text, "named": dict(t.numbers_of_names)} for t in self.texts]


def shelf_from(data: object) -> Shelf:
    """The shelf that was written down. UsageError if it is none, or more than a rulebook may be."""
    wrong = UsageError("the texts of its rulebook are damaged")
    if not isinstance(data, list) or not 0 < len(data) <= MOST_TEXTS:
        raise wrong
    texts = []
    letters = 0
    for item in data:
        if not isinstance(item, dict):
            raise wrong
        name, text, named = item.get("name"), item.get("text"), item.get("named")
        if not isinstance(name, str) or not isinstance(text, str) or not isinstance(named, dict):
            raise wrong
        if not 0 < len(name) <= LONGEST_RULEBOOK_NAME or len(named) > MOST_TEXTS:
            raise wrong
        if not all(type(number) is int and 0 <= number < len(data) for number in named.values()):
            raise wrong
        try:
            size = len(text.encode("utf-8"))
            name.encode("utf-8")
        except UnicodeEncodeError:
            raise wrong from None
        letters += size
        if letters > MOST_LETTERS or size > LONGEST_FILE:
            raise UsageError("the texts of its rulebook are larger than a rulebook may be")
        texts.append(ShelfText(name, text, tuple(named.items())))
    return Shelf(tuple(texts))


class FileListener(Protocol):
    """Who wants to know which files are asked for."""

    def note(self, name: str, asker: str, path: Path | None, text: str) -> None: ...


class ShelfBuilder:
    """Notes which files are asked for while a rulebook is put together, and tells it to whoever wants to know it as well."""

    def __init__(self, source: Source, others: FileListener | None = None) -> None:
        self._others = others
        self._texts: dict[str, str] = {source.name: source.text}
        self._first = source.name
        self._named: dict[str, dict[str, str]] = {}

    def note(self, name: str, asker: str, path: Path | None, text: str) -> None:
        """By `asker`, the file in which the name stands; nothing for a text that comes from no file."""
        if self._others is not None:
            self._others.note(name, asker, path, text)
        if path is not None:
            self._texts.setdefault(str(path), text)
            self._named.setdefault(asker or self._first, {})[name] = str(path)

    def shelf(self) -> Shelf:
        number = {path: at for at, path in enumerate(self._texts)}
        return Shelf(
            tuple(
                ShelfText(
                    Path(path).stem[:LONGEST_RULEBOOK_NAME] or "rulebook",
                    text,
                    tuple((name, number[other]) for name, other in self._named.get(path, {}).items()),
                )
                for path, text in self._texts.items()
            )
        )
