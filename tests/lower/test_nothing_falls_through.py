"""Wherever classes are told apart, every class is known, and one that is not fails with its name instead of being passed over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast, get_args

import pytest
from attrs import frozen

from dicedsl.check.choices import _Seeker
from dicedsl.check.endless import Graph, writes
from dicedsl.lower.expressions import Expressions
from dicedsl.lower.flow import LEAVING, STAYING
from dicedsl.lower.kinds import T_NUMBER, Value
from dicedsl.lower.lower import Lowering, lower
from dicedsl.lower.scope import Scope
from dicedsl.lower.steps import Context, Steps
from dicedsl.program import ops
from dicedsl.program.about import Setting
from dicedsl.program.survey import Survey, successors
from dicedsl.rulebook.loading import find, load_path
from dicedsl.rulebook.merge import Merger, Rulebook, _Editor
from dicedsl.syntax import nodes as n

STEPS = set(get_args(n.Step))
BOOK = cast(Rulebook, load_path(find("pig"))[0])


@frozen
class Unheard(n.Node):
    """A step, a condition, a part, a statement or an end of a block that was added and forgotten elsewhere."""

    steps: tuple[n.Step, ...] = ()
    part: Any = None


def lowering() -> Lowering:
    made, problems = lower(BOOK, Setting(2))
    assert not problems
    return made


def program() -> ops.Program:
    return lowering().w.program


NEW: Any = Unheard()
FALLS: dict[str, Callable[[], object]] = {
    "merging a part": lambda: Merger(lambda *_: None)._items(BOOK.copy(), [NEW], True, ()),
    "merging a replacement": lambda: Merger(lambda *_: None)._replace(BOOK.copy(), n.Replace(NEW)),
    "editing an alternative": lambda: _Editor("x", lambda old: (old,)).step(NEW),
    "leaving a block": lambda: lowering().leaves(NEW),
    "asking": lambda: lowering().asks(NEW),
    "lowering a step": lambda: lowering().step(NEW, Context(Scope(), 0)),
    "lowering an expression": lambda: lowering().e.value(NEW, Scope()),
    "testing": lambda: lowering().e.test(Value(ops.ZERO, T_NUMBER), NEW, Scope(), NEW),
    "standing": lambda: lowering()._lay_item(0, NEW, Context(Scope(), 0)),
    "choices": lambda: list(_Seeker(BOOK).steps((NEW,), ())),
    "what is written": lambda: writes(NEW, program()),
    "ways on": lambda: list(Graph(program())._next(NEW, {})),
    "successors": lambda: successors(program(), NEW, {}),
    "statements surveyed": lambda: Survey(program())._statements([NEW]),
}


@pytest.mark.parametrize("where", FALLS)
def test_what_is_new_is_noticed(where: str) -> None:
    with pytest.raises(TypeError, match="Unheard"):
        FALLS[where]()


def test_every_step_is_sorted_once() -> None:
    by_parts = {n.If, n.For, n.Repeat, n.Do}
    assert set(LEAVING) | set(STAYING) | by_parts == STEPS | {n.Must}
    assert not set(LEAVING) & set(STAYING) and not by_parts & (set(LEAVING) | set(STAYING))


def test_every_step_and_every_expression_is_lowered() -> None:
    assert set(Steps.handlers) == STEPS - {n.Let, n.Remark}
    assert set(Expressions.handlers) == set(get_args(n.Expr))


def test_steps_that_hold_steps_are_those_with_blocks_or_alternatives() -> None:
    holding = set(get_args(n.HoldingStep))
    assert holding | set(get_args(n.PlainStep)) == STEPS
    for step in STEPS:
        fields = {a.name for a in step.__attrs_attrs__}
        assert bool(fields & {"block", "branches", "alternatives", "outcomes"}) == (step in holding), step
