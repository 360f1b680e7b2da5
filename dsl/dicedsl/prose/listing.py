"""The shipped games at a glance, read from the heads of their files without parsing the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import asdict, define, field, frozen

from dicedsl.rulebook.files import read
from dicedsl.rulebook.library import games, shipped_files

QUOTED = r'"([^"\n]*)"'
HEAD = re.compile(rf"(?:game|library)\s+{QUOTED}(?:\s+changes\s+{QUOTED})?\s*$")
LINE = re.compile(rf"(from|use|variant)\s+{QUOTED}\s*:?\s*$")
# How many; what may follow says in which order they sit and who begins.
PLAYERS = re.compile(r"players\s+([0-9][^,]*?)\s*(?:,.*)?$")
# What only people agree on, and what only a program needs to know.
OPTIONS = re.compile(r"(?:options|simulation)\s*:\s*(.*)$")
OPTION = re.compile(
    r"(?:the\s+)?(?P<name>[A-Za-z][\w -]*?)\s*=\s*(?P<default>(?:[^,:\"()]|\((?:[^:\"()]|\([^:\"()]*\))*\))+?)\s*(?:,\s*(?P<values>[^:\"]+?)\s*)?"
    rf"(?::\s*{QUOTED}\s*)?$"
)
REMOVE = re.compile(r"remove\s+([A-Za-z][\w -]*)$")
COMMENT = re.compile(r'^((?:[^"#]|"[^"]*")*)#.*$')
MOST_PARENTS = 8


@frozen
class OptionEntry:
    name: str
    default: str
    values: str
    text: str


@frozen
class ListedGame:
    """One shipped game."""

    name: str
    title: str
    players: str
    collection: str
    source: str
    variants: tuple[str, ...]
    options: tuple[OptionEntry, ...]
    changes: str | None = None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@define
class _Head:
    title: str = ""
    changes: str | None = None
    players: str = ""
    source: str = ""
    uses: list[str] = field(factory=list)
    variants: dict[str, None] = field(factory=dict)
    options: dict[str, OptionEntry] = field(factory=dict)
    removed: list[str] = field(factory=list)


def listing() -> list[ListedGame]:
    """All shipped games, in the order of their names."""
    heads: dict[Path, _Head] = {}

    def head(path: Path) -> _Head:
        if path not in heads:
            heads[path] = _read(path)
        return heads[path]

    entries = []
    for name, path in games():
        whole = _merged(path, head, 0)
        entries.append(
            ListedGame(
                name=name,
                title=whole.title,
                players=whole.players,
                collection=path.parent.name,
                source=whole.source,
                variants=tuple(whole.variants),
                options=tuple(whole.options.values()),
                changes=head(path).changes,
            )
        )
    return entries


def _merged(path: Path, head: Any, depth: int) -> _Head:
    """A file's head with what it takes from its parent and its libraries."""
    own: _Head = head(path)
    whole = _Head()
    parent = shipped_files().get(own.changes) if own.changes is not None else None
    if parent is not None and depth < MOST_PARENTS:
        whole = _merged(parent, head, depth + 1)
    for name in own.uses:
        library = shipped_files().get(name)
        if library is not None and depth < MOST_PARENTS:
            whole.options.update(_merged(library, head, depth + 1).options)
    for name in own.removed:
        whole.options.pop(name, None)
    return _Head(
        title=own.title,
        changes=own.changes,
        players=own.players or whole.players,
        source=own.source or whole.source,
        uses=own.uses,
        variants={**whole.variants, **own.variants},
        options={**whole.options, **own.options},
    )


def _lines(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        match = COMMENT.match(line)
        bare = (match[1] if match else line).rstrip()
        if bare.strip():
            yield bare


def _read_option(line: str, head: _Head) -> None:
    match = OPTION.match(line.strip().removeprefix("replace "))
    if match:
        head.options[match["name"]] = OptionEntry(
            match["name"], match["default"], match["values"] or "", match[4] or ""
        )


def _read(path: Path) -> _Head:
    head = _Head()
    among_options = False
    for line in _lines(read(path).text):
        if line[0] in " \t":
            if among_options:
                _read_option(line, head)
            continue
        options = OPTIONS.match(line)
        among_options = options is not None
        if options:
            # A single option may stand on the line of its heading.
            _read_option(options[1], head)
        elif match := HEAD.match(line):
            head.title, head.changes = match[1], match[2]
        elif match := LINE.match(line):
            if match[1] == "from":
                head.source = match[2]
            elif match[1] == "use":
                head.uses.append(match[2])
            else:
                head.variants[match[2]] = None
        elif match := PLAYERS.match(line):
            counts = re.sub(r"\s+", " ", match[1])
            head.players = f"{counts} player{'' if counts == '1' else 's'}"
        elif match := REMOVE.match(line):
            head.removed.append(match[1])
    return head
