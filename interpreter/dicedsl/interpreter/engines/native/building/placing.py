"""The cells of a program given their places in memory: those read by an index lie together and are equally wide."""

from __future__ import annotations

from collections.abc import Mapping

from dicedsl.interpreter.engines.native.building.layout import Layout, words_of
from dicedsl.program import ops
from dicedsl.program.bounds import BoundsAnalysis
from dicedsl.program.value_kinds import SET
from dicedsl.program.walk import parts


def layout_of(program: ops.Program, analysis: BoundsAnalysis, fixed: Mapping[int, int], behind: int) -> Layout:
    """The layout of a program's cells; `fixed` ones never change, and so many words lie behind them."""
    is_set = [analysis.kinds.cell(i) is SET for i in range(program.cells)]
    words = [words_of(b.high) if s else 1 for b, s in zip(analysis.cells, is_set, strict=True)]
    for base, size in arrays(program):
        if size:
            words[base : base + size] = [max(words[base : base + size])] * size
    low = [0 if s else b.low for b, s in zip(analysis.cells, is_set, strict=True)]
    high = [(1 << b.high) - 1 if s else b.high for b, s in zip(analysis.cells, is_set, strict=True)]
    for index, value in fixed.items():
        low[index] = high[index] = value
    return Layout(tuple(words), tuple(is_set), tuple(low), tuple(high), behind)


def arrays(program: ops.Program) -> list[tuple[int, int]]:
    """Stretches of cells that are read or written by an index, joined where they overlap."""
    reg, dice = program.reg, len(program.dice)
    places = sum(len(b.labels) for b in program.boards)
    arrays_of_cells = {
        (reg.location, dice), (reg.face, dice), (reg.zone_mask, len(program.zones)), (reg.on_place, places),
        (reg.showing, program.max_face + 1),
    }  # fmt: skip
    for decision in program.decisions:
        if decision.at_once:
            kept = [decision.pending, *(p.pending for a in decision.alternatives for p in a.picks)]
            arrays_of_cells.update((base, program.players) for base in kept)
    roots: list[object] = [s for block in program.blocks for s in (*block.body, block.end)]
    roots += [f.body for f in program.functions if f is not None]
    roots += program.decisions
    for root in roots:
        for part in parts(root):
            if isinstance(part, (ops.CellAt, ops.StoreAt)):
                arrays_of_cells.add((part.base, part.size))
    joined: list[tuple[int, int]] = []
    for base, size in sorted(arrays_of_cells):
        if joined and base < joined[-1][0] + joined[-1][1]:
            first, length = joined.pop()
            joined.append((first, max(length, base + size - first)))
        else:
            joined.append((base, size))
    return joined
