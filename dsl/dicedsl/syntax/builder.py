"""From lark's parse tree to the nodes of a rulebook: one function for each rule of the grammar, nothing else."""

from __future__ import annotations

from lark import Token, Tree

from dicedsl.syntax import build_examples, build_expressions, build_parts, build_steps, build_words, nodes
from dicedsl.syntax.declared_names import NO_DECLARED_NAMES, DeclaredNames
from dicedsl.syntax.edition_parser import SECOND, Edition
from dicedsl.syntax.first import building as first
from dicedsl.syntax.handlers import Builder, BuildProblem, Handler
from dicedsl.text.source import Source

HANDLERS: dict[str, Handler] = {
    **build_parts.HANDLERS, **build_words.HANDLERS, **build_steps.HANDLERS, **build_expressions.HANDLERS, **build_examples.HANDLERS,
}  # fmt: skip
FIRST_HANDLERS: dict[str, Handler] = {**HANDLERS, **first.DIFFERENT}

__all__ = ["BuildProblem", "build_file"]


def build_file(
    tree: Tree[Token], source: Source, edition: Edition = SECOND, declared: DeclaredNames = NO_DECLARED_NAMES
) -> nodes.File:
    handlers = HANDLERS if edition is SECOND else FIRST_HANDLERS
    return Builder(source, 0, edition, handlers, declared).build(tree)  # type: ignore[no-any-return]
