"""From lark's parse tree to the nodes of a rulebook: one function for each rule of the grammar, nothing else."""

from __future__ import annotations

from lark import Token, Tree

from dicedsl.source import Source

# Importing a module of builders fills the table of handlers.
from dicedsl.syntax import build_examples, build_expressions, build_parts, build_steps, nodes
from dicedsl.syntax.handlers import HANDLERS, Builder, BuildProblem

__all__ = [
    "HANDLERS",
    "BuildProblem",
    "build_examples",
    "build_expressions",
    "build_file",
    "build_parts",
    "build_steps",
]


def build_file(tree: Tree[Token], source: Source) -> nodes.File:
    return Builder(source).build(tree)  # type: ignore[no-any-return]
