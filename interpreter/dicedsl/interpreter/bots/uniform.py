"""Every legal move is equally likely."""

from __future__ import annotations

from collections.abc import Sequence

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.state import Move
from dicedsl.interpreter.view import View


class Uniform:
    def choose(self, view: View, moves: Sequence[Move], chance: Chance) -> Move:
        return moves[chance.below(len(moves))]
