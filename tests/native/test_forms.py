"""Operations of one form are worked out once: whatever their loops call what they bind, and wherever a condition has told them first."""

import pytest

pytest.importorskip("llvmlite")

from dicedsl.interpreter.engines.native.native import Native
from dicedsl.interpreter.engines.native.values.forms import OperationForms
from dicedsl.interpreter.engines.stepping.stepping import Stepping
from dicedsl.interpreter.game import load
from dicedsl.program import ops
from dicedsl.program.ops import Bin, Call, Const, Count, Fold, Loop, Single, Var

GAME = """
game "Leaders"
players 3

material:
    stock of each player: 6 dice
    each player has total = 0
    each player has mark = 0

words:
    weight of player p is count of (stock of p where number of it is at least 3)
    leader is first of (players with highest weight of it)
    share:
        weight of leader is 3 | weight of left of leader
        weight of leader is 2 | 7
        otherwise             | weight of leader + weight of left of leader
    player p is heavy when weight of p is more than 3
    echo of player p:
        p is heavy | count of (players where it is heavy)
        otherwise  | count of (players where it is heavy and p is heavy) + weight of p

turn:
    roll your stock
    choose:
        "take": add share to your total
        "mark" one of players as p: set mark of p to echo of p

cap 6 rounds: highest total wins
"""


def those(var: int, among: ops.Op, limit: int = 3, weight: int = 0) -> ops.Op:
    condition = Bin("<", Var(var), Const(limit))
    return Count(Fold("union", (Loop(var, among, weight=weight),), condition, Single(Var(var))))


def test_names_of_what_loops_bind_do_not_matter() -> None:
    forms = OperationForms(ops.Program())
    assert forms.of(those(1, Const(7))) == forms.of(those(2, Const(7)))
    assert forms.of(those(1, Var(8))) == forms.of(those(2, Var(8)))
    assert forms.of(those(1, Var(8))) != forms.of(those(1, Var(9)))
    assert forms.of(those(1, Const(7))) != forms.of(those(1, Const(7), limit=2))


def test_work_is_found_in_words_too() -> None:
    program = ops.Program()
    program.functions += [ops.Function((), those(1, Const(7), weight=2), "some"), ops.Function((), Const(1), "few")]
    forms = OperationForms(program)
    assert forms.is_counted(those(1, Const(7), weight=2))
    assert not forms.is_counted(those(1, Const(7)))
    assert forms.is_counted(Call(0, ()))
    assert not forms.is_counted(Call(1, ()))


def test_what_a_condition_has_told_is_the_same_behind_it() -> None:
    program = load(GAME).table(starter=0).program
    assert Native(program).playouts(None, 3, 0, 400) == Stepping(program).playouts(None, 3, 0, 400)
