"""`dicedsl games` lists the games that are kept, renames, deletes, exports and imports them."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click

from dicedsl.cli.options import JSON
from dicedsl.cli.output import guarded, say, say_data


@click.group("games", invoke_without_command=True)
@JSON
@click.pass_context
@guarded
def command(context: click.Context, as_json: bool) -> None:
    """The games that are kept, the one played last first.

    \b
      dicedsl play --resume NAME       go on with one; a part of its name will do
      dicedsl replay NAME              look at it again
    """
    if context.invoked_subcommand is not None:
        return
    from dicedsl.interpreter.play.keeping import GameStore, adopt_old

    store = GameStore()
    adopt_old(store)
    saved = store.games()
    if as_json:
        say_data([_as_data(game) for game in saved])
        return
    if not saved:
        say("No game is kept yet; `dicedsl play` begins one.")
        return
    width = max(len(game.name) for game in saved)
    for game in saved:
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


@command.command()
@click.argument("name")
@click.argument("new")
@guarded
def rename(name: str, new: str) -> None:
    """Give a game another name."""
    from dicedsl.interpreter.play.keeping import GameStore

    store = GameStore()
    game = store.find(name)
    store.rename(game, new)
    say(f"{game.name} is now called {new}")


@command.command()
@click.argument("name")
@guarded
def delete(name: str) -> None:
    """Forget a game. Its whole name is needed."""
    from dicedsl.errors import UsageError
    from dicedsl.interpreter.play.keeping import GameStore

    store = GameStore()
    game = store.find(name)
    if game.name.lower() != name.lower():
        raise UsageError(f"type the whole name to delete it: {game.name}")
    store.delete(game)
    say(f"{game.name} is deleted")


@command.command(name="export")
@click.argument("name")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@guarded
def export(name: str, file: Path) -> None:
    """Write a game into a file: its rulebook, its setting and every action, as lines of JSON."""
    from dicedsl.interpreter.play.keeping import GameStore

    store = GameStore()
    game = store.find(name)
    store.export(game, file)
    secret = "" if game.is_over else "; it holds the seed: who reads it knows every die to come"
    say(f"{game.name} is in {file}{secret}")


@command.command(name="import")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--name", help="What to call it.")
@guarded
def import_(file: Path, name: str | None) -> None:
    """Take over a game from a file, also of an older dicedsl."""
    from dicedsl.interpreter.play.keeping import GameStore
    from dicedsl.interpreter.play.session.game_files import read_saved

    cut = read_saved(file).is_cut
    game = GameStore().import_game(file, name)
    say(f"{game.name}: {game.title}, {game.actions} actions" + ("; the end of the file is missing" if cut else ""))
