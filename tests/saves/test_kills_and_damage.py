"""Short runs of what `make kills` and `make damage` do at length."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.saves.damage import Damage

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that can be copied")
def test_no_acknowledged_move_is_lost_when_a_game_is_killed() -> None:
    command = [sys.executable, "-m", "tests.saves.kills", "20", "5"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)

    assert done.returncode == 0, done.stderr[-2000:]
    assert "20 killed while playing" in done.stdout
    assert "acknowledged moves" in done.stdout
    assert "none lost" in done.stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that can be copied")
def test_no_move_that_a_page_has_shown_is_lost_when_a_server_is_killed() -> None:
    pytest.importorskip("nicegui")
    pytest.importorskip("aiohttp")
    command = [sys.executable, "-m", "tests.saves.kills", "5", "server", "2"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)

    assert done.returncode == 0, done.stderr[-2000:]
    assert "5 servers killed" in done.stdout
    assert "moves shown and kept" in done.stdout
    assert "links that led to their game again" in done.stdout
    assert "none lost" in done.stdout


def test_damaged_games_are_refused_in_a_sentence_or_are_as_they_were(tmp_path: Path) -> None:
    damage = Damage(tmp_path, 3)
    for _ in range(120):
        damage.one()

    assert damage.count["damaged"] == 120
    assert damage.count["database: refused"] > 20
    assert damage.count["lines: refused"] > 5
    assert damage.count["old file: refused"] > 5
