"""Names that hide what the language knows itself."""

from __future__ import annotations

from collections.abc import Iterator

from dicedsl.built_in import ADJECTIVES, ATTRIBUTES, NOUNS
from dicedsl.check.checked_file import CheckedFile, warning
from dicedsl.errors import Problem
from dicedsl.syntax import nodes as n

# Those that ask for a board say nothing in a game without one.
OF_PLACES = {word.name for word in (*NOUNS.values(), *ATTRIBUTES.values(), *ADJECTIVES.values()) if word.needs_board}
OWN = {word.name for word in (*NOUNS.values(), *ATTRIBUTES.values()) if word.own}


def names(checked: CheckedFile) -> Iterator[Problem]:
    for book in checked.books:
        built_in_names = {*NOUNS, *ATTRIBUTES} - OWN - (set() if book.boards else OF_PLACES)
        for line in (*book.options.values(), *book.zones.values(), *book.boards.values(), *book.words.values()):
            taken = ADJECTIVES if isinstance(line, n.AdjectiveWord) else built_in_names
            if line.name.text in taken and checked.owns(line.span) and not _of_own_kind(line):
                yield warning(
                    "W632", f'"{line.name.text}" has a meaning of its own, which this hides', line.name.span,
                    "choose another name for it",
                )  # fmt: skip


def _of_own_kind(line: n.Line) -> bool:
    """An adjective of a kind of one's own hides nothing."""
    return isinstance(line, n.AdjectiveWord) and line.subject.kind not in {"player", "place", "die", "dice"}
