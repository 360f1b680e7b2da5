"""Walking the tree of a file: all nodes below a node, and numbers that are written out."""

from __future__ import annotations

from typing import Any

import attrs

from dicedsl.syntax import nodes as n

_FIELDS: dict[type, tuple[str, ...]] = {}


def inner_fields(cls: type) -> tuple[str, ...]:
    """What a node is made of, but for its place."""
    if cls not in _FIELDS:
        _FIELDS[cls] = tuple(a.name for a in attrs.fields(cls) if a.name != "span")
    return _FIELDS[cls]


def children(node: n.Node) -> list[n.Node]:
    nodes: list[n.Node] = []
    for name in inner_fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, n.Node):
            nodes.append(value)
        elif isinstance(value, tuple):
            _nodes(value, nodes)
    return nodes


def _nodes(values: tuple[Any, ...], nodes: list[n.Node]) -> None:
    for value in values:
        if isinstance(value, n.Node):
            nodes.append(value)
        elif isinstance(value, tuple):
            _nodes(value, nodes)


def walk(node: n.Node) -> tuple[n.Node, ...]:
    """The node and everything below it, in the order of the text. Passes ask often, so the answer is kept with the node."""
    below: tuple[n.Node, ...] | None = node.__dict__.get("_below")
    if below is None:
        nodes: list[n.Node] = []
        stack = [node]
        while stack:
            top = stack.pop()
            nodes.append(top)
            stack.extend(reversed(children(top)))
        below = node.__dict__["_below"] = tuple(nodes)
    return below


def constant(node: n.Expr | None) -> int | None:
    """The number that is written here, if it is written out."""
    if isinstance(node, n.Number):
        return node.value
    if isinstance(node, n.Negative):
        value = constant(node.operand)
        return None if value is None else -value
    return None
