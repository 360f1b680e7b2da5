"""Each move is judged by games played on at random from where it leads; the worse half of the moves is dropped again and again."""

from __future__ import annotations

from collections import Counter
from math import ceil, log2

from attrs import define, field

from dicedsl.errors import DiceError
from dicedsl.interpreter.bots.search.judge import SeatValues
from dicedsl.interpreter.bots.search.search_start import SearchStart
from dicedsl.interpreter.bots.search.search_steps import SearchSteps
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Cells

FEWEST_GAMES, MOST_GAMES = 4, 256  # games played in one go for a move
IN_A_WORLD = 2  # where worlds are drawn
OVERTIME = 2.0  # times the budget, at most, until each move was judged once: to stop before would be to guess


@define
class MoveTrial:
    """A move and what the games after it came to. after: the cells it leads to, or end_values: what they are worth if
    the game is over there."""

    number: int
    total: float = 0.0
    games: int = 0
    after: Cells | None = None
    end_values: SeatValues | None = None
    scores: Counter[int] = field(factory=Counter)  # of who plays alone
    reached: float | None = None

    @property
    def mean(self) -> float:
        """What the games after the move came to on average, -1 before there was any."""
        if self.reached is not None:
            return self.reached
        return self.total / self.games if self.games else -1.0


class Halving:
    """Judges the moves at hand by sequential halving, with the same games for every move."""

    def __init__(self, start: SearchStart) -> None:
        self.knowledge = start.knowledge
        self.judge = start.judge
        self.pool = start.pool
        self.spending = start.spending
        self.steps = SearchSteps(self.knowledge.table, self.pool.world(0).cells, self.knowledge.seat)
        self.rows = [MoveTrial(number) for number in shuffled(len(self.knowledge.moves), start.chance)]
        self.games_played = 0

    def best(self, part: float = 1.0, keep: int = 1) -> list[MoveTrial]:
        """Give all moves, best first; the first `keep` have been judged best by this part of the budget."""
        rows, out = self.rows, list[MoveTrial]()
        rounds = max(1, ceil(log2(len(rows) / keep))) if len(rows) > keep else 1
        begun = self.spending.used()
        for number in range(rounds):
            until = begun + (part - begun) * (number + 1) / rounds
            size = FEWEST_GAMES
            while True:
                if not self._play_round(rows, size, begun + (part - begun)):
                    break
                if self.spending.used() >= until:
                    break
                size = self._size(size, len(rows), until)
            rows.sort(key=lambda t: -t.mean)
            half = max(keep, (len(rows) + 1) // 2)
            out[:0] = rows[half:]
            rows = rows[:half]
            if self.spending.used() >= part:
                break
        return rows + out

    def _size(self, size: int, rows: int, until: float) -> int:
        """Twice as many games as before, but no more than fit until that part of the budget is used."""
        if not self.knowledge.open:
            return IN_A_WORLD
        wanted = min(MOST_GAMES, 2 * size)
        if self.spending.budget.playouts is not None:
            left = (until - self.spending.used()) * self.spending.budget.playouts
            wanted = min(wanted, max(1, int(left / rows)))
        return wanted

    def _bounded_size(self, size: int, rows: int) -> int:
        """No more games than fit into a small part of the time, so that the clock is looked at often."""
        seconds = self.spending.budget.seconds
        if seconds is None:
            return size
        fits = seconds / (self.judge.cost * rows)
        if self.spending.budget.playouts is not None and size < 0.4 * fits:
            return size  # repeated wherever there is time enough
        return max(1, min(size, int(0.2 * fits)))

    def _play_round(self, rows: list[MoveTrial], size: int, until: float) -> bool:
        """Play the same games for all these moves; false if the budget ended on the way."""
        knowledge, world = self.knowledge, self.pool.world(self.games_played // IN_A_WORLD)
        if not knowledge.open:
            size = min(size, IN_A_WORLD)
        answers = None if knowledge.open else knowledge.answers(world)
        first, seat = self.games_played, knowledge.seat
        self.games_played += size
        size = self._bounded_size(size, len(rows))
        for at, row in enumerate(rows):
            if self.spending.used() >= (until if first else OVERTIME) and at:
                return False
            cells, end_values = row.after, row.end_values
            if cells is None and end_values is None:
                move = knowledge.moves[row.number]
                answer = (move.alternative, *move.values) if answers is None else answers[row.number]
                if answer is None:
                    continue
                try:
                    cells = self.steps.answer(world.cells, seat, answer)
                except DiceError:
                    end_values = self.judge.neutral
                if cells is not None and self.steps.is_over(cells):
                    end_values = self.judge.values_at_end(cells)
                if knowledge.open:
                    row.after, row.end_values = cells, end_values
            if self.judge.alone and end_values is None:
                assert cells is not None
                row.scores.update(self.judge.scores(cells, first, size))
                row.reached = self.judge.reached(row.scores) if row.scores else 0.0
            elif self.judge.alone and end_values is not None:
                row.reached = end_values[0] - end_values[1]
            else:
                if end_values is None:
                    assert cells is not None
                    end_values = self.judge.values(cells, first, size)
                row.total += end_values[seat] * size
            row.games += size
            self.spending.playouts += size
        return True


def shuffled(count: int, chance: Chance) -> list[int]:
    """The numbers below `count` in an order by lot, so that none is favoured when time is short."""
    order = list(range(count))
    for i in range(count - 1, 0, -1):
        j = chance.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order
