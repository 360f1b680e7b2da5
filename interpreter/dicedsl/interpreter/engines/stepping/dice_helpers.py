"""Helpers of generated code that change dice: they fall, are turned, and go to another place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dicedsl.program import ops
from dicedsl.program.faults import no_such_face
from dicedsl.program.members import MEMBERS


def dice_moving_helpers(program: ops.Program, fault: Callable[[int, list[int]], None]) -> dict[str, Callable[..., Any]]:
    """These helpers, bound to the cells of a program."""
    reg = program.reg
    face, showing, shown = reg.face, reg.showing, reg.shown
    faces_of = [frozenset(d.faces) for d in program.dice]
    zones, zone_mask = len(program.zones), reg.zone_mask
    firsts = [(b.first, len(b.labels)) for b in program.boards]

    def roll(cells: list[int], mask: int, numbers: tuple[int, ...]) -> None:
        """The dice of a mask fall on these numbers, lowest die first."""
        for die, number in zip(MEMBERS[mask], numbers, strict=True):
            one = 1 << die
            cells[showing + cells[face + die]] &= ~one
            cells[showing + number] |= one
            cells[face + die] = number
        cells[shown] &= ~mask

    def turn(cells: list[int], mask: int, number: int) -> None:
        for die in MEMBERS[mask]:
            if number not in faces_of[die]:
                raise no_such_face()
            one = 1 << die
            cells[showing + cells[face + die]] &= ~one
            cells[showing + number] |= one
            cells[face + die] = number

    def put(cells: list[int], mask: int, location: int, number: int) -> None:
        for die in MEMBERS[mask]:
            old = cells[reg.location + die]
            if old == location:
                continue
            if location >= zones and cells[reg.on_place + location - zones]:
                fault(number, cells)
            one = 1 << die
            if old < zones:
                cells[zone_mask + old] &= ~one
            else:
                place = old - zones
                cells[reg.on_place + place] = 0
                for i, (first, size) in enumerate(firsts):
                    if first <= place < first + size:
                        cells[reg.taken + i] &= ~(1 << (place - first))
            if location < zones:
                cells[zone_mask + location] |= one
            else:
                place = location - zones
                cells[reg.on_place + place] = die + 1
                for i, (first, size) in enumerate(firsts):
                    if first <= place < first + size:
                        cells[reg.taken + i] |= 1 << (place - first)
            cells[reg.location + die] = location

    return {"roll": roll, "turn": turn, "put": put}
