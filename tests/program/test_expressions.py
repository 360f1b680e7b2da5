"""Single operations mean the same to everything that works them out: the engine, what is folded, and what is worked out before."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dicedsl.errors import Fault
from dicedsl.interpreter.engines.stepping.block_runner import BlockRunner
from dicedsl.program import ops
from dicedsl.program.constants import constant_of
from dicedsl.program.evaluator.expressions import Expressions as Definition
from dicedsl.program.fault_finder import FaultFinder
from dicedsl.program.fixed_evaluation import FixedEvaluator, StateRead
from dicedsl.program.ranges import Ranges
from dicedsl.program.simplify import Simplifier
from dicedsl.program.walk import parts
from tests.program.expressions import Expressions, make_functions
from tests.program.lots import ByLot, Drawn, Lots
from tests.program.worlds import Type, World, made, start, types

QUICK = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
DEEP = 4


def world_by(lots: Lots) -> World:
    world = made(lots)
    make_functions(world, lots)
    world.program.blocks.append(ops.Block(0))
    return world


@st.composite
def questions(draw: st.DrawFn, state: bool = True) -> tuple[World, ops.Op, Type, Lots]:
    """Half of them small enough to be made smaller, half of them larger and made by lot."""
    lots: Lots = Drawn(draw) if draw(st.booleans()) else ByLot(Random(draw(st.integers(0, 1 << 32))))
    world = world_by(lots)
    type_ = lots.one(types(world))
    return world, Expressions(world, lots, state=state).of(type_, DEEP), type_, lots


def cells_of(world: World, lots: Lots) -> list[int]:
    """Cells as they might be in a game; where dice are is left as it is."""
    cells = list(world.program.initial)
    for slot, memory in zip(world.program.slots, world.memories[-len(world.program.slots) :], strict=True):
        assert slot.base == memory.base
        for cell in range(memory.base, memory.base + memory.size):
            cells[cell] = start(world, memory.type, lots)
    return cells


def told(work_out: Callable[[], Any]) -> Any:
    try:
        value = work_out()
    except Fault as fault:
        return fault.problems[0].code
    return [int(part) for part in value] if isinstance(value, list) else int(value)


@QUICK
@given(questions())
def test_the_stepping_engine_works_out_what_is_defined(question: tuple[World, ops.Op, Type, Lots]) -> None:
    world, op, _, lots = question
    engine = BlockRunner(world.program)
    function = engine.compile_condition(op)
    for _ in range(4):
        cells = cells_of(world, lots)
        expected = told(lambda cells=cells: Definition(world.program).value(op, cells))  # type: ignore[misc]
        assert told(lambda cells=cells: function(cells)) == expected  # type: ignore[misc]


@QUICK
@given(questions())
def test_folding_changes_no_meaning(question: tuple[World, ops.Op, Type, Lots]) -> None:
    world, op, _, lots = question
    cells = cells_of(world, lots)
    fixed = {i: value for i, value in enumerate(cells) if lots.flip()}
    folded = Simplifier(world.program, fixed)(op)
    definition = Definition(world.program)
    expected = told(lambda: definition.value(op, cells))
    assert told(lambda: definition.value(folded, cells)) == expected
    if isinstance(folded, ops.Const):
        assert folded.value == expected


@QUICK
@given(questions())
def test_what_cannot_fail_does_not(question: tuple[World, ops.Op, Type, Lots]) -> None:
    world, op, _, lots = question
    found = told(lambda: Definition(world.program).value(op, cells_of(world, lots)))
    assert isinstance(found, int) or FaultFinder(world.program.functions)(op)


@QUICK
@given(questions())
def test_ranges_hold(question: tuple[World, ops.Op, Type, Lots]) -> None:
    world, op, type_, lots = question
    ranges = Ranges(world.program)
    found = ranges.of(op)
    cells = cells_of(world, lots)
    value = told(lambda: Definition(world.program).value(op, cells))
    if found is not None and isinstance(value, int) and type_.sort != "set":
        assert found[0] <= value <= found[1]
    if type_.sort == "set" and isinstance(value, int):
        members = ranges.members(op)
        assert members is None or value & ~members == 0


@QUICK
@given(questions(state=False))
def test_what_reads_no_state_is_worked_out_before(question: tuple[World, ops.Op, Type, Lots]) -> None:
    world, op, _, _ = question
    expected = told(lambda: Definition(world.program).value(op, []))
    constant = constant_of(op)
    assert constant is None or constant == expected
    try:
        found = FixedEvaluator(world.program)(op, {})
    except StateRead:
        assert isinstance(expected, str) or _needs_a_game(op)
    else:
        assert found == expected


def _needs_a_game(op: ops.Op) -> bool:
    return any(isinstance(part, (ops.Alike, ops.Copies)) for part in parts(op))
