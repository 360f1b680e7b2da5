"""How long `moves` of the stepping engine takes in the middle of games, here and in another tree of this project, in one run.

    python benchmarks/moves.py --against /path/to/another/checkout

The other one needs an environment of its own, in `.venv`, in which it is installed. Both play the same games of players
who choose at random, collect positions in which somebody chooses, and list the moves of each of them again and again,
taking turns. What is printed are medians in microseconds and their ratio.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from statistics import median

GAMES = ("23-rasanto", "46-reducto", "26-dora", "perfecto", "liars-dice")
HERE = Path(__file__).resolve().parents[1]

PROBE = """
import json, sys, time
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game

name, positions, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
table = Game.named(name).table(2, starter=0)
chance, found = Chance(seed), []
state = table.start()
while len(found) < positions:
    turn = table.turn(state)
    if turn.kind == "over":
        state = table.start()
        continue
    if turn.kind == "chance":
        state = table.apply(state, table.sample(state, chance))
        continue
    if turn.kind == "report":
        state = table.apply(state, table.report_by_odds(state, chance))
        continue
    seat = turn.seats[0]
    moves = table.moves(state, seat)
    found.append((state, seat, len(moves)))
    state = table.apply(state, moves[chance.below(len(moves))])
print(json.dumps([sum(count for _, _, count in found) / len(found)]), flush=True)
for line in sys.stdin:
    started = time.perf_counter()
    for state, seat, _ in found:
        table.moves(state, seat)
    print(json.dumps((time.perf_counter() - started) / len(found) * 1e6), flush=True)
"""


class Probe:
    def __init__(self, tree: Path, name: str, positions: int, seed: int) -> None:
        python = sys.executable if tree == HERE else str(tree / ".venv" / "bin" / "python")
        command = [python, "-c", PROBE, name, str(positions), str(seed)]
        self._process = subprocess.Popen(command, cwd=tree, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.moves: float = self._read()[0]

    def _read(self) -> list[float]:
        assert self._process.stdout is not None
        found: list[float] = json.loads(self._process.stdout.readline())
        return found

    def measure(self) -> float:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write("again\n")
        self._process.stdin.flush()
        return float(json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", type=Path, help="another checkout of this project")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    given = parser.parse_args()
    trees = [HERE] if given.against is None else [HERE, given.against.resolve()]
    ratios = []
    print(f"{'game':16}{'moves':>8}{'here µs':>10}" + (f"{'there µs':>10}{'ratio':>8}" if len(trees) > 1 else ""))
    for name in given.games:
        probes = [Probe(tree, name, given.positions, 1) for tree in trees]
        times: list[list[float]] = [[] for _ in probes]
        for _ in range(given.rounds):
            for probe, found in zip(probes, times, strict=True):
                found.append(probe.measure())
        for probe in probes:
            probe.close()
        middle = [median(found) for found in times]
        line = f"{name:16}{probes[0].moves:8.1f}{middle[0]:10.1f}"
        if len(trees) > 1:
            ratios.append(middle[1] / middle[0])
            line += f"{middle[1]:10.1f}{ratios[-1]:8.2f}"
        print(line, flush=True)
    if ratios:
        print(f"median of the ratios: {median(ratios):.2f}")


if __name__ == "__main__":
    main()
