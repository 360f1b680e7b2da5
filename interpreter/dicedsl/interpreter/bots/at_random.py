"""Every legal move is equally likely."""

from __future__ import annotations

from dicedsl.interpreter.bots.knowledge import Knowledge
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.state import Move


class AtRandom:
    """A bot that takes each legal move as often as any other."""

    def choose(self, knowledge: Knowledge, chance: Chance) -> Move:
        """Give one of the moves that are known to be legal, by lot."""
        return knowledge.moves[chance.below(len(knowledge.moves))]
