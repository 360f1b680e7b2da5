"""`dicedsl sweep` plays a game in many settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from dicedsl.cli.arguments import program_for, seed_or_fresh
from dicedsl.cli.options import FILE, MATCH, SEED, SKILL, STARTER, counting, games_option, page_option
from dicedsl.cli.output import guarded, say, say_results
from dicedsl.interpreter.progress_line import show_progress


@click.command("sweep")
@FILE
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUES",
    help="An option and its values: goal=20..200:20, or wild=yes,no.",
)
@click.option("--players", metavar="VALUES", help="How many play: 3, or 2..5.")
@click.option(
    "--variant", "variants", multiple=True, help="A variant; with several, each of them, and the game without."
)
@games_option(2_000, "How many games are played in each setting.")
@click.option(
    "--figure",
    "figures",
    multiple=True,
    help="A part of the name of a figure that is wanted, such as advantage; all unless said.",
)
@page_option("Write curves and numbers as a page.")
@MATCH
@SEED
@STARTER
@SKILL
@counting
@guarded
def command(
    file: str,
    options: tuple[str, ...],
    players: str | None,
    variants: tuple[str, ...],
    games: int,
    figures: tuple[str, ...],
    html: str | None,
    seed: int | None,
    jobs: int | None,
    on: str | None,
    as_json: bool,
    **wanted: Any,
) -> None:
    """Play a game in many settings, and draw every figure over them.

    An option has one value, several with commas, or numbers from..to:step. What has several values is varied, each with each.
    """
    from dicedsl.errors import UsageError
    from dicedsl.interpreter.lab.clusters import cluster_named
    from dicedsl.interpreter.lab.sweep import Varied, sweep, sweep_page, sweep_text, values_of, varied_by
    from dicedsl.writing import write_text

    varied = [varied_by(option) for option in options]
    if players is not None:
        varied.append(values_of("players", players))
    if len(variants) > 0:
        varied.append(Varied("variant", ("", *variants) if len(variants) > 1 else variants))
    if not any(len(one.values) > 1 for one in varied):
        raise UsageError("nothing is varied: write for example --option goal=20..200:20, or --players 2..4")

    def program(setting: tuple[tuple[str, str], ...]) -> Any:
        given = {"options": [], "players": None, "variants": ()}  # type: dict[str, Any]
        for one, (name, value) in zip(varied, setting, strict=True):
            if one.name == "players":
                given["players"] = _whole(value)
            elif one.name == "variant":
                given["variants"] = (value,) if value else ()
            else:
                given["options"].append(f"{name}={value}")
        return program_for(file, **{**given, "options": tuple(given["options"])}, **wanted)

    with cluster_named(on, jobs) as cluster:
        results = sweep(program, varied, games, seed_or_fresh(seed), figures, jobs, show_progress, cluster=cluster)
    show_progress("")
    if html is not None and results.points:
        write_text(Path(html), sweep_page(results))
        if not as_json:
            say(f"The page is {html}.\n")
    say_results(results, sweep_text, as_json)


def _whole(text: str) -> int:
    from dicedsl.errors import UsageError

    if not text.isdecimal():
        raise UsageError(f"{text!r} is no number of players")
    return int(text)
