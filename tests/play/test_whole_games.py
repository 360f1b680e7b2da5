"""A whole game of every shipped rulebook through a pipe: one person who takes what comes first, and bots."""

import pytest

from dicedsl.interpreter.play.menu import known_games
from tests.play.people import Person, played, session_of

LONG = 60  # minutes, by which a game is left to long runs
NAMES = [pytest.param(game.name, marks=[pytest.mark.soak] * (game.minutes > LONG)) for game in known_games()]


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_ends(name: str) -> None:
    session = session_of(name)
    code, text = played(session, Person(session))

    assert code == 0, text[-2000:]
    assert session.result is not None
    assert "is over: " in text
    assert "\x1b" not in text
