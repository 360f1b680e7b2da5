"""The kinds of values, where nothing that is done with them tells."""

import pytest

from dicedsl.program import ops
from dicedsl.program.value_kinds import NUMBER, SET, ValueKinds
from dicedsl.text.source import NOWHERE
from tests.program.engines import ENGINES
from tests.program.lockstep import Lockstep
from tests.program.programs import seeded_program


def beginning_with(*statements: ops.Stmt) -> ops.Program:
    """A generated program that does something else first, with a list of its own."""
    program = seeded_program(1)
    program.lists.append((1 << 66, 3))
    program.blocks[program.entry].body[:0] = statements
    return program


LIST = len(seeded_program(1).lists)
LARGE = {
    "a constant": ops.Const(1 << 70),
    "an entry of a list": ops.ListAt(LIST, ops.ONE, 0),
    "one of two": ops.Cond(ops.Const(1), ops.Const(5), ops.Const(1 << 64)),
}


@pytest.mark.parametrize("value", LARGE.values(), ids=LARGE)
def test_what_no_number_reaches_is_a_set(value: ops.Op) -> None:
    assert ValueKinds(beginning_with()).of(value) is SET


def test_what_is_below_nothing_is_a_number() -> None:
    kinds = ValueKinds(beginning_with())
    assert kinds.of(ops.Const(-1)) is NUMBER
    assert kinds.of(ops.ListAt(0, ops.ONE, -1)) is NUMBER
    assert kinds.of(ops.Const(5)) is None


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("value", LARGE.values(), ids=LARGE)
def test_a_large_set_that_nobody_looks_at(name: str, value: ops.Op) -> None:
    program = beginning_with(ops.StoreVar(100_000, value), ops.Check(ops.Bin("==", value, value), "F501", "", NOWHERE))
    game = Lockstep(program, ENGINES[name](program))
    game.play(1)
    assert game.steps > 0
