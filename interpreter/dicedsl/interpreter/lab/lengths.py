"""How long the shipped games take and of what kind they are, as the menu of games tells it.

python -m dicedsl.interpreter.lab.lengths writes the figures anew: a few games of each rulebook by players who choose at random.
"""

from __future__ import annotations

import sys
from statistics import median
from typing import Any

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.lab.kept_lengths import write_lengths
from dicedsl.interpreter.state import Move, Outcome
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.view import has_secrets
from dicedsl.rulebook.library import games

GAMES_PLAYED = 7
MOST_STEPS = 3_000
SECONDS_FOR = {"choice": 8, "choices": 8, "chance": 2, "report": 25}  # that people take, about


def minutes(table: GameTable, seed: int) -> float:
    """How long one game would take people who decide as quickly as at a table of friends."""
    chance, state, total = Chance(seed), table.start(), 0
    dealing = False
    for _ in range(MOST_STEPS):
        turn = table.turn(state)
        if turn.kind == "over":
            break
        action: Move | Outcome
        if turn.kind == "chance":
            # A pile that is laid out by many lots is laid out once.
            total += 0 if dealing else SECONDS_FOR["chance"]
            dealing = not table.rolling(state)
            action = table.sample(state, chance)
        elif turn.kind == "report":
            total += SECONDS_FOR["report"]
            action = table.report_by_odds(state, chance)
        else:
            rows = table.bare_moves(state, turn.seats[0])
            total += SECONDS_FOR["choice"] if len(rows) > 1 else 2
            row = rows[chance.below(len(rows))]
            action = Move(turn.seats[0], row[0], row[1:])
        state = table.apply(state, action)
    return total / 60


def kind(table: GameTable) -> str:
    """The kind of a game, told by its material."""
    program = table.program
    if any(decision.reported for decision in program.decisions):
        return "skill at the table"
    if any(len(board.coordinates) == 3 for board in program.boards):
        return "pyramid"
    if program.boards:
        return "board"
    if has_secrets(table):
        return "bluffing"
    sheets = any(len(slot.keys) > 1 and "player" in slot.keys for slot, _ in table.sight.slots)
    return "score sheet" if sheets else "push your luck"


def measured(name: str) -> dict[str, Any]:
    """What is kept of a game beside the rulebooks."""
    table = Game.named(name).table()
    counts, more = table.about.counts, table.about.more
    return {
        "least": counts[0],
        "most": 0 if more else counts[-1],
        "minutes": max(1, round(median(minutes(table, seed) for seed in range(1, GAMES_PLAYED + 1)))),
        "kind": kind(table),
    }


def main() -> None:
    lengths = {}
    for name, _ in games():
        lengths[name] = measured(name)
        print(name, lengths[name], file=sys.stderr)
    write_lengths(lengths)


if __name__ == "__main__":
    main()
