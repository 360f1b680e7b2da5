"""Plays as well as can be, where best play was worked out (`dicedsl solve`)."""

from __future__ import annotations

from dicedsl.errors import UsageError
from dicedsl.interpreter.bots.knowledge import Knowledge
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.solving.position_worths import PositionWorths, command_for, worths_of
from dicedsl.interpreter.state import Move
from dicedsl.interpreter.table.game_table import GameTable


class Solved:
    """Takes the best move by a table of what positions are worth, and does not think at all."""

    def choose(self, knowledge: Knowledge, chance: Chance) -> Move:
        """Give the best move. UsageError where best play was never worked out."""
        moves = solved_moves(knowledge)
        if moves is None:
            raise unsolved_error(knowledge.table)
        return moves[0][0]


def solved_moves(knowledge: Knowledge) -> list[tuple[Move, float]] | None:
    """Give the moves at hand, best first, with what the game is worth after each; None where that was never worked out."""
    worths = worths_of(knowledge.table)
    if worths is None:
        return None
    world = knowledge.draw(Chance(1))
    return None if world is None else worths.moves(world, knowledge.moves)


def raise_unsolved(table: GameTable) -> PositionWorths:
    """Raise a UsageError that says which command solves a table, if nobody did; else give what its positions are worth."""
    worths = worths_of(table)
    if worths is None:
        raise unsolved_error(table)
    return worths


def unsolved_error(table: GameTable) -> UsageError:
    """The error that says which command solves a table."""
    return UsageError(
        f"best play was not worked out for this game yet; this does it, if it can be done: {command_for(table)}"
    )
