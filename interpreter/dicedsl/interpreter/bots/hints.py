"""What a seat might do: the moves that `strong` finds best, and the chance to win after each of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from attrs import frozen

from dicedsl.errors import DiceError
from dicedsl.interpreter.bots.budget import Budget, Spending
from dicedsl.interpreter.bots.going import Steps
from dicedsl.interpreter.bots.judging import Judge, Values
from dicedsl.interpreter.bots.knowledge import Knowledge
from dicedsl.interpreter.bots.strong import Strong
from dicedsl.interpreter.bots.worlds import Pool
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Answer, Cells
from dicedsl.interpreter.state import Move

Z95 = 1.959963984540054
CHOOSING = 0.7  # of the budget, for finding the best moves
MOST_IN_ONE = 32  # games played in one go
MOST_WORLDS = 2_000


@frozen
class Hint:
    """A move, the chance to win after it with its 95 % interval, and the mean number one would be ranked by, if by any.

    It is an estimate: the moves are those of `strong`, the chances those of games played on at random after them.
    """

    move: Move
    chance: float
    low: float
    high: float
    score: float | None


def hints(
    knowledge: Knowledge,
    seconds: float | None = 1.0,
    playouts: int | None = None,
    seed: int = 1,
    most: int = 3,
) -> list[Hint]:
    """The best moves, best first. Nothing is known but what the seat knows."""
    chance = Chance(seed)
    budget = Budget(
        None if seconds is None else seconds * CHOOSING, None if playouts is None else ceil(playouts * CHOOSING)
    )
    best = Strong(budget).ranked(knowledge, chance)[:most] if len(knowledge.moves) > 1 else [0]
    rest = Budget(
        None if seconds is None else seconds * (1 - CHOOSING),
        None if playouts is None else ceil(playouts * (1 - CHOOSING)),
    )
    return Estimate(knowledge, rest.begin(), chance).of(best)


class Estimate:
    """The chance to win after each of a few moves, by the same games played on in the same worlds."""

    def __init__(self, knowledge: Knowledge, spending: Spending, chance: Chance) -> None:
        self.knowledge = knowledge
        self.spending = spending
        self.pool = Pool(knowledge, spending, chance)
        self.judge = Judge(knowledge.table, self.pool.world(0).cells, chance.below(1 << 62), spending)
        self.steps = Steps(knowledge.table, self.pool.world(0).cells, knowledge.seat)

    def of(self, numbers: Sequence[int]) -> list[Hint]:
        won, scores, games = ([0.0] * len(numbers) for _ in range(3))
        size = MOST_IN_ONE if self.knowledge.open else 1
        worlds = 0
        while (self.spending.used() < 1.0 or not worlds) and worlds < MOST_WORLDS:
            answers = self.knowledge.answers(self.pool.world(worlds))
            for at, number in enumerate(numbers):
                values = self._values(self.pool.world(worlds).cells, answers[number], worlds * size, size)
                players, seat = self.knowledge.table.players, self.knowledge.seat
                won[at] += values[players + seat] * size
                scores[at] += values[2 * players + seat] * size
                games[at] += size
                self.spending.playouts += size
            worlds += 1
        return [self._hint(number, won[at], games[at], scores[at]) for at, number in enumerate(numbers)]

    def _values(self, cells: Cells, answer: Answer | None, first: int, size: int) -> Values:
        if answer is None:
            return self.judge.neutral
        try:
            after = self.steps.answer(cells, self.knowledge.seat, answer)
        except DiceError:
            return self.judge.neutral
        return self.judge.over(after) if self.steps.is_over(after) else self.judge.values(after, first, size)

    def _hint(self, number: int, won: float, games: float, scores: float) -> Hint:
        """With the 95 % interval of Wilson: a few equal results are no certainty."""
        mean, square = won / games, Z95 * Z95 / games
        middle = (mean + square / 2) / (1 + square)
        width = Z95 * sqrt(mean * (1 - mean) / games + square / (4 * games)) / (1 + square)
        score = scores / games if self.judge.best else None
        return Hint(self.knowledge.moves[number], mean, max(0.0, middle - width), min(1.0, middle + width), score)
