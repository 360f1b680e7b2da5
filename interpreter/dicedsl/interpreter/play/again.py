"""What comes after a game: another one of the same kind, or one that was left before."""

from __future__ import annotations

from dicedsl.errors import UsageError
from dicedsl.interpreter.model.naming import counted
from dicedsl.interpreter.play.fair import fresh_seed
from dicedsl.interpreter.play.keeping import Kept, Store
from dicedsl.interpreter.play.screen import Ended, Screen
from dicedsl.interpreter.play.session import Session
from dicedsl.rulebook.files import find
from dicedsl.rulebook.titles import titles


def another(session: Session) -> Session:
    """The same game with the same players, and dice of its own."""
    seats = [seat.name for seat in session.seats]
    return Session(session.table, seats, fresh_seed(), session.dice, session.attempts, shelf=session.shelf)


def wants_another(session: Session, screen: Screen) -> bool:
    """Whether somebody at the terminal would like to play once more; nobody else is asked."""
    if not screen.live or not session.people:
        return False
    try:
        return screen.read("Play again? (Enter: yes, q: no) ").lower() in {"", "y", "yes", "again"}
    except (Ended, KeyboardInterrupt):
        return False


def left_game(store: Store, title: str) -> str:
    """The name of the game of a title that was left last. UsageError if there is none."""
    going_on = [game for game in store.games() if not game.is_over]
    try:
        wanted = titles().get(find(title).stem, title)
    except UsageError:
        wanted = title
    of_title = [game for game in going_on if game.title == wanted]
    if of_title:
        return of_title[0].name
    raise UsageError(f"no game of {wanted} is kept that could go on")


def chosen_of(store: Store, part: str, screen: Screen) -> str:
    """The game that is meant by a part of its name; somebody at a terminal is asked which of several."""
    games = store.games()
    if any(game.name.lower() == part.lower() for game in games) or not screen.live:
        return part
    fits = [game for game in games if part.lower() in game.name.lower() and not game.is_over]
    if len(fits) < 2:
        return fits[0].name if fits else part
    shown = fits[: max(3, screen.size[1] - 4)]
    screen.say(*(f"  {number} {_told(game)}" for number, game in enumerate(shown, start=1)))
    while True:
        line = screen.read("Which game? A number, or Enter for the one left last: ")
        if not line:
            return shown[0].name
        if line.isascii() and line.isdigit() and 1 <= int(line) <= len(shown):
            return shown[int(line) - 1].name
        screen.say("Type one of the numbers.")


def _told(game: Kept) -> str:
    return f"{game.name}: {game.title}, after {counted(game.actions, 'action')}"
