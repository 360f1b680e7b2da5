"""A bot that judges each move by games played on at random from where it leads."""

from __future__ import annotations

from dicedsl.interpreter.bots.budget import Budget
from dicedsl.interpreter.bots.knowledge import Knowledge
from dicedsl.interpreter.bots.search.halving import Halving
from dicedsl.interpreter.bots.search.search_start import SearchStart
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
        best = Halving(SearchStart.of(knowledge, self.budget, chance)).best()
        return knowledge.moves[best[0].number]
