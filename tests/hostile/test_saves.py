"""Saved games: nothing foreign is overwritten or believed, nothing is lost when a disk is full, and nobody else reads them."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dicedsl.cli import main
from dicedsl.errors import UsageError
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.play.keeping import GameStore, Keeper, WriteClaim, store_path
from dicedsl.interpreter.play.session.game_files import read_saved
from dicedsl.interpreter.play.session.log import _check_of
from dicedsl.interpreter.play.session.session import Session
from dicedsl.writing import write_whole

FILES = Path(__file__).with_name("files")


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def run(*arguments: str, input: str = "quit\n") -> Result:
    done = CliRunner().invoke(main, list(arguments), input=input)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def play(*arguments: str, input: str = "roll\nquit\n") -> Result:
    return run("play", "pig", "--seed", "1", "--starter", "1", *arguments, input=input)


def test_a_file_that_is_no_saved_game_is_not_overwritten(tmp_path: Path) -> None:
    thesis = tmp_path / "thesis.txt"
    thesis.write_text("my thesis\n", "utf-8")

    for done in (play("--save", str(thesis)), play(input=f"save {thesis}\nquit\n")):
        assert "exists and is not a saved game; choose another name" in " ".join(done.output.split())
        assert thesis.read_text("utf-8") == "my thesis\n"


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_what_is_no_plain_file_is_left_alone(tmp_path: Path, kind: str) -> None:
    path = tmp_path / kind
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("/dev/null")

    assert play("--save", str(path)).exit_code == 2
    assert "Saved in" not in play(input=f"save {path}\nquit\n").output
    resumed = run("play", "--resume", str(path))
    assert resumed.exit_code == 2
    assert len(resumed.output.strip().splitlines()) == 1 or "Usage:" in resumed.output
    mode = os.stat(path).st_mode
    assert stat.S_ISFIFO(mode) or stat.S_ISCHR(mode) or stat.S_ISDIR(mode)


def test_a_saved_game_is_read_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.touch(0o644)
    path.unlink()
    play("--save", str(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    play("--save", str(path))

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(store_path().stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["save-many-players.json", "save-endless-seed.json"])
def test_crafted_saves_are_refused_in_one_line(name: str) -> None:
    done = run("play", "--resume", str(FILES / name))

    assert done.exit_code == 2
    assert len(done.output.splitlines()) == 1


CRAFTED: list[tuple[str, Any]] = [
    ("players", 10**9), ("players", -1), ("players", 2.0), ("players", True), ("players", "2"), ("players", None), ("players", 10**30),
    ("seed", float("inf")), ("seed", float("nan")), ("seed", 1e3), ("seed", [1]), ("starter", 99), ("starter", -5), ("skills", [1, 2, 3]),
    ("skills", ["x"]), ("seats", ["you"]), ("seats", "ab"), ("seats", ["\x1b[2J", "bot"]), ("seats", ["bot:nobody", "bot"]), ("dice", "loaded"),
    ("attempts", 7), ("actions", ["roll 9 9 9"]), ("actions", [5]), ("actions", "roll"), ("actions", ["P1 roll\t" + "9" * 5000]),
    ("actions", ["P" + "9" * 5000 + " roll"]), ("actions", ["draw P1", "roll " + "9" * 5000]), ("floor", -3), ("floor", "x"),
    ("options", [["goal", -5]]), ("options", [["goal", 10**40]]), ("options", [["goal"]]), ("options", {"goal": 5}), ("options", [["goal", [1]]]),
    ("rulebook", "/etc/passwd"), ("rulebook", "/dev/zero"), ("rulebook", "x" * 5000), ("rulebook", "\x1b[2J"), ("rulebook", 5),
    ("rulebook_hash", "0"), ("variants", ["none such"]), ("uses", ["../x"]), ("uses", [5]), ("random", "other"), ("title", "\x1b]52;c;x\x07"),
    ("version", 10**30), ("version", "1"), ("version", -1),
]  # fmt: skip


def write_with(path: Path, field: str, value: Any) -> None:
    """Somebody who knows how the checks are made has changed something."""
    head, *lines = (json.loads(line) for line in path.read_text("utf-8").splitlines())
    if field == "actions":
        lines = [{"n": number, "do": text} for number, text in enumerate(value, start=1)]
    elif field == "floor":
        lines.append({"floor": value})
    else:
        head[field] = value
    check, written = "", []
    for body in (head, *lines):
        body.pop("check", None)
        check = _check_of(body, check)
        written.append(json.dumps({**body, "check": check}, separators=(",", ":")))
    path.write_text("".join(f"{line}\n" for line in written), "utf-8")


@pytest.mark.parametrize(("field", "value"), CRAFTED, ids=lambda v: str(v)[:24].encode("unicode_escape").decode())
def test_no_crafted_save_does_harm(tmp_path: Path, field: str, value: Any) -> None:
    path = tmp_path / "game.jsonl"
    play("--save", str(path))
    write_with(path, field, value)

    done = run("play", "--resume", str(path))

    assert not any(c in done.output for c in "\x1b\x07")
    if done.exit_code == 2:
        assert len(done.output.splitlines()) == 1
    else:
        assert done.exit_code == 1 and "before the game is over" in done.output  # a harmless change
        assert field in {"title", "floor", "seats", "attempts", "rulebook", "rulebook_hash"}


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[" * 100_000, b"\xff\xfe", b'{"format": "dicedsl game"}', b"null", b"9" * 6000]
)
def test_what_is_no_save_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(data)

    done = run("play", "--resume", str(path))

    assert done.exit_code == 2
    assert len(done.output.splitlines()) == 1


# ------------------------------------------------------------------ a full disk


def test_what_could_not_be_kept_is_kept_as_soon_as_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Game.named("pig").table(2, starter=0)
    session = Session(table, ["A", "B"], 1)
    store = GameStore(tmp_path / "games.sqlite")
    keeper = Keeper(session, store, tmp_path / "asked.jsonl")
    assert keeper.write_rest() == []
    full = True
    write, whole, sync = GameStore.write, write_whole, os.fsync

    def no_room(*arguments: Any, **more: Any) -> Any:
        if full:
            raise UsageError("games.sqlite: no space left on device")
        return write(*arguments, **more)

    def no_room_in_file(handle: int) -> None:
        if full:
            raise OSError(errno.ENOSPC, "No space left on device")
        sync(handle)

    monkeypatch.setattr(GameStore, "write", no_room)
    monkeypatch.setattr(os, "fsync", no_room_in_file)
    list(session.run())
    session.answer(session.moves()[0])
    told = keeper.write_rest()
    assert len(told) == 2 and all("no space left on device" in line and "tried again" in line for line in told)
    list(session.run())
    session.answer(session.moves()[0])
    assert keeper.write_rest() == []  # told already
    assert all("not kept" in line for line in keeper.where_it_is_kept())
    assert store.read(store.find()).actions == ()
    full = False
    told = keeper.write_rest()

    assert len(told) == 2 and all("kept again" in line for line in told)
    assert len(read_saved(tmp_path / "asked.jsonl").actions) == len(session.entries) > 1
    assert store.read(store.find()) == read_saved(tmp_path / "asked.jsonl")
    assert Session.resume(table, read_saved(tmp_path / "asked.jsonl")).state == session.state
    assert whole is write_whole
    keeper.release()


def test_whoever_does_not_want_to_go_on_unkept_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Game.named("pig").table(2, starter=0)
    session = Session(table, ["A", "B"], 1)
    asked: list[str] = []

    def refuse(reason: str) -> bool:
        asked.append(reason)
        return False

    store = GameStore(tmp_path / "games.sqlite")
    keeper = Keeper(session, store, ask_to_go_on=refuse)
    session.answer(session.moves()[0])
    list(session.run())
    write = GameStore.write
    full = True

    def no_room(*arguments: Any, **more: Any) -> None:
        if full:
            raise UsageError("games.sqlite: no space left on device")
        write(*arguments, **more)

    monkeypatch.setattr(GameStore, "write", no_room)
    before, count = session.state, len(session.entries)
    for _ in range(2):
        with pytest.raises(UsageError, match="nothing was done"):
            session.answer(session.moves()[0])
        assert session.state is before and len(session.entries) == count
    assert asked == ["games.sqlite: no space left on device"] * 2
    full = False
    session.answer(session.moves()[0])
    list(session.run())
    keeper.write_rest()

    assert Session.resume(table, store.read(store.find())).state == session.state
    keeper.release()


# ------------------------------------------------------------------ two at once


def test_two_processes_never_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    command = [sys.executable, "-m", "dicedsl", "play", "pig", "--seed", "1", "--starter", "1", "--save", str(path)]
    first = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert first.stdin is not None and first.stdout is not None
    assert first.stdout.readline().strip() == "Pig"  # it is kept from the beginning

    second = play("--save", str(path))
    (running,) = GameStore().games()
    again = run("play", "--resume", running.name)
    deleted = run("games", "delete", running.name)
    beside = play(input="roll\nroll\nquit\n")

    assert second.exit_code == 2
    assert "is the game of another dicedsl that is running" in second.output
    assert beside.exit_code == 1 and "The game is kept" in beside.output
    assert again.exit_code == deleted.exit_code == 2
    assert again.output == f"dicedsl: {running.name} is being played elsewhere\n"
    assert deleted.output == f"dicedsl: {running.name} is being played; it cannot be deleted\n"
    assert [game.name for game in GameStore().games()] == [f"{running.name}-2", running.name]
    first.stdin.write("quit\n")
    first.stdin.close()
    first.wait(20)
    assert play("--save", str(path)).exit_code == 1  # it may be had again


def test_a_claim_is_had_by_one(tmp_path: Path) -> None:
    one = WriteClaim.on(tmp_path / "x")
    assert one is not None
    assert WriteClaim.on(tmp_path / "x") is None
    assert WriteClaim.on(tmp_path / "y") is not None
    one.release()
    again = WriteClaim.on(tmp_path / "x")

    assert again is not None
    again.release()
    with pytest.raises(UsageError, match="not a saved game"):
        Keeper(Session(Game.named("pig").table(2, starter=0), ["A", "B"], 1), None, FILES / "markup.dice")


# ------------------------------------------------------------------ odd lines and names


@pytest.mark.parametrize(
    "line",
    [
        "9" * 5000,
        "why " + "9" * 3000,
        "9" * 19,
        "roll " + "9" * 100,
        "x" * 100_000,
        "save " + "a" * 300,
        "save ~nobody/x",
    ],
)
def test_an_overlong_line_is_answered_in_a_line(line: str) -> None:
    for game in ("liars-dice", "pig"):
        done = run("play", game, "--seed", "3", input=f"{line}\nquit\n")
        assert done.exit_code == 1
        assert "You leave before the game is over." in done.output


@pytest.mark.parametrize(
    "arguments",
    [
        ["--option", "goal=--5"], ["--option", "goal=²"], ["--option", "goal=" + "9" * 5000], ["--option", "goal"], ["--starter", "²"],
        ["--starter", "9" * 5000], ["--players", "9" * 5000], ["--players", "0"], ["--players", "61"], ["--variant", "\x1b[2J"], ["--seed", "x"],
    ],
    ids=lambda a: " ".join(a)[:24].encode("unicode_escape").decode(),
)  # fmt: skip
def test_odd_settings_are_answered_in_a_line(arguments: list[str]) -> None:
    for command in (["simulate", "pig", "--games", "1"], ["play", "pig"]):
        done = run(*command, *arguments)
        assert done.exit_code == 2
        assert "\x1b" not in done.output
        assert len([line for line in done.output.splitlines() if line.startswith(("dicedsl:", "Error:"))]) == 1


def test_a_link_shows_no_line_of_what_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("root:$6$hash\n", "utf-8")
    (tmp_path / "lib.dice").symlink_to(tmp_path / "secret.txt")
    top = tmp_path / "top.dice"
    top.write_text('game "T"\nuse "lib"\nplayers 1\nturn: you win\n', "utf-8")

    for path in (tmp_path / "lib.dice", top):
        for command in ("check", "play", "rules", "fmt"):
            assert "hash" not in run(command, str(path)).output
