"""The head and the sentences of a rulebook: players given, sentences that read like sentences, none twice."""

from __future__ import annotations

from collections.abc import Iterator

from dicedsl.check.case import Case, warning
from dicedsl.errors import Label, Problem
from dicedsl.rulebook.walk import parts, walk
from dicedsl.syntax import nodes as n


def sentences(case: Case) -> Iterator[Problem]:
    if not case.is_library and case.book.players is None:
        yield Problem(
            "E440", "this game does not say how many can play it", case.file.title.span,
            help="add a line such as `players 2 to 4` or `players 2 or more`",
        )  # fmt: skip
    for book in case.books:
        if book.players is not None and (not book.players.counts or min(book.players.counts) < 1):
            yield Problem(
                "E446", "a game is for one player at least, the lower number first", book.players.span,
                help="write `players 2 to 4`",
            )  # fmt: skip
        for part in parts(book):
            for node in walk(part):
                if isinstance(node, n.Alternative):
                    yield from _twice(node)
                for text in _said(node):
                    if case.owns(text.span):
                        yield from _well_formed(text)


def _said(node: n.Node) -> Iterator[n.Text]:
    """The sentences a player hears when something is refused."""
    if isinstance(node, (n.Must, n.Always)):
        yield node.sentence
    elif isinstance(node, n.AllowedRow) and node.sentence is not None:
        yield node.sentence


def _well_formed(text: n.Text) -> Iterator[Problem]:
    sentence = text.value.strip()
    if not sentence:
        return  # found elsewhere
    first, last = sentence[0], sentence[-1]
    better = first.upper() + sentence[1:] + ("" if last in ".!?" else ".")
    if first.isalpha() and not first.isupper():
        yield warning("W622", "this sentence does not start with a capital letter", text.span, f'write "{better}"')
    elif last not in ".!?":
        yield warning("W622", "this sentence has no full stop at its end", text.span, f'write "{better}"')


def _twice(node: n.Alternative) -> Iterator[Problem]:
    seen: dict[str, n.Text] = {}
    for step in node.steps:
        if not isinstance(step, n.Must):
            continue
        old = seen.get(step.sentence.value)
        if old is not None and step.sentence.value.strip():
            yield warning(
                "W621", f'two conditions of "{node.name.value}" are refused with the same sentence', step.sentence.span,
                "say for each of them what is missing, or join them with `and`", also=(Label(old.span, "first here"),),
            )  # fmt: skip
        seen[step.sentence.value] = step.sentence
