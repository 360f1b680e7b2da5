"""How strong the bots are: `strong` against `random` and against `quick` on rulebooks of many kinds, and alone for points.

    python benchmarks/opponents.py [--seconds 0.1] [--games 40] [--most 60] [--processor] [NAME...]

Each row is printed when it is finished, as it stands in docs/opponents.md: how often `strong` won, with the 95 % interval; of a
shared victory it has its part. No more games of one pairing are begun after `--most` seconds.
With `--processor` bots think for so many seconds of processor time, whatever else the machine does. How near to the best play of Pig it
comes is measured by pig_optimum.py.
"""

from __future__ import annotations

import argparse
import time

from dicedsl.interpreter.bots import Budget
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.lab.arena import Arena, Contest, summed_up
from dicedsl.interpreter.lab.figures import wilson
from dicedsl.interpreter.table import Table
from dicedsl.program.ops import Program

SEED = 1000
# Rulebooks with options that make a game short enough to play many.
AGAINST: dict[str, dict[str, str | int]] = {
    "pig": {},
    "liars-dice": {},
    "turned-over": {},
    "threes": {},
    "six-by-six": {},
    "spicy-dice": {},
    "grand-poobah": {},
    "23-rasanto": {},
    "55-flea-chase": {},
    "36-slipped": {},
    "perfecto": {"games": "single"},
    "keep-on-rolling": {"target": 100},
    "46-reducto": {},
    "39-el-dado": {},
    "yahtzee": {},
    "diangle": {},
    "26-dora": {},
    "47-wolf": {},
    "45-sandwich": {},
    "farkle": {"goal": 3000},
}
ALONE = ("yahtzee", "yacht")


def shown(points: float, games: int) -> str:
    """The points of the first, as a share with its interval."""
    low, high = wilson(round(points), games)
    return f"{points:g} of {games} ({100 * low:.0f} to {100 * high:.0f} %)"


def played(program: Program, bots: list[str], games: int, seed: int, given: argparse.Namespace) -> Arena:
    """Some games, one after the other in this process, so that its clock counts for all of them."""
    contest = Contest(Table(program), tuple(bots), Budget(seconds=given.seconds))
    return summed_up(contest, contest.playouts(None, seed, 0, games), games, seed)


def paired(program: Program, other: str, given: argparse.Namespace) -> tuple[float, int, float]:
    """Points of `strong`, games, and choices in them: two at a time, with seats exchanged, until there are enough or time is up."""
    points, games, choices, begun = 0.0, 0, 0.0, time.monotonic()
    while games < given.games and (not games or time.monotonic() - begun < given.most):
        found = played(program, ["strong", other], 2, SEED + games, given)
        games += found.games
        points += found.seats[0].points * found.games
        choices += found.choices.mean * found.games if found.choices is not None else 0.0
    return points, games, choices / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--most", type=float, default=60.0)
    parser.add_argument("--processor", action="store_true")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    if given.processor:
        time.perf_counter = time.process_time  # all that bots look at
    for name in given.names or AGAINST:
        program = Game.named(name).program(2, AGAINST.get(name, {}), starter=0)
        random, quick = (paired(program, other, given) for other in ("random", "quick"))
        print(f"| {name} | {shown(*random[:2])} | {shown(*quick[:2])} | {quick[2]:.0f} |", flush=True)
    for name in ALONE if not given.names else ():
        program = Game.named(name).program(1, starter=0)
        for bot in ("quick", "strong"):
            score = played(program, [bot], given.games, SEED, given).seats[0].score
            assert score is not None
            print(f"| {name} alone, {bot} | {score.mean:.1f} (sd {score.sd:.1f}, {given.games} games) |", flush=True)


if __name__ == "__main__":
    main()
