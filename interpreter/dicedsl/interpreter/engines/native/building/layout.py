"""Where the cells of a state lie in memory: numbers in one word of 64 bits, sets in as many as they need."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, groupby, repeat
from operator import le
from typing import Any, Literal

from attrs import frozen

from dicedsl.errors import UsageError

WORD = 64
ORDER: Literal["little"] = "little"  # of bytes


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
    def _wide(self) -> tuple[tuple[slice, int], ...]:
        """The stretches of cells that are sets of more than one word, and the bytes of each set in them."""
        stretches, at = list[tuple[slice, int]](), 0
        for words, cells in groupby(self.words):
            begun, at = at, at + sum(1 for _ in cells)
            if words > 1:
                stretches.append((slice(begun, at), 8 * words))
        return tuple(stretches)

    @cached_property
    def _packing(self) -> struct.Struct:
        """All cells in one format: a number, a set of one word, or the bytes of a wider set."""
        parts = zip(self.words, self.is_set, strict=True)
        codes = (f"{8 * words}s" if words > 1 else "Q" if is_set else "q" for words, is_set in parts)
        return struct.Struct("<" + "".join(codes))

    def pack(self, cells: Sequence[int]) -> bytes:
        """The words of a state; refused if it is none of this program. What follows from the cells is left empty."""
        if len(cells) != len(self.words):
            raise UsageError("this state belongs to another game")
        if not (all(map(le, self.low, cells)) and all(map(le, cells, self.high))):
            raise UsageError("no game of these rules can come to this state")
        values: list[Any] = list(cells)
        for stretch, size in self._wide:
            values[stretch] = map(int.to_bytes, values[stretch], repeat(size), repeat(ORDER))
        return self._packing.pack(*values) + bytes(8 * self.behind)

    def unpack(self, memory: bytes | memoryview) -> tuple[int, ...]:
        cells: list[Any] = list(self._packing.unpack_from(memory))
        for stretch, _ in self._wide:
            cells[stretch] = map(int.from_bytes, cells[stretch], repeat(ORDER))
        return tuple(cells)
