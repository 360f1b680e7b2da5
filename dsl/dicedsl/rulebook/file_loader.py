"""The files that a rulebook names: found, counted against a budget, and read once each."""

from __future__ import annotations

import contextlib
from pathlib import Path

from dicedsl import kept_files
from dicedsl.cached_records import read_record, write_record
from dicedsl.errors import Problem, UsageError
from dicedsl.rulebook.file_dependencies import FileListener
from dicedsl.rulebook.files import read, resolve_name
from dicedsl.rulebook.shelf import MOST_TEXTS, Shelf
from dicedsl.syntax import nodes as n
from dicedsl.syntax.declared_names import (
    NO_DECLARED_NAMES,
    DeclaredNames,
    find_declared_names,
    merge_declared,
    named_in,
)
from dicedsl.syntax.token_lines import words_in
from dicedsl.text.budget import MOST_TOKENS, STEPS_OF_A_TOKEN, TooMuchWork, WorkBudget
from dicedsl.text.source import Source


class FileLoader:
    """Finds the files a rulebook names: on its shelf; or beside it first, then among the shipped ones. Each is read once."""

    def __init__(self, files_from: Path | Shelf | None = None, dependencies: FileListener | None = None) -> None:
        self.files_from = files_from
        self.dependencies = dependencies
        self.problems: list[Problem] = []
        self.budget = WorkBudget()
        self.words_read = 0  # words and signs of all files so far
        self._sources: dict[Path, Source] = {}
        self._files_by_name: dict[str, n.File | None] = {}
        self._declared_names: dict[str, DeclaredNames] = {}

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
        if source.name not in self._files_by_name:
            self._files_by_name[source.name] = None
            self.count(source, asker)
            self._files_by_name[source.name], problems = parse_cached(source, self.declared_names(source))
            self.problems.extend(problems)
        return self._files_by_name[source.name]

    def _source(self, name: str, asker: Source) -> Source | None:
        if isinstance(self.files_from, Shelf):
            return self.files_from.find(name, asker.name)
        by = asker.name if asker.from_file else ""
        path = resolve_name(name, self.files_from, by)
        if path is not None and path not in self._sources:
            self._sources[path] = read(path)
        source = None if path is None else self._sources[path]
        if self.dependencies is not None:
            self.dependencies.note(name, by, path, "" if source is None else source.text)
        return source

    def declared_names(self, source: Source) -> DeclaredNames:
        """What a text declares, and the files it stands on; of a circle, what is known so far."""
        if source.name not in self._declared_names:
            self._declared_names[source.name] = NO_DECLARED_NAMES
            if words_in(source.text) > MOST_TOKENS:  # nor is it read
                return NO_DECLARED_NAMES
            named = named_in(source.text) if len(self._declared_names) <= MOST_TEXTS else []
            above = merge_declared(self._above(name, source) for name in named)
            self._declared_names[source.name] = find_declared_names(source.text, above)
        return self._declared_names[source.name]

    def _above(self, name: str, asker: Source) -> DeclaredNames:
        with contextlib.suppress(UsageError):  # told when it is loaded
            source = self._source(name, asker)
            if source is not None:
                return self.declared_names(source)
        return NO_DECLARED_NAMES

    def count(self, source: Source, asker: n.Text) -> None:
        words = words_in(source.text)
        self.words_read += words
        if self.words_read > MOST_TOKENS:
            message = f"with this file more than {MOST_TOKENS} words and signs are to be read, which is the limit"
            raise TooMuchWork([Problem("E103", message, asker.span, help="use fewer or shorter files")])
        self.budget.spend(STEPS_OF_A_TOKEN * words, asker.span)


def parse_cached(source: Source, declared: DeclaredNames) -> tuple[n.File | None, list[Problem]]:
    """The tree of a file, and its problems. That of an unchanged file is kept, so that the parser is not even loaded for it."""
    key = kept_files.key("tree", source.name, source.text, *sorted(declared.names)) if source.from_file else ""
    entry = read_record(key, n.File) if key else None
    if entry is not None:
        return entry[0], []
    from dicedsl.syntax.parser import parse

    file, problems = parse(source, declared)
    if key and file is not None and not problems:
        write_record(key, file)
    return file, problems
