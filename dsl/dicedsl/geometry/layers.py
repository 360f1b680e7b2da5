"""How the places of a board lie for those who look at it: rows of a grid, or layers of a pile, each with rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from attrs import frozen

Label = tuple[int, ...]


@frozen
class Layer:
    """Places in rows: their numbers by (row, column). `level` is 1 for the lowest layer."""

    level: int
    total: int
    cells: dict[tuple[int, int], int]


def is_pyramid(labels: Sequence[Label]) -> bool:
    """Whether three coordinates make a pile that narrows to a top: no place is further from it than a corner of the plate."""
    if not labels or len(labels[0]) != 3 or min(map(min, labels)) < 0:
        return False
    return max(map(sum, labels)) == max(map(max, labels))


def is_heap(labels: Sequence[Label]) -> bool:
    """Whether three coordinates make a pile whose layers lie the higher the larger their sum is: triangles that grow smaller."""
    if not labels or len(labels[0]) != 3 or is_pyramid(labels):
        return False
    planes: dict[int, list[Label]] = {}
    for label in labels:
        planes.setdefault(sum(label), []).append(label)
    sides = []
    for total in sorted(planes):
        lowest = sum(map(min, zip(*planes[total], strict=True)))
        side = total - lowest + 1
        if len(planes[total]) != side * (side + 1) // 2:
            return False
        sides.append(side)
    return len(sides) > 1 and all(low > high for low, high in pairwise(sides))


def layers(labels: Sequence[Label]) -> list[Layer]:
    """From the lowest up. Of a pile those with the same sum of coordinates, else those with the same last one of three."""
    by_level: dict[int, dict[tuple[int, int], int]] = {}
    pyramid = is_pyramid(labels)
    heaped = pyramid or is_heap(labels)
    for number, label in enumerate(labels):
        if heaped:
            by_level.setdefault(sum(label), {})[label[0], label[1]] = number
        elif len(label) == 3:
            by_level.setdefault(label[2], {})[label[0], label[1]] = number
        else:
            row, column = label if len(label) == 2 else (0, label[0])
            by_level.setdefault(0, {})[row, column] = number
    order = sorted(by_level, reverse=pyramid)
    return [Layer(level, total, by_level[total]) for level, total in enumerate(order, start=1)]
