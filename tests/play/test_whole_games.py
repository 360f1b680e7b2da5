"""A whole game of every shipped rulebook through a pipe: one person who takes what comes first, and bots."""

import pytest

from dicedsl.interpreter.game import Game
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.terminal.menu import known_games
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


@pytest.mark.parametrize("people", [["you", "random"], ["Anna", "Ben"]])
def test_each_game_of_a_match_ends_with_its_table(people: list[str]) -> None:
    table = Game.named("pig").table(2, {"goal": 10, "games needed": 3}, starter=0, libraries=("series",))
    session = Session(table, people, 5)
    code, text = played(session, Person(session, seed=2))

    assert code == 0, text[-2000:]
    last = session.state.cells[table.reg.game]
    assert last > 2
    for number in range(1, last):
        _, _, after = text.partition(f"the end of game {number} ")
        ended, begins, _ = after.partition(f"Game {number + 1} begins.")
        assert begins
        assert ended.count("score ") == 4  # on the table, and in the list of who came where
        assert "The game is over: " in ended
        assert "Why: The goal is reached." in ended
    assert f"the end of game {last} " not in text
    assert text.count("The match is over") == 1
