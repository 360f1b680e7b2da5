"""Walking the tree of a rulebook: all nodes below a node, the steps of every part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from dicedsl.rulebook.merge import Rulebook
from dicedsl.syntax import nodes as n

_FIELDS: dict[type, tuple[str, ...]] = {}


def inner_fields(cls: type) -> tuple[str, ...]:
    """What a node is made of, but for its place."""
    if cls not in _FIELDS:
        _FIELDS[cls] = tuple(a.name for a in attrs.fields(cls) if a.name != "span")
    return _FIELDS[cls]


def children(node: n.Node) -> list[n.Node]:
    found: list[n.Node] = []
    for name in inner_fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, n.Node):
            found.append(value)
        elif isinstance(value, tuple):
            _nodes(value, found)
    return found


def _nodes(values: tuple[Any, ...], found: list[n.Node]) -> None:
    for value in values:
        if isinstance(value, n.Node):
            found.append(value)
        elif isinstance(value, tuple):
            _nodes(value, found)


def walk(node: n.Node) -> tuple[n.Node, ...]:
    """The node and everything below it, in the order of the text. Passes ask often, so the answer is kept with the node."""
    known: tuple[n.Node, ...] | None = node.__dict__.get("_below")
    if known is None:
        found: list[n.Node] = []
        stack = [node]
        while stack:
            top = stack.pop()
            found.append(top)
            stack.extend(reversed(children(top)))
        known = node.__dict__["_below"] = tuple(found)
    return known


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


def constant(node: n.Expr | None) -> int | None:
    """The number that is written here, if it is written out."""
    if isinstance(node, n.Number):
        return node.value
    if isinstance(node, n.Negative):
        value = constant(node.operand)
        return None if value is None else -value
    return None
