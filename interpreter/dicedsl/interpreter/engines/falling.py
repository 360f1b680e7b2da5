"""What chance brings to a state, by lot: numbers of the dice that are rolled, or the member that is drawn."""

from __future__ import annotations

from collections.abc import Sequence

from dicedsl.geometry.linking import members
from dicedsl.interpreter.chance import Chance
from dicedsl.program import ops


def drawn(program: ops.Program, cells: Sequence[int], chance: Chance) -> tuple[int, ...]:
    """Lowest die first; of dice that cannot be told apart in rising order."""
    reg = program.reg
    fallers = list(members(cells[reg.rolling]))
    if isinstance(program.blocks[cells[reg.pc]].end, ops.DrawOne):
        return (fallers[chance.below(len(fallers))],)
    faces = [program.dice[die].faces for die in fallers]
    fallen = dict(zip(fallers, (row[chance.below(len(row))] for row in faces), strict=True))
    lots: dict[tuple[int, int], list[int]] = {}
    for die in fallers:
        if not program.dice[die].numbered:
            lots.setdefault((program.dice[die].group, cells[reg.location + die]), []).append(die)
    for lot in lots.values():
        fallen.update(zip(lot, sorted(fallen[die] for die in lot), strict=True))
    return tuple(fallen.values())
