"""A search of the tree of the game, Monte Carlo style, for any number of players, with dice that fall and dice that are hidden."""

from __future__ import annotations

from dicedsl.interpreter.bots.budget import Budget
from dicedsl.interpreter.bots.knowledge import Knowledge
from dicedsl.interpreter.bots.searching import Search
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.state import Move


class Strong:
    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def choose(self, knowledge: Knowledge, chance: Chance) -> Move:
        moves = knowledge.moves
        if len(moves) == 1:
            return moves[0]
        search = Search(knowledge, self.budget.begin(), chance)
        if not search.run():
            return moves[chance.below(len(moves))]
        return moves[search.choice()]
