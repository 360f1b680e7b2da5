"""How a game ended: the whole table with everything that was hidden, and the result."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from dicedsl.interpreter.model.model import model_of
from dicedsl.interpreter.model.records import Board, Model, Zone
from dicedsl.interpreter.show.text import Paint, painted, wrapped
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable


def revealed_model(
    table: GameTable, state: State, seat: int | None, names: Sequence[str], bots: Sequence[str] = ()
) -> Model:
    """The table of a game that is over, for a reader: what anybody at it can see is shown."""
    own = model_of(table, state, seat, names, bots)
    others = [model_of(table, state, other, names, bots) for other in range(table.players) if other != seat]
    zones = tuple(min((model.zones[i] for model in (own, *others)), key=_hidden_in) for i in range(len(own.zones)))
    titled = tuple(evolve(zone, title=mine.title) for zone, mine in zip(zones, own.zones, strict=True))
    boards = tuple(min((model.boards[i] for model in (own, *others)), key=_hidden_on) for i in range(len(own.boards)))
    return evolve(own, zones=titled, boards=boards)


def _hidden_in(zone: Zone) -> int:
    return sum(die.hidden for die in zone.dice)


def _hidden_on(board: Board) -> int:
    return sum(place.die is not None and place.die.hidden for place in board.places)


def ending_lines(model: Model, size: int) -> list[str]:
    """Tell who won, why, and in which order the others come."""
    ending = model.ending
    if ending is None:
        return ["The game is not over."]
    lines = [painted(line, Paint.BOLD) for line in wrapped(ending.text, size)]
    lines += wrapped(f"Why: {ending.reason}", size, "", "  ") if ending.reason else []
    for place, name, score in ending.places:
        lines.append(f"  {place}. {name}{f', {score}' if score else ''}")
    return lines
