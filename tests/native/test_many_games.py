"""Many games in one call: each begins as the first one did, with all the memory there is."""

import pytest

from dicedsl.interpreter.engines.native.compiling import product_making
from dicedsl.interpreter.engines.native.native import Native
from dicedsl.interpreter.engines.native.statements.program_function import ProgramFunction
from dicedsl.interpreter.engines.native.values.code import Code
from dicedsl.interpreter.game import Game


def test_lists_of_one_game_take_no_room_from_the_next() -> None:
    engine = Native(Game.named("02-dune").program())

    assert engine.playouts(None, 1, 0, 8_000).games == 8_000


@pytest.mark.parametrize("name", ["pig", "liars-dice", "grand-poobah", "47-wolf"])
def test_whole_games_are_the_same_by_a_function_of_their_own(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = Game.named(name).program()
    run = ProgramFunction(Code(program))
    assert product_making.play_function(run) is not run
    alone = Native(program, product_making.make_product).playouts(None, 5, 0, 400)

    monkeypatch.setattr(product_making, "play_function", lambda run: run)

    assert Native(program, product_making.make_product).playouts(None, 5, 0, 400) == alone


@pytest.mark.parametrize("name", ["farkle", "46-reducto", "07-flickers"])
def test_other_whole_games_are_played_by_what_takes_steps_too(name: str) -> None:
    run = ProgramFunction(Code(Game.named(name).program()))

    assert product_making.play_function(run) is run
