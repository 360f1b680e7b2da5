"""From a file, a text or a short name to a rulebook, with everything it uses and changes."""

from __future__ import annotations

import difflib
import os
import stat
from collections.abc import Callable, Iterable
from pathlib import Path

from dicedsl.errors import DiceError, Problem, UsageError
from dicedsl.rulebook.library import shipped
from dicedsl.rulebook.merge import Rulebook, merge
from dicedsl.source import Source
from dicedsl.syntax import nodes as n

MAX_TEXT = 1 << 20


class Files:
    """Finds the files a rulebook names: beside it first, then among the shipped ones. Each is read once."""

    def __init__(self, beside: Path | None = None) -> None:
        self.beside = beside
        self.problems: list[Problem] = []
        self._known: dict[str, n.File | None] = {}

    def load(self, name: str, asker: n.Text) -> n.File | None:
        if name not in self._known:
            self._known[name] = None
            path = self._find(name)
            if path is not None:
                file, problems = parsed(read(path))
                self.problems.extend(problems)
                self._known[name] = file
        return self._known[name]

    def _find(self, name: str) -> Path | None:
        # A rulebook may only name rulebooks: plain names, no paths.
        if not name or any(c in name for c in "/\\:") or name.startswith("."):
            return None
        if self.beside is not None:
            own = self.beside / f"{name}.dice"
            if _is(own, os.path.isfile):
                return own
        return shipped().get(name)


def parsed(source: Source) -> tuple[n.File | None, list[Problem]]:
    """As the parser reads it; the tree of an unchanged file comes from the store, without loading the parser at all."""
    if source.from_file:
        from dicedsl.syntax.store import keep_tree, kept_tree

        kept = kept_tree(source)
        if kept is not None:
            return kept, []
    from dicedsl.syntax.parser import parse

    file, problems = parse(source)
    if source.from_file and file is not None and not problems:
        keep_tree(source, file)
    return file, problems


def read(path: Path) -> Source:
    """The text of a file. Devices and pipes, which may never end, are not opened, and no more is read than a rulebook may have."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise UsageError(f"{path}: not a plain file")
        with path.open("rb") as file:
            data = file.read(MAX_TEXT + 4)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {(getattr(error, 'strerror', None) or 'cannot be read').lower()}") from None
    if len(data) > MAX_TEXT + 3:
        raise UsageError(f"{path}: larger than 1 MiB, which is the limit")
    try:
        return Source(str(path), data.decode("utf-8-sig").replace("\r\n", "\n"), from_file=True)
    except UnicodeDecodeError:
        raise UsageError(f"{path}: not a text in UTF-8") from None


def find(name: str) -> Path:
    """The file for what a person typed: a path, or the short name of a shipped rulebook."""
    path = Path(name)
    if _is(path, os.path.isfile):
        return path
    if _is(path, os.path.exists) and not _is(path, os.path.isdir):
        raise UsageError(f"{name}: not a plain file")
    known = shipped()
    stem = name.removesuffix(".dice")
    if stem in known:
        return known[stem]
    if path.suffix == ".dice" or "/" in name:
        raise UsageError(f"{name} is a folder, not a file" if _is(path, os.path.isdir) else f"there is no file {name}")
    close = difflib.get_close_matches(stem, list(known), n=1)
    hint = f"; did you mean {close[0]}?" if close else "; `dicedsl list` shows all"
    raise UsageError(f"there is no file or shipped rulebook {name}{hint}")


def _is(path: Path, test: Callable[[Path], bool]) -> bool:
    """Whether it is so of a path; what cannot be a path at all is nothing."""
    try:
        return test(path)
    except (OSError, ValueError):
        return False


def load_source(
    source: Source, variants: Iterable[str] = (), beside: Path | None = None, around: Iterable[str] = ()
) -> tuple[Rulebook | None, list[Problem]]:
    """The merged rulebook and the problems of reading and merging it; `around` names libraries to wrap it in."""
    file, problems = parsed(source)
    if file is None:
        return None, problems
    files = Files(beside)
    chosen = list(variants)
    book, found = merge(file, files.load, chosen, around)
    for title in chosen:
        if title not in book.variants:
            close = difflib.get_close_matches(title, list(book.variants), n=1)
            others = ", ".join(map(repr, book.variants)) or "none"
            hint = f"; did you mean {close[0]!r}?" if close else f"; it has {others}"
            raise UsageError(f"{book.title} has no variant {title!r}{hint}")
    return book, [*problems, *files.problems, *found]


def load_path(
    path: Path, variants: Iterable[str] = (), around: Iterable[str] = ()
) -> tuple[Rulebook | None, list[Problem]]:
    return load_source(read(path), variants, path.parent, around)


def errors_of(problems: Iterable[Problem]) -> list[Problem]:
    return [p for p in problems if p.is_error]


def raise_errors(problems: Iterable[Problem]) -> None:
    errors = errors_of(problems)
    if errors:
        raise DiceError(errors)
