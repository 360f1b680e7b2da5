"""Fixed loops as walks through tables: they mean what the loops meant, count no more work, and are made only where they may be."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from dicedsl import kept_files
from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.stepping.stepping import Stepping
from dicedsl.interpreter.game import Game, load
from dicedsl.program import ops, sets
from dicedsl.program.bounds import BoundsAnalysis
from dicedsl.program.evaluator.expressions import Expressions as Definition
from dicedsl.program.value_kinds import SET
from dicedsl.program.walk import parts
from tests.program.lockstep import Lockstep, whole_games
from tests.program.programs import seeded_program

pytest.importorskip("llvmlite")

from dicedsl.interpreter.engines.native.native import Native
from dicedsl.interpreter.engines.native.partial_evaluation import loop_walks
from dicedsl.interpreter.engines.native.partial_evaluation.fixed_loops import unroll_fixed_loops

JUMPING = """\
game "Jumping"
players 2
material:
    pool: 8 dice
    board squares: grid 4 by 4
    the game has bias = 1, from 0 to 3
    the game has seen = 0
words:
{words}
setup:
    roll pool
    move first of pool to (1,1)
    move first of pool to (2,3)
    move first of pool to (4,2)
turn:
    choose:
        "go" one of squares as s:
            set seen to (seen * 3 + count of found of s) mod 997
            set bias to (bias + seen) mod 4
