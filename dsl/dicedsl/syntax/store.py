"""Trees of files read before, kept in the user's cache folder so that unchanged rulebooks open at once."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import pickle
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from dicedsl.source import Source, Span
from dicedsl.syntax import nodes

MOST_KEPT = 400
NODES = "dicedsl.syntax.nodes."


class _Reader(pickle.Unpickler):
    """Builds nodes and nothing else, whatever the file says."""

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith(NODES) or module == "dicedsl.source":
            found = super().find_class(module, name)
            if isinstance(found, type) and issubclass(found, nodes.Node | Source | Span):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a tree")


@cache
def _folder() -> Path | None:
    from platformdirs import user_cache_path

    try:
        folder = user_cache_path("dicedsl") / "trees"
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder


@cache
def _stamp() -> bytes:
    """Changes with anything that could make the same text another tree."""
    parts = [sys.version]
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        info = path.stat()
        parts.append(f"{path.name} {info.st_size} {info.st_mtime_ns}")
    from importlib.resources import files

    parts.append(files("dicedsl.grammar").joinpath("dice.lark").read_text("utf-8"))
    return hashlib.sha256("\n".join(parts).encode()).digest()


def _path(source: Source) -> Path | None:
    folder = _folder()
    if folder is None:
        return None
    key = hashlib.sha256(
        _stamp() + source.name.encode("utf-8", "replace") + b"\0" + source.text.encode("utf-8", "replace")
    )
    return folder / key.hexdigest()[:40]


def kept_tree(source: Source) -> nodes.File | None:
    """The tree of a text that was read before, or None."""
    path = _path(source)
    if path is None:
        return None
    try:
        tree = _Reader(io.BytesIO(path.read_bytes())).load()
    except Exception:  # absent, damaged or foreign: the text is simply read anew
        return None
    return tree if isinstance(tree, nodes.File) else None


def keep_tree(source: Source, file: nodes.File) -> None:
    path = _path(source)
    if path is None:
        return
    with contextlib.suppress(OSError, RecursionError, pickle.PicklingError):
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as out:
            out.write(pickle.dumps(file, pickle.HIGHEST_PROTOCOL))
        os.replace(name, path)
        # Asking each file its age takes long, so many are thrown out at once and then none for a while.
        if len(os.listdir(path.parent)) > 2 * MOST_KEPT:
            for old in sorted(path.parent.iterdir(), key=lambda p: p.stat().st_mtime)[:-MOST_KEPT]:
                old.unlink()
