"""`dicedsl simulate` plays many games at random and counts."""

from __future__ import annotations

from typing import Any

import click

from dicedsl.cli.choosing import fresh_seed, program_for
from dicedsl.cli.options import JOBS, JSON, setting
from dicedsl.cli.saying import guarded, say_found


@click.command("simulate")
@click.argument("file", metavar="FILE|NAME")
@click.option("--games", default=1000, show_default=True, type=click.IntRange(1), help="How many games are played.")
@setting
@click.option(
    "--engine",
    type=click.Choice(["native", "stepping"]),
    help="What plays: machine code, or Python step by step. The games are the same. Native where it can be, unless said.",
)
@JOBS
@JSON
@guarded
def command(
    file: str,
    games: int,
    seed: int | None,
    engine: str | None,
    jobs: int | None,
    as_json: bool,
    **wanted: Any,
) -> None:
    """Let players who choose at random play many games, and count.

    The same seed gives the same counts, whatever plays and on however many cores.
    """
    from dicedsl.interpreter.lab.reporting import report
    from dicedsl.interpreter.lab.simulate import simulate as many_games

    program = program_for(file, **wanted)
    found = many_games(program, games, fresh_seed() if seed is None else seed, engine, jobs, progress=True)
    say_found(found, report, as_json)
