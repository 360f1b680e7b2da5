"""The shipped rulebooks, by short name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path


@cache
def folder() -> Path:
    return Path(str(files("dicedsl.rulebooks")))


@cache
def shipped() -> dict[str, Path]:
    """Short name -> file, for every shipped rulebook and library."""
    return {path.stem: path for path in sorted(folder().rglob("*.dice"))}


def games() -> Iterator[tuple[str, Path]]:
    """Short name and file of every shipped game, without the libraries."""
    for name, path in shipped().items():
        if path.parent.name != "library":
            yield name, path
