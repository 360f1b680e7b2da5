"""What comes after a game: whether another one is wanted, or which that was left before."""

from __future__ import annotations

import contextlib

from dicedsl.errors import UsageError
from dicedsl.interpreter.model.naming import count_of
from dicedsl.interpreter.play.invocation import to_play
from dicedsl.interpreter.play.keeping import GameStore, KeptGame
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.terminal.screen import InputEnded, Screen
from dicedsl.rulebook.files import find
from dicedsl.rulebook.titles import titles


def ask_for_another(session: Session, screen: Screen) -> bool:
    """Whether somebody at the terminal would like to play once more; nobody else is asked."""
    if not screen.live or not session.people:
        return False
    try:
        while True:
            answer = screen.read("Play again? (Enter: yes, q: no) ").lower()
            if answer in {"", "y", "yes", "again"}:
                return True
            if answer in {"q", "quit", "n", "no", "exit", "bye"}:
                return False
            screen.say("The game is over: Enter begins another one, q leaves.")
    except (InputEnded, KeyboardInterrupt):
        return False


def last_left_game(store: GameStore, title: str) -> str:
    """The name of the game of a title that was left last; any title does if none is given. UsageError if there is none.

    What is being played elsewhere is not meant, unless there is nothing else.
    """
    going_on = [game for game in store.games() if not game.is_over]
    if title:
        with contextlib.suppress(UsageError):
            title = titles().get(find(title).stem, title)
        going_on = [game for game in going_on if game.title == title]
    if not going_on:
        what = f"game of {title}" if title else "game"
        raise UsageError(f"no {what} is kept that could go on; `{to_play()}` begins one")
    return next((game for game in going_on if _is_free(store, game)), going_on[0]).name


def unfinished_game(store: GameStore, title: str, but: str) -> str:
    """The name of the game of a title that was left last, but for one; nothing if there is none that could go on."""
    left = [game for game in store.games() if not game.is_over and game.title == title and game.name != but]
    return next((game.name for game in left if _is_free(store, game)), "")


def _is_free(store: GameStore, game: KeptGame) -> bool:
    claim = store.claim(game.number)
    if claim is not None:
        claim.release()
    return claim is not None


def ask_which_game(store: GameStore, part: str, screen: Screen) -> str:
    """The game that is meant by a part of its name; somebody at a terminal is asked which of several."""
    games = store.games()
    if any(game.name.lower() == part.lower() for game in games) or not screen.live:
        return part
    fits = [game for game in games if part.lower() in game.name.lower() and not game.is_over]
    if len(fits) < 2:
        return fits[0].name if fits else part
    shown = fits[: max(3, screen.size[1] - 4)]
    screen.say(*(f"  {number} {_game_line(game)}" for number, game in enumerate(shown, start=1)))
    while True:
        line = screen.read("Which game? A number, or Enter for the one left last: ")
        if not line:
            return shown[0].name
        if line.isascii() and line.isdigit() and 1 <= int(line) <= len(shown):
            return shown[int(line) - 1].name
        screen.say("Type one of the numbers.")


def _game_line(game: KeptGame) -> str:
    return f"{game.name}: {game.title}, after {count_of(game.actions, 'action')}"
