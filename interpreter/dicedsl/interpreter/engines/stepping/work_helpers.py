"""Helpers of generated code that count the work they do: loops, members, lists, subsets, and values that are remembered (memoised)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dicedsl.interpreter.engines.stepping.thread_state import PositionResults, ThreadState
from dicedsl.program.faults import too_many_answers, too_much_work
from dicedsl.program.members import MEMBERS, BoundedDict
from dicedsl.program.sets import LARGEST_PICKED_SET, MOST_LOOP_STEPS


def counting_helpers(run: ThreadState) -> dict[str, Callable[..., Any]]:
    """The helpers that count their work: too much of it between two suspensions is a fault of the rulebook."""

    def spend(work: int) -> None:
        run.work += work
        if run.work > MOST_LOOP_STEPS:
            raise too_much_work()

    def counted_range(low_end: int, high_end: int, weight: int) -> range:
        """The numbers of a loop; each counts as work of that weight."""
        if high_end >= low_end:
            spend((high_end - low_end + 1) * weight)
        return range(low_end, high_end + 1)

    def counted_members(mask: int, weight: int) -> tuple[int, ...]:
        """The members of a set; each counts as work of that weight."""
        spend(mask.bit_count() * weight)
        return MEMBERS[mask]

    def counted_set(mask: int, weight: int) -> int:
        """The set itself; each member counts as work of that weight."""
        spend(mask.bit_count() * weight)
        return mask

    def counted_list(members: Sequence[int], weight: int) -> Sequence[int]:
        """The list itself; each entry counts as work of that weight."""
        spend(len(members) * weight)
        return members

    known: BoundedDict[tuple[int, int, int], tuple[int, ...]] = BoundedDict()

    def subsets(mask: int, least: int, most: int, weight: int) -> tuple[int, ...]:
        """All sets of `least` to `most` members of a mask, in ascending order; each set that is smaller or larger counts as well."""
        if mask.bit_count() > LARGEST_PICKED_SET:
            raise too_many_answers()
        if weight:
            spend(weight << mask.bit_count())
        key = (mask, least, most)
        listed = known.get(key)
        if listed is not None:
            return listed
        result = []
        sub = 0
        while True:
            if least <= sub.bit_count() <= most:
                result.append(sub)
            if sub == mask:
                break
            sub = (sub - mask) & mask
        return known.keep(key, tuple(result))

    def recall(known: PositionResults, key: int | tuple[int, ...]) -> Any:
        """What was worked out of one position, worked out when it is first asked for; the work counts each time."""
        entry = known.get(key)
        if entry is None:
            before = run.work
            value = known.work_out(key)
            known[key] = (value, run.work - before)
            return value
        value, work = entry
        if work:
            spend(work)
        return value

    def remembered(function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that never reads the state, worked out once for each row of arguments; the work counts each time."""
        values: BoundedDict[tuple[int, ...], tuple[Any, int]] = BoundedDict()

        def looked_up(cells: list[int], *arguments: int) -> Any:
            entry = values.get(arguments)
            if entry is None:
                before = run.work
                value = function(cells, *arguments)
                values.keep(arguments, (value, run.work - before))
                return value
            value, work = entry
            if work:
                spend(work)
            return value

        return looked_up

    return {
        "spend": spend,
        "counted_range": counted_range,
        "counted_members": counted_members,
        "counted_set": counted_set,
        "counted_list": counted_list,
        "subsets": subsets,
        "recall": recall,
        "remembered": remembered,
    }
