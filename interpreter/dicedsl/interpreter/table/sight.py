"""What each seat may see: the `seen by` of zones and memories, and a position with all else left out."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from attrs import define, frozen

from dicedsl.interpreter.moves.wording import Wording
from dicedsl.program import ops
from dicedsl.program.constants import constant_of
from dicedsl.program.members import MEMBERS

Cells = list[int] | tuple[int, ...]
Seers = Callable[[Cells], int]


@frozen
class FixedSight:
    """Gives the same seats in every position."""

    seats: int

    def __call__(self, cells: Cells) -> int:
        return self.seats


@define
class MemoryLine:
    """One cell of a memory: the texts of its keys and who sees it (None: everybody)."""

    keys: tuple[str, ...]
    seers: Seers | None


class Sight:
    """The `seen by` of a program's zones and memories, compiled once."""

    def __init__(self, program: ops.Program, compiled: Callable[[ops.Op], Seers], words: Wording) -> None:
        self._compiled = compiled
        self._words = words
        self.program = program
        self.everyone = (1 << program.players) - 1
        self.zones = [self._seers(z.seen_by) for z in program.zones]
        self.slots: list[tuple[ops.Slot, list[MemoryLine]]] = []
        for slot in program.slots:
            if slot.scope != "pending":
                self.slots.append((slot, self._lines(slot)))
        picks = [p for d in program.decisions for a in d.alternatives for p in a.picks]
        self._hides = any(z is not None for z in self.zones) or any(
            line.seers is not None for _, lines in self.slots for line in lines
        )
        # Whether anything is hidden from anybody (choices made at once apart).
        self.secrets = self._hides or any(p.secret for p in picks)

    def _seers(self, op: ops.Op | None) -> Seers | None:
        if op is None:
            return None
        constant = constant_of(op)
        if constant is None:
            return self._compiled(op)
        if constant & self.everyone == self.everyone:
            return None
        return FixedSight(constant)

    def _lines(self, slot: ops.Slot) -> list[MemoryLine]:
        kinds = [self.program.kinds[name] for name in slot.keys]
        owner_at = slot.keys.index("player") if "player" in slot.keys else -1
        by_owner: dict[int, Seers | None] = {}
        lines = []
        for combination in product(*(range(kind.size) for kind in kinds)):
            owner = combination[owner_at] if owner_at >= 0 else -1
            if owner not in by_owner:
                seen = slot.seen_by
                if seen is not None and owner >= 0 and slot.owner_var >= 0:
                    # The owner is a variable of the expression: bind it by a loop over one member.
                    loop = ops.Loop(slot.owner_var, ops.Const(1 << owner))
                    seen = ops.Fold("union", (loop,), None, seen)
                by_owner[owner] = self._seers(seen)
            keys = tuple(self._words.member(k.shape, v) for k, v in zip(kinds, combination, strict=True))
            lines.append(MemoryLine(keys, by_owner[owner]))
        return lines

    def sees(self, seers: Seers | None, cells: Cells, seat: int | None) -> bool:
        if seers is None:
            return True
        mask = seers(cells) & self.everyone
        return mask == self.everyone or (seat is not None and bool(mask >> seat & 1))

    def dice(self, cells: Cells, seat: int | None, shown: bool = True) -> int:
        """The mask of the dice whose numbers a seat sees; without `shown` only by where they lie."""
        reg = self.program.reg
        seen = cells[reg.shown] if shown else 0
        inside = 0
        for number, seers in enumerate(self.zones):
            mask = cells[reg.zone_mask + number]
            inside |= mask
            if mask and self.sees(seers, cells, seat):
                seen |= mask
        return seen | ((1 << len(self.program.dice)) - 1) & ~inside

    def without_secrets(self, cells: Cells, seat: int | None, asked: ops.Decision | None = None) -> list[int]:
        """The cells as a seat may know them: hidden dice lie unrolled, hidden memory is as at the start, others have not answered yet."""
        program, reg = self.program, self.program.reg
        known = list(cells)
        if self._hides:
            for die in MEMBERS[((1 << len(program.dice)) - 1) & ~self.dice(cells, seat)]:
                known[reg.showing + known[reg.face + die]] &= ~(1 << die)
                known[reg.showing] |= 1 << die
                known[reg.face + die] = 0
            for slot, lines in self.slots:
                for i, line in enumerate(lines):
                    if not self.sees(line.seers, cells, seat):
                        known[slot.base + i] = program.initial[slot.base + i]
        if asked is not None and asked.at_once:
            columns = [asked.pending, *(pick.pending for a in asked.alternatives for pick in a.picks)]
            for other in range(program.players):
                if other != seat:
                    for column in columns:
                        known[column + other] = program.initial[column + other]
        return known
