"""Playouts from a position in the middle of a game: the native engine beside the contract, move by move.

The contract plays as a program of its own would: legal moves, one of them by lot, apply, until the game is over.
"""

from __future__ import annotations

import sys
from statistics import median
from time import process_time

from _measure import QUICK, SEED, Case, Results, cases, differences, native, number, speed, steps

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.lab.at_random import action_at_random
from dicedsl.interpreter.seeds import derived_seed
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable

MEDIAN, PIG = 300, 1000


def middle(table: GameTable) -> State:
    """The position after half of the steps of a game at random."""
    chance, state, line = Chance(derived_seed(SEED, 0)), table.start(), list[State]()
    while not table.is_over(state):
        line.append(state)
        state = table.apply(state, action_at_random(table, state, chance))
    return line[len(line) // 2]


def by_contract(table: GameTable, start: State, seconds: float) -> float:
    """Steps a second, from whole playouts."""
    begun, taken, number = process_time(), 0, 0
    while process_time() - begun < seconds:
        state, chance = start, Chance(derived_seed(SEED, number))
        while not table.is_over(state):
            state = table.apply(state, action_at_random(table, state, chance))
            taken += 1
        number += 1
    return taken / (process_time() - begun)


def measured(case: Case) -> tuple[float, float, float] | str:
    """Playouts a second of both and the ratio, or what the engines do not agree on."""
    table = GameTable(case.program)
    state = middle(table)
    engine = native(case.program)
    cells = state.cells
    truth = table.referee.playouts(cells, SEED, 0, 5 if QUICK else 20)
    wrong = differences(truth, engine.playouts(cells, SEED, 0, truth.games))
    if wrong:
        return f"the engines differ in {', '.join(wrong)}"
    fast, many = speed(engine, 0.05 if QUICK else 0.3, cells)
    mean = max(1.0, steps(many) / many.games)
    slow = by_contract(table, state, 0.2 if QUICK else 1.0)
    return slow / mean, fast.games(mean), fast.steps / slow


def main() -> int:
    results, ratios = Results(), dict[str, float]()
    for case in cases(variants=False, every=7 if QUICK else 1):
        found = measured(case)
        if isinstance(found, str):
            results.line(str(case), found, "the same", False)
            continue
        slow, fast, ratio = found
        ratios[case.name] = ratio
        target, good = (f"at least {PIG}", ratio >= PIG) if case.name == "pig" else ("", True)
        results.line(str(case), f"{number(slow)}/s, {number(fast)}/s: {number(ratio)}", target, good)
    if ratios:
        found_median = median(ratios.values())
        results.line("median of the ratios", number(found_median), f"at least {MEDIAN}", found_median >= MEDIAN)
        least = min(ratios, key=lambda name: ratios[name])
        results.line("least ratio", f"{number(ratios[least])} in {least}")
    return results.code


if __name__ == "__main__":
    sys.exit(main())
