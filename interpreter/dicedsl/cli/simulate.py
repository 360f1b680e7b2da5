"""`dicedsl simulate` plays many games at random and counts."""

from __future__ import annotations

from typing import Any

import click

from dicedsl.cli.arguments import program_for, seed_or_fresh
from dicedsl.cli.options import FILE, counting, games_option, setting
from dicedsl.cli.output import guarded, say_results


@click.command("simulate")
@FILE
@games_option(1000, "How many games are played.")
@setting
@click.option(
    "--engine",
    type=click.Choice(["native", "stepping"]),
    help="What plays: machine code, or Python step by step. The games are the same. Native where it can be, unless said.",
)
@counting
@guarded
def command(
    file: str,
    games: int,
    seed: int | None,
    engine: str | None,
    jobs: int | None,
    on: str | None,
    as_json: bool,
    **wanted: Any,
) -> None:
    """Let players who choose at random play many games, and count.

    The same seed gives the same counts, whatever plays and on however many cores.
    """
    from dicedsl.interpreter.lab.clusters import cluster_named
    from dicedsl.interpreter.lab.many_games.reporting import summary_text
    from dicedsl.interpreter.lab.many_games.simulate import simulate_games

    program = program_for(file, **wanted)
    with cluster_named(on, jobs) as cluster:
        results = simulate_games(program, games, seed_or_fresh(seed), engine, jobs, progress=True, cluster=cluster)
    say_results(results, summary_text, as_json)
