"""What several commands ask for in the same words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

FORMAT = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="How problems are shown."
)
ALL = click.option("--all", "every", is_flag=True, help="Every shipped rulebook.")
FILES = click.argument("files", nargs=-1, metavar="FILE|NAME...")


SETTING = [
    click.option("--players", type=int, help="How many play."),
    click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="An option of the rulebook; may be given several times.",
    ),
    click.option("--variant", "variants", multiple=True, help="A variant of the rulebook; may be given several times."),
    click.option("--match", type=click.IntRange(1, 50), help="Play a match: this many games win it."),
    click.option("--seed", type=int, help="For the same dice again."),
    click.option("--starter", default="random", show_default=True, help="Who begins: random, or a seat."),
    click.option(
        "--skill",
        "skills",
        multiple=True,
        type=click.IntRange(0, 100),
        help="How well players do at the table, 0 to 100: once for all of them, or once for each seat. 50 unless said.",
    ),
]


def setting(function: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(SETTING):
        function = option(function)
    return function


def setting_of_arena(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same, but for how many play and who begins: that follows from who takes part."""
    for option in (SETTING[6], SETTING[4], SETTING[3], SETTING[2], SETTING[1]):
        function = option(function)
    return function
