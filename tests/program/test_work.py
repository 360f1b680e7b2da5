"""How much is counted: both engines stop where the definition does, and native code never earlier, with any limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from operator import methodcaller
from typing import Any

import pytest

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.stepping import work_helpers, writer
from dicedsl.interpreter.engines.stepping.stepping import Stepping
from dicedsl.interpreter.game import load
from dicedsl.program import ops
from dicedsl.program.evaluator import expressions
from dicedsl.program.evaluator.expressions import members_or_fault
from dicedsl.program.sets import MOST_LOOP_STEPS
from tests.program.engines import Answer, Cells, definition
from tests.program.lockstep import outcome

native = pytest.importorskip("dicedsl.interpreter.engines.native.native")
from dicedsl.interpreter.engines.native.compiling import product_making  # noqa: E402
from dicedsl.interpreter.engines.native.values import loops  # noqa: E402

LIMITS = (100, 1_000, 50_000)
TOO_LONG = "F507"

# Picks of every kind, with and without conditions, alone and one in another; each choice in a turn of its own.
CHOICES = {
    "one of many": '"a" one of heap as d',
    "one that fits": '"a" one of heap where index of it mod 3 is 0 as d',
    "number": '"a" one of 1 to 90 as n',
    "number that fits": '"a" one of 1 to 90 where it mod 7 is 0 as n',
    "short number": '"a" one of 1 to 9 as n',
    "number in number": '"a" one of 1 to 30 as n, one of 1 to n as m',
    "short in long": '"a" one of 1 to 50 as n, one of 1 to 3 as m:\n    must n mod 5 is m: "No."',
    "sum in it": '"a" one of heap as d:\n    must sum of (x for each x in 1 to 40) is more than number of d: "No."',
    "part of a set in it": '"a" one of heap as d:\n    must count of (heap where it is not in floor and index of it mod 3 is 0 and number of it is at most 5) is more than number of d: "No."',
    "sets": '"a" some of cup as s',
    "small sets": '"a" 2 of wide as s',
    "sets that fit": '"a" 1 to 2 of (wide where index of it is at least 2) as s',
    "plain": '"a" one of pile as d',
    "plain sets": '"a" 2 to 3 of pile as s',
    "set in set": '"a" 1 of cup as s, 1 of cup - s as t',
    "groups": '"a" one of (groups of 2 in squares linked by neighbours) as g',
    "groups that fit": '"a" one of (groups of 2 in squares linked by neighbours) where (1,1) is in it as g',
    "place": '"a" one of squares as p, one of neighbours of p as q',
    "several": '"a" one of heap as d\n"b" some of cup as s\n"c" one of 1 to 70 as n',
    "far in vain": '"a" one of heap as d, one of 1 to 20 as n:\n    must n is 21: "No."\n"b"',
}
# The same, reported by lot: members are weighed, refused ones put aside, and what is rare is drawn from a list.
ATTEMPTS = {
    **{f"report {name}": picks for name, picks in CHOICES.items()},
    "weighed": '"a" one of heap as d\n"b"\nodds:\n    "a": 9, d by sum of (x for each x in 1 to index of it)',
    "weighed outcomes": '"a"\n"b"\nodds:\n    "a": sum of (x mod 2 for each x in 1 to 80)\n    "b": 1',
    "each by chance": '"a" any of cup as s\nodds:\n    "a": 1, s each 10 * index of it percent',
    "rare": '"a" any of cup as s:\n    must count of s is 5: "Five."\nodds:\n    "a": 1, s each 3 percent',
    "rare number": '"a" one of 1 to 200 as n, any of cup as s:\n    must n is 7: "Seven."\n    must count of s is 5: "All."',
    "rare plain": '"a" any of pile as s:\n    must count of s is 7: "Seven."\nodds:\n    "a": 1, s each 9 percent',
    "smaller": '"a" any of heap as s:\n    must count of s is at most 1: "One."\n"off"\nodds:\n    "off": 0',
    "long row": '"a" one of 1 to 5000 as n:\n    must n mod 3 is 0: "Threes."',
}
GAME = """\
game "Work"
players 2
material:
    cup: 5 numbered dice
    wide: 12 numbered dice
    pile: 8 dice
    heap: 60 numbered dice
    floor: no dice
    board squares: grid 4 by 4
    the game has tally = 0
turn:
{}
cap 3 turns: nobody wins
"""
NOTHING = """\
    repeat 5 times:
        choose:
            "take" one of heap as d, one of 1 to 20 as n:
                must n is more than 20: "No."
            "see" some of cup as s:
                must count of s is 9: "No."
            if nothing fits: add 1 to tally
    choose:
        "on"
