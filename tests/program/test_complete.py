"""Everything that reads programs knows every operation, statement, end and fold: the classes are taken from `ops`, not from a list.

Programs that hold all of them are read by everybody without a complaint; and an operation, statement or end that nobody has heard of
is refused by everybody, so that a new one cannot be passed over.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, get_args

import pytest
from attrs import frozen

from dicedsl.check.endless import block_writes
from dicedsl.interpreter.engines.stepping import expressions as stepping_expressions
from dicedsl.interpreter.engines.stepping import writer as stepping_writer
from dicedsl.interpreter.engines.stepping.stepping import Stepping
from dicedsl.program import arithmetic, bounds, fixed_evaluation, ops, printing, simplify, value_kinds
from dicedsl.program.cost import Cost
from dicedsl.program.evaluator import expressions, statements
from dicedsl.program.liveness import Liveness
from dicedsl.program.survey import Survey
from dicedsl.program.walk import parts
from dicedsl.records import Record
from dicedsl.text.source import NOWHERE
from tests.program.programs import seeded_program

OPERATIONS = frozenset(get_args(ops.Op))
STATEMENTS = frozenset(get_args(ops.Stmt))
ENDS = frozenset(get_args(ops.End))
SETS = frozenset({ops.Groups, ops.Copies})  # lists of sets, which stand only where they are gone through
ADDRESS = frozenset({ops.Address})  # a way back, which is only stored

TABLES: dict[str, tuple[frozenset[Any], Any]] = {
    "evaluator, operations": (OPERATIONS, {**expressions.VALUES, **expressions.LISTS, **arithmetic.PLAIN_OPERATIONS}),
    "evaluator, statements": (STATEMENTS, statements.STATEMENTS),
    "evaluator, ends": (ENDS, statements.ENDS),
    "stepping, operations": (OPERATIONS, stepping_expressions.EXPRESSIONS),
    "stepping, statements": (STATEMENTS, stepping_writer.STATEMENTS),
    "simplify": (OPERATIONS, {**simplify.FOLDED, **arithmetic.PLAIN_OPERATIONS}),
    "fixed": (OPERATIONS - SETS, fixed_evaluation.MAKERS),
    "printing, operations": (OPERATIONS, printing.OPERATIONS),
    "printing, statements": (STATEMENTS, printing.STATEMENTS),
    "printing, ends": (ENDS, printing.ENDS),
    "kinds, operations": (OPERATIONS, value_kinds.EXPRESSIONS),
    "kinds, statements": (STATEMENTS, value_kinds.STATEMENTS),
    "bounds": (OPERATIONS - SETS - ADDRESS, bounds.OPERATIONS),
}
READERS: dict[str, Callable[[ops.Program], object]] = {
    "stepping": Stepping,
    "kinds": value_kinds.ValueKinds,
    "bounds": bounds.BoundsAnalysis,
    "survey": Survey,
    "liveness": Liveness,
    "printing": printing.program_text,
    "endless": lambda program: [block_writes(block, program) for block in program.blocks],
    "cost": lambda program: [Cost(program).function(i) for i in range(len(program.functions))],
}
if find_spec("llvmlite") is not None:
    from dicedsl.interpreter.engines.native.statements import statements as native_statements
    from dicedsl.interpreter.engines.native.statements.program_function import ProgramFunction
    from dicedsl.interpreter.engines.native.values import expressions as native_expressions
    from dicedsl.interpreter.engines.native.values.code import Code

    TABLES["native, statements"] = (STATEMENTS, native_statements.STATEMENTS)
    TABLES["native, operations"] = (
        OPERATIONS - SETS - ADDRESS,
        {**native_expressions.NUMBERS, **native_expressions.SETS},
    )
    READERS["native"] = lambda program: ProgramFunction(Code(program))

PROGRAMS = [seeded_program(seed) for seed in (102, 72, 207)]


@pytest.mark.parametrize("name", TABLES)
def test_every_class_is_known(name: str) -> None:
    wanted, known = TABLES[name]
    assert wanted - set(known) == frozenset()


def test_nothing_is_known_that_is_not_there() -> None:
    everything = OPERATIONS | STATEMENTS | ENDS
    assert {name: set(known) - everything for name, (_, known) in TABLES.items() if set(known) - everything} == {}


def test_every_word_between_two_values_is_known() -> None:
    assert set(arithmetic.BINARY) == set(ops.OPERATORS)


def test_every_way_to_fold_is_known() -> None:
    assert {*arithmetic.FOLDS, "sets"} == set(ops.FOLDS)
    assert set(ops.FOLDS) <= set(value_kinds.FOLDED)


def test_the_programs_hold_everything() -> None:
    found: set[type] = set()
    folds, words = set(), set()
    for program in PROGRAMS:
        roots: list[Any] = [*program.functions, *program.decisions]
        for block in program.blocks:
            roots += [*block.body, block.end]
        for part in (part for root in roots for part in parts(root)):
            found.add(type(part))
            if isinstance(part, ops.Fold):
                folds.add(part.kind)
            if isinstance(part, ops.Bin):
                words.add(part.op)
    assert (OPERATIONS | STATEMENTS | ENDS) - found == frozenset()
    assert folds == set(ops.FOLDS)
    assert words == set(ops.OPERATORS)


@pytest.mark.parametrize("name", READERS)
def test_everybody_reads_them(name: str) -> None:
    for program in PROGRAMS:
        READERS[name](program)


@frozen(eq=False, repr=False, slots=False)
class Strange(Record):
    """What nobody has heard of."""

    cell: int = 40


def _with_strange(place: str) -> ops.Program:
    """A small program with something strange in it."""
    program = seeded_program(102)
    strange: Any = Strange()
    first = program.blocks[program.entry]
    if place == "operation":
        first.body.insert(0, ops.Store(program.cells - 1, ops.Bin("+", strange, ops.ONE)))
        first.body.insert(0, ops.Check(ops.Bin("<", strange, ops.ONE), "F501", "", NOWHERE))
        program.functions.append(ops.Function((), ops.Bin("+", strange, ops.ONE), "strange", ()))
    elif place == "statement":
        first.body.insert(0, strange)
    elif place == "statement inside":
        first.body.insert(0, ops.When(ops.Cell(program.cells - 1), (strange,)))
    else:
        first.end = strange
    return program


PLACES = ("operation", "statement", "statement inside", "end")
LOOKED_AT = {"endless": PLACES[1:3], "cost": ()}  # by those who do not look at everything
WHERE = [(name, place) for name in READERS for place in LOOKED_AT.get(name, PLACES)]


@pytest.mark.parametrize(("name", "place"), WHERE)
def test_nobody_passes_over_what_nobody_has_heard_of(name: str, place: str) -> None:
    with pytest.raises((KeyError, AssertionError, TypeError)):
        READERS[name](_with_strange(place))
