"""Linear equations in fractions."""

from __future__ import annotations

from fractions import Fraction


def solve(rows: list[dict[int, Fraction]], right: list[Fraction]) -> list[Fraction] | None:
    """The solution of a square system of linear equations, by elimination; None if it has none or many."""
    size = len(rows)
    rows = [dict(row) for row in rows]
    right = list(right)
    for i in range(size):
        pivot = next((r for r in range(i, size) if rows[r].get(i)), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        right[i], right[pivot] = right[pivot], right[i]
        lead = rows[i][i]
        for r in range(i + 1, size):
            factor = rows[r].pop(i, None)
            if factor:
                factor /= lead
                for column, value in rows[i].items():
                    if column > i:
                        rows[r][column] = rows[r].get(column, Fraction(0)) - factor * value
                right[r] -= factor * right[i]
    result = [Fraction(0)] * size
    for i in reversed(range(size)):
        known = sum((value * result[column] for column, value in rows[i].items() if column > i), Fraction(0))
        result[i] = (right[i] - known) / rows[i][i]
    return result
