"""The text of a kernel, read; the types of the subset, and what is said of who leaves it."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NoReturn

from attrs import frozen
from llvmlite import ir

I1, I64, DOUBLE, VOID = ir.IntType(1), ir.IntType(64), ir.DoubleType(), ir.VoidType()
WORDS, REALS = I64.as_pointer(), DOUBLE.as_pointer()


class KernelError(Exception):
    """A kernel leaves the subset; says where."""


TYPES = {"int": I64, "float": DOUBLE, "bool": I1, "Ints": WORDS, "Reals": REALS, "Chance": WORDS, "None": VOID}
NAMES = {I64: "int", DOUBLE: "float", I1: "bool", WORDS: "Ints", REALS: "Reals", VOID: "None"}


@frozen
class KernelSource:
    """The text of a kernel, read."""

    tree: ast.FunctionDef
    file: str
    line: int


@lru_cache(None)
def read(function: Callable[..., Any]) -> KernelSource:
    lines, first = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return KernelSource(tree, inspect.getsourcefile(function) or "?", first)


def word(value: int) -> ir.Constant:
    """The 64 bits of a number."""
    value &= (1 << 64) - 1
    return ir.Constant(I64, value - (1 << 64) if value >> 63 else value)


def refuse(source: KernelSource, node: ast.AST, what: str) -> NoReturn:
    line = source.line + getattr(node, "lineno", 1) - 1
    raise KernelError(f"{source.file}:{line}: {what} (in the kernel {source.tree.name})")


def annotated(source: KernelSource, annotation: ast.expr | None, node: ast.AST) -> Any:
    text = "" if annotation is None else ast.unparse(annotation)
    if text not in TYPES:
        refuse(source, node, f"a type of kernels is missing here: {', '.join(TYPES)}")
    return TYPES[text]
