"""What only play can show is bounded as well: long loops, towers of quantifiers, told texts and great choices, in both engines."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.test_limits import PLAY_SECONDS, Worker

FILES = Path(__file__).with_name("files")
EXPECTED = {
    "quantifier-tower": {"F507"},
    "three-sets": {"F509"},
    "two-ranges": {"F509"},
    "say-loop": set(),
    "draw-often": set(),
    "many-masks": set(),
}
MEMORY = 200 << 20


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


@pytest.mark.parametrize("name", EXPECTED)
def test_play_is_bounded(name: str, worker: Worker) -> None:
    answer = {a["phase"]: a for a in worker.ask((FILES / f"{name}.dice").read_text("utf-8"))}

    played = answer["play"]
    assert "crash" not in played, played
    assert {p["code"] for p in played["problems"]} == EXPECTED[name]
    assert played["cpu"] <= PLAY_SECONDS
    assert answer["end"]["peak"] <= MEMORY


@pytest.mark.parametrize("name", [name for name, codes in EXPECTED.items() if codes])
def test_both_engines_refuse_it_in_the_same_words(name: str, tmp_path: Path) -> None:
    text = (FILES / f"{name}.dice").read_text("utf-8").replace('        "end": you win\n', "")
    path = tmp_path / f"{name}.dice"
    path.write_text(text + "cap 3 turns: you win\n", "utf-8")
    told = []
    for engine in ("stepping", "native"):
        command = [
            sys.executable,
            "-m",
            "dicedsl",
            "simulate",
            str(path),
            "--games",
            "1",
            "--seed",
            "1",
            "--engine",
            engine,
        ]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=120, env={**os.environ, "NO_COLOR": "1"}
        )
        assert done.returncode == 1, done.stderr
        told.append(done.stdout + done.stderr)

    assert told[0] == told[1]
    assert all(f"error[{code}]" in told[0] for code in EXPECTED[name])
