"""Reports by lot are drawn natively as everywhere: the same answers, from as many bytes of the same source."""

from collections.abc import Callable
from math import comb, prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.native.runtime import answers
from dicedsl.interpreter.engines.stepping.stepping import Stepping
from dicedsl.interpreter.game import load
from dicedsl.program import ops
from dicedsl.program.sets import LARGEST_PICKED_SET, MOST_LISTED_ANSWERS

engines = pytest.importorskip("dicedsl.interpreter.engines.native.native")
Kernels = Callable[..., Any]

# One attempt for each way in which something is drawn; all of them in one game.
ATTEMPTS = {
    "weights": '"a"\n"b"\n"c"\n"d"\nodds:\n    "a": 50\n    "b": 30\n    "c": 0 - 4',
    "closed": '"a":\n    must tally is 3: "Not now."\n"b" one of floor as d\n"c"\nodds:\n    "a": 1000\n    "b": 1000',
    "members by weight": '"fall" one of cup as d\nodds:\n    "fall": 1, d by index of it * 2 - 3',
    "numbers": '"go" one of 1 to 3 as n, one of 1 to n as m\nodds:\n    "go": 1, n by it, m by n + it',
    "members put aside": '"go" one of 1 to 600 as n:\n    must n mod 7 is 0: "Only sevens."\n    must n is less than 50: "Too many."',
    "a long row": '"go" one of 1 to 5000 as n:\n    must n mod 3 is 0: "Only threes."',
    "a long row, hardly": '"go" one of 1 to 5000 as n:\n    must n is 77: "Only that."\n"no"',
    "sets": '"fall" 2 to 3 of cup as hit\nodds:\n    "fall": 1, hit each 10 * index of it percent',
    "alike": '"fall" some of cup as hit, any of cup - hit as more\nodds:\n    "fall": 1, hit each 3 percent',
    "plain sets": '"fall" 1 to 3 of pile as hit, one of pile - hit as last\n"one" one of pile as d',
    "rare": '"fall" any of cup as hit:\n    must count of hit is 5: "Five."\nodds:\n    "fall": 1, hit each index of it percent',
    "rare plain": '"fall" any of pile as hit:\n    must count of hit is at least 7: "More."\nodds:\n    "fall": 1, hit each 9 percent',
    "rare with a plain one": '"fall" one of pile as d, any of cup as hit:\n    must count of hit is 6: "All."\nodds:\n    "fall": 1, d by 2, hit each 4 percent',
    "rare with a number": '"go" one of 1 to 9 as n, any of cup as hit:\n    must n is 9 and count of hit is 6: "All."\nodds:\n    "go": 1, n by 10 - it, hit each 2 percent',
    "smaller": '"fall" any of heap as hit:\n    must count of hit is at most 1: "One at most."\n"off"\nodds:\n    "fall": 1\n    "off": 0',
    "smaller and smaller": '"fall" any of heap as hit:\n    must count of hit is at most 9: "Nine."\nodds:\n    "fall": 1, hit each 90 percent',
    "too many to list": '"fall" 2 of heap as hit:\n    must first of hit is first of heap: "First."\n"off"\nodds:\n    "off": 0',
    "excluded": '"a" one of floor as d\n"b"\n"c" 2 of cup as e\nodds:\n    "a": 1\n    "b": 0\n    "c": 0, e each 0 percent',
    "a whole set": '"land" one of (groups of 2 in squares linked by neighbours) where (1,1) is not in it as g:\n    must count of (g where row of it is 1) is 1: "Half."',
    "led to by few": '"take" any of cup as hit:\n    must leave count of floor is 0: "None stays."\n    move hit to floor\nodds:\n    "take": 1, hit each 99 percent',
    "led to": '"take" some of cup as hit:\n    must leave count of cup is 3: "Three stay."\n    move hit to floor\n"none":\n    must leave tally is 1: "Never."',
}  # fmt: skip
GAME = """\
game "Attempts"
players 2
material:
    cup: 6 numbered dice
    pile: 8 dice
    heap: 60 numbered dice
    floor: no dice
    board squares: grid 4 by 4
    the game has tally = 0
turn:
{}
cap 3 turns: nobody wins
"""
DRAWN = 12


def indented(lines: str) -> str:
    return "\n".join(f"        {line}" for line in lines.split("\n"))


def test_every_way_to_draw() -> None:
    steps = "\n".join(f'    attempt "{name}":\n{indented(lines)}' for name, lines in ATTEMPTS.items())
    program = load(GAME.format(steps)).table(starter=0).program
    stepping, engine = Stepping(program), engines.Native(program)
    cells = stepping.start()
    seen: list[str] = []
    while len(seen) < len(ATTEMPTS):
        end = program.blocks[cells[program.reg.pc]].end
        assert isinstance(end, ops.Ask)
        name = program.decisions[end.decision].label
        for seed in range(DRAWN):
            here, there = Chance(seed), Chance(seed)
            answer = stepping.report(list(cells), here)
            assert engine.report(cells, there) == answer, name
            assert here.words() == there.words(), name
        seen.append(name)
        after = stepping.answer(cells, 0, answer)
        assert engine.answer(cells, 0, answer) == after, name
        cells = after
    assert seen == list(ATTEMPTS)


@settings(deadline=None)
@given(st.integers(0, 20), st.integers(0, 20), st.integers(-3, 25))
def test_how_many_sets_there_are(native: Kernels, many: int, low: int, high: int) -> None:
    high = min(high, many)
    expected = sum(comb(many, size) for size in range(low, high + 1))
    found = native(answers.sets_of, many, low, high)

    assert found == expected if many <= LARGEST_PICKED_SET else found > MOST_LISTED_ANSWERS


@settings(deadline=None)
@given(st.lists(st.integers(0, 5), max_size=7), st.integers(0, 12), st.integers(-2, 12))
def test_how_many_sets_of_equal_ones_there_are(native: Kernels, sizes: list[int], low: int, high: int) -> None:
    ways = [1]
    for size in sizes:
        ways = [sum(ways[max(0, i - size) : i + 1]) for i in range(len(ways) + size)]
    found = native(answers.alike_sets_of, list(sizes), len(sizes), low, high, [9] * (sum(sizes) + 1))

    fits = prod(size + 1 for size in sizes) <= MOST_LISTED_ANSWERS
    assert found == sum(ways[low : max(low, high + 1)]) if fits else found > MOST_LISTED_ANSWERS
