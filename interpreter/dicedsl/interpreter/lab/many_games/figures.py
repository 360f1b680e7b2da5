"""Figures for what was counted: shares with their intervals, where numbers lie, and histograms of a few rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import fsum, inf, sqrt

from attrs import frozen

from dicedsl.interpreter.intervals import Z95, interval95

MOST_ROWS = 12


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The Wilson interval of a share: where the true share lies, with 95 % confidence. Everything if nothing was tried."""
    return interval95(hits / of, of) if of else (0.0, 1.0)


@frozen
class Share:
    """How often something happened, as a share with its 95 % interval."""

    count: int
    share: float
    low: float
    high: float

    @classmethod
    def of(cls, count: int, total: int) -> Share:
        return cls(count, count / total if total else 0.0, *wilson(count, total))


@frozen
class NumberSpread:
    """Where numbers lie: mean, standard deviation (0 for fewer than two), least, median, greatest."""

    mean: float
    sd: float
    least: int
    median: float
    greatest: int

    @classmethod
    def of(cls, counts: Counter[int]) -> NumberSpread | None:
        """The spread of numbers that were counted; None if there are none."""
        total = counts.total()
        if total == 0:
            return None
        values = sorted(counts)
        first = sum(v * counts[v] for v in values)
        second = sum(v * v * counts[v] for v in values)
        # In whole numbers up to the last step, so that the order of the games does not matter.
        variance = (total * second - first * first) / (total * (total - 1)) if total > 1 else 0.0
        median = (_ranked(counts, values, (total - 1) // 2) + _ranked(counts, values, total // 2)) / 2
        return cls(first / total, sqrt(variance), values[0], median, values[-1])


@frozen
class Mean:
    """The mean of several values, with its 95 % interval by the law of large numbers."""

    count: int
    value: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean | None:
        """The mean of some values, None if there are none; one alone says nothing of how far it may be off."""
        count = len(values)
        if not count:
            return None
        mean = fsum(values) / count
        variance = fsum((value - mean) ** 2 for value in values) / (count - 1) if count > 1 else inf
        spread = Z95 * sqrt(variance / count)
        return cls(count, mean, mean - spread, mean + spread)


def _ranked(counts: Counter[int], values: list[int], rank: int) -> int:
    for value in values:
        rank -= counts[value]
        if rank < 0:
            return value
    raise ValueError(rank)


@frozen
class Bar:
    """One row of a histogram: how many numbers lie from `low` to `high`, both included."""

    low: int
    high: int
    count: int


def histogram(counts: Counter[int], most: int = MOST_ROWS) -> tuple[Bar, ...]:
    """Rows of the same width, 1, 2 or 5 times a power of ten, that hold all numbers; at most so many of them."""
    if not counts:
        return ()
    least, greatest = min(counts), max(counts)
    width, factors = 1, 0
    while greatest // width - least // width >= most:
        width = (1, 2, 5)[(factors + 1) % 3] * 10 ** ((factors + 1) // 3)
        factors += 1
    rows: Counter[int] = Counter()
    for value, count in counts.items():
        rows[value // width] += count
    first, last = least // width, greatest // width
    return tuple(Bar(row * width, row * width + width - 1, rows[row]) for row in range(first, last + 1))


@frozen
class Advantage:
    """How much more often who begins wins than a fair share of all victories: the difference and its 95 % interval."""

    wins: Share
    fair: float
    difference: float
    low: float
    high: float

    @classmethod
    def of(cls, winners: Counter[tuple[int, int]], players: int) -> Advantage | None:
        """The advantage of beginning, from the masks of winners by who began; None if there is nobody to compare with."""
        games = winners.total()
        if players < 2 or not games:
            return None
        wins = Share.of(sum(n for (seat, mask), n in winners.items() if mask >> seat & 1), games)
        fair = sum(n * mask.bit_count() for (_, mask), n in winners.items()) / (games * players)
        difference = wins.share - fair
        if len({mask.bit_count() for _, mask in winners}) == 1:
            return cls(wins, fair, difference, wins.low - fair, wins.high - fair)
        # The fair share of a game depends on how many win it: the law of large numbers for the difference in each game.
        parts = [((mask >> seat & 1) - mask.bit_count() / players, n) for (seat, mask), n in sorted(winners.items())]
        variance = sum(n * (part - difference) ** 2 for part, n in parts) / games
        spread = Z95 * sqrt(variance / games)
        return cls(wins, fair, difference, difference - spread, difference + spread)
