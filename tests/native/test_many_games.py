"""Many games in one call: each begins as the first one did, with all the memory there is."""

from dicedsl.interpreter.engines.native.native import Native
from dicedsl.interpreter.game import Game


def test_lists_of_one_game_take_no_room_from_the_next() -> None:
    engine = Native(Game.named("02-dune").program())

    assert engine.playouts(None, 1, 0, 8_000).games == 8_000
