"""Texts with values in braces, such as `"{you} take {pot}"`: the pieces of the text, and the expressions between them."""

from __future__ import annotations

import re

import lark

from dicedsl.syntax import nodes as n
from dicedsl.syntax.handlers import Builder, BuildProblem
from dicedsl.text.source import Span

BRACES = re.compile(r"\{([^{}]*)\}")
FRAME = 'game "-"\nexample "-":\n    now '  # where an expression can be read by itself


def pieces(text: str) -> list[str]:
    """What stands before, between and after the braces of a text."""
    return BRACES.split(text)[::2]


def values_in(builder: Builder, text: n.Text) -> tuple[n.Expr, ...]:
    """The expressions in the braces of a text."""
    start = text.span.start + 1  # after its quote
    for match in re.finditer(r"[{}]", BRACES.sub(lambda m: " " * len(m[0]), text.value)):
        at = start + match.start()
        raise BuildProblem("E131", "this brace has no partner in its text", Span(builder.source, at, at + 1))
    return tuple(_value(builder, match[1], start + match.start(1)) for match in BRACES.finditer(text.value))


def _value(builder: Builder, text: str, at: int) -> n.Expr:
    where = Span(builder.source, at, at + len(text))
    try:
        tree = builder.edition.tree_of(f"{FRAME}{builder.declared.joined(text)}\n")
    except lark.exceptions.UnexpectedInput:
        raise BuildProblem("E132", "what stands in these braces is no value", where) from None
    line = next(tree.find_data("now"))
    expr: n.Expr = builder.moved(at - len(FRAME)).build(line.children[0])
    return expr
