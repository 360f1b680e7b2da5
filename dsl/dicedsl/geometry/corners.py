"""Dice that stand on a corner: which numbers they can show along the three coordinates of a board.

An orientation is written as the three numbers shown against the first, second and third coordinate, read as one: 123. Opposite
faces add up to seven, and 123 is possible while 132, its mirror image, is not.
"""

from __future__ import annotations

from itertools import permutations, product

DIRECTIONS = 6


def _axis(number: int) -> tuple[int, int]:
    """Which pair of opposite faces a number belongs to, and which of the two it is."""
    return (number - 1, 1) if number <= 3 else (6 - number, -1)


def _handed(numbers: tuple[int, int, int]) -> bool:
    axes, signs = zip(*map(_axis, numbers), strict=True)
    swaps = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3))
    return bool(signs[0] * signs[1] * signs[2] * (-1) ** swaps == 1)


def _codes() -> tuple[int, ...]:
    codes = []
    for pairs in permutations(((1, 6), (2, 5), (3, 4))):
        codes += [100 * x + 10 * y + z for x, y, z in product(*pairs) if _handed((x, y, z))]
    return tuple(sorted(codes))


ORIENTATIONS = _codes()


def faces(code: int) -> tuple[int, ...]:
    """The numbers along -a, +a, -b, +b, -c, +c."""
    shown = (code // 100, code // 10 % 10, code % 10)
    return tuple(x for number in shown for x in (number, 7 - number))
