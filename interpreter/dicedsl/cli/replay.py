"""`dicedsl replay` shows a game again."""

from __future__ import annotations

import sys

import click

from dicedsl.cli.options import NumberOption
from dicedsl.cli.output import guarded


@click.command("replay")
@click.argument("game", metavar="FILE|NAME")
@click.option("--seat", type=NumberOption(1), help="As this seat saw it; of a game that is over, or your own.")
@click.option("--sheet", is_flag=True, help="Only the score sheet and the clock.")
@click.option("--browser", is_flag=True, help="On a page, with a slider.")
@click.option("--port", default=8080, show_default=True, type=NumberOption(1, 65535), help="Of that page.")
@click.option("--open/--no-open", "show", default=True, help="Open the page in a browser.")
@guarded
def command(game: str, seat: int | None, sheet: bool, browser: bool, port: int, show: bool) -> None:
    """Look at a game again, forwards and backwards.

    At a terminal: n or Enter for the next action, p for the one before, a number to go there, q to leave. Through a pipe everything
    is printed.
    """
    from dicedsl.interpreter.play.keeping.store import saved_game

    if browser:
        from dicedsl.cli.table import serve_replay

        serve_replay(saved_game(game), "127.0.0.1", port, show)
        return
    from dicedsl.interpreter.play.session.replay import Replay
    from dicedsl.interpreter.play.terminal.replay_screen import ReplayScreen

    looking = ReplayScreen(Replay.of(saved_game(game)), sys.stdin, sys.stdout, None if seat is None else seat - 1)
    sys.exit(looking.sheet() if sheet else looking.run())
