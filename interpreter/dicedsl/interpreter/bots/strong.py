"""A search of the tree of the game, Monte Carlo style, for any number of players, with dice that fall and dice that are hidden."""

from __future__ import annotations

from dicedsl.interpreter.bots.alone import best_alone
from dicedsl.interpreter.bots.budget import Budget
from dicedsl.interpreter.bots.judging import Judge
from dicedsl.interpreter.bots.knowledge import Knowledge
from dicedsl.interpreter.bots.quick import Halving
from dicedsl.interpreter.bots.searching import Manner, Search
from dicedsl.interpreter.bots.worlds import Pool
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.state import Move


class Strong:
    def __init__(self, budget: Budget, manner: Manner | None = None) -> None:
        self.budget = budget
        self.manner = manner

    def choose(self, knowledge: Knowledge, chance: Chance) -> Move:
        moves = knowledge.moves
        if len(moves) == 1:
            return moves[0]
        if knowledge.table.players == 1 and knowledge.open:
            return moves[self._alone(knowledge, chance)]
        search = Search(knowledge, self.budget.begin(), chance, self.manner)
        search.run()
        return moves[search.choice()]

    def _alone(self, knowledge: Knowledge, chance: Chance) -> int:
        spending = self.budget.begin()
        pool = Pool(knowledge, spending, chance)
        judge = Judge(knowledge.table, pool.world(0).cells, chance.below(1 << 62), spending)
        flat = Halving(knowledge, judge, pool, spending, chance)
        if not judge.alone:
            return flat.best()[0].number
        return best_alone(flat, judge, spending, chance.below(1 << 62))
