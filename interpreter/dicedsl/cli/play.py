"""`dicedsl play` plays a game at the terminal: which game, who plays, and with which dice."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from dicedsl.cli.arguments import (
    enough_players,
    program_for,
    read_seats,
    rules_text_from,
    rules_text_of,
    seat_names,
    seed_or_fresh,
)
from dicedsl.cli.options import NumberOption, seating, setting
from dicedsl.cli.output import guarded

if TYPE_CHECKING:
    from dicedsl.interpreter.play.terminal.menu import GameChoice


@click.command("play")
@click.argument("file", metavar="[GAME]", required=False)
@setting
@click.option(
    "--people",
    type=NumberOption(0, 60),
    help="How many of the players are people, one unless said; bots fill the other seats.",
)
@seating
@click.option(
    "--save", "save_to", type=click.Path(dir_okay=False, path_type=Path), help="Keep the game in this file too."
)
@click.option(
    "--resume",
    metavar="[NAME|FILE]",
    is_flag=False,
    flag_value="",
    help="Go on with a game that is kept, by its name or a part of it, or with one in a file (without either: the one left last, of GAME if that is given).",
)
@click.option(
    "--plain", "is_plain", is_flag=True, help="Lines of text and nothing else: no colours, no line editor, no pages."
)
@guarded
def command(
    file: str | None,
    seed: int | None,
    people: int | None,
    names: tuple[str, ...],
    seats: str | None,
    name: str | None,
    dice: str,
    attempts: str,
    save_to: Path | None,
    resume: str | None,
    is_plain: bool,
    **wanted: Any,
) -> None:
    """Play a game at the terminal.

    GAME is the path of a .dice file, or a shipped game by its short name, its title or a part of one. Without it a menu asks how
    many play, how long it may take and of what kind it should be.
    """
    from dicedsl.errors import UsageError
    from dicedsl.interpreter.play.keeping import GameStore, adopt_old, resume_kept_game
    from dicedsl.interpreter.play.session.play_again import play_again
    from dicedsl.interpreter.play.session.session import Session
    from dicedsl.interpreter.play.terminal.next_game import ask_for_another, ask_which_game, last_left_game
    from dicedsl.interpreter.play.terminal.screen import Screen
    from dicedsl.interpreter.play.terminal.terminal import play as play_lines
    from dicedsl.interpreter.table.game_table import GameTable

    def again(played: Session, code: int) -> NoReturn:
        """Play the same game once more, as often as somebody likes."""
        while code == 0 and ask_for_another(played, screen):
            played = play_again(played)
            code = play_lines(played, rules_text=text, store=GameStore(), is_plain=is_plain)
        sys.exit(code)

    screen = Screen(sys.stdin, sys.stdout, is_plain)
    store = GameStore()
    if resume is not None:
        if file is not None and resume:
            raise UsageError("a saved game knows its rulebook; give no GAME with --resume NAME")
        adopt_old(store)
        resume = ask_which_game(store, resume, screen) if resume else last_left_game(store, file or "")
        session, kept = resume_kept_game(store, resume)
        text = partial(rules_text_from, session.shelf, session.table.about)
        again(session, play_lines(session, rules_text=text, store=store, save_to=save_to, kept=kept, is_plain=is_plain))
    chosen = chosen_game(file, is_plain)
    sitting = read_seats(seats, names)
    file, names = chosen.game, names or chosen.names
    people = max(chosen.people if people is None else people, len(names))
    wanted["options"] += chosen.options
    if wanted["players"] is None:
        wanted["players"] = len(sitting) or (enough_players(file, wanted["variants"], people) if people > 1 else None)
    table = GameTable(program_for(file, **wanted))
    sitting = sitting or seat_names(table.players, people, names)
    # Who gives a seed knows the dice: then there is nothing to commit to.
    nonce = None if seed is None else ""
    session = Session(table, sitting, seed_or_fresh(seed), dice, attempts, nonce=nonce)
    text = partial(rules_text_of, file, table.about)
    again(session, play_lines(session, rules_text=text, store=store, save_to=save_to, name=name, is_plain=is_plain))


def chosen_game(file: str | None, is_plain: bool) -> GameChoice:
    """The game that was named, or that somebody chooses now, and for whom."""
    from dicedsl.errors import UsageError
    from dicedsl.interpreter.play.invocation import by_script, to_play, to_run
    from dicedsl.interpreter.play.terminal.menu import GameChoice, Menu
    from dicedsl.interpreter.play.terminal.screen import InputEnded, Screen
    from dicedsl.rulebook.files import Ambiguous, find
    from dicedsl.rulebook.library import default_game

    screen = Screen(sys.stdin, sys.stdout, is_plain)
    try:
        if file is not None:
            try:
                find(file)
            except Ambiguous:
                if not screen.live:
                    raise
                return GameChoice(Menu(screen).ask_which(file), 1)
            return GameChoice(file, 1)
        if screen.live:
            return Menu(screen).choose(default_game())
    except InputEnded:
        sys.exit(1)
    if by_script():
        return GameChoice(default_game(), 1)
    raise UsageError(f"name a game, such as `{to_play(default_game())}`; `{to_run('list')}` shows all")
