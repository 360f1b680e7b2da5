"""Works out the pages of a ledger, one after the other, or one of them again."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any

from attrs import define, frozen

from dicedsl.interpreter.engines.contract import Cells
from dicedsl.interpreter.engines.native.search import KernelCode
from dicedsl.interpreter.solving.aim import LOWEST, PlayAim
from dicedsl.interpreter.solving.graph import DOUBLE, WORD, Graph, GrowingRow
from dicedsl.interpreter.solving.ledgers import page_kernels
from dicedsl.interpreter.solving.positions import position_kernels


@cache
def paging_code() -> KernelCode:
    """The machine code that serves all pages alike."""
    return KernelCode("paging", page_kernels.write_page, page_kernels.solve_page, beside=(position_kernels,))


@define
class PageGraph:
    """The positions between two writings and what leads from one to the other, the same on every page."""

    graph: Graph
    states: list[Cells]
    start_of: list[int]  # of each position the number of the start of writings that it is, or -1
    order: list[int]  # positions, each after all that it leads to


@frozen(eq=False)
class PageRows:
    """What is known of all pages before any is worked out: how their records lie, what may have been gained, and where values go."""

    aim: PlayAim
    cap: int
    starts: int  # of writings
    lows: list[int]
    highs: list[int]
    base: list[int]
    fixed: list[tuple[int, int]]
    door_of: list[int]
    first_record: list[int]
    records: GrowingRow
    values: GrowingRow


class PageSolver:
    """Works out one page after the other, or one of them again."""

    def __init__(self, pages: PageRows, between: PageGraph, wide: int) -> None:
        self._pages = pages
        graph, count = between.graph, len(between.states)
        self._between = between
        self._wide = wide
        self._task = (WORD * page_kernels.TASK_WORDS)()
        self._task[page_kernels.POSITIONS] = count
        self._task[page_kernels.SIGN] = -1 if pages.aim.ranked == LOWEST else 1
        self._task[page_kernels.CAP] = pages.cap
        self._task[page_kernels.WIDE] = wide
        self._starts = pages.starts
        self._order = _row(between.order)
        self._start_of = _row(between.start_of)
        self._lows, self._highs, self._base = _row(pages.lows), _row(pages.highs), _row(pages.base)
        self._fixed = _row([x for pair in pages.fixed for x in pair])
        self._door_of = _row(pages.door_of)
        self._best = (DOUBLE * max(1, self._starts * wide))()
        self._known = (DOUBLE * (count * wide))()
        task = self._task
        for place, memory in (
            (page_kernels.KINDS_AT, graph.kinds.memory),
            (page_kernels.TOTAL_AT, graph.total.memory),
            (page_kernels.FIRST_AT, graph.first.memory),
            (page_kernels.TARGET_AT, graph.target.memory),
            (page_kernels.WAYS_AT, graph.ways.memory),
            (page_kernels.ORDER_AT, self._order),
            (page_kernels.START_OF_AT, self._start_of),
            (page_kernels.ALL_RECORDS_AT, pages.records.memory),
            (page_kernels.LOWS_AT, self._lows),
            (page_kernels.HIGHS_AT, self._highs),
            (page_kernels.BASE_AT, self._base),
            (page_kernels.FIXED_AT, self._fixed),
            (page_kernels.DOOR_OF_AT, self._door_of),
            (page_kernels.VALUES_AT, pages.values.memory),
            (page_kernels.BEST_AT, self._best),
            (page_kernels.KNOWN_AT, self._known),
        ):
            task[place] = ctypes.addressof(memory)
        task[page_kernels.START_COUNT] = self._starts
        self._call: Callable[..., int] = paging_code().call["solve_page"]

    def solve_page(self, number: int) -> None:
        """Work out the positions of a page, for each count that it can have."""
        pages, task = self._pages, self._task
        task[page_kernels.FIRST_RECORD], task[page_kernels.LAST_RECORD] = (
            pages.first_record[number],
            pages.first_record[number + 1],
        )
        task[page_kernels.LOW], task[page_kernels.HIGH], task[page_kernels.NUMBER] = (
            pages.lows[number],
            pages.highs[number],
            number,
        )
        self._call(task)

    def value(self, number: int, position: int, count: int) -> float:
        """The value of a position of the page that was worked out last, beside what was gained before."""
        sign = self._task[page_kernels.SIGN]
        return sign * float(self._known[self._wide * position + count - self._pages.lows[number]])


def _row(values: list[int]) -> Any:
    """A row of words."""
    return (WORD * max(1, len(values)))(*values)
