"""One step of a game in which everything is left to chance: rolls, reports by their odds, and every choice alike."""

from __future__ import annotations

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable


def action_at_random(table: GameTable, state: State, chance: Chance) -> Move | Outcome:
    """What happens next; moves are drawn without words, which takes a fraction of the time."""
    turn = table.turn(state)
    if turn.kind == "chance":
        return table.sample(state, chance)
    if turn.kind == "report":
        return table.report_by_odds(state, chance)
    seat = turn.seats[chance.below(len(turn.seats))]
    moves = table.bare_moves(state, seat)
    alternative, *values = moves[chance.below(len(moves))]
    return Move(seat, alternative, tuple(values), "")
