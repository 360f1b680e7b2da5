"""Piles of dice that stand on their corners: which way is up, where each place lies seen from above, and what the 3-D picture needs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from attrs import frozen

from dicedsl.interpreter.model.things import Board, Place
from dicedsl.interpreter.web.pieces import fill_of, letter_of, standing

Rows = tuple[tuple[int, ...], ...]  # places by their numbers, row by row


@frozen
class Storey:
    """The places of one height, row by row as they are seen from above; `level` 1 is the lowest."""

    level: int
    rows: tuple[tuple[Place, ...], ...]


@frozen
class Solid:
    """`falls` if larger coordinates lie lower, as on the plate with its funnels; else they lie higher."""

    falls: bool
    storeys: tuple[Storey, ...]

    @classmethod
    def of(cls, board: Board) -> Solid | None:
        """The pile that a board is, if its three coordinates make one: its layers, by the sum, grow smaller from the plate to the top."""
        if len(board.coordinates) != 3 or board.form == "grid":
            return None
        shape = _shape(tuple(place.at for place in board.places))
        if shape is None:
            return None
        falls, storeys = shape
        places = board.places
        return cls(
            falls,
            tuple(
                Storey(level, tuple(tuple(places[at] for at in row) for row in rows))
                for level, rows in enumerate(storeys, start=1)
            ),
        )


@lru_cache(maxsize=256)
def _shape(labels: tuple[tuple[int, ...], ...]) -> tuple[bool, tuple[Rows, ...]] | None:
    """Whether it falls, and the places of each storey from the lowest up: the same for every position of a board."""
    counts = sorted(Counter(map(sum, labels)).items())
    sizes = [count for _, count in counts]
    if len(sizes) < 2 or len(set(sizes)) < len(sizes):
        return None
    falls = sizes == sorted(sizes)
    if not falls and sizes != sorted(sizes, reverse=True):
        return None
    order = [total for total, _ in counts]
    return falls, tuple(_storey(total, labels) for total in (reversed(order) if falls else order))


def _storey(total: int, labels: Sequence[tuple[int, ...]]) -> Rows:
    """The corner of the first coordinate is at the top of the page, that of the second at the lower right."""
    rows: dict[int, list[int]] = {}
    for number, label in enumerate(labels):
        if sum(label) == total:
            rows.setdefault(label[0], []).append(number)
    return tuple(tuple(sorted(rows[a], key=lambda at: labels[at][1])) for a in sorted(rows, reverse=True))


def scene(board: Board, solid: Solid, lit: Iterable[int], taken: Iterable[int], last: Iterable[int]) -> str:
    """What is to be drawn, for the script that draws it."""
    can, has, new = set(lit), set(taken), set(last)
    dice = []
    for place in board.places:
        if place.die is None:
            continue
        die = place.die
        sides = None if die.hidden else standing(die.number)
        dice.append(
            {
                "key": place.key,
                "at": place.at,
                "text": place.text,
                "colour": fill_of(die),
                "letter": letter_of(die),
                "sides": sides,
                "word": "?" if die.hidden else "" if sides or die.number is None else str(die.number),
                "lit": place.key in can,
                "taken": place.key in has,
                "last": place.key in new,
            }
        )
    free = [{"key": p.key, "at": p.at, "text": p.text} for p in board.places if p.die is None and p.key in can]
    sums = [sum(place.at) for place in board.places]
    data = {
        "falls": solid.falls,
        "names": board.coordinates,
        "low": max(sums) if solid.falls else min(sums),
        "layers": len(solid.storeys),
        "plate": [place.at for row in solid.storeys[0].rows for place in row],
        "dice": dice,
        "open": free,
    }
    return json.dumps(data, separators=(",", ":"))
