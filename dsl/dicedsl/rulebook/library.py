"""The shipped rulebooks, by short name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path


@cache
def folder() -> Path:
    """The folder of the shipped rulebooks. The import system itself is asked: `importlib.resources` takes longer to
    load than to find them."""
    spec = find_spec("dicedsl.rulebooks")
    assert spec is not None and spec.submodule_search_locations
    return Path(next(iter(spec.submodule_search_locations)))


@cache
def shipped_files() -> dict[str, Path]:
    """Short name -> file, for every shipped rulebook and library."""
    return {path.stem: path for path in sorted(folder().rglob("*.dice"))}


def games() -> Iterator[tuple[str, Path]]:
    """Short name and file of every shipped game, without the libraries."""
    for name, path in shipped_files().items():
        if path.parent.name != "library":
            yield name, path


def default_game() -> str:
    """The short name of the game that is offered where nobody says which."""
    return (folder() / "usual.txt").read_text("utf-8").strip()
