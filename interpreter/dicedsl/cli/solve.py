"""`dicedsl solve` works out best play where the positions of a game can be counted."""

from __future__ import annotations

from typing import Any

import click

from dicedsl.cli.arguments import program_for
from dicedsl.cli.options import FILE, JSON, MATCH, OPTION, PLAYERS, VARIANT, options_in_order
from dicedsl.cli.output import guarded, say, say_data

GIGABYTE = 1 << 30
setting = options_in_order(PLAYERS, OPTION, VARIANT, MATCH)


@click.command("solve")
@FILE
@setting
@click.option(
    "--most-positions",
    type=click.IntRange(1),
    default=50_000_000,
    show_default=True,
    help="More positions than these are not looked through.",
)
@click.option(
    "--memory", type=click.FloatRange(0.1), help="Gigabytes that may be used; half of what there is unless said."
)
@click.option(
    "--starter",
    help="Who begins: a seat, or random for all of them, as games are usually played. The first seat unless said.",
)
@JSON
@guarded
def command(
    file: str,
    most_positions: int,
    memory: float | None,
    starter: str | None,
    as_json: bool,
    **wanted: Any,
) -> None:
    """Work out best play: what it is worth, from the rulebook alone.

    One player against chance, or two against each other. What was solved can be played against: `--seats Ann,solved`. A
    game that has too many positions is refused, with a guess at how many they are.
    """
    from dicedsl.interpreter.progress_line import progress_line
    from dicedsl.interpreter.solving.report import solution_text
    from dicedsl.interpreter.solving.solve import solve
    from dicedsl.interpreter.table.game_table import GameTable

    program = program_for(file, starter=starter or "1", skills=(), **wanted)
    if starter is None and program.players == 1:
        program = program_for(file, starter="random", skills=(), **wanted)  # as it is played
    table = GameTable(program)
    with progress_line() as tell:
        solution = solve(table, most_positions, None if memory is None else int(memory * GIGABYTE), tell)
    if as_json:
        say_data(solution.as_json())
    else:
        say(solution_text(solution))
