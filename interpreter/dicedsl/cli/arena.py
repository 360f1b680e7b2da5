"""`dicedsl arena` lets bots play against each other."""

from __future__ import annotations

from typing import Any

import click

from dicedsl.cli.arguments import program_for, seed_or_fresh
from dicedsl.cli.options import FILE, NumberOption, counting, games_option, setting_of_arena
from dicedsl.cli.output import guarded, say_results


@click.command("arena")
@FILE
@click.option("--seats", required=True, help="The bots that play, as in strong,random or quick:0.1,strong:0.5.")
@games_option(20, "How many games are played.")
@click.option("--seconds", type=float, help="How long a bot thinks about a choice.")
@click.option(
    "--playouts", type=NumberOption(1), help="How many games it plays on in its mind instead, to be repeated."
)
@setting_of_arena
@counting
@guarded
def command(
    file: str,
    seats: str,
    games: int,
    seconds: float | None,
    playouts: int | None,
    seed: int | None,
    jobs: int | None,
    on: str | None,
    as_json: bool,
    **wanted: Any,
) -> None:
    """Let bots play against each other, and count.

    Seats go round, so that everybody begins equally often. The bots are random, quick, strong and, in a game that was
    solved, solved; each may have a budget of its own, in seconds (strong:0.5) or in playouts (strong:2000p). With
    playouts the same seed gives the same games.
    """
    from dicedsl.interpreter.bots import Budget
    from dicedsl.interpreter.lab.arena import run_arena
    from dicedsl.interpreter.lab.arena_report import arena_text
    from dicedsl.interpreter.lab.clusters import cluster_named

    bots = [name.strip() for name in seats.split(",")]
    program = program_for(file, players=len(bots), starter="1", **wanted)
    budget = None if seconds is None and playouts is None else Budget(seconds, playouts)
    with cluster_named(on, jobs) as cluster:
        results = run_arena(program, bots, games, seed_or_fresh(seed), budget, jobs, progress=True, cluster=cluster)
    say_results(results, arena_text, as_json)
