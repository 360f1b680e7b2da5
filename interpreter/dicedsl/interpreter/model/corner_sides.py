"""A die that stands on a corner: its three numbers in one."""

from __future__ import annotations


def corner_sides(number: int | None) -> tuple[int, int, int] | None:
    """The three numbers that a die standing on a corner shows towards its sides, if this number tells them: 142."""
    if number is None or not 111 <= number <= 666:
        return None
    sides = number // 100, number // 10 % 10, number % 10
    return sides if all(1 <= side <= 6 for side in sides) else None
