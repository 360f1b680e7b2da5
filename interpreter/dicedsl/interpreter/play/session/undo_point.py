"""What may be taken back: the last thing a person did, as long as no luck, no secret and nobody else's decision goes with it."""

from __future__ import annotations

from collections.abc import Sequence

from dicedsl.errors import UsageError
from dicedsl.interpreter.play.session.entries import LogEntry
from dicedsl.interpreter.state import Move
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.view import has_secrets


def undo_point(
    table: GameTable, entries: Sequence[LogEntry], floor: int, names: Sequence[str], seat: int | None
) -> tuple[int, int]:
    """The entry from which on all goes (counted from 0), and how many then stand for good. UsageError with the reason if none may.

    So far the first `floor` entries stand for good; `seat` is who asks, None if no person does.
    """
    if not entries:
        raise UsageError("There is nothing to take back yet.")
    for at in range(len(entries) - 1, -1, -1):
        entry = entries[at]
        if at < floor:
            raise UsageError("Dice have fallen since; what came before cannot be taken back.")
        if entry.need.kind == "typed":
            if at < len(entries) - 1:
                raise UsageError("Dice have fallen since; what came before cannot be taken back.")
            return at, at  # seen already: they can be typed again, but not undone further
        if entry.need.kind in {"roll", "draw", "odds"}:
            raise UsageError("Dice have fallen since; what came before cannot be taken back.")
        if _is_secret(table, entry):
            raise UsageError("A secret choice has been made since; it cannot be taken back.")
        if entry.need.kind == "choose" and seat is not None and entry.need.seat != seat:
            who = names[entry.need.seat]
            raise UsageError(f"The last decision was {who}'s; nobody else can take it back.")
        if entry.need.kind in {"choose", "report"}:
            return at, floor
        if has_secrets(table):
            raise UsageError("Another player has answered since; that cannot be taken back.")
    raise UsageError("There is nothing to take back: no person has moved yet.")


def _is_secret(table: GameTable, entry: LogEntry) -> bool:
    decision = table.decision(entry.before)
    if decision is None or not isinstance(entry.action, Move):
        return False
    return decision.at_once or any(p.secret for p in decision.alternatives[entry.action.alternative].picks)
