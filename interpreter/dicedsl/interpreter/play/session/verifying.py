"""Whether the dice of a game were fair: the commitment fits the seed, and every roll follows from it."""

from __future__ import annotations

from attrs import frozen

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.play.session.action_texts import action_text
from dicedsl.interpreter.play.session.fair_dice import commitment
from dicedsl.interpreter.play.session.saved_game import SavedGame, table_for
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.table.game_table import GameTable


@frozen
class Verdict:
    """What was found: `wrong` is a sentence if something does not fit, `rolls` how many were drawn again."""

    wrong: str
    rolls: int
    actions: int
    commitment: str
    is_over: bool


def verify_dice(saved: SavedGame, shown: str | None = None, table: GameTable | None = None) -> Verdict:
    """Draw every roll of a game again. `shown` is the commitment that was seen before the game. UsageError if it has none."""
    promised = (shown or saved.commitment).strip().lower()
    session = Session.for_viewing(table_for(saved) if table is None else table, saved)
    fits = commitment(saved.random, saved.seed, saved.nonce)
    wrong, rolls = "", 0
    if promised != fits:
        what = "that was shown" if shown else "in it"
        wrong = f"the commitment {what} does not fit the seed: {promised[:80]} is not {fits}"
    elif saved.dice != "auto":
        wrong = "its dice were rolled by hand: there is nothing to check"
    else:
        rolls, wrong = _redraw(session)
    return Verdict(wrong, rolls, len(session.entries), fits, session.result is not None)


def _redraw(session: Session) -> tuple[int, str]:
    """How many rolls follow from the seed, and a sentence about the first that does not."""
    table, stream, rolls = session.table, Chance(session.seed), 0
    for number, entry in enumerate(session.entries, start=1):
        if entry.need.kind not in {"roll", "draw", "odds"}:
            continue
        by_odds = entry.need.kind == "odds"
        drawn = table.report_by_odds(entry.before, stream) if by_odds else table.sample(entry.before, stream)
        written, falls = (action_text(table, entry.before, action) for action in (entry.action, drawn))
        if falls != written:
            return rolls, f'entry {number} does not follow from the seed: "{written}" is written, "{falls}" falls'
        rolls += 1
    return rolls, ""
