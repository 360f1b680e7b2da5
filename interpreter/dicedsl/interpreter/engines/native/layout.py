"""Where the cells of a state lie in memory: numbers in one word of 64 bits, sets in as many as they need."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate

from attrs import frozen

from dicedsl.errors import UsageError

WORD = 64


def words_of(members: int) -> int:
    return max(1, -(-members // WORD))


@frozen(slots=False)
class Layout:
    """Of each cell its words, whether it is a set, and the least and greatest it can be in any game."""

    words: tuple[int, ...]
    is_set: tuple[bool, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]
    behind: int = 0  # words behind the cells, which follow from them

    @cached_property
    def first(self) -> tuple[int, ...]:
        """The word that each cell begins with."""
        return (0, *accumulate(self.words))[:-1]

    @cached_property
    def size(self) -> int:
        return self.cells + self.behind

    @cached_property
    def cells(self) -> int:
        """The words of the cells alone."""
        return sum(self.words)

    @cached_property
    def _runs(self) -> list[tuple[bool, int, int]]:
        return list(self._stretches())

    def _stretches(self) -> Iterator[tuple[bool, int, int]]:
        """Cells that are packed alike: whether they are wide sets, the first and the one after the last."""
        start, cells = 0, len(self.words)
        for index in range(1, cells + 1):
            here = self.is_set[start]
            if index == cells or self.is_set[index] != here or here:
                yield here, start, index
                start = index

    def pack(self, cells: Sequence[int]) -> bytes:
        """The words of a state; refused if it is none of this program. What follows from the cells is left empty."""
        if len(cells) != len(self.words):
            raise UsageError("this state belongs to another game")
        for value, low, high in zip(cells, self.low, self.high, strict=True):
            if not low <= value <= high:
                raise UsageError("no game of these rules can come to this state")
        packed = []
        for is_set, start, stop in self._runs:
            if is_set:
                packed.append(cells[start].to_bytes(8 * self.words[start], "little"))
            else:
                packed.append(struct.pack(f"<{stop - start}q", *cells[start:stop]))
        packed.append(bytes(8 * self.behind))
        return b"".join(packed)

    def unpack(self, memory: bytes | memoryview) -> tuple[int, ...]:
        cells: list[int] = []
        at = 0
        for is_set, start, stop in self._runs:
            size = 8 * (self.words[start] if is_set else stop - start)
            if is_set:
                cells.append(int.from_bytes(memory[at : at + size], "little"))
            else:
                cells.extend(struct.unpack_from(f"<{stop - start}q", memory, at))
            at += size
        return tuple(cells)
