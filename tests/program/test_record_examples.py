"""The docstring of every operation, statement and end quotes how one is printed."""

from typing import Any

import pytest

from dicedsl.program import ops
from dicedsl.program.printing import Printer
from dicedsl.text.source import NOWHERE

REG = ops.Registers()
ACTOR, OVER, ROUNDS, WINNERS = (ops.Cell(cell) for cell in (REG.actor, REG.over, REG.rounds, REG.winners))
V1, V2, V3, V4 = (ops.Var(number) for number in (1, 2, 3, 4))
DICE, LARGE = ops.Range(ops.ZERO, ops.Const(4)), ops.Bin(">", V1, ops.Const(2))
PLAYERS, NUMBERS = ops.Loop(1, WINNERS), ops.Loop(1, ops.ONE, ops.Const(6))
SETS = ops.Fold("sets", (ops.Loop(2, WINNERS),), None, ops.Single(V2))

EXPRESSIONS = [
    ops.Const(7), ops.Cell(REG.starter), ops.Cell(40), ops.Address(12), ops.CellAt(20, ACTOR, 4), V3, ops.Bin("+", ROUNDS, ops.ONE),
    ops.Bin("min", ROUNDS, ops.Const(4)), ops.Not(OVER), ops.Cond(OVER, ops.ONE, ops.ZERO), ops.Count(WINNERS), ops.Lowest(WINNERS),
    ops.Highest(WINNERS), ops.Bit(WINNERS, ACTOR), ops.Single(ACTOR), ops.Range(ops.ONE, ops.Const(6)), ops.ListAt(2, ACTOR),
    ops.Call(0, (ACTOR, ops.Const(5))), ops.Fold("sum", (NUMBERS,), LARGE, V1), ops.Reach(ops.Single(V1), V2, 3), ops.OnePiece(V1, 3),
    ops.Groups(ops.Const(4), V1, 3, -1, ops.ZERO), ops.Groups(ops.Const(4), V1, 3, 5, V2), ops.Alike(V1, 0, V2, 1), ops.Copies(V1, 0, V2, 1),
]  # fmt: skip
LOOPS = [PLAYERS, NUMBERS, ops.Loop(1, SETS, sets=True)]
STATEMENTS = [
    ops.Store(REG.rounds, ops.Bin("+", ROUNDS, ops.ONE)), ops.StoreAt(20, ACTOR, 4, ops.Const(50), NOWHERE), ops.StoreVar(3, ops.Const(7)),
    ops.Put(DICE, ops.Const(2), NOWHERE), ops.Face(DICE, ops.Const(6)), ops.When(OVER, ()), ops.Each(PLAYERS, LARGE, ()),
    ops.Each(PLAYERS, None, (), V1, True), ops.Reset(((REG.rounds, (0,)),)), ops.Tell(0),
    ops.Check(ops.Bin(">", ROUNDS, ops.ZERO), "F503", "no such round", NOWHERE),
]  # fmt: skip
ENDS = [
    ops.Jump(4), ops.Branch(OVER, 4, 5), ops.Back(40), ops.Ask(2), ops.RollDice(DICE, 6), ops.DrawOne(WINNERS, 40, 6, "player"), ops.Over(),
]  # fmt: skip
PICK = ops.PickOp(
    3, 40, DICE, None, False, ops.ONE, None, ops.Bin(">", V4, ops.Const(2)), 4, "die", "die", False, NOWHERE
)
MUST = ops.MustOp(ops.Bin(">", V3, ops.Const(2)), 1, 1, NOWHERE)
HOLD = ops.AlternativeOp("hold", (PICK,), (MUST,), (), 7)
CHOICE = ops.Decision(0, ops.Single(ACTOR), (HOLD,), -1, False, False, -1, -1, "turn", (), NOWHERE)


@pytest.fixture
def printer() -> Printer:
    program = ops.Program(players=4, cells=60, texts=["The wind turns.", "Take a larger one."], variables=4)
    program.reg = ops.Registers(skill=20, turns_of_player=24, score_of_player=28, order_of_leaving=32, showing=36)
    program.blocks.append(ops.Block(0, [ops.StoreVar(3, ops.Const(7))]))
    return Printer(program)


def quoted(record: Any) -> str:
    return " ".join((type(record).__doc__ or "").split())


@pytest.mark.parametrize("op", EXPRESSIONS, ids=lambda op: type(op).__name__)
def test_an_operation_says_how_it_is_printed(op: ops.Op, printer: Printer) -> None:
    assert f"`{printer.op(op)}`" in quoted(op)


@pytest.mark.parametrize("loop", LOOPS)
def test_a_loop_says_how_it_is_printed(loop: ops.Loop, printer: Printer) -> None:
    printed = printer.op(ops.Fold("sum", (loop,), None, V1)).removeprefix("sum(v1 for ").removesuffix(")")
    assert f"`{printed}`" in quoted(loop)


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda statement: type(statement).__name__)
def test_a_statement_says_how_it_is_printed(statement: ops.Stmt, printer: Printer) -> None:
    printer.program.blocks.append(ops.Block(1, [statement]))
    line = next(line for line in printer.lines() if "block 1" in line)
    lines = list(printer.lines())
    assert f"`{lines[lines.index(line) + 1].strip()}`" in quoted(statement)


@pytest.mark.parametrize("end", ENDS, ids=lambda end: type(end).__name__)
def test_an_end_says_how_it_is_printed(end: ops.End, printer: Printer) -> None:
    printer.program.decisions += [CHOICE] * 3
    printer.program.blocks.append(ops.Block(1, [], end))
    lines = list(printer.lines())
    assert f"`{lines[lines.index('block 1') + 1].strip()}`" in quoted(end)


def test_a_decision_says_how_it_is_printed(printer: Printer) -> None:
    printer.program.decisions.append(CHOICE)
    printer.program.blocks.append(ops.Block(1, [], ops.Ask(0)))
    lines = list(printer.lines())
    behind = [line.strip() for line in lines[lines.index("  ask decision 0") + 1 :]]
    for record, line in zip((CHOICE, HOLD, PICK, MUST), behind, strict=True):
        assert f"`{line}`" in quoted(record)


def test_all_are_here() -> None:
    shown = {type(record) for record in (*EXPRESSIONS, *STATEMENTS, *ENDS)}
    assert shown == {*ops.Op.__args__, *ops.Stmt.__args__, *ops.End.__args__}
