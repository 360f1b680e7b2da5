"""What a rulebook is made of, whatever file it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from dicedsl.rulebook.merge import Rulebook
from dicedsl.syntax import nodes as n


def parts(book: Rulebook) -> Iterator[n.Node]:
    """Everything in a rulebook that acts: flows, rules, standing rules and hooks."""
    yield from book.flows.values()
    yield from book.rules.values()
    yield from book.standing
    yield from book.hooks


def lines(book: Rulebook) -> Iterator[n.Line]:
    """Everything in a rulebook that names something: options, material, words."""
    for table in (book.options, book.boards, book.zones, book.memories, book.kinds, book.words):
        yield from table.values()


def everything(book: Rulebook) -> Iterator[n.Node]:
    yield from lines(book)
    yield from book.shown.values()
    if book.aim is not None:
        yield book.aim
    yield from parts(book)
    yield from book.examples
