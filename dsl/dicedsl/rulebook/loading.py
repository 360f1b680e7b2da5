"""From a file, a text or a short name to a rulebook, with everything it uses and changes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path

from dicedsl import cache
from dicedsl.cached_records import read_record, write_record
from dicedsl.errors import Problem, UsageError, errors_of, raise_errors
from dicedsl.rulebook.assembly import assemble
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.files import find, read, resolve_name
from dicedsl.rulebook.made_from_files import FileListener
from dicedsl.rulebook.setting import unknown_variant
from dicedsl.rulebook.shelf import MOST_TEXTS, Shelf
from dicedsl.syntax import nodes as n
from dicedsl.syntax.own_names import NONE, DeclaredNames, find_declared_names, merge_declared, named_in
from dicedsl.syntax.token_lines import words_in
from dicedsl.text.budget import MOST_READ, READING, TooMuchWork, WorkBudget
from dicedsl.text.source import Source


class Files:
    """Finds the files a rulebook names: on its shelf; or beside it first, then among the shipped ones. Each is read once."""

    def __init__(self, beside: Path | Shelf | None = None, needs: FileListener | None = None) -> None:
        self.beside = beside
        self.needs = needs
        self.problems: list[Problem] = []
        self.budget = WorkBudget()
        self.read = 0  # words and signs of all files so far
        self._sources: dict[Path, Source] = {}
        self._known: dict[str, n.File | None] = {}
        self._own: dict[str, DeclaredNames] = {}

    def begin(self, source: Source) -> tuple[n.File | None, list[Problem]]:
        """The file that is read first."""
        file, problems = parse_cached(source, self.declared_names(source))
        if file is not None:
            self.count(source, file.title)
        return file, problems

    def load(self, name: str, asker: n.Text) -> n.File | None:
        source = self._source(name, asker.span.source)
        if source is None:
            return None
        if source.name not in self._known:
            self._known[source.name] = None
            self.count(source, asker)
            self._known[source.name], problems = parse_cached(source, self.declared_names(source))
            self.problems.extend(problems)
        return self._known[source.name]

    def _source(self, name: str, asker: Source) -> Source | None:
        if isinstance(self.beside, Shelf):
            return self.beside.find(name, asker.name)
        by = asker.name if asker.from_file else ""
        path = resolve_name(name, self.beside, by)
        if path is not None and path not in self._sources:
            self._sources[path] = read(path)
        source = None if path is None else self._sources[path]
        if self.needs is not None:
            self.needs.note(name, by, path, "" if source is None else source.text)
        return source

    def declared_names(self, source: Source) -> DeclaredNames:
        """What a text declares, and the files it stands on; of a circle, what is known so far."""
        if source.name not in self._own:
            self._own[source.name] = NONE
            if words_in(source.text) > MOST_READ:  # nor is it read
                return NONE
            named = named_in(source.text) if len(self._own) <= MOST_TEXTS else []
            above = merge_declared(self._above(name, source) for name in named)
            self._own[source.name] = find_declared_names(source.text, above)
        return self._own[source.name]

    def _above(self, name: str, asker: Source) -> DeclaredNames:
        with contextlib.suppress(UsageError):  # told when it is loaded
            source = self._source(name, asker)
            if source is not None:
                return self.declared_names(source)
        return NONE

    def count(self, source: Source, asker: n.Text) -> None:
        words = words_in(source.text)
        self.read += words
        if self.read > MOST_READ:
            message = f"with this file more than {MOST_READ} words and signs are to be read, which is the limit"
            raise TooMuchWork([Problem("E103", message, asker.span, help="use fewer or shorter files")])
        self.budget.spend(READING * words, asker.span)


def parse_cached(source: Source, own: DeclaredNames) -> tuple[n.File | None, list[Problem]]:
    """The tree of a file, and its problems. That of an unchanged file is kept, so that the parser is not even loaded for it."""
    key = cache.key("tree", source.name, source.text, *sorted(own.names)) if source.from_file else ""
    entry = read_record(key, n.File) if key else None
    if entry is not None:
        return entry[0], []
    from dicedsl.syntax.parser import parse

    file, problems = parse(source, own)
    if key and file is not None and not problems:
        write_record(key, file)
    return file, problems


def load_source(
    source: Source,
    variants: Iterable[str] = (),
    beside: Path | Shelf | None = None,
    around: Iterable[str] = (),
    needs: FileListener | None = None,
) -> tuple[Rulebook | None, list[Problem]]:
    """The merged rulebook and the problems of reading and merging it; `around` names libraries to wrap it in."""
    files = Files(beside, needs)
    file, problems = files.begin(source)
    if file is None:
        return None, problems
    book, more = with_variants(file, files, variants, around)
    return book, [*problems, *more]


def with_variants(
    file: n.File, files: Files, variants: Iterable[str], around: Iterable[str] = ()
) -> tuple[Rulebook, list[Problem]]:
    """A file that has been read, merged with what it names; what no variant changes are the same nodes every time."""
    chosen = list(variants)
    book, more = assemble(file, files.load, chosen, around, files.budget)
    for title in chosen:
        if title not in book.variants:
            raise unknown_variant(book.title, title, book.variants)
    return book, [*files.problems, *more]


def load_path(
    path: Path, variants: Iterable[str] = (), around: Iterable[str] = ()
) -> tuple[Rulebook | None, list[Problem]]:
    return load_source(read(path), variants, path.parent, around)


__all__ = [
    "Files",
    "errors_of",
    "find",
    "load_path",
    "load_source",
    "parse_cached",
    "raise_errors",
    "read",
    "with_variants",
]
