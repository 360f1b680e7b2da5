"""Games stepped together in a batch of the native engine, beside the same steps one by one through the contract.

A step is one choice: which actions are legal, one of them by lot, and whatever falls or is reported after it.
"""

from __future__ import annotations

import sys
from statistics import median
from time import process_time

from _measure import QUICK, SEED, Case, Results, cases, number

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.table.game_table import GameTable

GAMES = 1_000
LEAST = 10  # times, in the median
FEW = 200  # actions from which the first legal one is taken on both sides: looking for others is not what is measured


def chosen(mask: bytes, chance: Chance) -> int:
    if len(mask) > FEW:
        return mask.index(1)
    legal = [action for action, allowed in enumerate(mask) if allowed]
    return legal[chance.below(len(legal))]


def one_by_one(table: GameTable, seconds: float) -> float:
    """Choices a second."""
    chance, state, taken, spent = Chance(SEED), table.start(), 0, 0.0
    begun = process_time()
    while spent < seconds:
        turn = table.turn(state)
        if turn.kind == "over":
            state = table.start()
        elif turn.kind == "chance":
            state = table.apply(state, table.sample(state, chance))
        elif turn.kind == "report":
            state = table.apply(state, table.report_by_odds(state, chance))
        else:
            seat = turn.seats[0]
            action = chosen(table.mask(state, seat), chance)
            state = table.apply(state, table.action(state, action, seat))
            taken += 1
        spent = process_time() - begun
    return taken / spent


def together(table: GameTable, seconds: float) -> float:
    """Choices a second; those who choose take no time."""
    batch, chance = table.batch(GAMES, SEED, "native"), Chance(SEED)
    shown, taken, spent = batch.look(), 0, 0.0
    while spent < seconds:
        actions = [chosen(mask, chance) for mask in shown.masks]
        begun = process_time()
        shown = batch.step(actions)
        spent += process_time() - begun
        taken += len(actions)
    return taken / spent


def measured(case: Case) -> tuple[float, float] | None:
    """Both, or nothing where nobody ever chooses."""
    table = GameTable(case.program)
    seconds = 0.1 if QUICK else 0.5
    try:
        fast = together(table, seconds)
    except UsageError:
        return None
    return one_by_one(table, seconds), fast


def main() -> int:
    results, ratios = Results(), list[float]()
    for case in cases(variants=False, every=7 if QUICK else 1):
        found = measured(case)
        if found is not None:
            slow, fast = found
            ratios.append(fast / slow)
            results.line(str(case), f"{number(slow)}/s, {number(fast)}/s: {number(fast / slow)}")
    if ratios:
        middle = median(ratios)
        results.line("median of the ratios", number(middle), f"at least {LEAST}", middle >= LEAST)
    return results.code


if __name__ == "__main__":
    sys.exit(main())
