"""Strategies for games in which something is hidden, as machine code where there is some: counterfactual regret minimisation (CFR+).

Both players play the game in their minds again and again. Wherever one of them could have done better, given how likely chance and the
other come there, that is regretted, and moves are taken in proportion to their regrets. The mean of what they do, later plays
counting more, comes near to best play; how near is told by what a best answer to it gains.

Rows are handed over one by one, since these kernels also run in Python, where memory has no address.
"""

from __future__ import annotations

from dicedsl.interpreter.engines.kernel_memory import Ints, Reals, real

# A run of these kernels, a row of words: how large the tree is, whose turn it is to learn, and how many turns were taken.
NODES, DEPTHS, SEAT, TURN = range(4)
RUN_WORDS = 4


def match_regrets(regrets: Reals, first: int, count: int, strategy: Reals) -> None:
    """Fill in moves in proportion to their regrets; all alike where there are none."""
    total = 0.0
    for i in range(first, first + count):
        total += regrets[i]
    for i in range(first, first + count):
        strategy[i] = regrets[i] / total if total > 0.0 else 1.0 / real(count)


def fill_reaches(run: Ints, kinds: Ints, infos: Ints, first: Ints, target: Ints, chances: Reals, places: Ints, strategy: Reals, own: Reals, other: Reals) -> None:  # fmt: skip
    """Fill in how likely each position is come to: by the moves of one seat, and by those of the other and by chance."""
    seat = run[SEAT]
    for node in range(run[NODES]):
        own[node] = 0.0
        other[node] = 0.0
    own[0] = 1.0
    other[0] = 1.0
    for node in range(run[NODES]):
        kind = kinds[node]
        place = places[infos[node]]
        begin = first[node]
        for e in range(begin, first[node + 1]):
            to = target[e]
            if kind == 1:
                own[to] = own[node]
                other[to] += other[node] * chances[e]
            elif kind == 2 + seat:
                own[to] = own[node] * strategy[place + e - begin]
                other[to] += other[node]
            else:
                own[to] = own[node]
                other[to] += other[node] * strategy[place + e - begin]


def play_turns(run: Ints, kinds: Ints, infos: Ints, first: Ints, target: Ints, chances: Reals, worth: Reals, places: Ints, sizes: Ints, regrets: Reals, strategy: Reals, mean: Reals, news: Reals, own: Reals, other: Reals, value: Reals, count: int, turns: int) -> int:  # fmt: skip
    """Take so many turns; in each both seats learn, one after the other. `count`: of places where something is chosen."""
    for _ in range(turns):
        run[TURN] += 1
        weight = real(run[TURN]) * real(run[TURN])
        for seat in range(2):
            run[SEAT] = seat
            for i in range(count):
                match_regrets(regrets, places[i], sizes[i], strategy)
            fill_reaches(run, kinds, infos, first, target, chances, places, strategy, own, other)
            for i in range(places[count]):
                news[i] = 0.0
            sign = 1.0 if seat == 0 else -1.0
            for node in range(run[NODES] - 1, -1, -1):
                kind = kinds[node]
                begin = first[node]
                place = places[infos[node]]
                total = 0.0
                if kind == 0:
                    total = sign * worth[node]
                elif kind == 1:
                    for e in range(begin, first[node + 1]):
                        total += chances[e] * value[target[e]]
                else:
                    for e in range(begin, first[node + 1]):
                        total += strategy[place + e - begin] * value[target[e]]
                    if kind == 2 + seat:
                        for e in range(begin, first[node + 1]):
                            i = place + e - begin
                            news[i] += other[node] * (value[target[e]] - total)
                            mean[i] += weight * own[node] * strategy[i]
                value[node] = total
            for i in range(places[count]):
                regrets[i] = max(0.0, regrets[i] + news[i])
    return turns


def answer_best(run: Ints, kinds: Ints, infos: Ints, first: Ints, target: Ints, chances: Reals, worth: Reals, places: Ints, sizes: Ints, depths: Ints, strategy: Reals, news: Reals, own: Reals, other: Reals, value: Reals, steps: int) -> int:  # fmt: skip
    """Work out what the best answer of SEAT to a strategy of the other is worth to it, in value[0]."""
    seat = run[SEAT]
    sign = 1.0 if seat == 0 else -1.0
    fill_reaches(run, kinds, infos, first, target, chances, places, strategy, own, other)
    for depth in range(run[DEPTHS] - 1, -1, -1):
        begin = depths[depth]
        end = depths[depth + 1]
        for node in range(begin, end):
            if kinds[node] == 2 + seat:
                place = places[infos[node]]
                for i in range(place, place + sizes[infos[node]]):
                    news[i] = 0.0
        for node in range(begin, end):
            if kinds[node] == 2 + seat:
                place = places[infos[node]]
                for e in range(first[node], first[node + 1]):
                    news[place + e - first[node]] += other[node] * value[target[e]]
        for node in range(begin, end):
            kind = kinds[node]
            place = places[infos[node]]
            total = 0.0
            if kind == 0:
                total = sign * worth[node]
            elif kind == 1:
                for e in range(first[node], first[node + 1]):
                    total += chances[e] * value[target[e]]
            elif kind == 2 + seat:
                best = place
                for i in range(place, place + sizes[infos[node]]):
                    if news[i] > news[best]:
                        best = i
                total = value[target[first[node] + best - place]]
            else:
                for e in range(first[node], first[node + 1]):
                    total += strategy[place + e - first[node]] * value[target[e]]
            value[node] = total
    return steps