cap 12 turns: nobody wins
"""
WALKS = {
    "arithmetic with the square, and a state that is asked of each row": """\
    found of place p are (q for each q in squares where q is taken
        and some i in 1 to 3 has (row of q * i + column of q) mod 5 is (row of p + i) mod 5)""",
    "two loops and a fixed condition": """\
    found of place p are (q for each q in squares for each i in 1 to 4
        where (row of q + i * column of q) mod 7 is (row of p + 2 * i) mod 7 and q is empty)""",
    "a key that is read from the state": """\
    found of place p are (q for each q in squares for each i in 1 to 4
        where (row of q + (i + bias) * column of q) mod 7 is (row of p + 2 * i) mod 7 and q is empty)""",
    "nothing but keys": """\
    found of place p are (q for each q in squares for each i in 1 to 4
        where (row of q + (i + bias) * column of q) mod 7 is (row of p + 2 * i) mod 7)""",
}
STAYS = {
    "the loop itself depends on the state": """\
    found of place p are (q for each q in taken squares for each r in taken squares
        where (row of q + 3 * column of r) mod 7 is row of p)""",
    "what it depends on has too many values": """\
    found of place p are (q for each q in squares for each i in 1 to 4
        where (row of q * seen + i * column of q * seen) mod 7 is (row of p + 2 * i) mod 7 and q is empty)""",
    "it may fail": """\
    found of place p are (q for each q in squares for each i in 1 to 4
        where (row of q + i * column of q) mod bias is (row of p + 2 * i) mod 7 and q is empty)""",
    "it is done with quickly": """\
    found of place p are (q for each q in squares where q is taken and row of q is row of p)""",
}


def jumping(words: str) -> ops.Program:
    return load(JUMPING.format(words=words)).table(starter=0).program


def states(program: ops.Program, seed: int, most: int) -> Iterator[tuple[int, ...]]:
    """The cells of a game by lot, step by step."""
    engine, chance = Stepping(program), Chance(seed)
    cells = engine.start()
    for _ in range(most):
        end = program.blocks[cells[program.reg.pc]].end
        if isinstance(end, ops.Over):
            return
        if isinstance(end, (ops.RollDice, ops.DrawOne)):
            cells = engine.fall(cells, engine.draw(cells, chance))
        else:
            seat = sets.low(cells[program.reg.asked])
            answers = list(engine.moves(cells, seat))
            cells = engine.answer(cells, seat, answers[chance.below(len(answers))])
        yield cells


def same_words(program: ops.Program, other: ops.Program, games: int = 2, most: int = 25) -> int:
    """All words come to the same in both, and are no more work in the other; how many values were compared that are not 0."""
    analysis, lots, found = BoundsAnalysis(program), Random(1), 0
    for seed in range(games):
        for cells in states(program, seed, most):
            for number, function in enumerate(program.functions):
                changed = other.functions[number]
                if function is None or changed is None or function.body is changed.body:
                    continue
                for _ in range(8):
                    variables = {}
                    for param in function.params:
                        bounds = analysis.variables[param]
                        assert analysis.kinds.variable(param) is not SET
                        variables[param] = lots.randint(bounds.low, bounds.high)
                    before, after = Definition(program), Definition(other)
                    expected = before.value(function.body, cells, variables)
                    assert after.value(changed.body, cells, variables) == expected
                    assert after.work <= before.work
                    found += bool(expected)
    return found


@pytest.mark.parametrize("words", WALKS.values(), ids=WALKS)
def test_walks_come_to_what_the_loops_came_to(words: str) -> None:
    program = jumping(words)
    other = unroll_fixed_loops(program)

    assert len(other.lists) > len(program.lists)
    assert same_words(program, other) > 20
    engine, stepping = Native(program), Stepping(program)
    assert engine.playouts(None, 3, 0, 5) == stepping.playouts(None, 3, 0, 5)


OVER_ANOTHER = """\
    reached of place p are (q for each i in 1 to 4 for each q in squares
        where row of q * 4 + column of q is (row of p * i + column of p * 3) mod 16 + 5 and q is empty)
    found of place p are (q for each q in reached of p where {test})"""


def test_a_loop_over_what_another_finds_is_gone_through_with_it() -> None:
    program = jumping(OVER_ANOTHER.format(test="some r in squares has (r is taken and row of r + column of q is 5)"))
    other = unroll_fixed_loops(program)

    assert same_words(program, other) > 20
    found = next(f.body for f in other.functions if f is not None and f.name == "found")
    assert isinstance(found, ops.Fold)
    assert not any(isinstance(part, (ops.Fold, ops.Call)) for loop in found.loops for part in parts(loop))
    assert Native(program).playouts(None, 3, 0, 5) == Stepping(program).playouts(None, 3, 0, 5)


def test_what_another_finds_twice_is_counted_once() -> None:
    words = OVER_ANOTHER.format(test="row of q is at least 1")
    words += "\n    much of place p is sum of (row of q + bias for each q in reached of p)"
    text = JUMPING.format(words=words).replace("count of found of s", "count of found of s + much of s")
    program = load(text).table(starter=0).program

    same_words(program, unroll_fixed_loops(program))
    assert Native(program).playouts(None, 3, 0, 5) == Stepping(program).playouts(None, 3, 0, 5)


@pytest.mark.parametrize("words", STAYS.values(), ids=STAYS)
def test_other_loops_stay(words: str) -> None:
    program = jumping(words)

    assert any(isinstance(part, ops.Fold) for f in program.functions if f is not None for part in parts(f.body))
    assert unroll_fixed_loops(program) is program


@pytest.mark.parametrize(
    "name", ["14-clever-mole", "46-reducto", "17-vain-guinea-fowl", "38-diebylon", "47-wolf", "49-smuggling"]
)
def test_words_of_rulebooks_come_to_the_same(name: str) -> None:
    game = Game.named(name)
    try:
        program = game.program(2)
    except UsageError:
        program = game.program(3)
    other = unroll_fixed_loops(program)

    assert len(other.lists) > len(program.lists)
    assert same_words(program, other, games=1) > 10


def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever can be solved is, worth it or not; and nothing of that is kept."""
    monkeypatch.setattr(loop_walks, "GAIN", 0)
    monkeypatch.setattr(loop_walks, "SMALL_FOLD", 0)
    monkeypatch.setattr(kept_files, "read_entry", lambda name: None)
    monkeypatch.setattr(kept_files, "write_entry", lambda name, data: None)


def test_generated_programs_mean_the_same_when_they_are_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    eager(monkeypatch)
    changed = steps = 0
    for seed in range(160):
        program = seeded_program(seed)
        other = unroll_fixed_loops(program)
        changed += other is not program
        game = Lockstep(program, Stepping(other))
        game.play(seed)
        whole_games(program, Stepping(other), range(2))
        steps += game.steps
    assert changed > 10
    assert steps > 160


def test_generated_programs_mean_the_same_to_machine_code_when_they_are_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    eager(monkeypatch)
    solvable = [p for p in map(seeded_program, range(40)) if unroll_fixed_loops(p) is not p][:5]
    assert len(solvable) == 5
    for program in solvable:
        engine = Native(program)
        Lockstep(program, engine).play(1)
        whole_games(program, engine, range(2))
