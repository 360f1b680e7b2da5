"""Sets as masks, and the numbers a state can hold: the plain functions that everything which works out operations shares."""

from __future__ import annotations

from collections.abc import Iterable

from dicedsl.program.faults import too_large_member

NO_NUMBER = -(1 << 30)  # a number that is not there; members of finite kinds use -1
STORED_LIMIT = 1 << 40  # a number that a state can hold stays below this
NUMBER_LIMIT = 1 << 62  # and any number on the way there below this
LARGEST_MEMBER = 1_023  # in a set of numbers
MOST_LOOP_STEPS = 100_000_000  # steps of loops between two suspensions
MOST_LISTED_ANSWERS = 1 << 16  # that are listed for one decision
LARGEST_PICKED_SET = 16  # members of a set of which every part may be picked


def union(masks: Iterable[int]) -> int:
    result = 0
    for mask in masks:
        result |= mask
    return result


def low(mask: int) -> int:
    """The lowest member, -1 if there is none."""
    return (mask & -mask).bit_length() - 1


def bit(mask: int, member: int) -> int:
    return mask >> member & 1 if member >= 0 else 0


def single(member: int) -> int:
    if member > LARGEST_MEMBER:
        raise too_large_member(LARGEST_MEMBER)
    return 1 << member if member >= 0 else 0


def span(low_end: int, high_end: int) -> int:
    """The mask of the whole numbers from low to high; numbers below 0 are in no mask."""
    low_end = max(low_end, 0)
    if high_end > LARGEST_MEMBER:
        raise too_large_member(LARGEST_MEMBER)
    return (1 << (high_end + 1)) - (1 << low_end) if high_end >= low_end else 0


def entry(values: tuple[int, ...], index: int, default: int) -> int:
    return values[index] if 0 <= index < len(values) else default
