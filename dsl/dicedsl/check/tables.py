"""Tables: lines that can never be reached, and columns that stand there twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicedsl.check.checked_file import CheckedFile, warning
from dicedsl.check.settings import of_books
from dicedsl.errors import Label, Problem
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.parts import all_parts
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import walk


def tables(checked: CheckedFile) -> Iterator[Problem]:
    yield from of_books(checked, _in_book)


def _in_book(book: Rulebook) -> Iterator[Problem]:
    for part in all_parts(book):
        for node in walk(part):
            if isinstance(node, n.CaseWord):
                yield from _rows(node.rows)
                if node.columns is not None:
                    yield from _twice(
                        [h for h in node.columns.heads if h is not None],
                        "W623",
                        "this column stands there twice; only the first counts",
                    )
            elif isinstance(node, n.Allowed):
                yield from _rows(node.rows)
                yield from _otherwise_last(node)
                yield from _twice(node.names, "W623", "this column stands there twice")
            elif isinstance(node, n.If):
                yield from _branches(node)


def _rows(rows: Sequence[n.Row | n.AllowedRow]) -> Iterator[Problem]:
    yield from _twice(
        [r.condition for r in rows if r.condition is not None],
        "W620",
        "this line is never reached: the same condition stands above it",
    )
    for row in rows:
        if isinstance(row.condition, n.Truth):
            word = "always fits, so nothing below it counts" if row.condition.value else "never fits"
            yield warning("W620", f"this line {word}", row.condition.span, "write `otherwise` in the last line")


def _branches(node: n.If) -> Iterator[Problem]:
    conditions = [b.condition for b in node.branches if b.condition is not None]
    yield from _twice(conditions, "W620", "this is never reached: the same condition stands above it")


def _twice(items: Sequence[n.Node], code: str, message: str) -> Iterator[Problem]:
    seen: dict[n.Node, n.Node] = {}
    for item in items:
        old = seen.setdefault(item, item)
        if old is not item:
            yield warning(code, message, item.span, "change it or leave it out", also=(Label(old.span, "first here"),))


def _otherwise_last(node: n.Allowed) -> Iterator[Problem]:
    for row in node.rows[:-1]:
        if row.condition is None:
            yield Problem(
                "E362", "`otherwise` is the last line; nothing below it can be reached", row.span,
                help="move this line to the end of the table",
            )  # fmt: skip
