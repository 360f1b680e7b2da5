"""Games are played as before: every state, move list, refusal and word that was said."""

import pytest

from tests.playthroughs.update_playthroughs import GAMES, PLAYTHROUGHS

LARGEST = 60_000


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_game_goes_as_before(name: str) -> None:
    assert PLAYTHROUGHS[name].text() == (GAMES / f"{name}.txt").read_text("utf-8")


def test_every_playthrough_is_compared_and_short() -> None:
    assert {path.stem for path in GAMES.glob("*.txt")} == set(PLAYTHROUGHS)
    assert [path.stem for path in GAMES.glob("*.txt") if path.stat().st_size > LARGEST] == []


def test_the_games_show_every_kind_of_step() -> None:
    text = "".join(path.read_text("utf-8") for path in GAMES.glob("*.txt"))
    for word in (
        " choice of ",
        " choices of ",
        " report of ",
        ". chance",
        ". over",
        "  not: ",
        "  said: ",
        "  won by ",
    ):
        assert word in text
