"""Every legal move is equally likely."""

from __future__ import annotations

from dicedsl.interpreter.bots.knowledge import Knowledge
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.state import Move


class AtRandom:
    def choose(self, knowledge: Knowledge, chance: Chance) -> Move:
        return knowledge.moves[chance.below(len(knowledge.moves))]
