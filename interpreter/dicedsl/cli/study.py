"""`dicedsl study` tells what a game is like before it is printed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from dicedsl.cli.arguments import program_for, seed_or_fresh
from dicedsl.cli.options import FILE, NumberOption, counting, games_option, page_option, setting
from dicedsl.cli.output import FINE, guarded, say, say_data
from dicedsl.interpreter.progress_line import show_progress


@click.command("study")
@FILE
@games_option(10_000, "How many games are played at random.")
@click.option(
    "--watched",
    default=30,
    show_default=True,
    type=NumberOption(0),
    help="How many games of good players are looked at.",
)
@click.option(
    "--by", default="quick:200p", show_default=True, help="Who plays the games that are watched: a bot by its level."
)
@click.option(
    "--playouts",
    default=100,
    show_default=True,
    type=NumberOption(10),
    help="By how many games a position is judged.",
)
@click.option(
    "--meetings",
    default=40,
    show_default=True,
    type=NumberOption(0),
    help="How many games better and worse players play.",
)
@click.option(
    "--seconds",
    default=60.0,
    show_default=True,
    type=click.FloatRange(1),
    help="After so long no game is begun to be watched.",
)
@click.option(
    "--compare", metavar="VARIANT|NAME=VALUE|plain", help="Another variant or option beside this one: what differs."
)
@page_option("Write all of it as a page.")
@setting
@counting
@guarded
def command(
    file: str,
    games: int,
    watched: int,
    by: str,
    playouts: int,
    meetings: int,
    seconds: float,
    compare: str | None,
    html: str | None,
    seed: int | None,
    jobs: int | None,
    on: str | None,
    as_json: bool,
    **wanted: Any,
) -> None:
    """What a game is like: who wins, how long it takes, which choices matter, what is never used, what better play changes.

    With --compare the same is done for another variant (by its title), for an option (NAME=VALUE) or for the game without any
    variant (plain), and what differs clearly is told.
    """
    from attrs import asdict

    from dicedsl.interpreter.bots import bot_named
    from dicedsl.interpreter.lab.clusters import cluster_named
    from dicedsl.interpreter.lab.many_games.estimates import differences
    from dicedsl.interpreter.lab.study.close_look import Looks
    from dicedsl.interpreter.lab.study.printed import compared_page, study_page
    from dicedsl.interpreter.lab.study.report import comparison, study_text
    from dicedsl.interpreter.lab.study.studying import StudyPlan, study
    from dicedsl.writing import write_text

    bot_named(by)
    seed = seed_or_fresh(seed)
    asked = StudyPlan(games, seed, watched, meetings, seconds, Looks(by, playouts), jobs=jobs)
    program = program_for(file, **wanted)
    other = None if compare is None else program_for(file, **_other(wanted, compare))
    with cluster_named(on, jobs) as cluster:
        first = study(program, asked, show_progress, cluster)
        second = None if other is None else study(other, asked, show_progress, cluster)
    if second is None or compare is None:
        text, data, drawn, stopped = study_text(first), first.as_json(), study_page(first), first.stopped
    else:
        names = (_setting_name(wanted), _setting_name(_other(wanted, compare)))
        rows = differences(first.figures, second.figures)
        text, drawn = comparison(first, second, names, rows), compared_page(first, second, names, rows)
        data = {"first": first.as_json(), "second": second.as_json(), "differences": [asdict(row) for row in rows]}
        stopped = first.stopped or second.stopped
    show_progress("")
    if html is not None:
        write_text(Path(html), drawn)
    if as_json:
        say_data(data)
    else:
        say(text if html is None else f"{text}\n\nThe page is {html}.")
    sys.exit(130 if stopped else FINE)


def _other(wanted: dict[str, Any], compare: str) -> dict[str, Any]:
    if compare == "plain":
        return {**wanted, "variants": ()}
    if "=" in compare:
        return {**wanted, "options": (*wanted["options"], compare)}
    return {**wanted, "variants": (compare,)}


def _setting_name(wanted: dict[str, Any]) -> str:
    return ", ".join((*wanted["variants"], *wanted["options"])) or "as it is"
