"""Hexagons, as the places of a pile seen from above: their corners, and the ways along the three coordinates."""

from __future__ import annotations

from math import sqrt

Point = tuple[float, float]
AXES = ((0.0, -1.0), (sqrt(3) / 2, 0.5), (-sqrt(3) / 2, 0.5))


def hexagon(at: Point, radius: float) -> list[Point]:
    x, y = at
    half, side = radius / 2, radius * sqrt(3) / 2
    return [
        (x, y - radius),
        (x + side, y - half),
        (x + side, y + half),
        (x, y + radius),
        (x - side, y + half),
        (x - side, y - half),
    ]
