"""From lark's parse tree to the nodes of a rulebook: one function for each rule of the grammar, nothing else."""

from __future__ import annotations

from lark import Token, Tree

# Importing a module of builders fills the table of handlers.
from dicedsl.syntax import build_examples, build_expressions, build_parts, build_steps, build_words, nodes
from dicedsl.syntax.first import building as first
from dicedsl.syntax.handlers import HANDLERS, Builder, BuildProblem
from dicedsl.syntax.own_names import NONE, Declared
from dicedsl.syntax.reading import SECOND, Edition
from dicedsl.text.source import Source

__all__ = [
    "HANDLERS",
    "BuildProblem",
    "build_examples",
    "build_expressions",
    "build_file",
    "build_parts",
    "build_steps",
    "build_words",
]


def build_file(tree: Tree[Token], source: Source, edition: Edition = SECOND, own: Declared = NONE) -> nodes.File:
    handlers = HANDLERS if edition is SECOND else first.handlers()
    return Builder(source, 0, edition, handlers, own).build(tree)  # type: ignore[no-any-return]
