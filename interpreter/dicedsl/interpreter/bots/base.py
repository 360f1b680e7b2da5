"""What every bot is: something that picks one of the moves it is offered, knowing only what its seat may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.state import Move
from dicedsl.interpreter.view import View


class Bot(Protocol):
    def choose(self, view: View, moves: Sequence[Move], chance: Chance) -> Move:
        """One of `moves`, which is never empty. All chance a bot uses comes from `chance`, so that games can be repeated."""
