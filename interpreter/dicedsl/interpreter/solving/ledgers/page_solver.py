"""Pages of a ledger, worked out: some after the others, or one of them again."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from attrs import frozen

from dicedsl.interpreter.engines.native.search import KernelCode
from dicedsl.interpreter.solving.aim import LOWEST, PlayAim
from dicedsl.interpreter.solving.graph import DOUBLE, WORD, GrowingRow
from dicedsl.interpreter.solving.ledgers import between_kernels, page_kernels
from dicedsl.interpreter.solving.ledgers.between import PositionsBetween
from dicedsl.interpreter.solving.ledgers.levels import Levels
from dicedsl.interpreter.solving.positions import position_kernels

SIDE_BY_SIDE = 16  # numbers of a position that are worked out at once, of one page or of some


@cache
def paging_code() -> KernelCode:
    """The machine code that serves all pages alike."""
    return KernelCode(
        "paging", page_kernels.write_page, page_kernels.solve_level, beside=(position_kernels, between_kernels)
    )


@frozen(eq=False)
class PageRows:
    """What is known of all pages before any is worked out: how their records lie, what may have been gained, and where values go."""

    aim: PlayAim
    cap: int
    lows: list[int]
    highs: list[int]
    base: list[int]
    fixed: list[tuple[int, int]]
    doors: list[int]
    door_of: list[int]
    first_record: list[int]
    records: GrowingRow
    values: GrowingRow

    @property
    def own_wide(self) -> int:
        """How many counts there are on the page that has the most."""
        return max(high - low + 1 for low, high in zip(self.lows, self.highs, strict=True))


class PageSolver:
    """Works out some pages at once, value by value of the counter."""

    def __init__(
        self, pages: PageRows, between: PositionsBetween, orders: list[Any], levels: Levels, together: int, depth: int
    ) -> None:
        """together: how many pages at most; depth: how many values of the counter are remembered."""
        self._pages, self._levels, self._orders = pages, levels, orders
        self._own_wide = pages.own_wide
        self._wide = self._own_wide * together
        if self._wide > 1:
            self._wide = -(-self._wide // page_kernels.LANES) * page_kernels.LANES
        self._depth = depth
        self._positions = count = between.positions
        task = self._task = (WORD * page_kernels.TASK_WORDS)()
        task[page_kernels.LEVELS] = len(levels.values)
        task[page_kernels.STRETCHES] = between.stretches
        task[page_kernels.DIRECTION] = levels.direction
        task[page_kernels.CAP] = pages.cap
        task[page_kernels.POSITIONS] = count
        task[page_kernels.START_COUNT] = len(between.start_positions)
        task[page_kernels.SIGN] = -1 if pages.aim.ranked == LOWEST else 1
        task[page_kernels.OWN_WIDE], task[page_kernels.WIDE] = self._own_wide, self._wide
        task[page_kernels.DOORS] = len(pages.doors)
        self._batch = (WORD * together)()
        self._rows = (WORD * depth)()
        self._best = (DOUBLE * max(1, len(between.start_positions) * self._wide))()
        self._known = (DOUBLE * (depth * count * self._wide))()
        self._kept = [
            _row(row)
            for row in (
                between.start_of, pages.first_record, pages.lows, pages.highs, pages.base, [x for pair in pages.fixed for x in pair],
                pages.doors, pages.door_of,
            )
        ]  # fmt: skip
        starts, first_record, lows, highs, base, fixed, doors, door_of = self._kept
        for place, memory in (
            (page_kernels.BATCH_AT, self._batch),
            (page_kernels.ROWS_AT, self._rows),
            (page_kernels.KINDS_AT, between.kinds.memory),
            (page_kernels.SEEN_AT, between.seen.memory),
            (page_kernels.TOTAL_AT, between.total.memory),
            (page_kernels.FIRST_AT, between.first.memory),
            (page_kernels.LAST_AT, between.last.memory),
            (page_kernels.TARGET_AT, between.target.memory),
            (page_kernels.WAYS_AT, between.ways.memory),
            (page_kernels.START_OF_AT, starts),
            (page_kernels.FIRST_RECORD_AT, first_record),
            (page_kernels.ALL_RECORDS_AT, pages.records.memory),
            (page_kernels.LOWS_AT, lows),
            (page_kernels.HIGHS_AT, highs),
            (page_kernels.BASE_AT, base),
            (page_kernels.FIXED_AT, fixed),
            (page_kernels.DOORS_AT, doors),
            (page_kernels.DOOR_OF_AT, door_of),
            (page_kernels.VALUES_AT, pages.values.memory),
            (page_kernels.BEST_AT, self._best),
            (page_kernels.KNOWN_AT, self._known),
        ):
            task[place] = ctypes.addressof(memory)
        self._between = between
        self._call: Callable[..., int] = paging_code().call["solve_level"]

    def solve(self, numbers: Sequence[int], levels: int | None = None) -> None:
        """Work out some pages, none of which leads to another, for all values of the counter or for so many."""
        task = self._task
        task[page_kernels.BATCH] = len(numbers)
        self._batch[: len(numbers)] = list(numbers)
        for level, value in enumerate(self._levels.values[:levels]):
            stretch = self._levels.stretch_of(value)
            task[page_kernels.LEVEL], task[page_kernels.STRETCH] = level, stretch
            task[page_kernels.ORDERED] = len(self._orders[stretch])
            task[page_kernels.ORDER_AT] = ctypes.addressof(self._orders[stretch])
            for back in range(self._depth):
                self._rows[back] = self._row_of(level - back)
            self._call(task)

    def _row_of(self, level: int) -> int:
        """Where the rows of a value of the counter begin."""
        return level % self._depth * self._positions * self._wide

    def value(self, page: int, position: int, level: int, count: int, place: int = 0) -> float:
        """The value of a position of a page that was among the last ones, beside what was gained before; it was the one in that place."""
        sign = self._task[page_kernels.SIGN]
        lane = place * self._own_wide + count - self._pages.lows[page]
        return sign * float(self._known[self._row_of(level) + self._wide * position + lane])


def _row(values: Sequence[int]) -> Any:
    """A row of words."""
    return (WORD * max(1, len(values)))(*values)
