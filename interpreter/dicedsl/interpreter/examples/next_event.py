"""What is to happen next in an example, in a sentence: who may choose what, or what falls."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable

SEAT = re.compile(r"\bP([0-9]{1,3})\b")


def with_names(text: str, names: Sequence[str]) -> str:
    """A text with the seats in it by the names that the example gives them."""

    def name(match: re.Match[str]) -> str:
        seat = int(match[1]) - 1
        return names[seat] if 0 <= seat < len(names) else match[0]

    return SEAT.sub(name, text)


def next_event_text(table: GameTable, state: State, names: Sequence[str]) -> str:
    """What is to happen next at a state, in a sentence."""
    turn = table.turn(state)
    who = " and ".join(names[seat] for seat in turn.seats) or "the table"
    if turn.kind == "over":
        result = table.result(state)
        winners = " and ".join(names[seat] for seat in result.winners) if result is not None else ""
        return f"the game is over: {winners or 'nobody'} won"
    if turn.kind in ("choice", "choices"):
        decision = table.decision(state)
        assert decision is not None
        legal = {move.alternative for seat in turn.seats for move in table.moves(state, seat)}
        offered = [f'"{decision.alternatives[index].name}"' for index in sorted(legal)]
        return f"{who} {'chooses' if len(turn.seats) == 1 else 'choose'} {', '.join(offered)}"
    if turn.kind == "report":
        return f"{who} {'reports' if len(turn.seats) <= 1 else 'report'} what happened"
    dice = len(table.rolling(state))
    if not dice:
        return "something is drawn by lot"
    return "1 die is rolled" if dice == 1 else f"{dice} dice are rolled"
