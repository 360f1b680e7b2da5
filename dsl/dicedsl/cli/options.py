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

JSON = click.option("--json", "as_json", is_flag=True, help="For other programs.")
JOBS = click.option("--jobs", type=click.IntRange(1, 256), help="On how many cores; on all of them unless said.")

PLAYERS = click.option("--players", type=int, help="How many play.")
OPTION = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the rulebook; may be given several times.",
)
VARIANT = click.option(
    "--variant", "variants", multiple=True, help="A variant of the rulebook; may be given several times."
)
MATCH = click.option("--match", type=click.IntRange(1, 50), help="Play a match: this many games win it.")
SEED = click.option("--seed", type=int, help="For the same dice again.")
STARTER = click.option("--starter", default="random", show_default=True, help="Who begins: random, or a seat.")
SKILL = click.option(
    "--skill",
    "skills",
    multiple=True,
    type=click.IntRange(0, 100),
    help="How well players do at the table, 0 to 100: once for all of them, or once for each seat. 50 unless said.",
)

PERSON = click.option(
    "--person", "names", multiple=True, help="Name of a person, in seat order; may be given several times."
)
SEATS = click.option(
    "--seats",
    help="Who sits where, as in Ann,strong,Ben: names of people, and bots by their level; instead of --people.",
)
KEPT_AS = click.option(
    "--name", help="What to call the game when it is kept; made from the game, the players and the day unless said."
)
DICE = click.option(
    "--dice",
    type=click.Choice(["auto", "ask"]),
    default="auto",
    show_default=True,
    help="Roll for you, or ask what your real dice show.",
)
ATTEMPTS = click.option(
    "--attempts",
    type=click.Choice(["auto", "ask", "people", "odds"]),
    default="auto",
    show_default=True,
    help="What happens at the table, such as a throw at a target: you try and type what happened, and those of bots are drawn by"
    " the odds of the rulebook (people); all are typed (ask), or all are drawn (odds). auto: ask with --dice ask, else people.",
)

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def together(*options: Decorator) -> Decorator:
    """Several options in the order in which `--help` tells them."""

    def given(function: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            function = option(function)
        return function

    return given


setting = together(PLAYERS, OPTION, VARIANT, MATCH, SEED, STARTER, SKILL)
# How many play and who begins follows from who takes part.
setting_of_arena = together(OPTION, VARIANT, MATCH, SEED, SKILL)
seating = together(PERSON, SEATS, KEPT_AS, DICE, ATTEMPTS)