"""


def indented(lines: str) -> str:
    return "\n".join(f"        {line}" for line in lines.split("\n"))


def program_of(steps: str) -> ops.Program:
    return load(GAME.format(steps)).table(starter=0).program


@contextmanager
def at_most(work: int) -> Iterator[Callable[[ops.Program], Any]]:
    """With another limit, in the definition and in engines that are made meanwhile; what makes native ones, which keeps nothing."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (expressions, work_helpers, writer, loops):
            patch.setattr(module, "MOST_LOOP_STEPS", work)
        yield partial(native.Native, make=product_making.make_product)


class Compared:
    """Asks the definition and both engines, which have the same limit."""

    def __init__(self, program: ops.Program, made: Callable[[ops.Program], Any], free: Any) -> None:
        self.definition, self.stepping, self.native = definition(program), Stepping(program), made(program)
        self.free = free  # without a limit
        self.stopped = self.native_stopped = self.asked = 0

    def ask(self, what: str, ask: Callable[[Any], Any]) -> None:
        expected, stepped, found = (_told(e, ask) for e in (self.definition, self.stepping, self.native))
        assert stepped == expected, f"{what}: stepping {stepped}, not {expected}"
        self.asked += 1
        too_long = expected[:1] == [TOO_LONG]
        self.stopped += too_long
        self.native_stopped += found[:1] == [TOO_LONG]
        # Native code may do in one step what the definition goes through.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(work_helpers, "MOST_LOOP_STEPS", MOST_LOOP_STEPS)
            allowed = [expected, _told(self.free, ask)] if too_long else [expected]
        assert found in allowed, f"{what}: native {found}, not {expected}"


def _told(engine: Any, ask: Callable[[Any], Any]) -> list[Any]:
    return list(outcome(lambda: ask(engine)))


def positions(program: ops.Program, count: int) -> list[tuple[str, Cells, bool, Answer]]:
    """The decisions of a turn in their order, each with an answer."""
    engine, chance = Stepping(program), Chance(2)
    cells = engine.start()
    found: list[tuple[str, Cells, bool, Answer]] = []
    while len(found) < count:
        end = program.blocks[cells[program.reg.pc]].end
        assert isinstance(end, ops.Ask)
        decision = program.decisions[end.decision]
        seat = members_or_fault(cells[program.reg.asked])[0]
        answer = engine.report(list(cells), chance) if decision.reported else engine.moves(cells, seat)[0]
        found.append((decision.label, cells, decision.reported, answer))
        cells = engine.answer(cells, seat, answer)
    return found


@pytest.mark.parametrize("limit", LIMITS)
def test_choices_count_alike(limit: int) -> None:
    steps = "\n".join(f"    choose:\n{indented(lines)}" for lines in CHOICES.values())
    compared = asked_at(limit, program_of(steps), list(CHOICES))

    assert 0 < compared.native_stopped <= compared.stopped < compared.asked or limit == LIMITS[-1]


@pytest.mark.parametrize("limit", LIMITS)
def test_reports_count_alike(limit: int) -> None:
    steps = "\n".join(f'    attempt "{name}":\n{indented(lines)}' for name, lines in ATTEMPTS.items())
    compared = asked_at(limit, program_of(steps), list(ATTEMPTS))

    assert 0 < compared.native_stopped <= compared.stopped < compared.asked


def asked_at(limit: int, program: ops.Program, names: list[str]) -> Compared:
    rows = positions(program, len(names))
    free = Stepping(program)
    with at_most(limit) as made:
        compared = Compared(program, made, free)
        for name, (_, cells, reported, answer) in zip(names, rows, strict=True):
            if reported:
                for seed in range(3):
                    compared.ask(name, partial(_report, list(cells), seed))
            else:
                compared.ask(name, methodcaller("moves", cells, 0))
            compared.ask(f"after {name}", methodcaller("answer", cells, 0, answer))
    return compared


def _report(cells: list[int], seed: int, engine: Any) -> Any:
    return engine.report(cells, Chance(seed))


@pytest.mark.parametrize("limit", LIMITS)
def test_choices_that_offer_nothing_count_alike(limit: int) -> None:
    program = program_of(NOTHING)
    free = Stepping(program)
    with at_most(limit) as made:
        compared = Compared(program, made, free)
        compared.ask("start", lambda e: e.start())
        compared.ask("game", lambda e: e.play(None, Chance(1)))
    assert compared.stopped == (2 if limit < LIMITS[-1] else 0)


ONLY_PICKS = """\
game "Only picks"
players 1
turn:
    choose:
        "a" one of 1 to 90 as n
cap 40 turns: nobody wins
"""


def test_each_choice_is_counted_by_itself() -> None:
    program = load(ONLY_PICKS).table(starter=0).program
    with at_most(300) as made:
        compared = Compared(program, made, Stepping(program))
        compared.ask("game", lambda e: e.play(None, Chance(1)))
        tallies = [engine.playouts(None, 1, 0, 5) for engine in (compared.stepping, compared.native)]

    assert compared.stopped == 0
    assert tallies[0] == tallies[1]
