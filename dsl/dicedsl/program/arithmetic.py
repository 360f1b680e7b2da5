"""What operations on plain values come to: the one table that everything shares which works out operations.

A fault here is one of the rulebook; who works something out before the game leaves such an operation as it is, so that it is
told when it is met in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import and_, or_, xor

from attrs import fields

from dicedsl.program import ops, sets
from dicedsl.program.faults import division_by_zero, too_large_number
from dicedsl.program.sets import NO_NUMBER, NUMBER_LIMIT, STORED_LIMIT, union


def fair(number: int) -> int:
    """A number that a state can hold."""
    return _below(number, STORED_LIMIT)


def wide(number: int) -> int:
    """A number that may come up on the way to one that is kept."""
    return _below(number, NUMBER_LIMIT)


def _below(number: int, most: int) -> int:
    if -most < number < most:
        return number
    raise too_large_number()


def _divisor(number: int) -> int:
    if number == 0:
        raise division_by_zero()
    return number


BINARY: dict[str, Callable[[int, int], int]] = {
    "+": lambda left, right: wide(left + right),
    "-": lambda left, right: wide(left - right),
    "*": lambda left, right: wide(left * right),
    "//": lambda left, right: left // _divisor(right),
    "%": lambda left, right: left % _divisor(right),
    "min": min,
    "max": max,
    "==": lambda left, right: int(left == right),
    "!=": lambda left, right: int(left != right),
    "<": lambda left, right: int(left < right),
    "<=": lambda left, right: int(left <= right),
    ">": lambda left, right: int(left > right),
    ">=": lambda left, right: int(left >= right),
    "and": lambda left, right: int(bool(left and right)),
    "or": lambda left, right: int(bool(left or right)),
    "&": and_,
    "|": or_,
    "^": xor,
    "&~": lambda left, right: left & ~right,
}

# Operations that only need the values of their parts, which are given in the order of the fields.
PLAIN_OPERATIONS: dict[type, Callable[..., int]] = {
    ops.Not: lambda value: int(not value),
    ops.Count: int.bit_count,
    ops.Lowest: sets.low,
    ops.Highest: lambda mask: mask.bit_length() - 1,
    ops.Bit: sets.bit,
    ops.Single: sets.single,
    ops.Range: sets.span,
}
PLAIN_PARTS: dict[type, tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind)) for kind in PLAIN_OPERATIONS
}


def plain_parts(op: ops.Op) -> tuple[ops.Op, ...]:
    """The parts of an operation of the table PLAIN_OPERATIONS."""
    return tuple(getattr(op, name) for name in PLAIN_PARTS[type(op)])


def extreme_members(pairs: list[tuple[int, int]], highest: bool) -> int:
    """The set of those members, each told with its number, that have the highest or the lowest of all."""
    if not pairs:
        return 0
    best = (max if highest else min)(number for number, _ in pairs)
    return union(sets.single(member) for number, member in pairs if number == best)


Rounds = Iterator[tuple[int, int]]  # of each round of a fold what its body comes to, and the variable of its first loop

# What all rounds come to together. `any` and `all` look no further than they must.
FOLDS: dict[str, Callable[[Rounds], int]] = {
    "sum": lambda rounds: wide(sum(value for value, _ in rounds)),
    "any": lambda rounds: int(any(value for value, _ in rounds)),
    "all": lambda rounds: int(all(value for value, _ in rounds)),
    "max": lambda rounds: max((value for value, _ in rounds), default=NO_NUMBER),
    "min": lambda rounds: min((value for value, _ in rounds), default=NO_NUMBER),
    "union": lambda rounds: union(value for value, _ in rounds),
    "best_max": lambda rounds: extreme_members(list(rounds), highest=True),
    "best_min": lambda rounds: extreme_members(list(rounds), highest=False),
}
