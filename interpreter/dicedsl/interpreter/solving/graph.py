"""The positions of a game and what leads from one to the other, in rows of numbers."""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

from attrs import define, field

WORD, DOUBLE = ctypes.c_int64, ctypes.c_double
# what happens at a position: nothing more, a roll or draw, a choice of one who wants much or little
OVER, CHANCE, SEEKS_MOST, SEEKS_LEAST = range(4)


class GrowingRow:
    """A row of whole numbers or doubles that machine code can reach and that grows."""

    def __init__(self, room: int = 1024, kind: Any = WORD) -> None:
        self._kind = kind
        self.memory = (kind * room)()

    @property
    def room(self) -> int:
        """How many entries there is room for."""
        return len(self.memory)

    def grow(self, room: int) -> None:
        """Make room for so many entries; the memory may lie elsewhere then."""
        if room > len(self.memory):
            wider = (self._kind * max(room, 2 * len(self.memory)))()
            ctypes.memmove(wider, self.memory, ctypes.sizeof(self.memory))
            self.memory = wider

    def put(self, at: int, value: float) -> None:
        """Set an entry, with room for it."""
        self.grow(at + 1)
        self.memory[at] = value

    def __getitem__(self, at: int) -> Any:
        return self.memory[at]

    def __setitem__(self, at: int, value: float) -> None:
        self.memory[at] = value


@define
class Graph:
    """Positions by number, the first one 0; the edges of position n are those from `first[n]` to `first[n + 1]`.

    ways: of a roll or draw in how many of `total` ways it leads there. gain: what is scored on the way. worth: of a position where
    the game is over, as a part of `unit`. marks: what each position is told by, 128 bits in two words, if somebody kept it.
    """

    unit: int = 1
    positions: int = 0
    edges: int = 0
    kinds: GrowingRow = field(factory=GrowingRow)
    worth: GrowingRow = field(factory=GrowingRow)
    total: GrowingRow = field(factory=GrowingRow)
    first: GrowingRow = field(factory=GrowingRow)
    target: GrowingRow = field(factory=GrowingRow)
    ways: GrowingRow = field(factory=GrowingRow)
    gain: GrowingRow = field(factory=GrowingRow)
    marks: GrowingRow = field(factory=GrowingRow)

    def add_position(self, kind: int, worth: int = 0) -> int:
        """Add a position and give its number; its edges come later, in the order of positions."""
        number = self.positions
        self.kinds.put(number, kind)
        self.worth.put(number, worth)
        self.total.put(number, 1)
        self.positions += 1
        return number

    def add_edges(self, number: int, edges: Sequence[tuple[int, int, int]]) -> None:
        """Add what a position leads to: targets, ways and gains. Positions are given theirs one after the other."""
        self.first.put(number, self.edges)
        for target, ways, gain in edges:
            self.target.put(self.edges, target)
            self.ways.put(self.edges, ways)
            self.gain.put(self.edges, gain)
            self.edges += 1
        if self.kinds[number] == CHANCE:
            self.total[number] = sum(ways for _, ways, _ in edges)
        self.first.put(number + 1, self.edges)

    def edges_of(self, number: int) -> range:
        """Give the numbers of the edges of a position."""
        return range(self.first[number], self.first[number + 1])

    def end_worth(self, number: int) -> Fraction:
        """Give what a position where the game is over is worth."""
        return Fraction(self.worth[number], self.unit)

    @property
    def bytes(self) -> int:
        """How much memory the rows have."""
        rows = (self.kinds, self.worth, self.total, self.first, self.target, self.ways, self.gain, self.marks)
        return 8 * sum(row.room for row in rows)


def last_first(after: Sequence[Collection[int]]) -> list[int] | None:
    """Order all numbers, each behind those that it leads to; None if one can go round."""
    edges_left = [len(others) for others in after]
    before: list[list[int]] = [[] for _ in after]
    for number, others in enumerate(after):
        for other in others:
            before[other].append(number)
    order = [number for number, count in enumerate(edges_left) if not count]
    for number in order:
        for other in before[number]:
            edges_left[other] -= 1
            if not edges_left[other]:
                order.append(other)
    return order if len(order) == len(after) else None
