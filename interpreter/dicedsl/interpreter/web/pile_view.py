"""Piles of dice that stand on their corners: which way is up, where each place lies seen from above, and what the 3-D picture needs."""

from __future__ import annotations

import json
from collections.abc import Iterable

from attrs import frozen

from dicedsl.interpreter.model.corner_sides import corner_sides
from dicedsl.interpreter.model.records import Board, Form, Place
from dicedsl.interpreter.web.dice_pictures import fill_of, letter_of


@frozen
class Storey:
    """The places of one height, row by row as they are seen from above; `level` 1 is the lowest."""

    level: int
    rows: tuple[tuple[Place, ...], ...]


@frozen
class PileView:
    """`falls` if larger coordinates lie lower, as where they are counted from the top; else they lie higher."""

    falls: bool
    storeys: tuple[Storey, ...]

    @classmethod
    def of(cls, board: Board) -> PileView | None:
        """The pile that a board is, if it is one: its layers from the lowest up, the corner of the first coordinate at the top of the
        page, that of the second at the lower right."""
        if board.form not in {Form.PYRAMID, Form.HEAP} or len(board.layers) < 2:
            return None
        storeys = (
            Storey(layer.level, tuple(tuple(board.places[key] for _, key in row) for _, row in reversed(layer.rows)))
            for layer in board.layers
        )
        return cls(board.form == Form.PYRAMID, tuple(storeys))


def scene(board: Board, solid: PileView, lit: Iterable[int], taken: Iterable[int], last: Iterable[int]) -> str:
    """What is to be drawn, for the script that draws it."""
    can, has, new = set(lit), set(taken), set(last)
    dice = []
    for place in board.places:
        if place.die is None:
            continue
        die = place.die
        sides = None if die.hidden else corner_sides(die.number)
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
