"""Checks whether a row of numbers is a state of a program: a saved game may be damaged, or made by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicedsl.program import ops
from dicedsl.program.liveness import Liveness
from dicedsl.program.sets import LARGEST_MEMBER, STORED_LIMIT
from dicedsl.program.shapes import shape_of


class Soundness:
    """What holds in every state of a program that it can come to rest in."""

    def __init__(self, program: ops.Program) -> None:
        self.program = program
        self._liveness = Liveness(program)
        self._back = sorted(program.back_cells())
        self._everything = (1 << len(program.dice)) - 1

    def accepts(self, cells: Sequence[int]) -> bool:
        """Whether these cells can be those of a state; not every such state can be come to."""
        return len(cells) == self.program.cells and all(self._judged(cells))

    def _judged(self, cells: Sequence[int]) -> Iterator[bool]:
        program, reg = self.program, self.program.reg
        yield 0 <= cells[reg.pc] < len(program.blocks)
        end = program.blocks[cells[reg.pc]].end
        yield isinstance(end, (ops.Ask, ops.RollDice, ops.DrawOne, ops.Over))
        everybody = (1 << program.players) - 1
        for cell in (reg.actor, reg.player_on_turn, reg.starter):
            yield -1 <= cells[cell] < program.players
        for cell in (reg.players_inside, reg.winners, reg.asked):
            yield 0 <= cells[cell] <= everybody
        yield (cells[reg.over] == 1) == isinstance(end, ops.Over)
        yield 0 <= cells[reg.reason] < len(program.reasons)
        yield isinstance(end, ops.Ask) <= (cells[reg.asked] != 0)
        yield isinstance(end, (ops.RollDice, ops.DrawOne)) == (cells[reg.rolling] > 0)
        if isinstance(end, ops.RollDice):
            yield not cells[reg.rolling] & ~self._everything
        yield from self._dice(cells)
        yield from self._memory(cells)
        live = self._liveness.at_end[cells[reg.pc]]
        for cell in self._back:
            if live >> cell & 1:
                # A rule that nothing has called yet has none.
                yield cells[cell] == program.initial[cell] or cells[cell] in self._liveness.return_addresses(cell)

    def _dice(self, cells: Sequence[int]) -> Iterator[bool]:
        """Each die is in one place and shows one of its numbers (or none yet), in every way in which that is told."""
        program, reg = self.program, self.program.reg
        zones = cells[reg.zone_mask : reg.zone_mask + len(program.zones)]
        showing = cells[reg.showing : reg.showing + program.max_face + 1]
        yield 0 <= cells[reg.shown] <= self._everything
        yield all(0 <= mask <= self._everything for mask in (*zones, *showing))
        standing = [c - 1 for c in cells[reg.on_place : reg.on_place + sum(len(b.labels) for b in program.boards)]]
        yield all(-1 <= die < len(program.dice) for die in standing)
        for i, board in enumerate(program.boards):
            taken = [standing[board.first + place] >= 0 for place in range(len(board.labels))]
            yield cells[reg.taken + i] == sum(1 << place for place, is_taken in enumerate(taken) if is_taken)
        for d, die in enumerate(program.dice):
            number = cells[reg.face + d]
            yield number == 0 or number in die.faces
            yield [n for n, mask in enumerate(showing) if mask >> d & 1] == [number]
            where = [z for z, mask in enumerate(zones) if mask >> d & 1]
            where += [len(zones) + place for place, there in enumerate(standing) if there == d]
            yield where == [cells[reg.location + d]]

    def _memory(self, cells: Sequence[int]) -> Iterator[bool]:
        for slot in self.program.slots:
            size = self._size(slot.shape)
            for value in cells[slot.base : slot.base + slot.size]:
                if slot.many:
                    yield 0 <= value < 1 << (LARGEST_MEMBER + 1 if size is None else size)
                elif size is None:
                    yield -STORED_LIMIT <= value <= STORED_LIMIT
                else:
                    yield -1 <= value < size

    def _size(self, shape: str) -> int | None:
        """How many members a kind has; None for numbers, and for what nobody knows."""
        program = self.program
        what, name = shape_of(shape)
        if what == "truth":
            return 2
        if what == "player":
            return program.players
        if what == "die":
            return len(program.dice)
        if what == "place":
            return next(len(b.labels) for b in program.boards if b.name == name)
        kind = program.kinds.get(name)
        return len(kind.values) if kind is not None and kind.values else None
