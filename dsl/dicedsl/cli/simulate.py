"""`dicedsl simulate` plays many games at random and counts."""

from __future__ import annotations

import sys

import click

from dicedsl.cli.choosing import fresh_seed, program_for
from dicedsl.cli.options import setting
from dicedsl.cli.saying import FINE, guarded, say, say_data


@click.command("simulate")
@click.argument("file", metavar="FILE|NAME")
@click.option("--games", default=1000, show_default=True, type=click.IntRange(1), help="How many games are played.")
@setting
@click.option(
    "--engine",
    type=click.Choice(["native", "stepping"]),
    help="What plays: machine code, or Python step by step. The games are the same. Native where it can be, unless said.",
)
@click.option("--jobs", type=click.IntRange(1, 256), help="On how many cores; on all of them unless said.")
@click.option("--json", "as_json", is_flag=True, help="For other programs.")
@guarded
def command(
    file: str,
    games: int,
    players: int | None,
    options: tuple[str, ...],
    variants: tuple[str, ...],
    match: int | None,
    seed: int | None,
    starter: str,
    skills: tuple[int, ...],
    engine: str | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Let players who choose at random play many games, and count.

    The same seed gives the same counts, whatever plays and on however many cores.
    """
    from dicedsl.interpreter.lab.reporting import report
    from dicedsl.interpreter.lab.simulate import simulate as many_games

    program = program_for(file, players, options, variants, starter, match, skills)
    found = many_games(program, games, fresh_seed() if seed is None else seed, engine, jobs, progress=True)
    if as_json:
        say_data(found.as_json())
    else:
        say(report(found))
    sys.exit(130 if found.stopped else FINE)
