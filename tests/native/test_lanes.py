"""Games that are played side by side, in lanes: each is the same game as by itself, however it ends."""

from __future__ import annotations

import re
from typing import Any

import llvmlite.binding as llvm
import pytest

from dicedsl.errors import Fault
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Cells
from dicedsl.interpreter.engines.native.calling import BATCH
from dicedsl.interpreter.engines.native.compiling import product_making
from dicedsl.interpreter.engines.native.compiling.machine import optimised
from dicedsl.interpreter.engines.native.lanes import lanes as lanes_module
from dicedsl.interpreter.engines.native.lanes.lanes import MOST_VALUES, WIDTH, lanes_of
from dicedsl.interpreter.engines.native.native import Native
from dicedsl.interpreter.engines.native.statements.program_function import ProgramFunction
from dicedsl.interpreter.engines.native.statements.tallying import LEAST_GAMES
from dicedsl.interpreter.engines.native.values.code import Code
from dicedsl.interpreter.game import Game
from dicedsl.program import ops
from tests.program.programs import seeded_program

IN_LANES = [("craps", (), 1), ("pig", (), 2), ("pig", (), 3), ("pig", ("Two dice",), 2)]
COUNTS = [LEAST_GAMES, LEAST_GAMES + 1, 3 * WIDTH + 5, BATCH, 2 * BATCH + LEAST_GAMES + 7]


def both(program: ops.Program, width: int, monkeypatch: pytest.MonkeyPatch) -> tuple[Native, Native, bool]:
    """The program with lanes and without, and whether there are any."""
    made = []

    def noted(play: ProgramFunction, asked: int, optimised: Any) -> Any:
        made.append(lanes_of(play, width, optimised))
        return made[-1]

    with monkeypatch.context() as patch:
        patch.setattr(product_making, "lanes_of", noted)
        side_by_side = Native(program, product_making.make_product)
        patch.setattr(product_making, "lanes_of", lambda *asked: None)
        one_by_one = Native(program, product_making.make_product)
    return side_by_side, one_by_one, any(made)


def outcome(engine: Native, count: int, limit: int) -> Any:
    """What games come to, or the fault that ends them."""
    try:
        return engine.playouts(None, 7, 3, count, limit)
    except Fault as fault:
        problem = fault.problems[0]
        return problem.code, problem.message, problem.span


def in_the_middle(engine: Native, program: ops.Program, steps: int) -> Cells:
    """A position that a game comes to."""
    cells, chance = engine.start(), Chance(5)
    for _ in range(steps):
        seats = [seat for seat in range(program.players) if engine.moves(cells, seat)]
        if seats:
            moves = engine.moves(cells, seats[0])
            cells = engine.answer(cells, seats[0], moves[chance.below(len(moves))])
        else:
            cells = engine.fall(cells, engine.draw(cells, chance))
    return cells


@pytest.mark.parametrize(("name", "variants", "players"), IN_LANES)
def test_games_are_the_same_as_one_by_one(
    name: str, variants: tuple[str, ...], players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = Game.named(name).program(players, variants=variants)
    side_by_side, one_by_one, there = both(program, WIDTH, monkeypatch)
    assert there
    for count in COUNTS:
        assert side_by_side.playouts(None, 11, 3, count) == one_by_one.playouts(None, 11, 3, count)
    for steps in (1, 2, 3, 4):
        cells = in_the_middle(one_by_one, program, steps)
        assert side_by_side.playouts(cells, 7, 0, 200) == one_by_one.playouts(cells, 7, 0, 200)


def test_several_matches_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Game.named("pig").program(2, {"goal": 20, "games needed": 2}, libraries=("series",))
    side_by_side, one_by_one, there = both(program, WIDTH, monkeypatch)

    assert there
    tally = side_by_side.playouts(None, 1, 0, 500)
    assert tally == one_by_one.playouts(None, 1, 0, 500)
    assert max(tally.matches) > 1


@pytest.mark.parametrize("limit", [1, 60, 182])
def test_the_limit_of_steps_is_the_same(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    side_by_side, one_by_one, _ = both(Game.named("pig").program(), WIDTH, monkeypatch)

    found = outcome(side_by_side, 400, limit)
    assert found == outcome(one_by_one, 400, limit)
    assert isinstance(found, tuple)


def test_generated_programs_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    known = faults = 0
    for program in map(seeded_program, range(60)):
        play = product_making.play_function(ProgramFunction(Code(program)))
        if play.results is None or lanes_of(play, WIDTH, optimised) is None:
            continue
        side_by_side, one_by_one, _ = both(program, WIDTH, monkeypatch)
        known += 1
        for count, limit in ((LEAST_GAMES, 500), (2 * WIDTH + 3, 7), (150, 500), (LEAST_GAMES, 3), (LEAST_GAMES, 1)):
            found = outcome(side_by_side, count, limit)
            assert found == outcome(one_by_one, count, limit)
            faults += isinstance(found, tuple)
    assert known > 3
    assert faults > 3


def test_a_few_games_are_played_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    side_by_side, one_by_one, _ = both(Game.named("craps").program(), WIDTH, monkeypatch)

    for count in (0, 1, LEAST_GAMES - 1):
        assert side_by_side.playouts(None, 1, 0, count) == one_by_one.playouts(None, 1, 0, count)


@pytest.mark.parametrize("name", ["liars-dice", "47-wolf", "lonely-peak", "turned-over"])
def test_what_lanes_do_not_know_is_played_one_by_one(name: str) -> None:
    play = product_making.play_function(ProgramFunction(_code(name)))

    assert lanes_of(play, WIDTH, optimised) is None


def test_a_program_without_lanes_where_the_processor_is_not_made_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(llvm, "get_host_cpu_features", lambda: {"avx2": True})

    assert lanes_module.lane_width() == 0
    assert lanes_of(product_making.play_function(ProgramFunction(_code("pig"))), 0, optimised) is None


def test_code_that_is_written_otherwise_than_expected_is_played_one_by_one() -> None:
    play = product_making.play_function(ProgramFunction(_code("pig")))

    class Foreign:
        """A module in whose text the blocks have other labels than those that lead to them."""

        def __init__(self, module: Any) -> None:
            self.text, self.play = str(module), str(module.get_function("play"))

        def __str__(self) -> str:
            return self.text

        def get_function(self, name: str) -> str:
            return re.sub(r"^(b\d+\S*):", r"\1x:", self.play, flags=re.MULTILINE)

    assert lanes_of(play, WIDTH, optimised) is not None
    assert lanes_of(play, WIDTH, lambda text, passes: Foreign(optimised(text, passes))) is None


def test_a_large_program_is_played_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    play = product_making.play_function(ProgramFunction(_code("pig")))
    assert lanes_of(play, WIDTH, optimised)

    monkeypatch.setattr(lanes_module, "MOST_VALUES", MOST_VALUES // 20)

    assert lanes_of(play, WIDTH, optimised) is None


def test_tables_that_fill_up_lose_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Game.named("pig").program(2, {"goal": 1000})
    side_by_side, one_by_one, _ = both(program, WIDTH, monkeypatch)
    tally = side_by_side.playouts(None, 1, 0, 30_000)

    assert tally == one_by_one.playouts(None, 1, 0, 30_000)
    assert tally.games == tally.actions.total() == tally.turns.total() == 30_000


def _code(name: str) -> Code:
    return Code(Game.named(name).program())
