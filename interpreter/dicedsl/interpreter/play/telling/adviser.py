"""A hint in words: the moves that a search finds best, the chance to win that it believes in, and what speaks for each."""

from __future__ import annotations

from collections.abc import Callable

from dicedsl.interpreter.bots.hints import Hints, hints
from dicedsl.interpreter.bots.search.move_seen import MoveSeen
from dicedsl.interpreter.bots.solved import solved_moves
from dicedsl.interpreter.bots.strong import Strong
from dicedsl.interpreter.model.naming import sentence
from dicedsl.interpreter.model.open_choice import OpenChoice
from dicedsl.interpreter.model.reasons import reasons
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.solving.aim import aim_of
from dicedsl.interpreter.state import Move
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.text.english import listed

FAR_APART_PERCENT = 10  # percent from the lowest to the highest
MOST_ADVISED_MOVES = 3  # moves
NEARLY_ALL_GAMES = 0.995  # of the games, that are as good as all


class Adviser:
    """Gives hints in one game: what was learnt for one serves for the next."""

    def __init__(self, session: Session, seconds: float) -> None:
        self.session = session
        self.seconds = seconds
        self._strong: Strong | None = None

    def lines(self, choice: OpenChoice, called: Callable[[Move], str]) -> list[str]:
        """`called` is how a move is named in the list; none if nothing can be said."""
        knowledge = self.session.knowledge(choice.seat)
        exact = solved_moves(knowledge)
        if exact is not None:
            return _exactly(exact, knowledge.table, called)
        if self._strong is None:
            self._strong = Strong.idle()
        hints_found = hints(knowledge, self.seconds, seed=len(self.session.entries) + 1, strong=self._strong)
        common, why = reasons(choice, [hint.move for hint in hints_found.best])
        heading = [
            _heading(hints_found, len(knowledge.moves)),
            sentence(f"with each of these: {common}") if common else "",
        ]
        lines = [" ".join(filter(None, heading))] if any(heading) else []
        for number, (hint, reason) in enumerate(zip(hints_found.best, why, strict=True)):
            first = hints_found.best[0].seen
            # What is next best by the search may win more games that are played on at random: that would only puzzle.
            tells = hint.seen is not None and first is not None and hint.seen.win_share <= first.win_share
            belief = belief_text(hint.seen, number == 0) if hint.seen and tells and not hints_found.are_alike else ""
            reasons_text = "; ".join(part for part in (belief, reason) if part)
            lines.append(f"{'or ' if number else ''}{called(hint.move)}{f': {reasons_text}' if reasons_text else ''}")
        return lines


def _exactly(worth_of_moves: list[tuple[Move, float]], table: GameTable, called: Callable[[Move], str]) -> list[str]:
    """The best moves of a game that was solved, with what best play comes to after each."""
    if len(worth_of_moves) == 1:
        return ["There is no choice here."]
    aim, lines = aim_of(table), ["This game is solved. If all play on as well as can be:"]
    for number, (move, worth) in enumerate(worth_of_moves[:MOST_ADVISED_MOVES]):
        if aim.ranked:
            worth_text = f"{worth:.6f} in the end"
        else:
            worth_text = f"you win {100 * (1 - worth if move.seat == 1 else worth):.6f} %"
        lines.append(f"{'or ' if number else ''}{called(move)}: {worth_text}")
    return lines


def _heading(hints_found: Hints, moves: int) -> str:
    """What can be said of all of them."""
    if moves == 1:
        return "There is no choice here."
    if hints_found.are_alike:
        which = "All moves" if moves == len(hints_found.best) else "The best moves"
        first = hints_found.best[0].seen
        assert first is not None
        return f"{which} are about equally good: {belief_text(first, True)}."
    return f"Judged by {listed(hints_found.goes_by)}, a few moves on." if hints_found.goes_by else ""


def belief_text(seen: MoveSeen, whole: bool) -> str:
    """`you win about 62 % of trial games`, in which all play on at random in the end; for who plays alone the number reached says more.

    How far that may be by chance is told only where it is far: how well all really play matters more than a few points.
    """
    if seen.number is not None:
        return f"about {seen.number:.0f} in the end"
    low, high = seen.interval()
    if low >= NEARLY_ALL_GAMES:
        return "you win nearly all trial games"
    if high <= 1 - NEARLY_ALL_GAMES:
        return "you win hardly any trial games"
    if not whole:
        return f"about {100 * seen.win_share:.0f} %"
    low, high = round(100 * low), round(100 * high)
    return f"you win about {100 * seen.win_share:.0f} % of trial games" + (
        f" ({low} to {high})" if high - low > FAR_APART_PERCENT else ""
    )
