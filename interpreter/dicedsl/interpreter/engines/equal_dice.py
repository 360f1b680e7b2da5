"""Dice that cannot be told apart, and what chance brings to a state by lot: numbers of the dice that are rolled, or the
member that is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from dicedsl.interpreter.chance import Chance
from dicedsl.masks import members_of
from dicedsl.program import ops
from dicedsl.program.members import MEMBERS, ONE_WORD, nth
from dicedsl.program.sets import union


class EqualDice:
    """The dice of a program: which of them are one to everybody, and in which order such dice fall."""

    def __init__(self, program: ops.Program) -> None:
        self._program = program
        self._reg = program.reg
        self._zones = len(program.zones)
        self._group = [die.group if not die.numbered else -1 for die in program.dice]
        self._together = [union(1 << die for die in dice) for dice in program.plain_groups]

    def equal_groups(
        self, cells: Sequence[int], mask: int, also: Callable[[int], object] | None = None
    ) -> list[list[int]]:
        """The dice of a mask, those together that cannot be told apart: by where they are, and by what is asked `also`."""
        groups: dict[object, list[int]] = {}
        group, location = self._group, self._reg.location
        for die in _dice_of(mask):
            key = die if group[die] < 0 else (group[die], cells[location + die], None if also is None else also(die))
            groups.setdefault(key, []).append(die)
        return list(groups.values())

    def twins(self, cells: Sequence[int], mask: int, die: int) -> int:
        """The dice of the mask that cannot be told from this one: by where they are, what they show, and whether that is seen."""
        reg, group = self._reg, self._group[die]
        if group < 0:
            return 1 << die
        here, shown = cells[reg.location + die], cells[reg.shown]
        seen = shown if shown >> die & 1 else ~shown
        there = cells[reg.zone_mask + here] if here < self._zones else 1 << die
        return mask & self._together[group] & cells[reg.showing + cells[reg.face + die]] & seen & there

    def in_any_order(self, cells: Sequence[int], mask: int, numbers: Iterable[int]) -> tuple[int, ...]:
        """The numbers that fell, lowest die first; dice that cannot be told apart may have fallen in any order, and get
        theirs in rising order."""
        number_of = dict(zip(_dice_of(mask), numbers, strict=True))
        for group in self.equal_groups(cells, mask):
            if len(group) > 1:
                number_of.update(zip(group, sorted(number_of[die] for die in group), strict=True))
        return tuple(number_of.values())

    def rolled(self, cells: Sequence[int], mask: int, chance: Chance) -> tuple[int, ...]:
        """Numbers of the dice of a mask by lot."""
        dice = self._program.dice
        faces = [dice[die].faces for die in _dice_of(mask)]
        return self.in_any_order(cells, mask, [row[chance.below(len(row))] for row in faces])

    def drawn(self, cells: Sequence[int], chance: Chance) -> tuple[int, ...]:
        """What chance brings here: numbers of the dice that fall, or the one member that is drawn."""
        mask = cells[self._reg.rolling]
        if isinstance(self._program.blocks[cells[self._reg.pc]].end, ops.DrawOne):
            return (nth(mask, chance.below(mask.bit_count())),)
        return self.rolled(cells, mask, chance)


def _dice_of(mask: int) -> Iterable[int]:
    # Sets of very many dice hardly come twice, and would only fill the table of known ones.
    return MEMBERS[mask] if mask < ONE_WORD else members_of(mask)
