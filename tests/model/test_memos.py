"""What is kept for a table goes with it: whoever shows many tables does not keep them all."""

from __future__ import annotations

import gc
from weakref import ref

import pytest

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.model.events import PlayedAction, events_of
from dicedsl.interpreter.model.model import model_of
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.solving.position_worths import worths_of
from dicedsl.interpreter.table.game_table import GameTable

NAMES = ("Ann", "Ben")


@pytest.mark.parametrize("name", ["pig", "liars-dice", "23-rasanto", "six-by-six"])
def test_a_table_that_nobody_needs_any_more_is_gone(name: str) -> None:
    table = Game.named(name).table(players=2)
    shown(table)
    left = ref(table)

    del table
    gc.collect()

    assert left() is None


def shown(table: GameTable) -> None:
    """All that is worked out for a table and kept."""
    state, chance = table.start(), Chance(1)
    for _ in range(6):
        turn = table.turn(state)
        for seat in (0, 1, None):
            model_of(table, state, seat, NAMES)
        if turn.kind == "over":
            break
        action = table.sample(state, chance) if turn.kind == "chance" else table.moves(state, turn.seats[0])[0]
        after = table.apply(state, action)
        events_of(table, PlayedAction(state, action, after, (), 0), Reader(0, NAMES))
        state = after
    worths_of(table)
