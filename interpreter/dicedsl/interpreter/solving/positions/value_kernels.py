"""Values of positions, as machine code where there is some: knots of positions in order, and sweeps over each until its values are known.

A knot is a set of positions that lead to each other. Knots are gone through from the end of the game backwards, so that all a knot
leads to is known; inside it values are held between a lower and an upper bound, which every sweep brings nearer to each other.

Rows are handed over one by one, since these kernels also run in Python, where memory has no address.
"""

from __future__ import annotations

from dicedsl.interpreter.engines.kernel_memory import Ints, Reals, real

NEW = -1
NEAR_BOUNDS = 1e-14  # bounds that are taken to have met, in parts of the greatest worth
MOST_SWEEPS = 100_000
STILL_SWEEPS = 50  # sweeps without any change that matters, after which there will be none
# A run of these kernels, a row of words: where it is, and how it stands.
POSITIONS, NEXT, INDEX, STACKED, KNOTS, PLACED, PATH, SWEEPS, GAINING = range(9)
RUN_WORDS = 9


def find_knots(run: Ints, first: Ints, target: Ints, index: Ints, low: Ints, stack: Ints, path: Ints, order: Ints, ends: Ints, steps: int) -> int:  # fmt: skip
    """So many steps of Tarjan's way to find knots, each after all that it leads to; 1 when all are found.

    index: NEW at first, the number of a position in order of finding, and -2 once it has its place. order: the positions by knots,
    ends: where each knot ends there. path: positions and edges that are being looked at, in pairs.
    """
    for _ in range(steps):
        if run[PATH] == 0:
            while run[NEXT] < run[POSITIONS] and index[run[NEXT]] != NEW:
                run[NEXT] += 1
            if run[NEXT] >= run[POSITIONS]:
                return 1
            enter_position(run, first, index, low, stack, path, run[NEXT])
            continue
        top = 2 * (run[PATH] - 1)
        here = path[top]
        edge = path[top + 1]
        if edge < first[here + 1]:
            path[top + 1] = edge + 1
            other = target[edge]
            if index[other] == NEW:
                enter_position(run, first, index, low, stack, path, other)
            elif index[other] >= 0 and index[other] < low[here]:
                low[here] = index[other]
            continue
        run[PATH] -= 1
        if run[PATH] > 0:
            above = path[top - 2]
            if low[here] < low[above]:
                low[above] = low[here]
        if low[here] == index[here]:
            close_knot(run, here, index, stack, order, ends)
    return 0


def enter_position(run: Ints, first: Ints, index: Ints, low: Ints, stack: Ints, path: Ints, node: int) -> None:
    """Begin to look at a position."""
    index[node] = run[INDEX]
    low[node] = run[INDEX]
    run[INDEX] += 1
    stack[run[STACKED]] = node
    run[STACKED] += 1
    path[2 * run[PATH]] = node
    path[2 * run[PATH] + 1] = first[node]
    run[PATH] += 1


def close_knot(run: Ints, here: int, index: Ints, stack: Ints, order: Ints, ends: Ints) -> None:
    """Write down a complete knot: all that was found since its first position."""
    while True:
        run[STACKED] -= 1
        node = stack[run[STACKED]]
        index[node] = -2
        order[run[PLACED]] = node
        run[PLACED] += 1
        if node == here:
            break
    ends[run[KNOTS]] = run[PLACED]
    run[KNOTS] += 1


