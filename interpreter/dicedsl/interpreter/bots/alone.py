"""Playing alone, for the most points: the best few moves are looked at again, one choice further.

After each of them dice fall a number of times, the same for all; then every move is judged by playouts as `quick` does it, and
what the best one reaches counts. So a roll that leaves a good choice is worth that choice, and not what chance would make of it.
"""

from __future__ import annotations

from collections import Counter

from dicedsl.errors import DiceError
from dicedsl.interpreter.bots.budget import Spending
from dicedsl.interpreter.bots.halving import Halving, shuffled
from dicedsl.interpreter.bots.judging import Judge
from dicedsl.interpreter.bots.search_steps import SearchSteps
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Cells
from dicedsl.interpreter.seeds import derive

FLAT = 0.4  # of the budget, for choosing the few
FEW = 5
ROUNDS = (8, 24, 64)  # playouts for each move of a position; after each round a third of the moves stays
LEAST = 4  # times that dice fall before anybody is dropped


def best_alone(flat: Halving, judge: Judge, spending: Spending, seed: int) -> int:
    """The number of the move to take."""
    rows = flat.best(FLAT, keep=FEW)[:FEW]
    ahead = BestChoice(flat.steps, judge, spending, seed)
    totals = {row.number: 0.0 for row in rows}
    after = {row.number: row.after for row in rows}
    fell = 0
    while spending.used() < 1.0 and len(rows) > 1:
        found: dict[int, float] = {}
        for row in rows:
            cells = after[row.number]
            found[row.number] = row.mean if cells is None else ahead.value(cells, fell)
            if spending.used() >= 1.0 and fell:
                break
        else:
            for number, value in found.items():
                totals[number] += value
            fell += 1
            if fell in (LEAST, 3 * LEAST):  # the last is left behind
                rows = sorted(rows, key=lambda row: -totals[row.number])[: max(2, len(rows) - 2)]
    if not fell:
        return rows[0].number
    return max(rows, key=lambda row: (totals[row.number], row.mean)).number


class BestChoice:
    """Judges positions by the best choice there."""

    def __init__(self, steps: SearchSteps, judge: Judge, spending: Spending, seed: int) -> None:
        self.steps = steps
        self.judge = judge
        self.spending = spending
        self.seed = seed

    def value(self, cells: Cells, number: int) -> float:
        chance = Chance(derive(self.seed, number))
        try:
            cells, _ = self.steps.settle(cells, chance)
            if self.steps.is_over(cells):
                return self._over(cells)
            seat = self.steps.seat(cells)
            moves = self.steps.moves(cells, seat)
            reached = [self.steps.answer(cells, seat, moves[i]) for i in shuffled(len(moves), chance)]
        except DiceError:
            return 0.0
        open_ = [(Counter[int](), after) for after in reached if not self.steps.is_over(after)]
        best = max((self._over(after) for after in reached if self.steps.is_over(after)), default=-1e9)
        first = number << 20
        for games in ROUNDS:
            for scores, after in open_:
                scores.update(self.judge.scores(after, first, games))
                self.spending.playouts += games
            first += games
            open_.sort(key=lambda row: -self.judge.reached(row[0]))
            open_ = open_[: max(1, len(open_) // 3)]
        return max([best, *(self.judge.reached(scores) for scores, _ in open_[:1])])

    def _over(self, cells: Cells) -> float:
        known = self.judge.over(cells)
        return known[0] - known[1]
