"""What a rulebook is made of, whatever file it comes from: the one list of its parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dicedsl.rulebook.book import Rulebook
from dicedsl.syntax import nodes as n

# The fields of a rulebook, by what they are. A name that is looked for is found in the first table that has it.
NAMED_PARTS = ("words", "memories", "zones", "options", "kinds", "boards")  # tables of what has a name
ACTING_PARTS = ("flows", "rules", "standing", "hooks")  # what holds steps
SHOWN_PARTS = ("shown", "aim")  # what players see and read
INNER_PARTS = ("choices", "odds")  # what stands in the steps of the others, once a rulebook is desugared
# A variant that changes none of these changes nothing.
RULE_PARTS = ("players", *NAMED_PARTS, *ACTING_PARTS, *SHOWN_PARTS, *INNER_PARTS)
NO_RULES = (
    "title", "head", "parents", "source", "remarks", "sections", "examples", "variants", "uses", "own", "changes", "simulated",
    "former", "editions", "raw",
)  # fmt: skip


def named_tables(book: Rulebook) -> list[dict[str, Any]]:
    return [getattr(book, name) for name in NAMED_PARTS]


def tables(book: Rulebook) -> list[dict[str, Any]]:
    """Everything that a rulebook keeps by its name and that can stand by itself."""
    return [*named_tables(book), book.shown, book.flows, book.rules]


def unnamed_tables(book: Rulebook) -> list[list[Any]]:
    """Everything that a rulebook keeps that has no name."""
    return [book.standing, book.hooks]


def acting_parts(book: Rulebook) -> Iterator[n.Node]:
    """Everything in a rulebook that acts: flows, rules, standing rules and hooks."""
    for name in ACTING_PARTS:
        table = getattr(book, name)
        yield from table.values() if isinstance(table, dict) else table


def named_lines(book: Rulebook) -> Iterator[n.Line]:
    """Everything in a rulebook that names something: options, material, words."""
    for table in named_tables(book):
        yield from table.values()


def all_parts(book: Rulebook) -> Iterator[n.Node]:
    yield from named_lines(book)
    yield from book.shown.values()
    if book.aim is not None:
        yield book.aim
    yield from acting_parts(book)
    yield from book.examples
