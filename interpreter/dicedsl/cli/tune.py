"""`dicedsl tune` looks for options that make a game fair, or as long as it should be."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from dicedsl.cli.arguments import load_rulebook, program_for, seed_or_fresh
from dicedsl.cli.options import FILE, MATCH, PLAYERS, SEED, SKILL, STARTER, VARIANT, counting, games_option
from dicedsl.cli.output import FINE, guarded, say, say_data
from dicedsl.interpreter.progress_line import show_progress


@click.command("tune")
@FILE
@click.option(
    "--by", "by", multiple=True, required=True, metavar="NAME=VALUES", help="An option and its values: goal=20..200:20."
)
@click.option(
    "--fair",
    metavar="seats|beginning",
    help="Every seat is to win equally often; or who begins as often as the others.",
)
@click.option("--length", type=click.FloatRange(0), help="Games are to take so many turns in the mean.")
@games_option(10_000, "How many games judge the last settings.", least=10)
@click.option(
    "--to", "target", type=click.Path(path_type=Path), help="The rulebook to write; otherwise made from the title."
)
@PLAYERS
@VARIANT
@MATCH
@SEED
@STARTER
@SKILL
@counting
@guarded
def command(
    file: str,
    by: tuple[str, ...],
    fair: str | None,
    length: float | None,
    games: int,
    target: Path | None,
    seed: int | None,
    jobs: int | None,
    on: str | None,
    as_json: bool,
    **wanted: Any,
) -> None:
    """Look for the options with which a game is fairest, or as long as it should be, and write the best as a rulebook.

    Every setting is played a few times, the better half twice as often, and so on; the last three are played anew.
    """
    from dicedsl.errors import UsageError
    from dicedsl.interpreter.lab.clusters import cluster_named
    from dicedsl.interpreter.lab.sweep import varied_by
    from dicedsl.interpreter.lab.tune import fair_target, length_target, tune_options, tuning_text
    from dicedsl.prose.new_rulebook import slug, tuned_text
    from dicedsl.rulebook.files import find
    from dicedsl.writing import write_text

    if (fair is None) == (length is None):
        raise UsageError("say what is wanted: --fair seats, --fair beginning, or --length TURNS")
    aim = fair_target(fair) if fair is not None else length_target(length or 0.0)
    varied = [varied_by(option) for option in by]
    path = target or Path(f"{slug(file if not file.endswith('.dice') else Path(file).stem)}-tuned.dice")
    if path.exists():
        raise UsageError(f"{path} exists already; nothing was done")

    def program(setting: tuple[tuple[str, str], ...]) -> Any:
        return program_for(file, options=tuple(f"{name}={value}" for name, value in setting), **wanted)

    with cluster_named(on, jobs) as cluster:
        tuned = tune_options(program, varied, aim, games, seed_or_fresh(seed), jobs, show_progress, cluster)
    show_progress("")
    book, best = load_rulebook(file), tuned.best[0]
    if not tuned.stopped:
        why = f"{tuned.aim}: {best.off:.2f} {tuned.unit}, before {tuned.before.off:.2f}".capitalize()
        parent = find(file).stem
        write_text(path, tuned_text(f"{book.title}, tuned", parent, book, dict(best.setting), why))
    if as_json:
        say_data({**tuned.as_json(), "written": None if tuned.stopped else str(path)})
    else:
        say(tuning_text(tuned) + ("" if tuned.stopped else f"\n\n{path} written; try: dicedsl play {path}"))
    sys.exit(130 if tuned.stopped else FINE)
