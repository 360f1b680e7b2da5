"""The door for `dicedsl check`: everything that can be found wrong with a rulebook without playing it.

What was found in a file comes from the cache while it and the files it names are unchanged; nothing of the compiler is loaded then.
"""

from __future__ import annotations

from pathlib import Path

from dicedsl.errors import Problem
from dicedsl.rulebook.file_dependencies import FileDependencies, make_cached
from dicedsl.rulebook.files import find, read
from dicedsl.rulebook.shelf import Shelf
from dicedsl.text.source import Source


def check(what: str | Path | Source, files_from: Path | Shelf | None = None) -> list[Problem]:
    """Every problem of a rulebook: errors first, each in the order of the text. Raises nothing for a mistake in it."""
    if isinstance(what, Source):
        source = what
    else:
        path = find(str(what))
        source, files_from = read(path), path.parent

    def make(dependencies: FileDependencies) -> tuple[Problem, ...]:
        from dicedsl.check.passes import problems_of

        return tuple(problems_of(source, files_from, dependencies))

    return list(make_cached("check", source, files_from, "", make, tuple)[0])


__all__ = ["check"]
