"""How strong the bots are: `strong` against `random` and against `quick` on rulebooks of many kinds, and alone for points.

    python benchmarks/opponents.py [--seconds 0.1] [--games 12] [--jobs 2] [NAME...]

Each row is printed when it is finished, as it stands in docs/opponents.md: how often `strong` won, with the 95 % interval; of a
shared victory it has its part.
"""

from __future__ import annotations

import argparse

from dicedsl.interpreter.bots import Budget
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.lab.arena import Arena, arena
from dicedsl.interpreter.lab.figures import wilson

SEED = 1
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


def shown(found: Arena) -> str:
    """The points of the first, as a share with its interval."""
    points = found.seats[0].points * found.games
    low, high = wilson(round(points), found.games)
    return f"{points:g} of {found.games} ({100 * low:.0f} to {100 * high:.0f} %)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--jobs", type=int, default=None)
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    budget = Budget(seconds=given.seconds)
    for name in given.names or AGAINST:
        program = Game.named(name).program(2, AGAINST.get(name, {}), starter=0)
        against = [
            arena(program, ["strong", other], given.games, SEED, budget, given.jobs) for other in ("random", "quick")
        ]
        choices = against[1].choices
        mean = 0.0 if choices is None else choices.mean
        print(f"| {name} | {shown(against[0])} | {shown(against[1])} | {mean:.0f} |", flush=True)
    for name in ALONE if not given.names else ():
        program = Game.named(name).program(1, starter=0)
        for bot in ("quick", "strong"):
            score = arena(program, [bot], given.games, SEED, budget, given.jobs).seats[0].score
            assert score is not None
            print(f"| {name} alone, {bot} | {score.mean:.1f} (sd {score.sd:.1f}, {given.games} games) |", flush=True)


if __name__ == "__main__":
    main()
