"""The number of answers to a pick of a set, and of the sets drawn that one of them stands for."""

from __future__ import annotations

from dicedsl.interpreter.engines import weighted_draws
from dicedsl.interpreter.engines.kernel_memory import Ints
from dicedsl.program.sets import LARGEST_PICKED_SET, MOST_LISTED_ANSWERS

combinations = weighted_draws.combinations


def sets_of(many: int, low: int, high: int) -> int:
    """How many sets of `low` to `high` of so many members there are; more than MOST_LISTED_ANSWERS where nobody lists them."""
    if many > LARGEST_PICKED_SET:
        return MOST_LISTED_ANSWERS + 1
    total = 0
    combinations_taken = 1
    for taken in range(high + 1):
        if taken >= low:
            total += combinations_taken
        combinations_taken = combinations_taken * (many - taken) // (taken + 1)
    return total


def alike_sets_of(sizes: Ints, classes: int, low: int, high: int, counts: Ints) -> int:
    """As `sets_of`, where the members of a class are alike. `counts` is room for one word more than there are members."""
    listed = 1
    for i in range(classes):
        listed *= sizes[i] + 1
        if listed > MOST_LISTED_ANSWERS:
            return MOST_LISTED_ANSWERS + 1
    many = 0
    counts[0] = 1
    for i in range(classes):
        size = sizes[i]
        for k in range(size):
            counts[many + k + 1] = 0
        many += size
        # In place, from the largest sets on: so many of the class were none of those taken before.
        for taken in range(many, 0, -1):
            for k in range(max(0, taken - size), taken):
                counts[taken] += counts[k]
    total = 0
    for taken in range(low, min(high, many) + 1):
        total += counts[taken]
    return total


def meant(sizes: Ints, taken: Ints, classes: int) -> float:
    """The number of ways to take so many of each class."""
    count = 1.0
    for i in range(classes):
        if sizes[i] > 0:
            count *= combinations(sizes[i], taken[i])
    return count
