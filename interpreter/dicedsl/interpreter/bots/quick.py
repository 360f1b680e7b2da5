"""A bot that judges each move by games played on at random from where it leads."""

from __future__ import annotations

from dicedsl.interpreter.bots.budget import Budget
from dicedsl.interpreter.bots.knowledge import Knowledge
from dicedsl.interpreter.bots.search.halving import Halving
from dicedsl.interpreter.bots.search.judge import Judge
from dicedsl.interpreter.bots.search.world_pool import WorldPool
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.state import Move


class Quick:
    """Takes the move after which games at random go best, by sequential halving (`Halving`)."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def choose(self, knowledge: Knowledge, chance: Chance) -> Move:
        """Give the move that is judged best when the budget is used."""
        if len(knowledge.moves) == 1:
            return knowledge.moves[0]
        spending = self.budget.begin()
        pool = WorldPool(knowledge, spending, chance)
        judge = Judge(knowledge.table, pool.world(0).cells, chance.below(1 << 62), spending)
        best = Halving(knowledge, judge, pool, spending, chance).best()
        return knowledge.moves[best[0].number]
