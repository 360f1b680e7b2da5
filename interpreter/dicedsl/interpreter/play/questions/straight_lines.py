"""Places that lie on straight lines, so that they can be told in the order in which they follow each other."""

from __future__ import annotations

from collections.abc import Mapping

Label = tuple[int, ...]
SHORTEST_LINE = 4  # places of a line that is worth telling as one
MOST_STRAIGHT_LINES = 4  # lines


def straight_lines(places: Mapping[int, Label]) -> list[list[int]]:
    """All places, line by line, where they lie on a few lines of at least some places each; else nothing."""
    left = dict(places)
    lines: list[list[int]] = []
    while left:
        line = max((candidate for key in left for candidate in _lines(key, left)), key=len, default=[])
        if len(line) < SHORTEST_LINE or len(lines) == MOST_STRAIGHT_LINES:
            return []
        lines.append(line)
        for key in line:
            del left[key]
    return lines


def _lines(first: int, places: Mapping[int, Label]) -> list[list[int]]:
    """The longest lines that begin at a place."""
    at = {label: key for key, label in places.items()}
    start = places[first]
    lines = []
    for other in places.values():
        step = tuple(b - a for a, b in zip(start, other, strict=True))
        if other == start or max(map(abs, step)) > 1:
            continue
        line, label = [first], other
        while label in at:
            line.append(at[label])
            label = tuple(a + b for a, b in zip(label, step, strict=True))
        lines.append(line)
    return lines
