"""What generated Python may call: the whole table of names, and the small functions among them that need no program."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from dicedsl.geometry import connected_places
from dicedsl.interpreter.engines.stepping.dice_helpers import dice_moving_helpers
from dicedsl.interpreter.engines.stepping.equal_dice_helpers import equal_dice_helpers
from dicedsl.interpreter.engines.stepping.shape_helpers import shape_helpers
from dicedsl.interpreter.engines.stepping.thread_state import PositionResults, ThreadState
from dicedsl.interpreter.engines.stepping.work_helpers import counting_helpers
from dicedsl.program import ops
from dicedsl.program.arithmetic import extreme_members, fair, wide
from dicedsl.program.faults import division_by_zero, too_many_answers
from dicedsl.program.members import MEMBERS
from dicedsl.program.sets import bit, low, single, span


def at(cells: list[int], base: int, index: int, size: int, default: int) -> int:
    return cells[base + index] if 0 <= index < size else default


def standing(cells: list[int], before: int, held: int, default: int) -> int:
    """What is kept for the die on a place, which holds its number and one; nothing stands where there is 0."""
    return cells[before + held] if held else default


def quotient(dividend: int, divisor: int) -> int:
    if divisor == 0:
        raise division_by_zero()
    return dividend // divisor


def rest(dividend: int, divisor: int) -> int:
    if divisor == 0:
        raise division_by_zero()
    return dividend % divisor


@lru_cache(64)
def linked_groups(
    count: int, within: int, links: tuple[int, ...], under: tuple[int, ...] | None, standing: int
) -> list[int]:
    """All groups of so many places that hang together; see `connected_places`."""
    try:
        if under is None:
            return connected_places.groups(count, within, links)
        return connected_places.standing_groups(count, within, links, under, standing)
    except connected_places.TooManyGroups:
        raise too_many_answers() from None


def best_max(pairs: list[tuple[int, int]]) -> int:
    return extreme_members(pairs, highest=True)


def best_min(pairs: list[tuple[int, int]]) -> int:
    return extreme_members(pairs, highest=False)


# What every program's code may call, by the name it has there.
FIXED: dict[str, Any] = {
    # sets as masks
    "B": MEMBERS,
    "low": low,
    "bit": bit,
    "single": single,
    "span": span,
    "best_max": best_max,
    "best_min": best_min,
    # cells and numbers
    "at": at,
    "standing": standing,
    "quotient": quotient,
    "rest": rest,
    "fair": fair,
    "wide": wide,
    "reduce": reduce,
    "either": or_,
    # what hangs together
    "reach": connected_places.reach,
    "one_piece": connected_places.one_piece,
    "linked_groups": linked_groups,
    "in_order": connected_places.sorted_sets,
    # what was worked out of a position
    "worked": PositionResults,
}

# Of Python itself.
BUILTINS: dict[str, Any] = {
    "any": any,
    "all": all,
    "sum": sum,
    "max": max,
    "min": min,
    "range": range,
    "sorted": sorted,
    "int": int,
    "len": len,
}


def namespace(program: ops.Program, fault: Callable[[int, list[int]], None], run: ThreadState) -> dict[str, Any]:
    """All names that the code of one program may use: those above, and helpers bound to its cells."""
    counting = counting_helpers(run)
    return {
        **FIXED,
        **counting,
        **equal_dice_helpers(program, counting["spend"]),
        **dice_moving_helpers(program, fault),
        **shape_helpers(program),
        "fault": fault,
        "RUN": run,
        "WORKED": [],
        "__builtins__": BUILTINS,
    }
