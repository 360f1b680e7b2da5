"""Where a share lies that was found by trying: Wilson's interval, in which a few equal results are no certainty."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054  # standard errors that hold 95 % of what comes by chance


def wilson_bounds(share: float, tries: float, errors: float) -> tuple[float, float]:
    """The ends of Wilson's interval of so many standard errors, in which the true share lies. Not cut off at 0 and 1."""
    spread = errors * sqrt(max(0.0, share * (1 - share)) / tries + errors * errors / (4 * tries * tries))
    middle = share + errors * errors / (2 * tries)
    scale = 1 + errors * errors / tries
    return (middle - spread) / scale, (middle + spread) / scale


def interval95(share: float, tries: float) -> tuple[float, float]:
    """The ends of the 95 % interval of a share, within 0 and 1. What never happened, or always, may do so for ever."""
    low, high = wilson_bounds(share, tries, Z95)
    return 0.0 if share <= 0 else max(0.0, low), 1.0 if share >= 1 else min(1.0, high)
