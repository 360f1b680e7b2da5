"""Where the cells of a state lie in memory: numbers in one word of 64 bits, sets in as many as they need."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence

from dicedsl.errors import UsageError
from dicedsl.program import ops
from dicedsl.program.bounds import Analysis
from dicedsl.program.kinds import SET
from dicedsl.program.walk import parts

WORD = 64


def words_of(members: int) -> int:
    return max(1, -(-members // WORD))


class Layout:
    """Cells as words. Those read by an index lie together and are equally wide."""

    def __init__(self, program: ops.Program, analysis: Analysis) -> None:
        self.program = program
        self.bounds = analysis.cells
        self.is_set = [analysis.kinds.cell(i) is SET for i in range(program.cells)]
        self.words = [words_of(b.high) if s else 1 for b, s in zip(self.bounds, self.is_set, strict=True)]
        self.arrays: set[int] = set()
        self.indexed: set[int] = set()  # in arrays of more than one cell
        for base, size in arrays(program):
            if size:
                widest = max(self.words[base : base + size])
                self.words[base : base + size] = [widest] * size
                self.arrays.update(range(base, base + size))
                if size > 1:
                    self.indexed.update(range(base, base + size))
        self.first: list[int] = []
        at = 0
        for count in self.words:
            self.first.append(at)
            at += count
        self.size = at
        self._runs = list(self._stretches())

    def _stretches(self) -> Iterator[tuple[bool, int, int]]:
        """Cells that are packed alike: whether they are wide sets, the first and the one after the last."""
        start = 0
        for index in range(1, self.program.cells + 1):
            here = self.is_set[start]
            if index == self.program.cells or self.is_set[index] != here or here:
                yield here, start, index
                start = index

    def pack(self, cells: Sequence[int]) -> bytes:
        """The words of a state; refused if it is none of this program."""
        if len(cells) != self.program.cells:
            raise UsageError("this state belongs to another game")
        for value, bounds, is_set in zip(cells, self.bounds, self.is_set, strict=True):
            if not (0 <= value < 1 << bounds.high if is_set else bounds.low <= value <= bounds.high):
                raise UsageError("no game of these rules can come to this state")
        packed = []
        for is_set, start, stop in self._runs:
            if is_set:
                packed.append(cells[start].to_bytes(8 * self.words[start], "little"))
            else:
                packed.append(struct.pack(f"<{stop - start}q", *cells[start:stop]))
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


def arrays(program: ops.Program) -> list[tuple[int, int]]:
    """Stretches of cells that are read or written by an index, joined where they overlap."""
    reg, dice = program.reg, len(program.dice)
    places = sum(len(b.labels) for b in program.boards)
    found = {
        (reg.location, dice), (reg.face, dice), (reg.zone_mask, len(program.zones)), (reg.on_place, places),
        (reg.showing, program.max_face + 1),
    }  # fmt: skip
    for decision in program.decisions:
        if decision.at_once:
            kept = [decision.pending, *(p.pending for a in decision.alternatives for p in a.picks)]
            found.update((base, program.players) for base in kept)
    roots: list[object] = [s for block in program.blocks for s in (*block.body, block.end)]
    roots += [f.body for f in program.functions if f is not None]
    roots += program.decisions
    for root in roots:
        for part in parts(root):
            if isinstance(part, (ops.CellAt, ops.StoreAt)):
                found.add((part.base, part.size))
    joined: list[tuple[int, int]] = []
    for base, size in sorted(found):
        if joined and base < joined[-1][0] + joined[-1][1]:
            first, length = joined.pop()
            joined.append((first, max(length, base + size - first)))
        else:
            joined.append((base, size))
    return joined
