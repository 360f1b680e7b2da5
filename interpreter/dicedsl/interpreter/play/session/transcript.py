"""A game in words: what happened, how it ended, and all of it as a text."""

from __future__ import annotations

from dicedsl.interpreter.play.session.action_texts import dealt
from dicedsl.interpreter.play.session.entries import LogEntry
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.state import Move, Outcome
from dicedsl.interpreter.table.view import has_secrets, move_as_told, roll_as_told


def entry_lines(session: Session, entry: LogEntry, seat: int | None) -> list[str]:
    """An action in words, as a seat (None: everybody) may hear it."""
    lines = _action(session, entry, seat)
    return [*lines, *(f"  {said}" for text in entry.told for said in text.splitlines())]


def _action(session: Session, entry: LogEntry, seat: int | None) -> list[str]:
    table, action = session.table, entry.action
    who = session.seats[entry.need.seat].label
    if isinstance(action, Outcome):
        if table.rolling(entry.before):
            return [f"{who} rolls {roll_as_told(table, entry.before, action, seat)}"]
        if dealt(table, entry.before):
            # Many draws of one step are told once.
            at = _at(session, entry)
            again = 0 < at <= len(session.entries) and dealt(table, session.entries[at - 1].before)
            return [] if again else ["Dice are laid out by lot."]
        if has_secrets(table):
            return ["One is drawn by lot."]
        return [f"Drawn by lot: {action.text}"]
    decision = table.decision(entry.before)
    if decision is not None and decision.reported:
        return [f"{who}, the table reports: {action.text}"]
    if decision is None or not decision.at_once:
        return [f"{who}: {move_as_told(table, entry.before, action, seat)}"]
    if len(table.turn(entry.before).seats) > 1:
        return [f"{who} has chosen."]
    lines = [f"{who} has chosen, and all answers are in."]
    for e in _together(session, entry):
        assert isinstance(e.action, Move)
        lines.append(f"{session.seats[e.action.seat].label}: {move_as_told(table, e.before, e.action, seat)}")
    return lines


def _at(session: Session, entry: LogEntry) -> int:
    """The place of an entry; after all others if it was dropped."""
    places = (i for i in range(len(session.entries) - 1, -1, -1) if session.entries[i] is entry)
    return next(places, len(session.entries))


def _together(session: Session, last: LogEntry) -> list[LogEntry]:
    """The answers to one choice made at once, of which this is the last."""
    at = _at(session, last)
    pc = session.table.reg.pc
    answers = [last]
    waiting = 1
    while at > 0:
        at -= 1
        entry = session.entries[at]
        asked = len(session.table.turn(entry.before).seats)
        if entry.before.cells[pc] != last.before.cells[pc] or asked != waiting + 1:
            break
        waiting = asked
        answers.append(entry)
    return sorted(answers, key=lambda e: e.need.seat)


def result_lines(session: Session) -> list[str]:
    result = session.result
    if result is None:
        return ["The game is not over."]
    winners = [session.seats[s].label for s in result.winners]
    what = "match" if result.match_over else "game"
    if not winners:
        lines = [f"The {what} is over: nobody wins."]
    elif len(winners) == 1:
        lines = [f"The {what} is over: {winners[0]} wins."]
    else:
        lines = [f"The {what} is over: {', '.join(winners[:-1])} and {winners[-1]} win together."]
    if result.reason:
        lines.append(f"Why: {result.reason}.")
    for seat in sorted(session.seats, key=lambda s: (result.ranks[s.number], s.number)):
        score = "" if result.scores is None else f", {result.scores[seat.number]}"
        lines.append(f"  {result.ranks[seat.number]}. {seat.label}{score}")
    return lines


def transcript(session: Session, seat: int | None = None) -> str:
    """The game so far as text, with what a seat (None: everybody) may know. The seed follows only once the game is over."""
    options = [f"{name} = {value}" for name, value in session.table.setting.options]
    lines = [session.table.about.title, "Players: " + ", ".join(s.label for s in session.seats)]
    lines += [f"Variant: {title}" for title in session.table.about.chosen]
    lines += ["Options: " + ", ".join(options)] if options else []
    if session.is_fair:
        lines.append(f"Fair dice: {session.commitment}")
    lines.append("")
    for entry in session.entries:
        lines += entry_lines(session, entry, seat)
    if session.result is not None:
        lines += ["", *result_lines(session)]
        if session.dice == "auto":
            lines.append(f"Seed: {session.seed}" + (f", nonce: {session.nonce}" if session.nonce else ""))
    return "\n".join(lines) + "\n"
