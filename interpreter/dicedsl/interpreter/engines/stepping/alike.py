"""Helpers of generated code for dice that cannot be told apart: which they are, one of each sort, and choices among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

from dicedsl.errors import Fault
from dicedsl.geometry import linking
from dicedsl.program import ops
from dicedsl.program.members import MEMBERS, SMALL, BoundedDict
from dicedsl.program.sets import MOST_ANSWERS, union
from dicedsl.text.source import NOWHERE


def dice_alike(program: ops.Program, spend: Callable[[int], None]) -> dict[str, Callable[..., Any]]:
    """These helpers, bound to the cells of a program."""
    reg = program.reg
    face, showing, shown = reg.face, reg.showing, reg.shown
    group = [d.group if not d.numbered else -1 for d in program.dice]
    zones, zone_mask = len(program.zones), reg.zone_mask

    def lots(cells: list[int], mask: int, also: Callable[[int], object] | None = None) -> list[list[int]]:
        """The dice of a mask, those together that cannot be told apart: by where they are, and by what is asked `also`."""
        found: dict[object, list[int]] = {}
        location = reg.location
        # Sets of very many dice hardly come twice, and would only fill the table of known ones.
        for die in MEMBERS[mask] if mask < SMALL else linking.members(mask):
            key = die if group[die] < 0 else (group[die], cells[location + die], None if also is None else also(die))
            found.setdefault(key, []).append(die)
        return list(found.values())

    together = [union(1 << die for die in members) for members in program.plain_groups]

    def twins(cells: list[int] | tuple[int, ...], mask: int, die: int) -> int:
        """The dice of the mask that cannot be told from this one: by where they are, what they show, and whether that is seen."""
        if group[die] < 0:
            return 1 << die
        here = cells[reg.location + die]
        seen = cells[shown] if cells[shown] >> die & 1 else ~cells[shown]
        there = cells[zone_mask + here] if here < zones else 1 << die
        return mask & together[group[die]] & cells[showing + cells[face + die]] & seen & there

    def told(cells: list[int], mask: int, numbers: Iterable[int]) -> tuple[int, ...]:
        """What fell, lowest die first; dice that cannot be told apart fall in any order and are told in rising order."""
        fallen = dict(zip(MEMBERS[mask], numbers, strict=True))
        for lot in lots(cells, mask):
            if len(lot) > 1:
                fallen.update(zip(lot, sorted(fallen[die] for die in lot), strict=True))
        return tuple(fallen.values())

    def classes(cells: list[int], mask: int) -> list[int]:
        """Dice that no rule can tell apart: the same sort in the same zone, showing the same number."""
        return [union(1 << die for die in lot) for lot in lots(cells, mask, lambda die: cells[face + die])]

    def alike(cells: list[int], mask: int) -> int:
        """One die of each class."""
        return union(m & -m for m in classes(cells, mask))

    prefixes: BoundedDict[int, list[int]] = BoundedDict()

    def plain_subsets(cells: list[int], mask: int, least: int, most: int, weight: int) -> list[int]:
        """The same of dice of which some cannot be told apart: of these the first ones."""
        ways = []
        total = 1
        for one_class in classes(cells, mask):
            rows = prefixes.get(one_class)
            if rows is None:
                taken, rows = 0, [0]
                for die in MEMBERS[one_class]:
                    taken |= 1 << die
                    rows.append(taken)
                prefixes.keep(one_class, rows)
            ways.append(rows)
            total *= len(ways[-1])
        if total > MOST_ANSWERS:
            raise Fault("F509", "there are too many ways to choose here to list them all", NOWHERE)
        if weight:
            spend(weight * total)
        found = [union(parts) for parts in product(*ways)]
        return sorted(m for m in found if least <= m.bit_count() <= most)

    return {
        "lots": lots,
        "twins": twins,
        "told": told,
        "classes": classes,
        "alike": alike,
        "plain_subsets": plain_subsets,
    }
