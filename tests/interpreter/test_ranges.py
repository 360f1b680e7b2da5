"""Between which numbers expressions stay, and what is written because of it: against the plain evaluation of the same expressions."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from dicedsl.interpreter.engines.stepping import helpers
from dicedsl.interpreter.engines.stepping.thread_state import ThreadState
from dicedsl.interpreter.engines.stepping.writer import Writer
from dicedsl.interpreter.game import Game
from dicedsl.program import ops
from dicedsl.program.fixed_evaluation import FixedEvaluator, StateRead
from dicedsl.program.ranges import STORED_RANGE, Ranges

PROGRAM = Game.named("pig").table(2).program
FIRST = len(PROGRAM.lists)
PROGRAM.lists.extend([(4, -1, 2, 7), (0, 3, 5, 6, 1), (-9, 40)])
VARS = {900: (0, 3), 901: (-1, 4), 902: (-20, 20)}

numbers = st.integers(-9, 9).map(ops.Const)
variables = st.sampled_from(sorted(VARS)).map(ops.Var)
tables = st.integers(FIRST, FIRST + 2)


def larger(parts: st.SearchStrategy[ops.Op]) -> st.SearchStrategy[ops.Op]:
    words = st.sampled_from(["+", "-", "*", "min", "max", "<", ">=", "=="])
    truths = st.builds(ops.Bin, st.sampled_from(["<", ">=", "==", "!="]), parts, parts)
    return st.one_of(
        st.builds(ops.Bin, words, parts, parts),
        st.builds(ops.Bin, st.sampled_from(["and", "or"]), truths, truths),
        st.builds(ops.Bin, st.sampled_from(["//", "%"]), parts, st.integers(1, 5).map(ops.Const)),
        st.builds(ops.Cond, st.builds(ops.Bin, st.just("<"), parts, st.just(ops.ZERO)), parts, parts),
        st.builds(ops.ListAt, tables, parts, st.sampled_from([-1, 0])),
        st.builds(ops.Not, parts),
        st.builds(sum_of, tables, st.sampled_from(["sum", "max", "min"]), parts),
        st.builds(in_mask, st.integers(0, 63), st.builds(ops.ListAt, tables, parts, st.just(-1))),
    )


def sum_of(table: int, kind: str, most: ops.Op) -> ops.Op:
    """A loop over a few numbers, from a table."""
    return ops.Fold(kind, (ops.Loop(903, ops.ZERO, ops.Bin("min", most, ops.Const(6))),), None, looped(table))


def looped(table: int) -> ops.Op:
    return ops.Bin("+", ops.ListAt(table, ops.Var(903), -1), ops.Var(903))


def in_mask(mask: int, member: ops.Op) -> ops.Op:
    there = ops.Bin(">=", member, ops.ZERO)
    return ops.Bin("and", there, ops.Not(ops.Bit(ops.Const(mask), member)))


expressions = st.recursive(st.one_of(numbers, variables), larger, max_leaves=8)
environments = st.fixed_dictionaries({var: st.integers(*limits) for var, limits in VARS.items()})


def worked_out(op: ops.Op, environment: dict[int, int]) -> int:
    return FixedEvaluator(PROGRAM)(op, environment)


@given(expressions, environments)
def test_a_value_is_never_outside_its_range(op: ops.Op, environment: dict[int, int]) -> None:
    ranges = Ranges(PROGRAM, dict(VARS))
    found = ranges.of(op)
    assume(found is not None)
    assert found is not None
    assert found[0] <= worked_out(op, environment) <= found[1]


@given(expressions, environments)
def test_what_is_written_means_what_is_worked_out(op: ops.Op, environment: dict[int, int]) -> None:
    writer = Writer(PROGRAM)
    writer.ranges.known.update(VARS)
    text = writer.text_of(op)
    space = {**helpers.namespace(PROGRAM, lambda number, cells: None, ThreadState())}
    space |= {f"T{i}": table for i, table in enumerate(PROGRAM.lists)}
    writer.expressions.lookups.define(space)
    space |= {f"v{var}": value for var, value in environment.items()}
    try:
        expected = worked_out(op, environment)
    except StateRead:
        assume(False)
    assert int(eval(text, space)) == expected


def test_ranges_know_what_they_can() -> None:
    ranges = Ranges(PROGRAM, dict(VARS))
    x = ops.Var(900)
    assert ranges.of(ops.Bin("+", x, ops.ONE)) == (1, 4)
    assert ranges.of(ops.ListAt(FIRST, x)) == (-1, 7)
    assert ranges.of(ops.ListAt(FIRST + 1, ops.Var(901), -1)) == (-1, 6)
    assert ranges.of(ops.ListAt(FIRST + 1, x, -1)) == (0, 6)
    assert ranges.of(ops.Cell(0)) == STORED_RANGE
    assert ranges.of(ops.Cell(PROGRAM.reg.players_inside)) is None
    ranges.loop(ops.Loop(904, ops.Const(0b10100)))
    assert ranges.of(ops.Var(904)) == (0, 4)
    ranges.loop(ops.Loop(904, ops.Var(999), ops.Cell(1)))
    assert ranges.of(ops.Var(904)) is None, "an old range must not outlive its loop"
