"""How strong the bots are: `strong` against `random` and against `quick` on rulebooks of many kinds, and alone for points.

    python benchmarks/opponents.py [--seconds 1] [--quick 12] [--random 4] [--alone 6] [--until 17:30] [--processor] [NAME...]
    python benchmarks/opponents.py --table [--seconds 1] [--processor]

Games are played in pairs with the same dice and seats exchanged: one pair of every rulebook, then a second one of each,
until there are as many games as were asked for or it is time to end. Where games are short, several pairs are played in
one round. Each finished pair is kept in build/opponents.jsonl, so that a run that was stopped goes on where it was.
Rows are only used with the same code of bots, the same setting, the same seconds and the same clock. Two runs at once
must not share a pairing: they would play the same dice. In the end (or at once with `--table`) all rows are summed up
as they stand in docs/opponents.md: how often `strong` won, of a shared victory its part, with the 95 % interval. With
`--processor` bots think for so many seconds of processor time, whatever else the machine does. How near to the best
play of Pig it comes is measured by pig_optimum.py.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from math import sqrt
from pathlib import Path

from attrs import asdict, frozen

from dicedsl.interpreter import bots
from dicedsl.interpreter.bots import Budget
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.lab.arena import Contest, arena_of
from dicedsl.interpreter.lab.many_games.figures import wilson
from dicedsl.interpreter.table.game_table import GameTable

KEPT = Path(__file__).parent.parent / "build" / "opponents.jsonl"
SEED = 1000
SHORT = 24  # choices that a pairing has in each round, if its games are short
Options = dict[str, str | int]
# Rulebooks with options that make a game short enough to play many, short games first.
AGAINST: dict[str, tuple[str, Options]] = {
    "threes": ("threes", {}),
    "liars-dice": ("liars-dice", {}),
    "grand-poobah": ("grand-poobah", {}),
    "keep-on-rolling": ("keep-on-rolling", {"target": 100}),
    "perfecto": ("perfecto", {"games": "single"}),
    "farkle": ("farkle", {"goal": 3000}),
    "36-slipped": ("36-slipped", {}),
    "23-rasanto": ("23-rasanto", {}),
    "spicy-dice": ("spicy-dice", {}),
    "six-by-six": ("six-by-six", {}),
    "turned-over": ("turned-over", {}),
    "yahtzee": ("yahtzee", {}),
    "47-wolf": ("47-wolf", {}),
    "46-reducto": ("46-reducto", {}),
    "pig": ("pig", {"goal": 50}),
    "45-sandwich": ("45-sandwich", {}),
    "26-dora": ("26-dora", {}),
    "39-el-dado": ("39-el-dado", {"layers": 5}),
    "55-flea-chase": ("55-flea-chase", {}),
    "diangle": ("diangle", {}),
    "einstein": ("einstein", {}),
}
ALONE = "yahtzee"


@frozen
class Pairing:
    """Who plays what against whom; nobody is `other` if `strong` plays alone."""

    name: str
    other: str
    wanted: int

    @property
    def key(self) -> str:
        rulebook, options = AGAINST[self.name]
        return json.dumps([rulebook, options, self.other], sort_keys=True)

    @property
    def at_once(self) -> int:
        """Games with the same dice."""
        return 2 if self.other else 1


@frozen
class Row:
    """Some games with the same dice: the points of `strong`, the choices of all of them, and what it scored if it was alone."""

    code: str
    pairing: str
    seconds: float
    clock: str
    seed: int
    games: int
    points: float
    choices: float
    score: float | None
    taken: float


@cache
def code() -> str:
    """A name for all that bots are made of."""
    folder = Path(bots.__file__).parent
    text = b"".join(path.read_bytes() for path in sorted(folder.rglob("*.py")))
    return hashlib.sha256(text).hexdigest()[:12]


def kept(given: argparse.Namespace) -> dict[str, list[Row]]:
    """The rows there are for this code, these seconds and this clock, by pairing."""
    found: dict[str, list[Row]] = {}
    for line in KEPT.read_text().splitlines() if KEPT.exists() else ():
        row = Row(**json.loads(line))
        if (row.code, row.seconds, row.clock) == (code(), given.seconds, clock(given)):
            found.setdefault(row.pairing, []).append(row)
    return found


def clock(given: argparse.Namespace) -> str:
    return "processor" if given.processor else "wall"


@cache
def table_of(name: str, players: int) -> GameTable:
    rulebook, options = AGAINST[name]
    return GameTable(Game.named(rulebook).program(players, options, starter=0))


def played(pairing: Pairing, seed: int, given: argparse.Namespace) -> Row:
    """The next games of a pairing, one after the other in this process, so that its clock counts for all of them."""
    who = ("strong", pairing.other) if pairing.other else ("strong",)
    contest = Contest(table_of(pairing.name, len(who)), who, Budget(seconds=given.seconds))
    begun = time.process_time()
    found = arena_of(contest, contest.playouts(None, seed, 0, len(who)), len(who), seed)
    first = found.seats[0]
    return Row(
        code=code(),
        pairing=pairing.key,
        seconds=given.seconds,
        clock=clock(given),
        seed=seed,
        games=found.games,
        points=first.points * found.games,
        choices=found.choices.mean * found.games if found.choices is not None else 0.0,
        score=first.score.mean if first.score is not None else None,
        taken=time.process_time() - begun,
    )


def pairings(given: argparse.Namespace) -> list[Pairing]:
    found = []
    for name in given.names or AGAINST:
        found += [Pairing(name, "quick", given.quick), Pairing(name, "random", given.random)]
    if ALONE in (given.names or AGAINST):
        found.append(Pairing(ALONE, "", given.alone))
    return found


def due(given: argparse.Namespace, rows: dict[str, list[Row]]) -> Iterator[tuple[Pairing, int]]:
    """What is to be played next, and its seed, round by round."""
    most = max(given.quick, given.random, given.alone)
    for number in range(1, most + 1):
        for pairing in pairings(given):
            while True:
                have = rows.setdefault(pairing.key, [])
                choices = sum(row.choices for row in have)
                enough = len(have) >= number and choices >= number * SHORT
                if enough or sum(row.games for row in have) >= pairing.wanted:
                    break
                yield pairing, SEED + len(have)


def shown(rows: list[Row]) -> str:
    """The points of `strong`, as a share with its interval."""
    points, games = sum(row.points for row in rows), sum(row.games for row in rows)
    if not games:
        return "not played"
    low, high = wilson(round(points), games)
    return f"{points:g} of {games} ({100 * low:.0f} to {100 * high:.0f} %)"


def print_table(given: argparse.Namespace, rows: dict[str, list[Row]]) -> None:
    print(f"bots {code()}, {given.seconds:g} seconds ({clock(given)})\n")
    print("| rulebook | `strong` against `random` | `strong` against `quick` | choices |\n| --- | --- | --- | --- |")
    sums: dict[str, list[Row]] = {"random": [], "quick": []}
    for name, (rulebook, options) in AGAINST.items():
        both = {other: rows.get(Pairing(name, other, 0).key, []) for other in sums}
        if not any(both.values()):
            continue
        for other, found in both.items():
            sums[other] += found
        longest = both["quick"] or both["random"]
        choices = sum(row.choices for row in longest) / sum(row.games for row in longest)
        setting = ", ".join(f"{key} {value}" for key, value in options.items())
        title = f"{rulebook} ({setting})" if setting else rulebook
        print(f"| {title} | {shown(both['random'])} | {shown(both['quick'])} | {choices:.0f} |")
    print(f"| all | {shown(sums['random'])} | {shown(sums['quick'])} | |")
    scores = [row.score for row in rows.get(Pairing(ALONE, "", 0).key, []) if row.score is not None]
    if len(scores) > 1:
        mean = sum(scores) / len(scores)
        error = sqrt(sum((score - mean) ** 2 for score in scores) / (len(scores) - 1) / len(scores))
        print(f"\n{ALONE} alone: {mean:.1f} points ({len(scores)} games, standard error {error:.1f})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--quick", type=int, default=12, metavar="GAMES")
    parser.add_argument("--random", type=int, default=4, metavar="GAMES")
    parser.add_argument("--alone", type=int, default=6, metavar="GAMES")
    parser.add_argument("--until", help="the time of day at which no more games are begun, as in 17:30")
    parser.add_argument("--processor", action="store_true")
    parser.add_argument("--table", action="store_true", help="only print what is kept")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    for name in given.names:
        if name not in AGAINST:
            parser.error(f"{name!r} is not measured; there are: {', '.join(AGAINST)}")
    if given.processor:
        time.perf_counter = time.process_time  # all that bots look at
    rows = kept(given)
    KEPT.parent.mkdir(exist_ok=True)
    for pairing, seed in () if given.table else due(given, rows):
        if given.until and datetime.now().strftime("%H:%M") >= given.until:
            break
        row = played(pairing, seed, given)
        rows[pairing.key].append(row)
        with KEPT.open("a") as file:
            file.write(json.dumps(asdict(row)) + "\n")
        result = f"{row.points:g} of {row.games}" if pairing.other else f"{row.score:g} points"
        about = f"{pairing.name}, {pairing.other or 'alone'}: {result}, {row.choices:g} choices, {row.taken:.0f} s"
        print(f"{datetime.now():%H:%M:%S} {about}", flush=True)
    print_table(given, rows)


if __name__ == "__main__":
    main()
