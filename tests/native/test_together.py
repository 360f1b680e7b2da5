"""Folds over all members together come to what they come to one by one."""

from typing import Any

import pytest

pytest.importorskip("llvmlite")

from dicedsl.interpreter.engines.native.compiling.product_making import make_product
from dicedsl.interpreter.engines.native.values import together
from dicedsl.interpreter.game import load
from dicedsl.program import ops
from tests.native.lockstep import compared

GAME = """
game "Rims"
players 2

material:
    board field: (a, b) from 0 to 6 where a + b is at most 9
    stock of each player: 30 dice
    each player has total = 0

words:
    kind way, ways: up, across, slanting
    stride of way w:
        by w      | up             | across         | slanting
        otherwise | step of (1, 0) | step of (0, 1) | step of (1, 1)
    free ways of place s are (ways where not s + stride of it is taken)

turn:
    choose:
        "low" one of (empty field with lowest a of it + b of it) as s: move one of your stock to s
        "deep" one of (empty field with highest (a of it) * (6 - a of it)) as s: move one of your stock to s
    set your total to sum of (count of free ways of q for each q in field where owner of q is you)

cap 12 rounds: highest total wins
"""


def program() -> ops.Program:
    return load(GAME).table(starter=0).program


def test_nobody_goes_from_one_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[str] = set()
    folded = together.folded

    def watched(at: Any, op: ops.Fold) -> Any:
        found = folded(at, op)
        if found is not None:
            seen.add(op.kind)
        return found

    monkeypatch.setattr(together, "folded", watched)
    make_product(program())
    assert seen == {"best_min", "best_max", "sum"}


def test_it_comes_to_the_same() -> None:
    assert compared(program(), range(6), most=100) > 100
