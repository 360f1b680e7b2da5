"""A graph made smaller: ways that no game takes are cut, empty blocks left out, and all games that do not come to their end end alike."""

from __future__ import annotations

from typing import Any

from dicedsl.interpreter.engines.native.calling import OVER
from dicedsl.interpreter.engines.native.lanes.folding import compared
from dicedsl.interpreter.engines.native.lanes.graph import GraphBlock, GraphNumber, GraphValue
from dicedsl.interpreter.engines.native.lanes.ranges import find_ranges, most_of
from dicedsl.interpreter.engines.native.lanes.shape import blocks_of

SIGN = 1 << 63


def simplify(entry: GraphBlock) -> None:
    """Ends other than OVER become one, which only says that the game is to be played again by itself."""
    given_up = GraphBlock("given up", status=GraphNumber(OVER + 1, 64))
    for block in blocks_of(entry):
        if (isinstance(block.status, GraphNumber) and block.status.value != OVER) or (
            not block.following and block.status is None
        ):
            block.values, block.status, block.ways = [], None, [given_up]
    changed = True
    while changed:
        find_ranges(blocks_of(entry))
        changed = False
        for block in blocks_of(entry):
            changed |= _cut(block)
        for block in blocks_of(entry):
            _pass_through(block, entry)


def _cut(block: GraphBlock) -> bool:
    """Whether it was found that only one of some ways is ever taken."""
    if block.condition is None or block.cases:
        return False
    truth = None if block.ways[0] is not block.ways[1] else True
    if truth is None:
        truth = _truth(block.condition)
    if truth is None:
        return False
    block.condition, block.ways = None, [block.ways[0 if truth else 1]]
    return True


def _truth(condition: Any) -> bool | None:
    """What a condition always comes to, as far as ranges tell."""
    if isinstance(condition, GraphNumber):
        return bool(condition.value)
    if not isinstance(condition, GraphValue):
        return None
    if condition.op == "xor" and isinstance(condition.of[1], GraphNumber):
        inner = _truth(condition.of[0])
        return None if inner is None else inner != bool(condition.of[1].value)
    if condition.op != "icmp":
        return None
    left, right = condition.of
    if condition.more[0] == "s" and max(most_of(left), most_of(right)) >= SIGN:
        return None
    # Each side is from 0, or from what it always is, to its most.
    lows = [x.value if isinstance(x, GraphNumber) else 0 for x in (left, right)]
    highs = [most_of(left), most_of(right)]
    if condition.more in ("eq", "ne"):
        if highs[0] < lows[1] or highs[1] < lows[0]:
            return bool(condition.more == "ne")
        return None
    at_least = compared(condition.more, lows[0], highs[1], 64), compared(condition.more, highs[0], lows[1], 64)
    return at_least[0] if at_least[0] == at_least[1] else None


def _pass_through(block: GraphBlock, entry: GraphBlock) -> None:
    """Ways lead past empty blocks."""
    block.ways = [_behind(target, entry) for target in block.ways]
    block.cases = [(case, _behind(target, entry)) for case, target in block.cases]


def _behind(block: GraphBlock, entry: GraphBlock) -> GraphBlock:
    seen = set[GraphBlock]()
    while (
        not block.values
        and block.condition is None
        and len(block.ways) == 1
        and block is not entry
        and block not in seen
    ):
        seen.add(block)
        block = block.ways[0]
    return block
