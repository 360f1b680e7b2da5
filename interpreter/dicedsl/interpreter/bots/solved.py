"""Plays as well as can be, where best play was worked out (`dicedsl solve`)."""

from __future__ import annotations

from dicedsl.errors import UsageError
from dicedsl.interpreter.bots.knowledge import Knowledge
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.solving.lookup import Worths, command_for, worths_of
from dicedsl.interpreter.state import Move
from dicedsl.interpreter.table.game_table import GameTable


class Solved:
    """A table of what positions are worth, and no thinking at all."""

    def choose(self, knowledge: Knowledge, chance: Chance) -> Move:
        found = known_moves(knowledge)
        if found is None:
            raise never(knowledge.table)
        return found[0][0]


def known_moves(knowledge: Knowledge) -> list[tuple[Move, float]] | None:
    """The moves at hand, best first, with what the game is worth after each; None where that was never worked out."""
    worths = worths_of(knowledge.table)
    if worths is None:
        return None
    world = knowledge.draw(Chance(1))
    return None if world is None else worths.moves(world, knowledge.moves)


def raise_never(table: GameTable) -> Worths:
    """UsageError that says which command solves a table, if nobody did."""
    found = worths_of(table)
    if found is None:
        raise never(table)
    return found


def never(table: GameTable) -> UsageError:
    return UsageError(
        f"best play was not worked out for this game yet; this does it, if it can be done: {command_for(table)}"
    )
