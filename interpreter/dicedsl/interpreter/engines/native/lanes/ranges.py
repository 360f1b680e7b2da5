"""How large the numbers of a graph get, as far as that can be seen at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dicedsl.interpreter.engines.native.lanes.graph import ALL, GraphBlock, GraphNumber, GraphValue, LaneRoom, Outside

ROUNDS = 4  # after which a number that still grows counts as any number


def find_ranges(blocks: Iterable[GraphBlock]) -> None:
    """Note of each value and of each room the most it can be, as a number from 0."""
    values = [value for block in blocks for value in block.values]
    for turn in range(3 * ROUNDS):
        changed = False
        for value in values:
            if value.op == "store":
                room = value.more.memory
                if isinstance(room, LaneRoom) and most_of(value.of[0]) > room.most:
                    room.most = most_of(value.of[0]) if turn < ROUNDS else ALL
                    changed = True
            elif value.bits:
                value.most = most_worked_out(value, True)
        if not changed:
            return


def most_of(operand: Any) -> int:
    return operand.value if isinstance(operand, GraphNumber) else int(operand.most)


def most_worked_out(value: GraphValue, rooms_known: bool = False) -> int:
    """The most a value can be, by what it is worked out from."""
    return min(_most(value, rooms_known), (1 << value.bits) - 1) if value.bits else 0


def _most(value: GraphValue, rooms_known: bool) -> int:
    of = [most_of(x) for x in value.of]
    match value.op:
        case "icmp":
            return 1
        case "ctpop" | "cttz" | "ctlz":
            return value.bits
        case "and":
            return min(of)
        case "or" | "xor":
            return (1 << max(of).bit_length()) - 1
        case "lshr" if isinstance(value.of[1], GraphNumber):
            return of[0] >> value.of[1].value
        case "add" if sum(of) <= ALL:
            return sum(of)
        case "mul" if of[0] * of[1] <= ALL:
            return of[0] * of[1]
        case "udiv":
            return of[0]
        case "urem":
            return min(of[0], max(0, of[1] - 1))
        case "zext" | "trunc":
            return of[0]
        case "select":
            return max(of[1:])
        case "load" if isinstance(value.more.memory, LaneRoom) and rooms_known:
            return value.more.memory.most
        case "load" if isinstance(value.more.memory, Outside) and value.more.memory.table:
            return max(x & ALL for x in value.more.memory.table)
    return ALL
