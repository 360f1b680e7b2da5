"""The commands about games that were played: list, rename, delete, export and import them, look at them, check their dice."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import click

from dicedsl.cli import FAULT, FINE, guarded, say, say_data


@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="For other programs.")
@click.pass_context
@guarded
def games(context: click.Context, as_json: bool) -> None:
    """The games that are kept, the one played last first.

    \b
      dicedsl play --resume NAME       go on with one; a part of its name will do
      dicedsl replay NAME              look at it again
    """
    if context.invoked_subcommand is not None:
        return
    from dicedsl.interpreter.play.keeping import Store, adopt_old

    store = Store()
    adopt_old(store)
    found = store.games()
    if as_json:
        say_data([_as_data(game) for game in found])
        return
    if not found:
        say("No game is kept yet; `dicedsl play` begins one.")
        return
    width = max(len(game.name) for game in found)
    for game in found:
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(game.changed / 1000))
        how = game.ending or f"goes on after {game.actions} actions"
        say(f"{game.name:<{width}}  {day}  {game.title}: {', '.join(game.seats)}; {how}")


def _as_data(game: Any) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "seats": list(game.seats),
        "begun": game.begun,
        "changed": game.changed,
        "actions": game.actions,
        "over": game.is_over,
        "ending": game.ending,
    }


@games.command()
@click.argument("name")
@click.argument("new")
@guarded
def rename(name: str, new: str) -> None:
    """Give a game another name."""
    from dicedsl.interpreter.play.keeping import Store

    store = Store()
    game = store.find(name)
    store.rename(game, new)
    say(f"{game.name} is now called {new}")


@games.command()
@click.argument("name")
@guarded
def delete(name: str) -> None:
    """Forget a game. Its whole name is needed."""
    from dicedsl.errors import UsageError
    from dicedsl.interpreter.play.keeping import Store

    store = Store()
    game = store.find(name)
    if game.name.lower() != name.lower():
        raise UsageError(f"type the whole name to delete it: {game.name}")
    store.delete(game)
    say(f"{game.name} is deleted")


@games.command(name="export")
@click.argument("name")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@guarded
def export(name: str, file: Path) -> None:
    """Write a game into a file: its rulebook, its setting and every action, as lines of JSON."""
    from dicedsl.interpreter.play.keeping import Store

    store = Store()
    game = store.find(name)
    store.export(game, file)
    secret = "" if game.is_over else "; it holds the seed: who reads it knows every die to come"
    say(f"{game.name} is in {file}{secret}")


@games.command(name="import")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--name", help="What to call it.")
@guarded
def import_(file: Path, name: str | None) -> None:
    """Take over a game from a file, also of an older dicedsl."""
    from dicedsl.interpreter.play.keeping import Store
    from dicedsl.interpreter.play.saving import read_saved

    cut = read_saved(file).is_cut
    game = Store().bring(file, name)
    say(f"{game.name}: {game.title}, {game.actions} actions" + ("; the end of the file is missing" if cut else ""))


@click.command()
@click.argument("game", metavar="FILE|NAME")
@click.option("--seat", type=click.IntRange(1), help="As this seat saw it; of a game that is over, or your own.")
@click.option("--sheet", is_flag=True, help="Only the score sheet and the clock.")
@click.option("--browser", is_flag=True, help="On a page, with a slider.")
@click.option("--port", default=8080, show_default=True, type=click.IntRange(1, 65535), help="Of that page.")
@click.option("--open/--no-open", "show", default=True, help="Open the page in a browser.")
@guarded
def replay(game: str, seat: int | None, sheet: bool, browser: bool, port: int, show: bool) -> None:
    """Look at a game again, forwards and backwards.

    At a terminal: n or Enter for the next action, p for the one before, a number to go there, q to leave. Through a pipe everything
    is printed.
    """
    if browser:
        from dicedsl.cli_table import serve_replay

        serve_replay(_meant(game), "127.0.0.1", port, show)
        return
    from dicedsl.interpreter.play.looking import Looking
    from dicedsl.interpreter.play.replay import Replay

    looking = Looking(Replay.of(_meant(game)), sys.stdin, sys.stdout, None if seat is None else seat - 1)
    sys.exit(looking.sheet() if sheet else looking.run())


@click.command()
@click.argument("game", metavar="FILE|NAME")
@click.option("--commitment", help="What was shown before the game; otherwise what the file says it was.")
@guarded
def verify(game: str, commitment: str | None) -> None:
    """Check that the dice of a game were fair: that they follow from the seed that was fixed before it."""
    from dicedsl.interpreter.play.verifying import verify as judged

    verdict = judged(_meant(game), commitment)
    if verdict.wrong:
        say(f"Not in order: {verdict.wrong}.")
        sys.exit(FAULT)
    say(f"The commitment fits the seed: {verdict.commitment}")
    say(f"{verdict.rolls} of {verdict.actions} actions were left to chance; every one follows from the seed.")
    if commitment is None:
        say("Compare it with what was shown before the game, or give that with --commitment.")
    sys.exit(FINE)


def _meant(game: str) -> Any:
    """A game by file or name."""
    from dicedsl.interpreter.play.keeping.store import saved_game

    return saved_game(game)
