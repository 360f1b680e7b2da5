"""A move as a seat hears it: what can be told apart by somebody who may not see everything."""

from __future__ import annotations

from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.numbers.numbered_table import NumberedTable
from dicedsl.program import ops
from dicedsl.program.members import MEMBERS

HeardMove = tuple[object, ...]


def heard_move(
    table: NumberedTable, state: State, decision: ops.Decision, mover: int, answer: tuple[int, ...], seat: int
) -> HeardMove:
    """An answer of `mover` as `seat` hears it: of secret picks how many, of dice the name or the number that it sees.

    Of what others answer at once it hears nothing yet.
    """
    if mover != seat and decision.at_once:
        return ()
    picks = decision.alternatives[answer[0]].picks
    parts: list[object] = [answer[0]]
    visible = -1
    for pick, value in zip(picks, answer[1:], strict=True):
        if pick.secret and mover != seat:
            parts.append(value.bit_count() if pick.many else 1)
        elif pick.shape != "die":
            parts.append(value)
        else:
            if visible < 0:
                visible = table.sight.dice(state.cells, seat)
            members = MEMBERS[value] if pick.many else (value,)
            parts.append(tuple(sorted(_called(table, state, die, visible) for die in members)))
    return tuple(parts)


def _called(table: NumberedTable, state: State, die: int, visible: int) -> tuple[int, ...]:
    if die < 0:
        return (die,)
    info, reg = table.program.dice[die], table.reg
    if info.numbered:
        return (die, 0, 0, 0)
    return (-1, info.group, state.cells[reg.location + die], visible >> die & 1 and state.cells[reg.face + die])
