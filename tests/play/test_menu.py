"""Which game is meant: by name, title or a part of one, or from a menu."""

import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from dicedsl.called import CALLED, to_play, to_run
from dicedsl.cli import main
from dicedsl.errors import UsageError
from dicedsl.interpreter.play.menu import LENGTHS, Menu, known_games, length_of
from dicedsl.interpreter.play.screen import Screen
from dicedsl.rulebook.files import Ambiguous, find
from dicedsl.rulebook.library import games
from dicedsl.rulebook.titles import titles


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Pig", "pig"),
        ("rasanto", "23-rasanto"),
        ("Keep on Rolling", "keep-on-rolling"),
        ("keep on", "keep-on-rolling"),
        ("liar's dice", "liars-dice"),
        ("mikado", "06-dice-mikado"),
        ("turned over", "turned-over"),
        ("DORA", "26-dora"),
        ("Perfecto", "perfecto"),
        ("perfecto", "perfecto"),
        ("26", "26-dora"),
    ],
)
def test_a_game_is_found_by_what_people_call_it(typed: str, name: str) -> None:
    assert find(typed).stem == name


@pytest.mark.parametrize("name", [name for name, _ in games()])
def test_every_title_finds_its_game(name: str) -> None:
    assert find(titles()[name]).stem == name


def test_what_fits_several_games_names_them() -> None:
    with pytest.raises(Ambiguous, match=r"spicy could mean Spicy Dice, .*\(spicy-dice\)") as caught:
        find("spicy")
    assert set(caught.value.names) == {"spicy-dice", "spicy-dice-extra", "spicy-dice-junior"}
    with pytest.raises(UsageError, match="there is no file or shipped rulebook zzz"):
        find("zzz")


def menu(lines: str) -> tuple[Menu, io.StringIO]:
    output = io.StringIO()
    return Menu(Screen(io.StringIO(lines), output)), output


@pytest.mark.parametrize(
    ("lines", "game", "people"),
    [
        ("Farkle\n", "farkle", 1),
        ("\n\n\n\n\n", "keep-on-rolling", 1),
        ("\n2\nshort\nbluff\n1\n", "liars-dice", 2),
        ("\nmany\n3\n\nscore\nYahtzee\n", "yahtzee", 3),
        ("zzz\nspicy\n99\nspicy dice, junior\n", "spicy-dice-junior", 1),
    ],
)
def test_a_menu_asks_for_players_length_and_kind(lines: str, game: str, people: int) -> None:
    asked, output = menu(lines)
    chosen = asked.choose("keep-on-rolling")

    assert Path(chosen.game).stem == game
    assert chosen.people == people
    assert "What shall we play?" in output.getvalue()


def test_the_menu_knows_every_game() -> None:
    found = known_games()

    assert set(json.loads(LENGTHS.read_text("utf-8"))) == {
        name for name, _ in games()
    }  # dicedsl.interpreter.lab.lengths writes it
    assert [game.name for game in found] == [name for name, _ in games()]
    assert all(game.minutes >= 1 and game.least >= 1 and game.most in {0, *range(game.least, 61)} for game in found)
    assert {length_of(game) for game in found} == {"short", "an evening", "long"}
    assert {game.kind for game in found} >= {"pyramid", "board", "bluffing", "score sheet", "push your luck"}


def test_play_alone_through_a_pipe_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(CALLED, raising=False)
    result = CliRunner().invoke(main, ["play"])

    assert result.exit_code == 2
    assert result.output == "dicedsl: name a game, such as `dicedsl play keep-on-rolling`; `dicedsl list` shows all\n"


def test_what_to_type_is_told_as_one_came(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(CALLED, raising=False)
    assert to_play("--resume") == "dicedsl play --resume"
    assert to_run("replay x") == "dicedsl replay x"
    monkeypatch.setenv(CALLED, "./play")
    assert to_play("--resume") == "./play --resume"
    assert to_run("replay x") == ".venv/bin/dicedsl replay x"