def bound_values(run: Ints, kinds: Ints, total: Ints, first: Ints, target: Ints, ways: Ints, gain: Ints, order: Ints, ends: Ints, knot_of: Ints, lower: Reals, upper: Reals, range_of: Reals, steps: int) -> int:  # fmt: skip
    """Bounds of the values of all positions, knot by knot; 1 when all are done. Those where the game is over have theirs.

    range_of: the least and the greatest that an end is worth. In `run`: SWEEPS the sweeps so far, GAINING how many knots score on
    the way round, for which there are no bounds. knot_of is filled on the way, with the number of the knot of each position.
    """
    near = NEAR_BOUNDS * max(1.0, max(range_of[1], -range_of[0]))
    for _ in range(steps):
        knot = run[NEXT]
        if knot >= run[KNOTS]:
            return 1
        begin = 0
        if knot > 0:
            begin = ends[knot - 1]
        end = ends[knot]
        run[NEXT] += 1
        for i in range(begin, end):
            knot_of[order[i]] = knot
        if end - begin == 1 and is_apart(first, target, order[begin]):
            node = order[begin]
            if kinds[node] > 0:
                lower[node] = value_by_edges(kinds, total, first, target, ways, gain, lower, node)
                upper[node] = value_by_edges(kinds, total, first, target, ways, gain, upper, node)
            continue
        if set_bounds(first, target, gain, order, knot_of, begin, end, lower, upper, range_of):
            run[GAINING] += 1
        rest = MOST_SWEEPS
        still = 0
        while rest > 0 and still < STILL_SWEEPS:
            rest -= 1
            run[SWEEPS] += 1
            change = 0.0
            apart = 0.0
            for i in range(begin, end):
                node = order[i]
                value = value_by_edges(kinds, total, first, target, ways, gain, lower, node)
                if value > lower[node]:
                    change = max(change, value - lower[node])
                    lower[node] = value
                value = value_by_edges(kinds, total, first, target, ways, gain, upper, node)
                if value < upper[node]:
                    change = max(change, upper[node] - value)
                    upper[node] = value
                apart = max(apart, upper[node] - lower[node])
            if apart <= near:
                rest = 0
            still = still + 1 if change <= near / 64.0 else 0
    return 0


def is_apart(first: Ints, target: Ints, node: int) -> bool:
    """Whether a position does not lead to itself."""
    for edge in range(first[node], first[node + 1]):
        if target[edge] == node:
            return False
    return True


def set_bounds(first: Ints, target: Ints, gain: Ints, order: Ints, knot_of: Ints, begin: int, end: int, lower: Reals, upper: Reals, range_of: Reals) -> bool:  # fmt: skip
    """Set the bounds to begin with: nobody leaves a knot with less or more than its ways out are worth. Whether it
    scores on the way round."""
    scores = False
    least = 0.0
    most = 0.0
    exits = 0
    for i in range(begin, end):
        for edge in range(first[order[i]], first[order[i] + 1]):
            other = target[edge]
            if knot_of[other] == knot_of[order[i]]:
                scores = scores or gain[edge] != 0
            else:
                low = lower[other] + real(gain[edge])
                high = upper[other] + real(gain[edge])
                least = low if exits == 0 else min(least, low)
                most = high if exits == 0 else max(most, high)
                exits += 1
    for i in range(begin, end):
        lower[order[i]] = least if exits > 0 else range_of[0]
        upper[order[i]] = most if exits > 0 else range_of[1]
    return scores


def value_by_edges(kinds: Ints, total: Ints, first: Ints, target: Ints, ways: Ints, gain: Ints, known: Reals, node: int) -> float:  # fmt: skip
    """Give the value of a position by those it leads to."""
    kind = kinds[node]
    best = 0.0
    edge = first[node]
    last = first[node + 1]
    if kind == 1:
        for e in range(edge, last):
            best += real(ways[e]) * (known[target[e]] + real(gain[e]))
        return best / real(total[node])
    best = known[target[edge]] + real(gain[edge])
    for e in range(edge + 1, last):
        value = known[target[e]] + real(gain[e])
        if kind == 2:
            best = max(best, value)
        else:
            best = min(best, value)
    return best


def fill_lookup(marks: Ints, keys: Ints, lower: Reals, upper: Reals, kept: Reals, size: int, count: int) -> int:
    """Fill a table of so many places with values by the first 64 bits of their marks; 1 if two positions have those in common."""
    for node in range(count):
        mark = marks[2 * node]
        if mark == 0:
            return 1
        slot = mark & (size - 1)
        while keys[slot] != 0:
            if keys[slot] == mark:
                return 1
            slot = (slot + 1) & (size - 1)
        keys[slot] = mark
        kept[slot] = 0.5 * (lower[node] + upper[node])
    return 0
