"""The stepping engine beside the same games written by hand in Python: mean lengths and wins compared, then the ratio of times."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from math import sqrt
from random import Random

import _by_hand_python
from _measure import QUICK, Results, number, paired, stepping
from attrs import define

from dicedsl.interpreter.engines.contract import Engine, Tally
from dicedsl.interpreter.game import Game

SIGMAS = 5
GAMES: dict[str, tuple[Callable[[Random, int], tuple[int, int]], int]] = {
    "pig": (_by_hand_python.pig, 4_000),
    "keep-on-rolling": (_by_hand_python.keep_on_rolling, 800),
}


@define
class Sums:
    """What many games came to: wins by seat, and the sums of lengths and of their squares."""

    games: int
    wins: list[int]
    first: int
    second: int

    @property
    def mean(self) -> float:
        return self.first / self.games

    @property
    def variance(self) -> float:
        return max(0.0, self.second / self.games - self.mean**2) / self.games


def by_hand(name: str, players: int, games: int, seed: int) -> Sums:
    rng, play, wins, first, second = Random(seed), GAMES[name][0], [0] * players, 0, 0
    for _ in range(games):
        winner, length = play(rng, players)
        wins[winner] += 1
        first, second = first + length, second + length * length
    return Sums(games, wins, first, second)


def stepped(engine: Engine, games: int, seed: int) -> Tally:
    return engine.playouts(None, seed, 0, games)


def sums(tally: Tally, players: int) -> Sums:
    wins = [sum(n for (_, mask), n in tally.winners.items() if mask >> seat & 1) for seat in range(players)]
    first, second = (sum(n * length**power for length, n in tally.turns.items()) for power in (1, 2))
    return Sums(tally.games, wins, first, second)


def differ(a: Sums, b: Sums) -> list[str]:
    """What is further apart than chance explains."""
    found = []
    if abs(a.mean - b.mean) > SIGMAS * sqrt(a.variance + b.variance):
        found.append(f"mean length {a.mean:.3f} and {b.mean:.3f}")
    for seat, (x, y) in enumerate(zip(a.wins, b.wins, strict=True)):
        share = (x + y) / (a.games + b.games)
        if abs(x / a.games - y / b.games) > SIGMAS * sqrt(share * (1 - share) * (1 / a.games + 1 / b.games)):
            found.append(f"wins of seat {seat}: {x / a.games:.4f} and {y / b.games:.4f}")
    return found


def main() -> int:
    results = Results()
    for name, (_, large) in GAMES.items():
        for players in (2, 3, 4):
            engine = stepping(Game.named(name).program(players, starter=0))
            count = large // 8 if QUICK else large
            truth = sums(engine.playouts(None, 99, 0, count), players)
            problems = differ(truth, by_hand(name, players, count, 7))
            what = f"{name}, {players} players"
            results.line(f"{what}: same game", "; ".join(problems) or f"{truth.mean:.2f} turns", "same", not problems)
            if problems:
                continue
            few = count // 8
            own, other, ratio = paired(partial(stepped, engine, few), partial(by_hand, name, players, few))
            speeds = f"{number(few / own)}/s, {number(few / other)}/s: {ratio:.2f}"
            results.line(f"{what}: time of stepping to that by hand", speeds)
    return results.code


if __name__ == "__main__":
    sys.exit(main())
