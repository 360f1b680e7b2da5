"""Actions as texts: what stands in a saved game, and what it means."""

from __future__ import annotations

import re

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import ops


def action_text(table: GameTable, state: State, action: Move | Outcome) -> str:
    """The canonical text of an action. Where that could mean several, a tab and which of them follow (of a report, its values)."""
    if isinstance(action, Move):
        prefix = f"P{action.seat + 1} "
        try:
            if table.parse_move(state, action.seat, action.text) == action:
                return prefix + action.text
        except DiceError:
            pass
        if table.turn(state).kind == "report":
            return f"{prefix}{action.text}\t={' '.join(map(str, (action.alternative, *action.values)))}"
        same = [m for m in table.moves(state, action.seat) if m.text == action.text]
        return f"{prefix}{action.text}\t{same.index(action) + 1}" if action in same else prefix + action.text
    if table.rolling(state):
        return " ".join(["roll", *map(str, action.values)])
    drawn = [o for o in table.outcomes(state) if o.text == action.text]
    if len(drawn) > 1:
        return f"draw {action.text}\t{drawn.index(action) + 1}"
    return f"draw {action.text}"


def read_action(table: GameTable, state: State, text: str) -> Move | Outcome:
    """The action a text stands for. UsageError if none."""
    body, _, which = text.partition("\t")
    word, _, rest = body.partition(" ")
    if not re.fullmatch("([0-9]{1,9})?|=.*", which):
        raise UsageError("after an action stands which of several it is")
    position = int(which) if which.isdigit() else 0
    if word == "roll":
        try:
            values = tuple(int(x) for x in rest.split())
        except ValueError:
            raise UsageError("a roll is a row of numbers") from None
        return Outcome(values, text=rest)
    if word == "draw":
        fitting = [o for o in table.outcomes(state) if o.text == rest]
        if not fitting or position > len(fitting):
            raise UsageError(f"{rest} cannot be drawn now")
        return fitting[max(position, 1) - 1]
    if not re.fullmatch("P[0-9]{1,3}", word) or not 1 <= int(word[1:]) <= table.players:
        raise UsageError("an action begins with roll, draw or a seat")
    seat = int(word[1:]) - 1
    if which.startswith("="):
        try:
            index, *picked = map(int, which[1:].split())
        except ValueError:
            raise UsageError("a report is a row of numbers") from None
        return Move(seat, index, tuple(picked), rest)
    if not position:
        return table.parse_move(state, seat, rest)
    same = [m for m in table.moves(state, seat) if m.text == rest]
    if position > len(same):
        raise UsageError(f"{rest} cannot be chosen now")
    return same[position - 1]


def shape_drawn(table: GameTable, state: State) -> str | None:
    end = table.program.blocks[state.cells[table.reg.pc]].end
    return end.shape if isinstance(end, ops.DrawOne) else None


def dealt(table: GameTable, state: State) -> bool:
    """Is one of many draws of a single step to come?"""
    end = table.program.blocks[state.cells[table.reg.pc]].end
    return isinstance(end, ops.DrawOne) and end.dealt
