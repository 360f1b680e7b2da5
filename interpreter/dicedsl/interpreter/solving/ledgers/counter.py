"""A number of a lone player that counts up or down all through the game: what rules ask of it, and which of its values are alike.

Rolls that are saved for later, or turns that are left, are such a number. If rules only compare it with constants, add to it or take from
it, and rank by it, then what can happen is the same for all values between two of these constants. So it is looked up once for each such
stretch of values, and worked out value by value.
"""

from __future__ import annotations

from attrs import frozen

from dicedsl.interpreter.engines.contract import Cells
from dicedsl.interpreter.solving.ledgers.ledger import Ledger
from dicedsl.interpreter.solving.ledgers.ledger_reader import LedgerReader, NoLedger
from dicedsl.program import ops

FAR = 1 << 40  # further than any value: where the first stretch begins, and the last one ends
MOST_STRETCHES = 8


@frozen
class Counter:
    """A counter: its cell, and the stretches of values that no rule tells apart, the lowest first; each from a value to a value."""

    cell: int
    stretches: tuple[tuple[int, int], ...]

    def stretch_of(self, value: int) -> int:
        """The number of the stretch that a value is in."""
        return next(i for i, (_, high) in enumerate(self.stretches) if value <= high)

    def standing(self, cells: Cells) -> list[int]:
        """For each stretch a value that stands for all of it; that of the position where it can be."""
        return [
            cells[self.cell] if low <= cells[self.cell] <= high else high if low == -FAR else low
            for low, high in self.stretches
        ]


def counter_of(program: ops.Program, ledger: Ledger) -> Counter | None:
    """Give the counter of a game beside its ledger; None if there is none. Of several the first is taken."""
    written = sum(1 << cell for cell in ledger.cells)
    try:
        counts = LedgerReader(program, written).uses.counts
    except NoLedger:
        return None
    for slot in program.slots:
        if slot.shape != "number" or slot.scope != "game" or slot.many or slot.size != 1 or written >> slot.base & 1:
            continue
        try:
            uses = LedgerReader(program, written | 1 << slot.base).uses
        except NoLedger:
            continue
        atoms = uses.atoms.get(slot.base)
        if not atoms or uses.written >> slot.base & 1 or not uses.added >> slot.base & 1 or uses.counts != counts:
            continue
        ends = sorted({value + step for _, value in atoms for step in (0, 1)})
        lows = [-FAR, *ends]
        stretches = tuple(zip(lows, [*(low - 1 for low in ends), FAR], strict=True))
        if len(stretches) <= MOST_STRETCHES:
            return Counter(slot.base, stretches)
    return None
