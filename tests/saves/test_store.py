"""The database of games: named, listed, gone on with, renamed, deleted, exported and imported; and what happens if it cannot be used."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicedsl.cli import main
from dicedsl.errors import UsageError
from dicedsl.interpreter.play.keeping import GameStore, Keeper, adopt_old, resume_kept_game
from dicedsl.interpreter.play.session.correcting import correct
from dicedsl.interpreter.play.session.game_files import read_saved
from dicedsl.interpreter.play.session.log import log_of
from dicedsl.interpreter.play.session.session import Session
from tests.saves.playing import go_on, new_session

OLD = Path(__file__).with_name("old")


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDSL_GAMES", str(tmp_path / "games" / "games.sqlite"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def run(*arguments: str, input: str = "quit\n") -> Result:
    done = CliRunner().invoke(main, list(arguments), input=input)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def kept(session: Session, name: str | None = None) -> str:
    keeper = Keeper(session, GameStore(), name=name)
    keeper.release()
    return keeper.name


def test_starting_a_game_replaces_no_other() -> None:
    for game in ("pig", "farkle", "pig"):
        assert "The game is kept as" in run("play", game, "--seed", "1", "--person", "Anna").output
    names = [game.name for game in GameStore().games()]

    assert len(names) == 3
    assert names[0].startswith("pig-anna-") and names[0].endswith("-2")
    assert names[1].startswith("farkle-anna-")
    assert names[2] == names[0].removesuffix("-2")


def test_games_are_listed_renamed_and_deleted() -> None:
    assert run("games").output == "No game is kept yet; `dicedsl play` begins one.\n"
    kept(go_on(new_session("pig", ["Anna", "Ben"]), 10), "Friday")
    kept(go_on(new_session("pig", ["Anna", "bot"])), "Sunday")
    listed = run("games").output.splitlines()
    assert "Sunday" in listed[0] and listed[0].endswith("Pig: Anna, bot; Ben won")
    assert "Friday" in listed[1] and listed[1].endswith("Pig: Anna, Ben; goes on after 10 actions")
    assert [game["name"] for game in json.loads(run("games", "--json").output)] == ["Sunday", "Friday"]

    assert run("games", "rename", "frid", "The long one").exit_code == 0
    assert run("games", "rename", "long", "sunday").output == (
        "dicedsl: there is a game called sunday already; choose another name\n"
    )
    assert run("games", "delete", "long").output == "dicedsl: type the whole name to delete it: The long one\n"
    assert run("games", "delete", "the long one").exit_code == 0
    assert [game.name for game in GameStore().games()] == ["Sunday"]
    with sqlite3.connect(os.environ["DICEDSL_GAMES"]) as database:
        assert database.execute("SELECT count(DISTINCT game) FROM lines").fetchone() == (1,)


@pytest.mark.parametrize("name", ["", " ", "x" * 81, "\x1b[2J", "-x", "a\u202eb"])
def test_a_name_can_be_seen_and_typed(name: str) -> None:
    with pytest.raises(UsageError, match="a game has a name"):
        kept(new_session("pig", ["Anna", "bot"]), name)


def test_a_name_that_is_taken_is_refused_before_the_game_begins() -> None:
    kept(new_session("pig", ["Anna", "bot"]), "Friday")
    done = run("play", "pig", "--name", "friday")

    assert done.exit_code == 2
    assert done.output == "dicedsl: there is a game called friday already; choose another name\n"


def test_a_game_is_found_by_a_part_of_its_name() -> None:
    for name in ("Friday", "Friday evening", "Sunday"):
        kept(go_on(new_session("pig", ["Anna", "Ben"]), 5), name)
    store = GameStore()

    assert store.find().name == "Sunday"
    assert store.find("friday").name == "Friday"
    assert store.find("SUN").name == "Sunday"
    assert store.find("evening").name == "Friday evening"
    with pytest.raises(UsageError, match="3 games are called so"):
        store.find("day")
    with pytest.raises(UsageError, match="did you mean Sunday"):
        store.find("Sumday")


def test_a_game_that_is_over_is_not_gone_on_with_by_itself() -> None:
    kept(go_on(new_session("pig", ["Anna", "bot"])), "over")

    assert run("play", "--resume").output == "dicedsl: no game is kept that could go on; `dicedsl play` begins one\n"


def test_a_game_goes_on_where_it_was_left() -> None:
    whole = go_on(new_session("keep-on-rolling", ["Anna", "Ben", "bot"]))
    kept(go_on(new_session("keep-on-rolling", ["Anna", "Ben", "bot"]), 20), "left")
    session, game = resume_kept_game(GameStore(), "left")
    keeper = Keeper(session, GameStore(), kept=game)
    go_on(session)
    keeper.release()

    assert session.action_texts() == whole.action_texts()
    assert GameStore().read(GameStore().find("left")).actions == tuple(whole.action_texts())
    assert GameStore().find("left").ending == f"{session.seats[session.result.winners[0]].name} won"  # type: ignore[union-attr]


def test_undo_and_corrections_are_kept() -> None:
    session = new_session("keep-on-rolling", ["Anna", "Ben"], dice="ask")
    keeper = Keeper(session, GameStore(), name="x")
    session.enter_typed_roll("P1")
    session.enter_typed_roll("551364")
    session.answer(session.read("set aside 5 5"))
    session.undo()
    assert GameStore().read(GameStore().find("x")).actions == tuple(session.action_texts())
    correct(session, 2, "111364")
    assert GameStore().read(GameStore().find("x")).actions == ("draw P1", "roll 1 1 1 3 6 4")
    keeper.release()
    assert Session.resume(session.table, GameStore().read(GameStore().find("x"))).state == session.state


def test_a_file_that_follows_a_game_grows_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = new_session("pig", ["Anna", "Ben"])
    keeper = Keeper(session, None, path)
    sizes = []
    for _ in range(6):
        go_on(session, 3)
        keeper.write_rest()
        sizes.append(path.stat().st_size)
        assert read_saved(path) == session.as_saved()
    keeper.release()

    assert sizes == sorted(sizes) and sizes[0] < sizes[-1]
    assert path.read_text("utf-8") == log_of(session.as_saved()).text()


# ------------------------------------------------------------------ files


def test_a_game_is_exported_and_imported_whole(tmp_path: Path) -> None:
    session = go_on(new_session("perfecto-advanced", ["Anna", "bot"]), 40)
    kept(session, "x")
    path = tmp_path / "game.jsonl"
    assert "it holds the seed" in run("games", "export", "x", str(path)).output
    assert run("games", "export", "x", str(path)).output == f"dicedsl: {path} exists already; choose another name\n"
    run("games", "delete", "x")
    assert run("games", "import", str(path), "--name", "y").exit_code == 0

    assert GameStore().read(GameStore().find("y")) == session.as_saved()
    texts = json.loads(path.read_text("utf-8").splitlines()[0])["texts"]
    assert {text["name"] for text in texts} == {"perfecto-advanced", "perfecto", "spicy-set"}


def test_a_game_of_ones_own_rulebook_goes_on_without_it(tmp_path: Path) -> None:
    mine = tmp_path / "mine.dice"
    mine.write_text(
        'game "Mine"\nplayers 1 to 2\nmaterial:\n    cup: 2 dice\n    each player has score = 0\n'
        'turn:\n    roll cup\n    choose:\n        "go": add 1 to your score\n        "stop"\n'
        'end "the end" after each turn when turns played is at least 4: highest score wins\n',
        "utf-8",
    )
    run("play", str(mine), "--players", "2", "--seed", "1", "--name", "mine", input="go\nquit\n")
    mine.unlink()
    done = run("play", "--resume", "mine", input="rules\ngo\ngo\n")

    assert "The game goes on after" in done.output
    assert "add 1 to your score" in done.output or "Add 1 to your score" in done.output
    assert done.exit_code == 0


def test_files_of_the_first_format_are_imported() -> None:
    done = run("games", "import", str(OLD / "pig.json"), "--name", "old")

    assert done.output == "old: Pig, 151 actions\n"
    saved = GameStore().read(GameStore().find("old"))
    assert saved.shelf is not None and saved.actions == read_saved(OLD / "pig.json").actions


def test_what_was_kept_before_there_was_a_database_is_taken_over(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "autosave.json").write_bytes((OLD / "keep-on-rolling.json").read_bytes())
    (folder / "autosave-2.json").write_bytes(b"nothing of the kind")
    listed = run("games").output

    assert "Keep on Rolling: Anna, Ben, bot; goes on after 40 actions" in listed
    assert (folder / "autosave.json.kept").exists() and (folder / "autosave-2.json").exists()
    assert adopt_old(GameStore()) == []


def test_foreign_text_commands_no_terminal(tmp_path: Path) -> None:
    kept(go_on(new_session("pig", ["Anna", "bot"]), 5), "x")
    with sqlite3.connect(os.environ["DICEDSL_GAMES"]) as database:
        database.execute("UPDATE games SET title = ?, seats = ?", ("\x1b[2J", "a\x07b\nbot"))
    output = run("games").output

    assert "\x1b" not in output and "\x07" not in output
    assert "?[2J: a?b, bot" in output


# ------------------------------------------------------------------ what cannot be used


def test_a_database_that_is_none_is_told_in_a_sentence_and_the_game_goes_on(tmp_path: Path) -> None:
    path = Path(os.environ["DICEDSL_GAMES"])
    path.parent.mkdir()
    path.write_bytes(b"Dear diary, " * 1000)
    listed = run("games")
    played = run("play", "pig", "--seed", "1")

    assert listed.exit_code == 2
    assert (
        listed.output
        == f"dicedsl: {path} is damaged; move it away to begin a new one, or put a copy of yours in its place\n"
    )
    assert played.exit_code == 1
    assert played.output.count("The game could not be kept") == 1
    # A path may be longer than a line.
    assert f"The game could not be kept: {path} is damaged" in played.output.replace("\n", "")
    assert path.read_bytes() == b"Dear diary, " * 1000


def test_a_newer_database_is_left_alone() -> None:
    kept(new_session("pig", ["Anna", "bot"]))
    with sqlite3.connect(os.environ["DICEDSL_GAMES"]) as database:
        database.execute("PRAGMA user_version = 9")

    assert "was written by a newer dicedsl" in run("games").output


@pytest.mark.skipif(os.name != "posix", reason="needs rights of files")
def test_a_folder_that_may_not_be_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("DICEDSL_GAMES", str(tmp_path / "file" / "games.sqlite"))
    done = run("play", "pig", "--seed", "1")

    assert done.exit_code == 1
    assert done.output.count("The game could not be kept") == 1


def test_a_full_disk_refuses_the_move_and_keeps_the_rest() -> None:
    session = go_on(new_session("pig", ["Anna", "Ben"]), 4)
    store = GameStore()
    keeper = Keeper(session, store, ask_to_go_on=lambda reason: False)
    before = store.read(store.find())
    with store._connected() as database:
        (pages,) = database.execute("PRAGMA page_count").fetchone()
        database.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(UsageError, match="nothing was done"):
        for _ in range(2_000):
            before = session.as_saved()
            go_on(session, 1)
            keeper.write_rest()

    assert session.as_saved() == before
    read = GameStore().read(GameStore().find())
    assert read.actions == before.actions[: len(read.actions)]
    assert len(read.actions) >= len(before.actions) - 1  # what fell last follows from the seed
    keeper.release()
