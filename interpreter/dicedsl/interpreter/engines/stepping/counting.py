"""Helpers of generated code that count what they do: loops, members, lists, subsets, and values that are remembered (memoised)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dicedsl.interpreter.engines.stepping.keeping import Run, WorkedOut
from dicedsl.program.faults import too_many_answers, too_much_work
from dicedsl.program.members import MEMBERS, BoundedDict
from dicedsl.program.sets import MOST_SUBSET, MOST_WORK


def counted(run: Run) -> dict[str, Callable[..., Any]]:
    """The helpers that count what they do: too many steps between two suspensions are a fault of the rulebook."""

    def spend(work: int) -> None:
        run.work += work
        if run.work > MOST_WORK:
            raise too_much_work()

    def steps(low_end: int, high_end: int, weight: int) -> range:
        """The numbers of a loop, counted."""
        if high_end >= low_end:
            spend((high_end - low_end + 1) * weight)
        return range(low_end, high_end + 1)

    def look(mask: int, weight: int) -> tuple[int, ...]:
        """The members of a set, counted."""
        spend(mask.bit_count() * weight)
        return MEMBERS[mask]

    def seen(mask: int, weight: int) -> int:
        """A set, its members counted."""
        spend(mask.bit_count() * weight)
        return mask

    def listed(members: Sequence[int], weight: int) -> Sequence[int]:
        """A list, counted."""
        spend(len(members) * weight)
        return members

    known: BoundedDict[tuple[int, int, int], tuple[int, ...]] = BoundedDict()

    def subsets(mask: int, least: int, most: int, weight: int) -> tuple[int, ...]:
        """All sets of `least` to `most` members of a mask, in ascending order; each set that is smaller or larger counts as well."""
        if mask.bit_count() > MOST_SUBSET:
            raise too_many_answers()
        if weight:
            spend(weight << mask.bit_count())
        key = (mask, least, most)
        found = known.get(key)
        if found is not None:
            return found
        result = []
        sub = 0
        while True:
            if least <= sub.bit_count() <= most:
                result.append(sub)
            if sub == mask:
                break
            sub = (sub - mask) & mask
        return known.keep(key, tuple(result))

    def recall(known: WorkedOut, key: int | tuple[int, ...]) -> Any:
        """The same for what reads the state, as long as that stays as it is."""
        found = known.get(key)
        if found is None:
            before = run.work
            value = known.work_out(key)
            known[key] = (value, run.work - before)
            return value
        if found[1]:
            spend(found[1])
        return found[0]

    def remembered(function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that never reads the state, worked out once for each row of arguments; the work counts each time."""
        values: BoundedDict[tuple[int, ...], tuple[Any, int]] = BoundedDict()

        def looked_up(cells: list[int], *arguments: int) -> Any:
            found = values.get(arguments)
            if found is None:
                before = run.work
                value = function(cells, *arguments)
                values.keep(arguments, (value, run.work - before))
                return value
            if found[1]:
                spend(found[1])
            return found[0]

        return looked_up

    return {
        "spend": spend,
        "steps": steps,
        "look": look,
        "seen": seen,
        "listed": listed,
        "subsets": subsets,
        "recall": recall,
        "remembered": remembered,
    }
