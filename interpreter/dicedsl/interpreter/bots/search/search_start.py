"""What every search begins with: worlds to think in, games that judge positions, and a record of what is spent."""

from __future__ import annotations

from attrs import frozen

from dicedsl.interpreter.bots.budget import Budget, Spending
from dicedsl.interpreter.bots.knowledge import Knowledge
from dicedsl.interpreter.bots.search.judge import Judge
from dicedsl.interpreter.bots.search.world_pool import WorldPool
from dicedsl.interpreter.chance import Chance


@frozen
class SearchStart:
    """A search at its beginning: what its seat knows, what it has used so far, where it draws from, and in what it thinks."""

    knowledge: Knowledge
    spending: Spending
    chance: Chance
    pool: WorldPool
    judge: Judge

    @staticmethod
    def of(knowledge: Knowledge, budget: Budget, chance: Chance, in_many_worlds: bool = False) -> SearchStart:
        """Begin a search: its clock runs from here. With `in_many_worlds` all worlds are drawn now, else one."""
        spending = budget.begin()
        pool = WorldPool(knowledge, spending, chance)
        first = pool.all()[0] if in_many_worlds else pool.world(0)
        return SearchStart(
            knowledge, spending, chance, pool, Judge(knowledge.table, first.cells, chance.below(1 << 62), spending)
        )
