"""From a file, a text or a short name to a rulebook, with everything it uses and changes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from dicedsl.errors import Problem
from dicedsl.rulebook.assembly import assemble
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.file_dependencies import FileListener
from dicedsl.rulebook.file_loader import FileLoader
from dicedsl.rulebook.files import read
from dicedsl.rulebook.setting import unknown_variant
from dicedsl.rulebook.shelf import Shelf
from dicedsl.syntax import nodes as n
from dicedsl.text.source import Source


def load_source(
    source: Source,
    variants: Iterable[str] = (),
    files_from: Path | Shelf | None = None,
    libraries: Iterable[str] = (),
    dependencies: FileListener | None = None,
) -> tuple[Rulebook | None, list[Problem]]:
    """The merged rulebook and the problems of reading and merging it; `libraries` names libraries to wrap it in."""
    files = FileLoader(files_from, dependencies)
    file, problems = files.begin(source)
    if file is None:
        return None, problems
    book, more = with_variants(file, files, variants, libraries)
    return book, [*problems, *more]


def with_variants(
    file: n.File, files: FileLoader, variants: Iterable[str], libraries: Iterable[str] = ()
) -> tuple[Rulebook, list[Problem]]:
    """A file that has been read, merged with what it names; what no variant changes are the same nodes every time."""
    chosen = list(variants)
    book, more = assemble(file, files.load, chosen, libraries, files.budget)
    for title in chosen:
        if title not in book.variants:
            raise unknown_variant(book.title, title, book.variants)
    return book, [*files.problems, *more]


def load_path(
    path: Path, variants: Iterable[str] = (), libraries: Iterable[str] = ()
) -> tuple[Rulebook | None, list[Problem]]:
    return load_source(read(path), variants, path.parent, libraries)
