"""Helpers of generated code that count what they do: loops, members, lists, subsets, and values that are remembered (memoised)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dicedsl.errors import Fault
from dicedsl.interpreter.engines.stepping.keeping import Run, WorkedOut
from dicedsl.program.members import MEMBERS, BoundedDict
from dicedsl.program.sets import MOST_SUBSET, MOST_WORK
from dicedsl.text.source import NOWHERE

Spend = Callable[[int], None]  # is given how many steps something takes
Helpers = dict[str, Callable[..., Any]]  # by the names that generated code calls them by


def counted(run: Run) -> Helpers:
    """The helpers that count what they do: too many steps between two suspensions are a fault of the rulebook."""

    def spend(work: int) -> None:
        run.work += work
        if run.work > MOST_WORK:
            raise Fault("F507", "this takes too many steps without a choice or a roll", NOWHERE)

    return {"spend": spend, **_walks(spend), "subsets": _subset_lister(spend), **_memory(run, spend)}


def _walks(spend: Spend) -> Helpers:
    """What is gone through one by one: numbers, members of sets, lists."""

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

    return {"steps": steps, "look": look, "seen": seen, "listed": listed}


def _subset_lister(spend: Spend) -> Callable[..., Any]:
    """What lists the subsets of a set, each list kept."""
    kept: BoundedDict[tuple[int, int, int], tuple[int, ...]] = BoundedDict()

    def subsets(mask: int, least: int, most: int, weight: int) -> tuple[int, ...]:
        """All sets of `least` to `most` members of a mask, in ascending order; each set that is smaller or larger counts as well."""
        if mask.bit_count() > MOST_SUBSET:
            raise Fault("F509", "there are too many ways to choose here to list them all", NOWHERE)
        if weight:
            spend(weight << mask.bit_count())
        key = (mask, least, most)
        known = kept.get(key)
        return kept.keep(key, _subsets(mask, least, most)) if known is None else known

    return subsets


def _subsets(mask: int, least: int, most: int) -> tuple[int, ...]:
    subsets = []
    subset = 0
    while True:
        if least <= subset.bit_count() <= most:
            subsets.append(subset)
        if subset == mask:
            return tuple(subsets)
        subset = (subset - mask) & mask


def _memory(run: Run, spend: Spend) -> Helpers:
    """What is worked out once and remembered with the work it took, which counts each time."""

    def recall(worked_out: WorkedOut, key: int | tuple[int, ...]) -> Any:
        """A value that depends on the state, remembered as long as that stays as it is."""
        remembered_value = worked_out.get(key)
        if remembered_value is None:
            before = run.work
            value = worked_out.work_out(key)
            worked_out[key] = (value, run.work - before)
            return value
        value, work = remembered_value
        if work:
            spend(work)
        return value

    def remembered(function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that never reads the state, worked out once for each row of arguments."""
        values: BoundedDict[tuple[int, ...], tuple[Any, int]] = BoundedDict()

        def looked_up(cells: list[int], *arguments: int) -> Any:
            remembered_value = values.get(arguments)
            if remembered_value is None:
                before = run.work
                value = function(cells, *arguments)
                values.keep(arguments, (value, run.work - before))
                return value
            value, work = remembered_value
            if work:
                spend(work)
            return value

        return looked_up

    return {"recall": recall, "remembered": remembered}
