"""What is made once for several readers is what each of them would have got alone."""

from __future__ import annotations

import random

import pytest

from dicedsl.interpreter.game import Game
from dicedsl.interpreter.model.model import model_of
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.model.open_choice import OpenChoice
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.view import view

NAMES = ("Ann", "Ben")
SEATS = (0, 1, None)


@pytest.mark.parametrize("name", ["six-by-six", "46-reducto", "liars-dice", "yahtzee"])
def test_each_reader_gets_what_one_alone_would_get(name: str) -> None:
    table = Game.named(name).table(2)
    session = Session(table, NAMES, 5)
    lot = random.Random(1)
    for _ in range(12):
        while not session.need().is_person and session.result is None:
            session.advance()
        if session.result is not None:
            break
        state = session.state
        for seat in SEATS:
            alone = GameTable(table.program)
            same = State(alone, state.cells)
            assert view(table, state, seat) == view(alone, same, seat)
            assert model_of(table, state, seat, NAMES) == model_of(alone, same, seat, NAMES)
        asked = session.need().seat
        asking = OpenChoice(table, state, Reader(asked, NAMES))
        for index in asking.open:
            alone = GameTable(table.program)
            other = OpenChoice(alone, State(alone, state.cells), Reader(asked, NAMES))
            picks = asking.decision.alternatives[index].picks
            assert asking.first(index) == (other.pick(index) if picks else None)
            assert asking.first(index) is asking.first(index)
        session.answer(lot.choice(session.moves()))


def test_where_something_is_hidden_nothing_is_shared() -> None:
    for name, is_open in (("pig", True), ("liars-dice", False)):
        session = Session(Game.named(name).table(2), NAMES, 5)
        while not session.need().is_person:
            session.advance()
        first, second = (view(session.table, session.state, seat) for seat in (0, 1))
        assert (first.zones is second.zones) is is_open
        assert (first.memory is second.memory) is is_open
