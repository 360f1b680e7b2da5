"""`dicedsl arena` lets bots play against each other."""

from __future__ import annotations

from typing import Any

import click

from dicedsl.cli.choosing import fresh_seed, program_for
from dicedsl.cli.options import JOBS, JSON, setting_of_arena
from dicedsl.cli.saying import guarded, say_found


@click.command("arena")
@click.argument("file", metavar="FILE|NAME")
@click.option("--seats", required=True, help="The bots that play, as in strong,random or quick:0.1,strong:0.5.")
@click.option("--games", default=20, show_default=True, type=click.IntRange(1), help="How many games are played.")
@click.option("--seconds", type=float, help="How long a bot thinks about a choice.")
@click.option(
    "--playouts", type=click.IntRange(1), help="How many games it plays on in its mind instead, to be repeated."
)
@setting_of_arena
@JOBS
@JSON
@guarded
def command(
    file: str,
    seats: str,
    games: int,
    seconds: float | None,
    playouts: int | None,
    seed: int | None,
    jobs: int | None,
    as_json: bool,
    **wanted: Any,
) -> None:
    """Let bots play against each other, and count.

    Seats go round, so that everybody begins equally often. The bots are random, quick and strong; each may have a budget of its
    own, in seconds (strong:0.5) or in playouts (strong:2000p). With playouts the same seed gives the same games.
    """
    from dicedsl.interpreter.bots import Budget
    from dicedsl.interpreter.lab.arena import arena as contest
    from dicedsl.interpreter.lab.arena_report import report

    bots = [name.strip() for name in seats.split(",")]
    program = program_for(file, players=len(bots), starter="1", **wanted)
    budget = None if seconds is None and playouts is None else Budget(seconds, playouts)
    found = contest(program, bots, games, fresh_seed() if seed is None else seed, budget, jobs, progress=True)
    say_found(found, report, as_json)
