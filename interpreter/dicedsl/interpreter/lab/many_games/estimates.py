"""What many games say, as figures by name with their intervals: what is compared, and drawn as curves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import erfc, inf, sqrt

from attrs import frozen

from dicedsl.interpreter.intervals import Z95
from dicedsl.interpreter.lab.many_games.figures import Mean, NumberSpread, Share
from dicedsl.interpreter.lab.many_games.simulate import Summary

CHANCE_OF_FALSE_CLEAR = 0.05  # the chance that anything at all is called clearly different though nothing is


@frozen
class Estimate:
    """A figure with its 95 % interval. `unit` is "%" for shares, else what is counted."""

    name: str
    unit: str
    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """The standard error, as far as the interval tells it."""
        return (self.high - self.low) / (2 * Z95)

    @property
    def text(self) -> str:
        return f"{self.value:.{_digits(self)}f}"

    @property
    def interval(self) -> str:
        digits = _digits(self)
        return f"{self.low:.{digits}f} to {self.high:.{digits}f}"


def _digits(estimate: Estimate) -> int:
    """How many digits behind the point an estimate is told with: as many as its interval has a say in, two at most."""
    width = estimate.high - estimate.low
    return 0 if width > 20 else 1 if width > 2 or estimate.unit == "%" else 2


def of_share(name: str, share: Share) -> Estimate:
    return Estimate(name, "%", 100 * share.share, 100 * share.low, 100 * share.high)


def of_mean(name: str, unit: str, mean: Mean | None) -> Iterator[Estimate]:
    """The estimate of a mean. If the unit is "%", the values are shares: they are told of a hundred, and none is more than that."""
    if mean is not None and mean.count > 1:
        times, most = (100, 100.0) if unit == "%" else (1, inf)
        yield Estimate(name, unit, times * mean.value, times * mean.low, min(most, times * mean.high))


def of_spread(name: str, unit: str, spread: NumberSpread | None, games: int) -> Iterator[Estimate]:
    """The estimate of the mean of what was counted in so many games."""
    if spread is not None and games > 1:
        error = Z95 * spread.sd / sqrt(games)
        yield Estimate(name, unit, spread.mean, spread.mean - error, spread.mean + error)


def estimates(summary: Summary) -> Iterator[Estimate]:
    """All that a simulation says in numbers; the same names for the same game, whatever its setting."""
    games = summary.games
    for seat in summary.seats:
        yield of_share(f"wins of P{seat.seat + 1}", seat.wins)
    if summary.advantage is not None:
        points = [
            100 * value for value in (summary.advantage.difference, summary.advantage.low, summary.advantage.high)
        ]
        yield Estimate("advantage of beginning", "%", *points)
    yield of_share("won together", summary.shared)
    yield of_share("won by nobody", summary.nobody)
    for length in summary.lengths:
        yield from of_spread(length.unit, length.unit.split()[0], length.spread, games)
    for seat in summary.seats:
        yield from of_spread(f"score of P{seat.seat + 1}", "points", seat.score, games)
    for reason, count in summary.reasons:
        yield of_share(f"ends: {reason or 'without a reason given'}", Share.of(count, games))


@frozen
class Difference:
    """A figure in two settings: how much the second has more, with the 95 % interval of that, and whether that is clear."""

    name: str
    unit: str
    first: Estimate
    second: Estimate
    difference: float
    low: float
    high: float
    p: float
    clear: bool


def differences(first: Iterable[Estimate], second: Iterable[Estimate]) -> tuple[Difference, ...]:
    """The differences of all figures that both settings have. With many figures some differ by accident: Holm's method
    tells which still say something."""
    others = {estimate.name: estimate for estimate in second}
    rows = []
    for one in first:
        other = others.get(one.name)
        if other is None:
            continue
        difference, error = other.value - one.value, sqrt(one.error**2 + other.error**2)
        p = erfc(abs(difference) / error / sqrt(2)) if error else float(difference == 0)
        rows.append((one, other, difference, Z95 * error, p))
    clear, order = set[int](), sorted(range(len(rows)), key=lambda i: rows[i][-1])
    for rank, number in enumerate(order):
        if rows[number][-1] > CHANCE_OF_FALSE_CLEAR / (len(rows) - rank):
            break
        clear.add(number)
    return tuple(
        Difference(one.name, one.unit, one, other, difference, difference - spread, difference + spread, p, i in clear)
        for i, (one, other, difference, spread, p) in enumerate(rows)
    )
