"""`dicedsl triangle` places games between chance, skill and tactics."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from dicedsl.cli.options import ALL, FILES, JOBS, JSON, SEED, NumberOption
from dicedsl.cli.output import FAULT, FINE, guarded, say, say_data, show_problems
from dicedsl.interpreter.progress_line import show_progress


@click.command("triangle")
@FILES
@ALL
@click.option(
    "--seconds",
    default=10.0,
    show_default=True,
    type=click.FloatRange(0.1),
    help="So much work for each game; a game that was begun is played to its end.",
)
@click.option(
    "--games",
    default=100,
    show_default=True,
    type=NumberOption(2),
    help="How many games better and worse players play at most.",
)
@click.option(
    "--by",
    default="quick",
    show_default=True,
    help="Who thinks: a bot by its level. quick alone thinks as long as lets some forty games be played in the time.",
)
@click.option("--keep", metavar="FILE", help="Keep what is found there, and do not do again what it holds.")
@click.option("--html", "html", metavar="FILE", help="Draw all of them in one picture, as a page.")
@SEED
@JOBS
@JSON
@guarded
def command(
    files: tuple[str, ...],
    every: bool,
    seconds: float,
    games: int,
    by: str,
    keep: str | None,
    html: str | None,
    seed: int | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Where games stand between chance, skill and tactics: three shares of a hundred, each with its interval.

    Several games are placed at once, on as many cores as --jobs says. Ctrl-C tells what is known by then; with --keep the same
    command goes on from there.
    """
    from dicedsl.cli.arguments import raise_refused
    from dicedsl.errors import UsageError
    from dicedsl.interpreter.bots import bot_named
    from dicedsl.interpreter.lab.triangle.placement import PlacedGame, TrianglePlan
    from dicedsl.interpreter.lab.triangle.report import triangle_page, triangle_text
    from dicedsl.interpreter.lab.triangle.results_file import place_all
    from dicedsl.rulebook.files import find
    from dicedsl.rulebook.library import games as shipped_games
    from dicedsl.writing import write_text

    bot_named(by)
    names = [name for name, _ in shipped_games()] if every else list(files)
    if not names:
        raise UsageError("name a file or a shipped rulebook, or say --all")
    for name in files:
        raise_refused(find(name))
    asked = TrianglePlan(seconds, games, 1 if seed is None else seed, by)
    placed, wrong, stopped = list[PlacedGame](), False, False
    try:
        for one in place_all(names, asked, jobs, None if keep is None else Path(keep), show_progress):
            if isinstance(one, PlacedGame):
                placed.append(one)
            elif isinstance(one, UsageError):
                raise one
            else:
                wrong = True
                show_problems(one.problems, err=True)
    except KeyboardInterrupt:
        stopped = True
    show_progress("")
    if html is not None and placed:
        write_text(Path(html), triangle_page(placed, len(names)))
    if as_json:
        say_data({"wanted": len(names), "stopped": stopped, "games": [game.as_json() for game in placed]})
    elif placed:
        text = triangle_text(placed, len(names))
        say(text if html is None else f"{text}\n\nThe page is {html}.")
    sys.exit(130 if stopped else FAULT if wrong else FINE)
