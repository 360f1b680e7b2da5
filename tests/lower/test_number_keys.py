"""Memory that is kept by numbers: every number has its own cell, and one beyond has none, to read as to write, in every engine."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from tests.lower.test_keys import Lists
from tests.native.lockstep import compared

from dicedsl.check_door import check
from dicedsl.errors import Fault
from dicedsl.interpreter.engines.stepping.stepping import Stepping
from dicedsl.interpreter.game import Game, load
from dicedsl.interpreter.table.game_table import table_of
from dicedsl.interpreter.table.view import view
from dicedsl.lower.indexing import index_of
from dicedsl.program import ops
from dicedsl.program.fixed_evaluation import FixedEvaluator
from dicedsl.text.source import Source

native = pytest.importorskip("dicedsl.interpreter.engines.native.native")

RULES = """game "Numbers"
players 3
to keep track:
    the game has before, at first 7
    {scope} has a count by {low} to {high}, at first 0
    the game has after, at first 8
    the game has a result, at first 9
turn:
    choose:
        "set" one of -4 to 12 as place: set {whose}count at place to 5
        "add" one of -4 to 12 as place: add 1 to {whose}count at (place + 1 - 1)
        "read" one of -4 to 12 as place: set result to {whose}count at place
        "none": set {whose}count at result to 5
simulation:
    break off after 30 turns: nobody wins
"""


@pytest.mark.parametrize("way", ["constant", "variable", "worked out"])
def test_a_number_beyond_has_no_index(way: str) -> None:
    program, sizes = ops.Program(), (3, 4)
    for first, number in product(range(-1, 3), range(-6, 12)):
        key: ops.Op = ops.Const(number) if way == "constant" else ops.Var(1)
        if way == "worked out":
            key = ops.Bin("-", ops.Bin("+", key, ops.ONE), ops.ONE)
        op = index_of(Lists(program), [ops.Var(0), key], sizes, any_number=True)
        index = FixedEvaluator(program)(op, {0: first, 1: number})
        if first >= 0 and 0 <= number < 4:
            assert index == first * 4 + number
        else:
            assert not 0 <= index < 12


@pytest.mark.parametrize(("scope", "whose"), [("the game", ""), ("each player", "your ")])
@pytest.mark.parametrize(("low", "high"), [(0, 5), (2, 9), (-2, 2), (3, 3)])
def test_a_step_writes_its_own_cell_or_none(scope: str, whose: str, low: int, high: int) -> None:
    state = load(RULES.format(scope=scope, whose=whose, low=low, high=high)).start(starter=2)
    program = table_of(state).program
    slots = {slot.name: slot for slot in program.slots}
    base = slots["count"].base + (2 * (high - low + 1) if whose else 0)
    for engine in (Stepping(program), native.Native(program)):
        cells = state.cells
        answers = list(engine.moves(state.cells, 2))
        for answer, (what, number) in zip(answers, product(("set", "add", "read"), range(-4, 13)), strict=False):
            if what != "read" and not low <= number <= high:
                with pytest.raises(Fault) as caught:
                    engine.answer(cells, 2, answer)
                (told,) = caught.value.problems
                assert (told.code, told.message) == ("F503", f'"count" is kept for {low} to {high} only')
                assert told.span.text.startswith(f"{whose}count at")
                continue
            after = engine.answer(cells, 2, answer)
            memory = [s for s in program.slots if s.name in {"before", "count", "after"}]
            changed = {at for s in memory for at in range(s.base, s.base + s.size) if after[at] != cells[at]}
            assert changed == (set() if what == "read" else {base + number - low})
            if what == "read":
                result = FixedEvaluator(program)(ops.Const(after[slots["result"].base]), {})
                assert (result == 0) == (low <= number <= high)


def test_both_engines_play_it_alike() -> None:
    book = Path(__file__).parents[1] / "language" / "by-numbers.dice"
    assert compared(Game.named(str(book)).table(2, starter=0).program, range(12), most=40) > 0


def test_who_looks_at_it_sees_its_numbers() -> None:
    state = load(RULES.format(scope="each player", whose="your ", low=2, high=3)).start(starter=0)
    told = next(m for m in view(table_of(state), state, 0).memory if m.name == "count")
    assert told.keys == ("player", "2 to 3")
    assert [key for key, _ in told.entries][:3] == [("P1", "2"), ("P1", "3"), ("P2", "2")]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("the game has a count by 5 to 1, at first 0", "E348"),
        ("the game has a count by 1 to before, at first 0", "E348"),
        ("the game has a count by 3, at first 0", "E356"),
        ("the game has a count by 0 to 900000, at first 0", "E340"),
    ],
)
def test_numbers_that_are_none_are_told(line: str, code: str) -> None:
    text = RULES.format(scope="the game", whose="", low=1, high=2)
    text = text.replace("the game has a count by 1 to 2, at first 0", line)
    problems = [p for p in check(Source("numbers.dice", text)) if p.is_error]
    assert [p.code for p in problems] == [code]
    assert problems[0].span.line == 5
