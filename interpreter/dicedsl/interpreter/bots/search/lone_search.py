"""Playing alone, for the most points: the best few moves are looked at again, one choice further.

After each of them dice fall a number of times, the same for all; then every move is judged by playouts as `quick` does it, and
what the best one reaches counts. So a roll that leaves a good choice is worth that choice, and not what chance would make of it.
"""

from __future__ import annotations

from collections import Counter

from dicedsl.errors import DiceError
from dicedsl.interpreter.bots.budget import Spending
from dicedsl.interpreter.bots.search.halving import Halving, shuffled
from dicedsl.interpreter.bots.search.judge import Judge
from dicedsl.interpreter.bots.search.search_steps import SearchSteps
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Cells
from dicedsl.interpreter.seeds import derived_seed

FLAT_PART = 0.4  # of the budget, for choosing the few
FEW_MOVES = 5
PLAYOUTS_BY_ROUND = (8, 24, 64)  # playouts for each move of a position; after each round a third of the moves stays
FEWEST_THROWS = 4  # times that dice fall before anybody is dropped


def best_move_alone(flat: Halving, judge: Judge, spending: Spending, seed: int) -> int:
    """Give the number of the move to take, of those that `flat` judges."""
    rows = flat.best(FLAT_PART, keep=FEW_MOVES)[:FEW_MOVES]
    ahead = ChoiceAhead(flat.steps, judge, spending, seed)
    totals = {row.number: 0.0 for row in rows}
    after = {row.number: row.after for row in rows}
    throws = 0
    while spending.used() < 1.0 and len(rows) > 1:
        values: dict[int, float] = {}
        for row in rows:
            cells = after[row.number]
            values[row.number] = row.mean if cells is None else ahead.value(cells, throws)
            if spending.used() >= 1.0 and throws:
                break
        else:
            for number, value in values.items():
                totals[number] += value
            throws += 1
            if throws in (FEWEST_THROWS, 3 * FEWEST_THROWS):  # the last is left behind
                rows = sorted(rows, key=lambda row: -totals[row.number])[: max(2, len(rows) - 2)]
    if not throws:
        return rows[0].number
    return max(rows, key=lambda row: (totals[row.number], row.mean)).number


class ChoiceAhead:
    """Judges positions by the best choice that there is after the next roll."""

    def __init__(self, steps: SearchSteps, judge: Judge, spending: Spending, seed: int) -> None:
        self.steps = steps
        self.judge = judge
        self.spending = spending
        self.seed = seed

    def value(self, cells: Cells, number: int) -> float:
        """Give what a position is worth when dice fall as they do in throw `number`, and the best move is taken then."""
        chance = Chance(derived_seed(self.seed, number))
        try:
            cells, _ = self.steps.settle(cells, chance)
            if self.steps.is_over(cells):
                return self._value_at_end(cells)
            seat = self.steps.seat(cells)
            moves = self.steps.moves(cells, seat)
            reached = [self.steps.answer(cells, seat, moves[i]) for i in shuffled(len(moves), chance)]
        except DiceError:
            return 0.0
        open_ = [(Counter[int](), after) for after in reached if not self.steps.is_over(after)]
        best = max((self._value_at_end(after) for after in reached if self.steps.is_over(after)), default=-1e9)
        first = number << 20
        for games in PLAYOUTS_BY_ROUND:
            for scores, after in open_:
                scores.update(self.judge.scores(after, first, games))
                self.spending.playouts += games
            first += games
            open_.sort(key=lambda row: -self.judge.reached(row[0]))
            open_ = open_[: max(1, len(open_) // 3)]
        return max([best, *(self.judge.reached(scores) for scores, _ in open_[:1])])

    def _value_at_end(self, cells: Cells) -> float:
        """What the end of a game is worth beside the part of the victory in it."""
        known = self.judge.values_at_end(cells)
        return known[0] - known[1]
