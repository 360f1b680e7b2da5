"""Dice on the table: where they go, what they show, and which of them nobody can tell apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dicedsl.program import ops
from dicedsl.program.evaluator.expressions import Cells, members_or_fault
from dicedsl.program.faults import no_owner, no_such_face, taken_place
from dicedsl.text.source import Span


class Dice:
    """The dice of one program: each is in one zone or on one place, and shows one number (0 before it is rolled)."""

    def __init__(self, program: ops.Program) -> None:
        self.program = program
        self.reg = program.reg
        self.zones = len(program.zones)

    # -------------------------------------------------------------- where they are

    def put(self, cells: list[int], dice: int, location: int, span: Span) -> None:
        """The dice go to a zone, or to a place where no other stands; places are numbered after the zones."""
        if not 0 <= location < self.zones + sum(len(board.labels) for board in self.program.boards):
            raise no_owner(span)
        for die in members_or_fault(dice):
            if cells[self.reg.location + die] == location:
                continue
            if location >= self.zones and cells[self.reg.on_place + location - self.zones]:
                raise taken_place(span)
            self._take_away(cells, die)
            self._lay_down(cells, die, location)

    def _take_away(self, cells: list[int], die: int) -> None:
        location = cells[self.reg.location + die]
        if location < self.zones:
            cells[self.reg.zone_mask + location] &= ~(1 << die)
            return
        board, place = self._place(location - self.zones)
        cells[self.reg.on_place + location - self.zones] = 0
        cells[self.reg.taken + board] &= ~(1 << place)

    def _lay_down(self, cells: list[int], die: int, location: int) -> None:
        cells[self.reg.location + die] = location
        if location < self.zones:
            cells[self.reg.zone_mask + location] |= 1 << die
            return
        board, place = self._place(location - self.zones)
        cells[self.reg.on_place + location - self.zones] = die + 1
        cells[self.reg.taken + board] |= 1 << place

    def _place(self, number: int) -> tuple[int, int]:
        """The board of a place, and its number there."""
        for i, board in enumerate(self.program.boards):
            if board.first <= number < board.first + len(board.labels):
                return i, number - board.first
        raise AssertionError(f"no board has the place {number}")

    # -------------------------------------------------------------- what they show

    def show(self, cells: list[int], die: int, number: int) -> None:
        cells[self.reg.showing + cells[self.reg.face + die]] &= ~(1 << die)
        cells[self.reg.showing + number] |= 1 << die
        cells[self.reg.face + die] = number

    def turn(self, cells: list[int], dice: int, number: int) -> None:
        for die in members_or_fault(dice):
            if number not in self.program.dice[die].faces:
                raise no_such_face()
            self.show(cells, die, number)

    def roll(self, cells: list[int], dice: int, numbers: Sequence[int]) -> None:
        """The dice fall on these numbers, lowest die first. What had been shown of them to everybody is covered again."""
        for die, number in zip(members_or_fault(dice), numbers, strict=True):
            self.show(cells, die, number)
        cells[self.reg.shown] &= ~dice

    # -------------------------------------------------------------- which are alike

    def lots(self, cells: Cells, dice: int, by_number: bool = False) -> list[list[int]]:
        """The dice, those together that cannot be told apart: plain dice of one sort in one zone or on one place.

        With `by_number` they must also show the same.
        """
        by_key: dict[object, list[int]] = {}
        for die in members_or_fault(dice):
            info = self.program.dice[die]
            key: object = die
            if not info.numbered:
                number = cells[self.reg.face + die] if by_number else None
                key = (info.group, cells[self.reg.location + die], number)
            by_key.setdefault(key, []).append(die)
        return list(by_key.values())

    def in_order(self, cells: Cells, dice: int, numbers: Iterable[int]) -> tuple[int, ...]:
        """What fell, lowest die first; dice that cannot be told apart fall in any order and are told in rising order."""
        fallen = dict(zip(members_or_fault(dice), numbers, strict=True))
        for lot in self.lots(cells, dice):
            fallen.update(zip(lot, sorted(fallen[die] for die in lot), strict=True))
        return tuple(fallen.values())
