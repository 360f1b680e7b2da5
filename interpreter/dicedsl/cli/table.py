"""`dicedsl table` opens tables in the browser."""

from __future__ import annotations

from typing import Any

import click

from dicedsl.cli.arguments import enough_players, program_for, read_seats, rules_text_from, seat_names
from dicedsl.cli.options import NumberOption, seating, setting
from dicedsl.cli.output import guarded, say

EXTRA_NEEDED = "the table in the browser needs its extra: pip install 'dicedsl[web]'"


@click.command("table")
@click.argument("file", metavar="[FILE|NAME]", required=False)
@setting
@click.option(
    "--people",
    default=1,
    show_default=True,
    type=NumberOption(1, 60),
    help="How many of the players are people; bots fill the other seats.",
)
@seating
@click.option("--bots", "level", help="How well the bots play: random, quick or strong.")
@click.option(
    "--resume",
    metavar="[NAME|FILE]",
    is_flag=False,
    flag_value="",
    help="Go on with a game that is kept (without a name: the one left last).",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 lets other devices in.")
@click.option("--port", default=8080, show_default=True, type=NumberOption(1, 65535), help="On which port.")
@click.option("--open/--no-open", "show", default=True, help="Open the page in a browser.")
@click.option(
    "--pause", default=0.35, show_default=True, type=click.FloatRange(0, 10), help="Seconds between moves of bots."
)
@guarded
def command(
    file: str | None,
    people: int,
    names: tuple[str, ...],
    seats: str | None,
    level: str | None,
    name: str | None,
    dice: str,
    attempts: str,
    resume: str | None,
    host: str,
    port: int,
    show: bool,
    pause: float,
    **wanted: Any,
) -> None:
    """Play in the browser: a page for each seat, with links and codes for other devices.

    Without a game one is chosen on the page.
    """
    from dicedsl.errors import UsageError

    try:
        from dicedsl.interpreter.web.server import new_hall
        from dicedsl.interpreter.web.table_opening import resume_game, seat_players
    except ImportError:
        raise UsageError(EXTRA_NEEDED) from None
    from dicedsl.interpreter.play.keeping import GameStore
    from dicedsl.interpreter.table.game_table import GameTable

    store, hall = GameStore(), new_hall(pause)
    if resume is not None:
        if file is not None:
            raise UsageError("a saved game knows its rulebook; give no FILE with --resume")
        serve_table(resume_game(resume or None, store, books()), hall, store, host, port, show)
        return
    if file is None:
        serve_hall(hall, store, host, port, show)
        return
    seed = wanted.pop("seed")
    sat = read_seats(seats, names)
    people = max(people, len(names))
    if wanted["players"] is None:
        wanted["players"] = len(sat) or (enough_players(file, wanted["variants"], people) if people > 1 else None)
    set_up = GameTable(program_for(file, **wanted))
    if not sat:
        sat = seat_names(set_up.players, people, names)
        sat = sat if level is None else [*sat[:people], *(level for _ in sat[people:])]
    unnamed = tuple(range(len(names), people)) if people > 1 and seats is None else ()
    sitting = seat_players(
        set_up, sat, store, books(), seed=seed, dice=dice, attempts=attempts, unnamed=unnamed, name=name
    )
    serve_table(sitting, hall, store, host, port, show)


def books() -> Any:
    """The shipped games, and what tells the rules of any game in words."""
    from dicedsl.interpreter.web.table_opening import Books, GameOffer
    from dicedsl.prose.listing import listing

    offers = tuple(GameOffer(entry.name, entry.title, entry.players, entry.collection) for entry in listing())
    return Books(offers, lambda session: rules_text_from(session.shelf, session.table.about))


def serve_table(sitting: Any, hall: Any, store: Any, host: str, port: int, show: bool) -> None:
    """Say where everybody finds their seat, and serve it."""
    from dicedsl.interpreter.web.server import serve, shown_address

    name = hall.add_sitting(sitting)
    address = shown_address(host, port)
    people = sitting.session.people
    say(f"{sitting.session.table.about.title} is at the table. Ctrl-C ends the server; the game is kept.")
    _warn(host)
    for seat in people:
        say(f"  {sitting.names[seat]}: {address}{hall.link(name, seat)}")
    if sitting.shared is not None:
        say(f"  all on one screen: {address}{hall.path(name, sitting.shared)}")
    say(f"  links and codes for all: {address}{hall.path(name, sitting.host)}")
    say(f"  to look on: {address}{hall.link(name, None)}")
    first = hall.link(name, people[0]) if len(people) == 1 else hall.path(name, sitting.host)
    serve(hall, host, port, first, show, store=store, books=books())


def serve_hall(hall: Any, store: Any, host: str, port: int, show: bool) -> None:
    from dicedsl.interpreter.web.server import serve, shown_address

    say("Choose a game on this page. Ctrl-C ends the server; games are kept.")
    _warn(host)
    say(f"  to choose a game: {shown_address(host, port)}/hall/{hall.secret}")
    serve(hall, host, port, f"/hall/{hall.secret}", show, store=store, books=books())


def serve_replay(saved: Any, host: str, port: int, show: bool) -> None:
    """Serve a game that was played, to be looked at in the browser."""
    from dicedsl.errors import UsageError
    from dicedsl.interpreter.play.session.replay import Replay

    try:
        from dicedsl.interpreter.web.server import new_hall, serve, shown_address
    except ImportError:
        raise UsageError(EXTRA_NEEDED) from None
    hall = new_hall()
    path = hall.add_replay(Replay.of(saved))
    say(f"The game can be looked at; Ctrl-C ends the server.\n  to look at it: {shown_address(host, port)}{path}")
    serve(hall, host, port, path, show)


def _warn(host: str) -> None:
    if host not in {"127.0.0.1", "localhost"}:
        say(
            "Every device in your network can reach it. A seat belongs to whoever has its link; nothing is encrypted on the way."
        )
