"""Everything that reads programs knows every operation, statement, end and fold: the classes are taken from `ops`, not from a list."""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import Any, get_args

import pytest

from dicedsl.interpreter.engines.stepping import expressions as stepping_expressions
from dicedsl.interpreter.engines.stepping import writer as stepping_writer
from dicedsl.program import arithmetic, bounds, fixed, kinds, ops, printing, simplify
from dicedsl.program.evaluator import expressions, statements

OPERATIONS = frozenset(get_args(ops.Op))
STATEMENTS = frozenset(get_args(ops.Stmt))
ENDS = frozenset(get_args(ops.End))
SETS = frozenset({ops.Groups, ops.Copies})  # lists of sets, which stand only where one is gone through

READERS: dict[str, tuple[frozenset[Any], Any]] = {
    "evaluator, operations": (OPERATIONS, {**expressions.VALUES, **expressions.LISTS, **arithmetic.PLAIN}),
    "evaluator, statements": (STATEMENTS, statements.STATEMENTS),
    "evaluator, ends": (ENDS, statements.ENDS),
    "stepping, operations": (OPERATIONS, stepping_expressions.EXPRESSIONS),
    "stepping, statements": (STATEMENTS, stepping_writer.STATEMENTS),
    "stepping, ends": (ENDS, stepping_writer.ENDS),
    "simplify": (OPERATIONS, {**simplify.FOLDED, **arithmetic.PLAIN}),
    "fixed": (OPERATIONS - SETS, fixed.MAKERS),
    "printing, operations": (OPERATIONS, printing.OPERATIONS),
    "printing, statements": (STATEMENTS, printing.STATEMENTS),
    "printing, ends": (ENDS, printing.ENDS),
    "kinds, operations": (OPERATIONS, kinds.EXPRESSIONS),
    "kinds, statements": (STATEMENTS, kinds.STATEMENTS),
    "bounds": (OPERATIONS - SETS - {ops.Address}, bounds.OPERATIONS),
}
if find_spec("llvmlite") is not None:
    from dicedsl.interpreter.engines.native import expressions as native_expressions
    from dicedsl.interpreter.engines.native import statements as native_statements

    READERS["native, statements"] = (STATEMENTS, native_statements.STATEMENTS)


def described(record: type) -> set[str]:
    """The words that a class of `ops` says it has, from its own text."""
    return set(re.findall(r"\S+", (record.__doc__ or "").split(";")[0]))


@pytest.mark.parametrize("name", READERS)
def test_every_class_is_known(name: str) -> None:
    wanted, known = READERS[name]
    assert wanted - set(known) == frozenset()


def test_nothing_is_known_that_is_not_there() -> None:
    everything = OPERATIONS | STATEMENTS | ENDS
    assert {name: set(known) - everything for name, (_, known) in READERS.items() if set(known) - everything} == {}


def test_every_word_between_two_values_is_known() -> None:
    assert set(arithmetic.BINARY) == set(ops.OPERATORS)


def test_every_way_to_fold_is_known() -> None:
    assert {*arithmetic.FOLDS, "sets"} == set(ops.FOLDS)
    assert set(ops.FOLDS) <= set(kinds.FOLDED)
