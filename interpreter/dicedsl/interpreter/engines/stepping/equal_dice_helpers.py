"""Helpers of generated code for dice that cannot be told apart: which they are, one of each sort, and choices among them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from dicedsl.interpreter.engines.equal_dice import EqualDice
from dicedsl.program import ops
from dicedsl.program.faults import too_many_answers
from dicedsl.program.members import MEMBERS, BoundedDict
from dicedsl.program.sets import MOST_LISTED_ANSWERS, union


def equal_dice_helpers(program: ops.Program, spend: Callable[[int], None]) -> dict[str, Callable[..., Any]]:
    """These helpers, bound to the cells of a program."""
    equal, face = EqualDice(program), program.reg.face

    def classes(cells: list[int], mask: int) -> list[int]:
        """Dice that no rule can tell apart: the same sort in the same zone, showing the same number."""
        return [
            union(1 << die for die in lot) for lot in equal.equal_groups(cells, mask, lambda die: cells[face + die])
        ]

    def alike(cells: list[int], mask: int) -> int:
        """One die of each class."""
        return union(m & -m for m in classes(cells, mask))

    prefixes: BoundedDict[int, list[int]] = BoundedDict()

    def plain_subsets(cells: list[int], mask: int, least: int, most: int, weight: int) -> list[int]:
        """All sets of `least` to `most` of some dice, of which some cannot be told apart: of these the first ones are taken."""
        rows_of_classes = []
        total = 1
        for one_class in classes(cells, mask):
            rows = prefixes.get(one_class)
            if rows is None:
                taken, rows = 0, [0]
                for die in MEMBERS[one_class]:
                    taken |= 1 << die
                    rows.append(taken)
                prefixes.keep(one_class, rows)
            rows_of_classes.append(rows)
            total *= len(rows)
        if total > MOST_LISTED_ANSWERS:
            raise too_many_answers()
        if weight:
            spend(weight * total)
        masks = (union(parts) for parts in product(*rows_of_classes))
        return sorted(mask for mask in masks if least <= mask.bit_count() <= most)

    return {
        "classes": classes,
        "alike": alike,
        "plain_subsets": plain_subsets,
    }
