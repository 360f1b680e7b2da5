"""Three shares of what decides a game, which sum up to one.

Players meet of whom one thinks and the others choose at random, and of whom one has a steady hand and the others have not, each drawn for
itself. The square of the correlation between "this one thinks" and what this one gets is the part of the variance of the outcome that
thinking explains; so it is for hands, and since the two are drawn for themselves, these parts add up. What is left has happened step by
step; in games among equals the chances to win change with every roll, attempt and choice, and the squares of these changes, added up,
are the variance of the outcome. By them the rest is split.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import TypeVar

from attrs import frozen

from dicedsl.interpreter.lab.many_games.estimates import Estimate

TRIANGLE_PARTS = ("chance", "skill", "tactics")
CHANCE, SKILL, TACTICS = range(3)
TIMES_RESAMPLED = 400
Parts = tuple[float, float, float]
Game = TypeVar("Game")


@frozen
class Gain:
    """What one player got in a game, whether it thinks, and whether its hand is steady."""

    got: float
    thinks: bool
    steady: bool


Met = tuple[Gain, ...]  # all who took part in a game


@frozen
class Evidence:
    """Games in which better and worse met, and changes of the chances in games among equals, by what brought them."""

    seen: frozenset[int]  # of TRIANGLE_PARTS: which of rolls, attempts and choices there are at all
    met: tuple[Met, ...] = ()
    swings: tuple[Parts, ...] = ()


def correlation(met: Sequence[Met], part: int) -> float:
    """The correlation between who is better at a part and what they get."""
    pairs = [(row.got, row.thinks if part == TACTICS else row.steady) for game in met for row in game]
    if not pairs:
        return 0.0
    got, better = (sum(pair[i] for pair in pairs) / len(pairs) for i in (0, 1))
    both = sum((g - got) * (b - better) for g, b in pairs)
    spread = sqrt(sum((g - got) ** 2 for g, _ in pairs) * sum((b - better) ** 2 for _, b in pairs))
    return both / spread if spread else 0.0


def explained(met: Sequence[Met], part: int) -> float:
    """The part of the variance that it explains, without what luck alone would bring in so few games; being worse explains nothing."""
    correlated = correlation(met, part)
    if correlated <= 0 or len(met) < 2:
        return 0.0
    return max(0.0, correlated**2 - (1 - correlated**2) / (len(met) - 1))


def brought(swings: Sequence[Parts], seen: frozenset[int]) -> Parts:
    """The parts of one by what the chances changed among equals."""
    sums = [max(0.0, sum(one[part] for one in swings)) if part in seen else 0.0 for part in range(3)]
    total = sum(sums)
    chance, skill, tactics = (
        value / total if total else float(part in seen) / max(1, len(seen)) for part, value in enumerate(sums)
    )
    return chance, skill, tactics


def shares(evidence: Evidence) -> Parts:
    """The shares of chance, skill and tactics, as parts of one."""
    thinking = explained(evidence.met, TACTICS) if TACTICS in evidence.seen else 0.0
    hands = explained(evidence.met, SKILL) if SKILL in evidence.seen else 0.0
    whole = max(1.0, thinking + hands)  # few games may say more than there is
    thinking, hands = thinking / whole, hands / whole
    rest = max(0.0, 1 - thinking - hands)
    chance, skill, tactics = brought(evidence.swings, evidence.seen)
    return rest * chance, hands + rest * skill, thinking + rest * tactics


def with_intervals(evidence: Evidence, seed: int) -> tuple[Estimate, ...]:
    """Each share of a hundred with its 95 % interval: the same games drawn by lot again and again, as if others had been played."""
    values = shares(evidence)
    drawn = [values] if len(evidence.seen) == 1 else [*_drawn_again(evidence, Random(seed))]
    rows = []
    for part, name in enumerate(TRIANGLE_PARTS):
        ranked = sorted(one[part] for one in drawn)
        low, high = ranked[int(0.025 * len(ranked))], ranked[int(0.975 * len(ranked))]
        value = values[part]
        rows.append(Estimate(name, "%", 100 * value, 100 * min(low, value), 100 * max(high, value)))
    return tuple(rows)


def _drawn_again(evidence: Evidence, lots: Random) -> Iterator[Parts]:
    """The shares of games drawn by lot, with one game more in which all came the other way round, lest ten victories of
    ten be taken for certainty."""
    met = [*evidence.met, _mirrored(evidence.met)] if evidence.met else []
    for _ in range(TIMES_RESAMPLED):
        yield shares(Evidence(evidence.seen, tuple(_resampled(met, lots)), tuple(_resampled(evidence.swings, lots))))


def _resampled(games: Sequence[Game], lots: Random) -> list[Game]:
    return lots.choices(games, k=len(games)) if games else []


def _mirrored(met: Sequence[Met]) -> Met:
    rows = [row for game in met for row in game]
    middle = sum(row.got for row in rows) / len(rows)
    return tuple(Gain(2 * middle - row.got, row.thinks, row.steady) for row in met[-1])
