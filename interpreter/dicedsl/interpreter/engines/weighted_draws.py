"""Drawing by weights and by chances, as both engines do it: with 64-bit integers and doubles in a fixed order, and the same source.

Only what `kernel_memory` offers is used here, so that the native engine compiles these functions as they stand.
"""

from __future__ import annotations

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.kernel_memory import Ints, Reals, real

PERCENT = 1_000
CERTAINTY = 100 * PERCENT  # a chance is so many out of these
MOST_WEIGHT = 1 << 38  # a weight counts no further: the sum of all must stay below 2^56
NO_INDEX = -1
UNTILTED_TRIES = 4  # sets drawn by the chances as they are
MOST_DRAWN_MEMBERS = 100_000  # members, in all sets drawn until one fits
TILT_STEPS = 10  # halvings of the range in which the tilt of a set lies
TRIES_AT_TRUE_ODDS = 200  # answers drawn by the odds as they are
TRIES_AT_SMALLER_SETS = 40  # then with smaller and smaller sets
MOST_WEIGHED_ANSWERS = 4_096  # answers of an outcome that are listed where drawing has failed
LONG_RANGE = 2_000  # numbers of which refused ones are not put aside one by one


def below(source: Chance, count: int) -> int:
    return source.below(count)


def unit(source: Chance) -> float:
    return source.unit()


def total_weight(weights: Ints, many: int) -> int:
    total = 0
    for i in range(many):
        total += min(max(weights[i], 0), MOST_WEIGHT)
    return total


def by_weight(source: Chance, weights: Ints, many: int) -> int:
    """The number of an entry, drawn by its weight; NO_INDEX if nothing has any."""
    total = total_weight(weights, many)
    if total == 0:
        return NO_INDEX
    point = below(source, total)
    for i in range(many):
        weight = min(max(weights[i], 0), MOST_WEIGHT)
        if point < weight:
            return i
        point -= weight
    return NO_INDEX


def by_likelihood(source: Chance, likelihoods: Reals, many: int) -> int:
    """The number of an entry, drawn by its likelihood; NO_INDEX if nothing has any."""
    total = 0.0
    for i in range(many):
        total += likelihoods[i]
    if not total > 0.0:
        return NO_INDEX
    point = unit(source) * total
    last = NO_INDEX
    for i in range(many):
        if likelihoods[i] > 0.0:
            last = i
            if point < likelihoods[i]:
                return i
            point -= likelihoods[i]
    return last  # what rounding left over


def likelihood_of_one(weights: Ints, many: int, number: int) -> float:
    """The probability of an entry that is drawn by its weight."""
    total = total_weight(weights, many)
    if total == 0:
        return 0.0
    return real(min(max(weights[number], 0), MOST_WEIGHT)) / real(total)


def likelihood_of_set(shares: Ints, chosen: Ints, many: int) -> float:
    """How likely it is that just these are chosen (1, the others 0), each by its own chance."""
    likelihood = 1.0
    for i in range(many):
        likelihood *= real(shares[i] if chosen[i] else CERTAINTY - shares[i]) / real(CERTAINTY)
    return likelihood


def combinations(many: int, taken: int) -> float:
    """The number of ways to take `taken` out of `many`."""
    count = 1.0
    for i in range(taken):
        count = count * real(many - i) / real(i + 1)
    return count


def happens(source: Chance, share: int) -> bool:
    """Whether something with such a chance out of CERTAINTY comes about."""
    if share % PERCENT == 0:
        return below(source, 100) < share // PERCENT  # takes one byte in most cases
    return below(source, CERTAINTY) < share


def so_many(source: Chance, members: Ints, many: int, wanted: int) -> None:
    """Brings so many of the members to the front, each set of them equally likely."""
    for i in range(wanted):
        other = i + below(source, many - i)
        held = members[i]
        members[i] = members[other]
        members[other] = held


def subset(source: Chance, members: Ints, shares: Ints, many: int, low: int, high: int, out: Ints) -> int:
    """Members drawn each by its own chance, given that they are from `low` to `high`. How many; NO_INDEX if no such set was found.

    Sets are drawn until one fits. After a few, where that may be rare, the chances are tilted towards sizes that fit, and what this
    favours is refused as often: the law stays the same.
    """
    possible = 0
    certain = 0
    for i in range(many):
        if shares[i] > 0:
            possible += 1
        if shares[i] >= CERTAINTY:
            certain += 1
    if low > high or possible < low or certain > high:
        return NO_INDEX
    if possible == 0:
        return 0
    for _ in range(UNTILTED_TRIES):
        size = 0
        for i in range(many):
            if happens(source, shares[i]):
                out[size] = members[i]
                size += 1
        if low <= size and size <= high:
            return size
    tilt = tilted(shares, many, low, high, certain, possible)
    for _ in range(max(UNTILTED_TRIES, MOST_DRAWN_MEMBERS // many)):
        size = 0
        for i in range(many):
            share = shares[i]
            if share >= CERTAINTY or (share > 0 and unit(source) < inclination(share, tilt)):
                out[size] = members[i]
                size += 1
        if low <= size and size <= high:
            kept = 1.0
            if tilt > 1.0:
                for _k in range(size - low):
                    kept /= tilt
            else:
                for _k in range(high - size):
                    kept *= tilt
            if kept == 1.0 or unit(source) < kept:
                return size
    return NO_INDEX


def inclination(share: int, tilt: float) -> float:
    """The chance, as a fraction, whose odds are `tilt` times those of a share."""
    raised = real(share) * tilt
    return raised / (raised + real(CERTAINTY - share))


def expected(shares: Ints, many: int, tilt: float) -> float:
    """The number of members chosen on average."""
    total = 0.0
    for i in range(many):
        total += inclination(shares[i], tilt)
    return total


def tilted(shares: Ints, many: int, low: int, high: int, certain: int, possible: int) -> float:
    """How many times as high all odds must be for a set to have from `low` to `high` members on average, or nearly that."""
    usual = expected(shares, many, 1.0)
    lower = 1.0
    upper = 1.0
    aim = usual
    if usual < real(low):
        aim = min(real(low), real(possible) - 0.5)
        while expected(shares, many, upper) < aim:
            lower = upper
            upper *= 2.0
    elif usual > real(high):
        aim = max(real(high), real(certain) + 0.5)
        while expected(shares, many, lower) > aim:
            upper = lower
            lower *= 0.5
    if lower == upper:
        return 1.0
    for _ in range(TILT_STEPS):
        middle = (lower + upper) * 0.5
        if expected(shares, many, middle) < aim:
            lower = middle
        else:
            upper = middle
    return upper
