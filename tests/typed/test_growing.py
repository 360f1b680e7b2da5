"""What it takes to add something, as CONTRIBUTING counts it: a toy of each, added here and taken away again."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve, frozen

from dicedsl import builtins
from dicedsl.lower import built_in
from dicedsl.lower.lower import lowered
from dicedsl.lower.values import T_NUMBER, Value
from dicedsl.program import ops
from dicedsl.program.about import Setting
from dicedsl.program.printing import printed
from dicedsl.rulebook.loading import load_source
from dicedsl.rulebook.merge import Rulebook
from dicedsl.source import Source
from dicedsl.syntax import nodes as n
from dicedsl.typed import expressions, naming, steps
from dicedsl.typed import tree as t
from dicedsl.typed.elaborator import Elaborator
from dicedsl.typed.game import STEPS, elaborate
from dicedsl.typed.scope import Scope

BOOK = """\
game "Toys"
players 2

material:
    cup: 2 dice
    each player has total = 0

turn:
    roll cup
    if {condition}: add 1 to your total

cap 9 turns: highest total wins
"""


def book(condition: str) -> Rulebook:
    found, problems = load_source(Source("<text>", BOOK.replace("{condition}", condition)))
    assert found is not None, problems
    return found


def text(made: Rulebook) -> str:
    game = elaborate(made)
    assert not game.problems
    return printed(lowered(game, Setting(2)).w.program)


def with_step(made: Rulebook, step: Any) -> Rulebook:
    """The rulebook with one more step at the start of its turn."""
    flow = made.flows["turn"]
    block = evolve(flow.block, steps=(step, *flow.block.steps))
    return evolve(made, flows={"turn": evolve(flow, block=block)})


def test_a_built_in_of_a_die_is_a_line_of_the_table_and_how_it_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    word = builtins.BuiltIn("double", "twice the number it shows", "a die", "number", asks="die", changes=True)
    monkeypatch.setitem(builtins.ATTRIBUTES, "double", word)

    def double(e: Any, die: Value) -> Value:
        shown = built_in.ATTRIBUTES["number"](e, die)
        assert isinstance(shown, Value)
        return Value(ops.Bin("*", shown.op, ops.Const(2)), T_NUMBER)

    monkeypatch.setitem(built_in.ATTRIBUTES, "double", double)

    assert "* 2" in text(book("sum of double of cup is 24"))


@frozen(eq=False, repr=False, slots=False)
class Shows(n.Node):
    """`X shows 5`, a condition that the grammar does not have."""

    subject: n.Expr
    number: n.Expr


def test_sugar_is_one_function_that_builds_nodes_of_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    def shows(e: Elaborator, node: Shows, scope: Scope) -> t.Expr:
        number = naming.asked(e, n.Phrase(("number",), span=node.span), [e.value(node.subject, scope)], node)
        return t.Same((number,), (e.number(node.number, scope),), span=node.span)

    monkeypatch.setitem(expressions.HANDLERS, Shows, shows)
    made = book("number of first of cup is 5")
    branch = made.flows["turn"].block.steps[1]
    assert isinstance(branch, n.If)
    plain = branch.branches[0].condition
    assert isinstance(plain, n.Is) and isinstance(plain.subject, n.Apply) and isinstance(plain.test, n.Same)
    sweet: Any = Shows(plain.subject.argument, plain.test.other, span=plain.span)
    flow = made.flows["turn"]
    steps_ = (flow.block.steps[0], evolve(branch, branches=(evolve(branch.branches[0], condition=sweet),)))
    sugared = evolve(made, flows={"turn": evolve(flow, block=evolve(flow.block, steps=steps_))})

    assert text(sugared) == text(made)


@frozen(eq=False, repr=False, slots=False)
class RollTwice(n.Node):
    dice: n.Expr


def test_a_step_that_the_core_can_say_is_one_function(monkeypatch: pytest.MonkeyPatch) -> None:
    def roll_twice(e: Elaborator, node: RollTwice, place: steps.Place) -> t.Step:
        rolls = t.Roll(e.value(node.dice, place.scope), span=node.span)
        return t.Repeat(t.Number(2), (rolls,), span=node.span)

    monkeypatch.setitem(STEPS, RollTwice, roll_twice)
    made = book("count of cup is 2")
    roll = made.flows["turn"].block.steps[0]
    assert isinstance(roll, n.Roll)

    assert text(with_step(made, RollTwice(roll.dice))).count("roll") > text(made).count("roll")


def test_what_is_forgotten_is_noticed() -> None:
    made = book("count of cup is 2")

    with pytest.raises(KeyError, match="RollTwice"):
        elaborate(with_step(made, RollTwice(n.Number(1))))
