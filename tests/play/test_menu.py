"""Which game is meant: by name, title or a part of one, or from a menu."""

import io
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from dicedsl.cli import main
from dicedsl.errors import UsageError
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.lab.kept_lengths import known_lengths
from dicedsl.interpreter.play.invocation import CALLER_VARIABLE, to_play, to_run
from dicedsl.interpreter.play.session.play_again import play_again
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.terminal.menu import HELP, Menu, known_games, length_of
from dicedsl.interpreter.play.terminal.next_game import ask_for_another
from dicedsl.interpreter.play.terminal.screen import Screen
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
        ("\n2\nshort\nbluff\n1\n\n", "lonely-peak", 2),
        ("\nmany\n3\n\nscore\nYahtzee\n\n", "yahtzee", 3),
        ("?\n2\nzzz\n\n\n\n\n\n", "keep-on-rolling", 1),
        ("zzz\nspicy\n99\nspicy dice, junior\n", "spicy-dice-junior", 1),
    ],
)
def test_a_menu_asks_for_players_length_and_kind(lines: str, game: str, people: int) -> None:
    asked, output = menu(lines)
    chosen = asked.choose("keep-on-rolling")

    assert Path(chosen.game).stem == game
    assert chosen.people == people
    assert "What shall we play?" in output.getvalue()


def test_several_people_say_what_they_are_called() -> None:
    asked, output = menu("\n2\n\n\nfarkle\nAnna, Ben\n")
    chosen = asked.choose("keep-on-rolling")

    assert (chosen.people, chosen.names) == (2, ("Anna", "Ben"))
    assert "What are you called? [Player 1, Player 2]" in output.getvalue()


def test_the_menu_explains_itself_and_numbers_only_what_it_shows() -> None:
    asked, output = menu("?\n2\nzzz\nfarkle\n")
    assert Path(asked.choose().game).stem == "farkle"
    text = " ".join(output.getvalue().split())

    assert "Type a title or a part of it" in text
    assert "Nothing is numbered yet" in text
    assert "There is no game called zzz." in text and "dicedsl list" not in text


def test_a_list_is_never_higher_than_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    screen = Screen(io.StringIO("\n\n\n\n\n\n\n\n\n\n"), output := io.StringIO())
    screen.live = True
    Menu(screen)._look_up("keep-on-rolling")
    pages = output.getvalue().split("Which one?")

    assert len(pages) > 2
    assert all(page.count("\n") <= 24 for page in pages[1:])
    assert "Enter for more" in pages[1]
    assert max(int(number) for page in pages for number in re.findall(r"^ +(\d+) ", page, re.M)) > 40


def test_the_menu_sets_options_and_refuses_those_that_there_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(io.StringIO("pig\nzzz=3\ngoal=50\n"), output := io.StringIO())
    screen.live = True

    assert Menu(screen).choose().options == ("goal=50",)
    assert "Options: goal=100" in output.getvalue()


def test_the_menu_says_what_options_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(io.StringIO("pig\n?\ngoal=50\n"), output := io.StringIO())
    screen.live = True

    assert Menu(screen).choose().options == ("goal=50",)
    assert "goal (10 to 1000): play to another total\n" in output.getvalue()
    assert "strict (yes or no): " in output.getvalue()
    assert HELP[0] not in output.getvalue()


@pytest.mark.parametrize("word", ["easy", "bot1", "ai", "quik"])
def test_a_level_that_does_not_exist_is_no_person(word: str) -> None:
    result = CliRunner().invoke(main, ["play", "pig", "--seats", f"me,{word}"])

    assert result.exit_code == 2
    assert f"{word} is no level of an opponent: random, quick, strong; write {word.capitalize()}" in result.output


def test_a_game_says_how_to_get_an_easier_opponent() -> None:
    result = CliRunner().invoke(main, ["play", "pig", "--seed", "1"], input="quit\n")
    assert "Players: you, Ben (strong; --seats you,quick for an easier one)" in result.output
    result = CliRunner().invoke(main, ["play", "pig", "--seed", "1", "--seats", "you,quick"], input="quit\n")
    assert "Players: you, Ben (quick)\n" in result.output


def test_the_last_game_of_a_title_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDSL_GAMES", str(tmp_path / "games.sqlite"))
    for game in ("pig", "farkle"):
        CliRunner().invoke(main, ["play", game, "--seed", "1"], input="quit\n")

    result = CliRunner().invoke(main, ["play", "pig", "--resume"], input="quit\n")
    assert result.output.startswith("Pig\n") and "goes on after" in result.output
    result = CliRunner().invoke(main, ["play", "yahtzee", "--resume"])
    assert result.exit_code == 2 and "no game of Yahtzee is kept that could go on" in result.output


def test_after_a_game_another_one_is_offered_to_those_at_a_terminal() -> None:
    session = Session(Game.named("pig").table(2), ["you", "quick"], 3, nonce="")
    for line, wanted in (("\n", True), ("y\n", True), ("q\n", False), ("", False)):
        screen = Screen(io.StringIO(line), io.StringIO())
        assert not ask_for_another(session, screen)
        screen.live = True
        assert ask_for_another(session, screen) is wanted
    once_more = play_again(session)
    assert [seat.name for seat in once_more.seats] == ["you", "quick"]
    assert once_more.table is session.table and once_more.is_fair and not once_more.entries


def test_the_menu_knows_every_game() -> None:
    found = known_games()

    assert set(known_lengths()) == {name for name, _ in games()}  # dicedsl.interpreter.lab.lengths writes it
    assert [game.name for game in found] == [name for name, _ in games()]
    assert all(game.minutes >= 1 and game.least >= 1 and game.most in {0, *range(game.least, 61)} for game in found)
    assert {length_of(game) for game in found} == {"short", "an evening", "long"}
    assert {game.kind for game in found} >= {"pyramid", "board", "bluffing", "score sheet", "push your luck"}


def test_play_alone_through_a_pipe_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(CALLER_VARIABLE, raising=False)
    result = CliRunner().invoke(main, ["play"])

    assert result.exit_code == 2
    assert result.output == "dicedsl: name a game, such as `dicedsl play keep-on-rolling`; `dicedsl list` shows all\n"


def test_what_to_type_is_told_as_one_came(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(CALLER_VARIABLE, raising=False)
    assert to_play("--resume") == "dicedsl play --resume"
    assert to_run("replay x") == "dicedsl replay x"
    monkeypatch.setenv(CALLER_VARIABLE, "./play")
    assert to_play("--resume") == "./play --resume"
    assert to_run("replay x") == ".venv/bin/dicedsl replay x"
