"""A game with other entries than it had: one that is corrected, a die that was seen later, or all of it by other rules."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.play.session.action_texts import action_text
from dicedsl.interpreter.play.session.entries import LogEntry
from dicedsl.interpreter.play.session.real_dice import die_lying_on, read_numbers
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.state import Move, Outcome
from dicedsl.interpreter.table.game_table import GameTable


@frozen
class Correction:
    """What became of a game in which an earlier entry was corrected: the entries that no longer fit, oldest first."""

    entry: LogEntry
    dropped: tuple[LogEntry, ...]


def correct(session: Session, number: int, action: Move | Outcome | Sequence[int] | str) -> Correction:
    """With real dice: what entry `number`, counted from 1, should have been. What came after it is repeated as far as it can be.

    A text is read as that entry would have been typed: a move, a report, or the numbers of dice.
    """
    if session.dice != "ask":
        raise UsageError("only a game with real dice can be corrected: here they have fallen by themselves")
    if not 1 <= number <= len(session.entries):
        raise UsageError(f"there is no entry {number}: so far there are {len(session.entries)}")
    old = session.entries[number - 1]
    if old.need.kind not in {"typed", "choose", "report"}:
        raise UsageError(f"entry {number} was not typed by anybody")
    trial = session.up_to(number - 1)
    entry = trial.entry_after(_action_of(trial, action), old.need, old.at, old.took)
    trial.entries.append(entry)
    later = session.entries[number:]
    dropped: list[LogEntry] = []
    for at, other in enumerate(later):
        try:
            trial.repeat(action_text(session.table, other.before, other.action), (other.at, other.took))
        except (DiceError, ValueError):
            dropped = later[at:]
            break
    session.replace_entries(number - 1, trial.entries[number - 1 :], floor=min(session.floor, len(trial.entries)))
    return Correction(entry, tuple(dropped))


def reveal(session: Session, place: str, number: int) -> Correction:
    """What a die shows that could not be seen before: it was rolled where it still lies, and is corrected there."""
    for at in range(len(session.entries) - 1, -1, -1):
        entry = session.entries[at]
        die = die_lying_on(session.table, entry.before, place)
        if entry.need.kind == "typed" and die >= 0:
            dice = session.table.rolling(entry.before)
            assert isinstance(entry.action, Outcome)
            values = tuple(number if d == die else v for d, v in zip(dice, entry.action.values, strict=True))
            return correct(session, at + 1, Outcome(values, text=" ".join(map(str, values))))
    raise UsageError(f"no die was rolled on {place}")


def _action_of(session: Session, action: Move | Outcome | Sequence[int] | str) -> Move | Outcome:
    if isinstance(action, Move | Outcome):
        return action
    if session.need().kind == "typed":
        if isinstance(action, str):
            action = read_numbers(session.table, session.state, action, lot=session.lot_chance())
        return session.outcome_of(tuple(action))
    if not isinstance(action, str):
        raise UsageError("a move or a report is meant here, not dice")
    return session.read(action)


def replay_on(session: Session, table: GameTable, most: int | None = None) -> tuple[Session, int]:
    """Replay a game by other rules, as far as it is possible by them (or so many actions); and how many actions that is."""
    other = Session(table, [seat.name for seat in session.seats], session.seed, session.dice, session.attempts)
    for text in session.action_texts()[:most]:
        try:
            other.repeat(text, (0, 0), drawn=True)
        except (DiceError, ValueError):
            break
    return other, len(other.entries)
