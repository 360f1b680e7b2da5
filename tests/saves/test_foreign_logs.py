"""Files of games from anywhere: whatever stands in them, they are taken over whole or refused in one line, soon, and command nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dicedsl.cli import main
from dicedsl.interpreter.play.keeping import GameStore
from dicedsl.interpreter.play.session.log import _check_of
from tests.saves.update_logs import LOGS

ROOT = Path(__file__).parents[2]
SOON = 20.0  # seconds, on a machine that has other things to do


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDSL_GAMES", str(tmp_path / "games.sqlite"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def crafted(path: Path, change: Callable[[list[dict[str, Any]]], object], book: str = "perfecto-advanced") -> Path:
    """A golden log that somebody has changed who knows how the checks are made."""
    lines = [json.loads(line) for line in (LOGS / f"{book}.jsonl").read_text("utf-8").splitlines()]
    change(lines)
    check, written = "", []
    for body in lines:
        body.pop("check", None)
        check = _check_of(body, check)
        written.append(json.dumps({**body, "check": check}, separators=(",", ":")))
    path.write_text("".join(f"{line}\n" for line in written), "utf-8")
    return path


def head(**changes: Any) -> Callable[[list[dict[str, Any]]], object]:
    return lambda lines: lines[0].update(changes)


def texts(change: Callable[[list[dict[str, Any]]], object]) -> Callable[[list[dict[str, Any]]], object]:
    return lambda lines: change(lines[0]["texts"])


DEEP = 'game "Deep"\nplayers 1\nturn:\n    set x to ' + "(" * 5000 + "1" + ")" * 5000 + "\n"
CHAIN = [
    {"name": f"n{i}", "text": f'game "N{i}" changes "n{i + 1}"\n', "named": {f"n{i + 1}": i + 1}} for i in range(99)
]

REFUSED: dict[str, Callable[[list[dict[str, Any]]], object]] = {
    "no texts": head(texts=[]),
    "texts that are none": head(texts="pig"),
    "a text that is none": texts(lambda t: t.append({})),
    "a text without a name": texts(lambda t: t[0].update(name="")),
    "a number that is none": texts(lambda t: t[0].update(named={"perfecto": True})),
    "a text that is not there": texts(lambda t: t[0].update(named={"perfecto": 99})),
    "a text below zero": texts(lambda t: t[0].update(named={"perfecto": -1})),
    "a circle": texts(lambda t: t[0].update(named={"perfecto": 0})),
    "nothing is named": texts(lambda t: t[0].update(named={})),
    "half a letter": texts(lambda t: t[0].update(text="\ud800")),
    "a text that is too large": texts(lambda t: t[1].update(text="#" * (1 << 20) + "\n")),
    "too many texts": texts(lambda t: t.extend([t[1]] * 100)),
    "a long chain": head(texts=[*CHAIN, {"name": "n99", "text": 'game "N"\n', "named": {}}]),
    "depth": texts(lambda t: t[0].update(text=DEEP)),
    "no rulebook": texts(lambda t: t[0].update(text="\x1b[2J" * 100)),
    "another game": texts(lambda t: t[0].update(text='game "X"\nplayers 2\nturn: nobody wins\n')),
    "orders in a title": head(title="\x1b]52;c;x\x07"),
    "orders in a name": head(seats=["\x1b[2J", "bot"]),
    "too many seats": head(seats=["x"] * 100),
    "a bot that is none": head(seats=["Anna", "bot:\x1b[2J"]),
    "too many players": head(players=10**9),
    "an option that is none": head(options=[["\x1b[2J", 1]]),
    "a nested option": head(options=[["games", [[[1]]]]]),
    "a variant that is none": head(variants=["\x1b[2J"]),
    "a library that is none": head(uses=["../../etc/passwd"]),
    "an endless seed": head(seed=10**4000),
    "another source": head(random="\x1b[2J"),
    "an action of no seat": lambda lines: lines[3].update(do="P99 fly"),
    "orders in an action": lambda lines: lines[3].update(do="\x1b[2J"),
    "a long action": lambda lines: lines[3].update(do="x" * 100_000),
    "a number too far": lambda lines: lines[3].update(n=99),
    "a time that is none": lambda lines: lines[3].update(at="now"),
    "a line that is none": lambda lines: lines.insert(3, {"x": 1}),
    "an end that is none": lambda lines: lines.append({"end": {"winners": "x", "places": [], "scores": None}}),
    "another end": lambda lines: lines.append({"end": {"winners": [0], "places": [1, 2], "scores": None}}),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_crafted_log_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    path = crafted(tmp_path / "x.jsonl", REFUSED[name])
    for command in (["games", "import", str(path)], ["play", "--resume", str(path)], ["replay", str(path)]):
        begun = time.monotonic()
        done = CliRunner().invoke(main, command)

        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        assert done.exit_code == 2, done.output
        assert len(done.output.splitlines()) == 1
        assert "\x1b" not in done.output and "\x07" not in done.output
        assert len(done.output) < 600
        assert time.monotonic() - begun < SOON
    assert GameStore().games() == []


def test_a_log_is_believed_only_as_far_as_it_is_true(tmp_path: Path) -> None:
    """What changes nothing in the game is taken over."""
    for number, change in enumerate((head(rulebook="\x1b[2J"), head(made="?"), head(rulebook_hash="0"), head(begun=5))):
        path = crafted(tmp_path / f"{number}.jsonl", change)
        done = CliRunner().invoke(main, ["games", "import", str(path)])
        assert done.exit_code == 0, done.output
        assert "\x1b" not in done.output
    assert len(GameStore().games()) == 4


def test_a_log_that_was_cut_off_is_good_up_to_there(tmp_path: Path) -> None:
    data = (LOGS / "pig.jsonl").read_bytes()
    path = tmp_path / "cut.jsonl"
    lines = data.splitlines(keepends=True)
    whole = len(lines) - 2  # without the first line and the end
    for size in range(len(data) - 600, len(data), 23):
        path.write_bytes(data[:size])
        done = CliRunner().invoke(main, ["games", "import", str(path), "--name", f"cut {size}"])
        there = data[:size].count(b"\n") - 1
        assert f"cut {size}: Pig, {min(there, whole)} actions" in done.output
        assert ("the end of the file is missing" in done.output) == (not data[:size].endswith(b"\n"))


def test_the_same_game_gives_the_same_bytes_whatever_the_order_of_sets() -> None:
    program = "from tests.saves.update_logs import GOLDEN, text_of; print(text_of(GOLDEN['{}']), end='')"
    for name in ("dice-mikado", "liars-dice"):
        told = set()
        for seed in ("0", "1", "4711"):
            command = [sys.executable, "-c", program.format(name)]
            done = subprocess.run(
                command,
                cwd=ROOT,
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                text=True,
                check=True,
            )
            told.add(done.stdout)
        assert len(told) == 1
        assert told.pop().splitlines()[-1].startswith('{"end":')
