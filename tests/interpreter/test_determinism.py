"""Same rulebook, seed and moves: same game, in every process and under every hash seed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from dicedsl.rulebook.library import games

SCRIPT = """
import hashlib, sys
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from tests.stepping_code import runner_of

for name in sys.argv[2:]:
    digest = hashlib.sha256()
    game = Game.named(name)
    for variants in [(), *((v,) for v in game.variants)]:
        table = game.table(variants=variants)
        digest.update(runner_of(table).source.encode())
        large = len(table.program.dice) > 60  # whole games of these take long
        for seed in range(0 if large else int(sys.argv[1])):
            digest.update(repr(table.playout(Chance(seed))).encode())
        chance, state = Chance(99), table.start()
        for _ in range(15 if large else 60):
            turn = table.turn(state)
            if turn.kind == "over":
                break
            if turn.kind == "chance":
                action = table.sample(state, chance)
            elif turn.kind == "report":
                action = table.report_by_odds(state, chance)
            else:
                moves = table.moves(state, turn.seats[0])
                action = moves[chance.below(len(moves))]
            digest.update(action.text.encode())
            state, told = table.step(state, action)
            digest.update(repr((state.cells, told)).encode())
    print(name, digest.hexdigest())
"""
NAMES = [name for name, _ in games()]


def digests(hash_seed: str, playouts: int, names: list[str]) -> dict[str, str]:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(playouts), *names],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(line.split() for line in done.stdout.splitlines())


def test_the_hash_seed_changes_nothing() -> None:
    names = NAMES[::3]  # the soak takes all
    first, second = (digests(seed, 2, names) for seed in ("0", "4294967295"))

    assert set(first) == set(names)
    assert first == second


@pytest.mark.soak
def test_the_hash_seed_changes_nothing_in_many_games() -> None:
    assert digests("0", 100, NAMES) == digests("random", 100, NAMES)
