"""The values of all positions of a graph: between bounds, and as exact fractions where that is not too much."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from fractions import Fraction
from functools import cache

from attrs import define

from dicedsl.errors import UsageError
from dicedsl.interpreter.solving.graph import CHANCE, DOUBLE, OVER, SEEKS_MOST, Graph, GrowingRow
from dicedsl.interpreter.solving.linear import solve
from dicedsl.interpreter.solving.on_rows import on_rows
from dicedsl.interpreter.solving.positions import value_kernels
from dicedsl.interpreter.solving.progress import TellProgress, ignore_progress

STEPS_IN_ONE_GO = 1_000_000  # between two looks at whether somebody wants to stop
ROUNDING_ERROR = 1e-12  # what rounding may add to a bound, for each unit of the greatest worth
MOST_EXACT_EDGES = 400_000  # edges of a graph that is worked out in fractions
MOST_EXACT_POSITIONS = 60  # positions of a knot, for which as many equations are solved
MOST_EXACT_BITS = 4_000  # bits of a denominator


@define
class PositionValues:
    """Lower and upper bounds of the value of each position, and the knots that were found: `order` and `ends`, as in `value_kernels`."""

    graph: Graph
    lower: GrowingRow
    upper: GrowingRow
    order: GrowingRow
    ends: GrowingRow
    knots: int
    sweeps: int

    def middle(self, number: int) -> float:
        """Give the middle of the bounds of a position."""
        return 0.5 * float(self.lower[number] + self.upper[number])

    def error(self, number: int = 0) -> float:
        """Give how far the value of a position may be from the middle of its bounds."""
        size = max(1.0, abs(self.lower[number]), abs(self.upper[number]))
        return 0.5 * float(self.upper[number] - self.lower[number]) + ROUNDING_ERROR * float(size)


def solve_values(graph: Graph, tell: TellProgress = ignore_progress) -> PositionValues:
    """Work out the values of best play. UsageError if a graph scores on a way that can be gone round for ever."""
    count = graph.positions
    index, low, stack = GrowingRow(count), GrowingRow(count), GrowingRow(count)
    path, order, ends = GrowingRow(2 * count), GrowingRow(count), GrowingRow(count)
    run = GrowingRow(value_kernels.RUN_WORDS)
    run[value_kernels.POSITIONS] = count
    for i in range(0, count, STEPS_IN_ONE_GO):
        size = min(STEPS_IN_ONE_GO, count - i)
        ctypes.memset(ctypes.addressof(index.memory) + 8 * i, 0xFF, 8 * size)
    knots, values, _ = _kernels()
    while not knots(run, graph.first, graph.target, index, low, stack, path, order, ends, STEPS_IN_ONE_GO):
        tell(f"{run[value_kernels.PLACED]:,} of {count:,} positions in order")
    lower, upper, range_of = GrowingRow(count, DOUBLE), GrowingRow(count, DOUBLE), GrowingRow(2, DOUBLE)
    worths = []
    for number in range(count):
        if graph.kinds[number] == OVER:
            lower[number] = upper[number] = worth = graph.worth[number] / graph.unit
            worths.append(worth)
    if not worths:
        raise UsageError("this game never comes to an end")
    range_of[0], range_of[1] = min(worths), max(worths)
    run[value_kernels.NEXT] = 0
    while not values(
        run, graph.kinds, graph.total, graph.first, graph.target, graph.ways, graph.gain, order, ends, index, lower, upper, range_of, STEPS_IN_ONE_GO // 100
    ):  # fmt: skip
        tell(f"{100 * run[value_kernels.NEXT] // run[value_kernels.KNOTS]} % of {count:,} positions worked out")
    if run[value_kernels.GAINING]:
        raise UsageError("points can be scored here for ever, so best play has no plain answer")
    return PositionValues(graph, lower, upper, order, ends, run[value_kernels.KNOTS], run[value_kernels.SWEEPS])


def lookup_table(values: PositionValues) -> tuple[GrowingRow, GrowingRow] | None:
    """Give a table of marks and one of values, in which values are looked up; None if marks do not tell positions apart."""
    graph = values.graph
    size = 1 << (3 * graph.positions // 2).bit_length()
    keys, kept = GrowingRow(size), GrowingRow(size, DOUBLE)
    same = _kernels()[2](graph.marks, keys, values.lower, values.upper, kept, size, graph.positions)
    return None if same else (keys, kept)


def exact_values(values: PositionValues) -> list[Fraction] | None:
    """The values as fractions; None if that would be too much.

    Where positions lead back to each other, what the bounds find best is taken, its equations are solved, and the solution is
    held to be right if no other choice would be better.
    """
    graph = values.graph
    if graph.edges > MOST_EXACT_EDGES:
        return None
    known: list[Fraction] = [Fraction(0)] * graph.positions
    begin = 0
    for knot in range(values.knots):
        part = [values.order[i] for i in range(begin, values.ends[knot])]
        begin = values.ends[knot]
        inside = set(part)
        if len(part) == 1 and not any(graph.target[e] in inside for e in graph.edges_of(part[0])):
            known[part[0]] = _value_by_edges(graph, part[0], known)
        elif len(part) > MOST_EXACT_POSITIONS or not _solve_knot(values, part, known):
            return None
        if max(known[node].denominator.bit_length() for node in part) > MOST_EXACT_BITS:
            return None
    return known


def _value_by_edges(graph: Graph, node: int, known: list[Fraction]) -> Fraction:
    """The value of a position by those it leads to."""
    kind = graph.kinds[node]
    if kind == OVER:
        return graph.end_worth(node)
    if kind == CHANCE:
        total = sum(
            (graph.ways[e] * (known[graph.target[e]] + graph.gain[e]) for e in graph.edges_of(node)), Fraction(0)
        )
        return Fraction(total, graph.total[node])
    choices: list[Fraction] = [known[graph.target[e]] + graph.gain[e] for e in graph.edges_of(node)]
    return max(choices) if kind == SEEKS_MOST else min(choices)


def _solve_knot(values: PositionValues, part: list[int], known: list[Fraction]) -> bool:
    """Solve the equations of a knot; whether that could be done."""
    graph, place = values.graph, {node: i for i, node in enumerate(part)}
    if any(values.upper[node] - values.lower[node] > 1e-9 for node in part):
        return False  # play may go on for ever
    rows, right = list[dict[int, Fraction]](), list[Fraction]()
    for i, node in enumerate(part):
        row, fixed = {i: Fraction(1)}, Fraction(0)
        edges = list(graph.edges_of(node))
        if graph.kinds[node] != CHANCE:
            best = max if graph.kinds[node] == SEEKS_MOST else min
            edges = [best(edges, key=lambda e: values.middle(graph.target[e]) + graph.gain[e])]
        for e in edges:
            chance = Fraction(graph.ways[e], graph.total[node]) if graph.kinds[node] == CHANCE else Fraction(1)
            fixed += chance * graph.gain[e]
            if graph.target[e] in place:
                j = place[graph.target[e]]
                row[j] = row.get(j, Fraction(0)) - chance
            else:
                fixed += chance * known[graph.target[e]]
        rows.append(row)
        right.append(fixed)
    solved = solve(rows, right)
    if solved is None:
        return False
    for node, value in zip(part, solved, strict=True):
        known[node] = value
    return all(_value_by_edges(graph, node, known) == known[node] for node in part)


# ------------------------------------------------------------------ machine code, where there is some


@cache
def _kernels() -> tuple[Callable[..., int], ...]:
    """The kernels that find knots and values."""
    return on_rows("values", value_kernels.find_knots, value_kernels.bound_values, value_kernels.fill_lookup)
