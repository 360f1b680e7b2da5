"""What every bot is: something that picks one of the moves it is offered, knowing only what its seat may know."""

from __future__ import annotations

from typing import Protocol

from dicedsl.interpreter.bots.knowledge import Knowledge
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.state import Move


class Bot(Protocol):
    """Picks a move of a seat, again and again."""

    def choose(self, knowledge: Knowledge, chance: Chance) -> Move:
        """Give one of the moves that are known to be legal. All chance a bot uses comes from `chance`, so that games can be repeated."""
