"""The moves at hand, sifted: each is followed equally often into the tree, and the worse half is dropped again and again."""

from __future__ import annotations

import time
from math import ceil, log2

from dicedsl.interpreter.bots.budget import Spending
from dicedsl.interpreter.bots.deep import Deep
from dicedsl.interpreter.bots.judging import Judge
from dicedsl.interpreter.bots.knowledge import Knowledge, has_hidden
from dicedsl.interpreter.bots.quick import shuffled
from dicedsl.interpreter.chance import Chance

FEWEST, MOST = 2, 1024  # turns in one go for a move


def best_by_tree(
    deep: Deep, knowledge: Knowledge, judge: Judge, spending: Spending, chance: Chance
) -> list[int] | None:
    """The numbers of the moves, best first; None if there is no tree to be had."""
    depth = deep.depth
    learnt = False
    if not has_hidden(knowledge.table):
        deep.practise(spending, depth.practice)
        learnt = judge.alone or deep.worth_it(spending, depth.practice + depth.test) > depth.gain
    tries = depth.looks if learnt and judge.alone else 0
    places = {answer: i for i, answer in enumerate(deep.ready(tries, depth.prior if learnt else 0))}
    numbers = [places.get((move.alternative, *move.values), -1) for move in knowledge.moves]
    if min(numbers) < 0:
        return None
    return [numbers.index(row) for row in sifted(deep, numbers, spending, chance)]


def sifted(deep: Deep, numbers: list[int], spending: Spending, chance: Chance) -> list[int]:
    """The numbers of the moves, best first."""
    each = deep.depth.playouts
    rows, out = [numbers[i] for i in shuffled(len(numbers), chance)], list[int]()
    rounds = max(1, ceil(log2(len(rows))))
    begun, turns, taken, world = spending.used(), 0, 0.0, 0
    for number in range(rounds):
        until = begun + (1.0 - begun) * (number + 1) / rounds
        size = FEWEST
        while True:
            source = chance.below(1 << 62)
            for row in rows:
                if spending.used() >= 1.5 and turns:
                    break
                now = time.perf_counter()
                deep.follow(row, size, source, world)
                taken += time.perf_counter() - now
                turns += size
                spending.playouts += size * each
            world += size
            if spending.used() >= until:
                break
            size = min(MOST, 2 * size)
            if spending.budget.playouts is not None:
                size = max(1, min(size, int((until - spending.used()) * spending.budget.playouts / each / len(rows))))
            if spending.budget.seconds is not None:
                fits = (until - spending.used()) * spending.budget.seconds / (taken / turns * len(rows))
                size = max(1, min(size, int(fits)))
        rows.sort(key=lambda row: -deep.line(row)[1])
        half = (len(rows) + 1) // 2
        out[:0] = rows[half:]
        rows = rows[:half]
        for row in rows:
            deep.halve(row)
    return rows + out
