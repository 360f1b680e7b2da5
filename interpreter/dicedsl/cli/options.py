"""What several commands ask for in the same words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

import click


class NumberOption(click.IntRange):
    """A number of `min` or more, up to `max` if that is given; anything else is refused in one sentence."""

    def fail(self, message: str, param: click.Parameter | None = None, ctx: click.Context | None = None) -> NoReturn:
        _refuse(
            f"a number of {self.min} or more" if self.max is None else f"a number from {self.min} to {self.max}", param
        )


class WholeOption(type(click.INT)):  # type: ignore[misc]
    """Any whole number."""

    def fail(self, message: str, param: click.Parameter | None = None, ctx: click.Context | None = None) -> NoReturn:
        _refuse("a whole number", param)


def _refuse(wanted: str, param: click.Parameter | None) -> NoReturn:
    from dicedsl.errors import UsageError

    raise UsageError(f"{param.opts[0] if param is not None else 'this'} takes {wanted}")


FORMAT = click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="How problems are shown."
)
ALL = click.option("--all", "every", is_flag=True, help="Every shipped rulebook.")
FILE = click.argument("file", metavar="FILE|NAME")
FILES = click.argument("files", nargs=-1, metavar="FILE|NAME...")

JSON = click.option("--json", "as_json", is_flag=True, help="For other programs.")
JOBS = click.option("--jobs", type=NumberOption(1, 256), help="On how many cores; on all of them unless said.")
ON = click.option(
    "--on",
    metavar="dask|ray[:ADDRESS]",
    help="Play on a cluster: dask or ray on this machine, or what runs at an address. The counts are the same.",
)

PLAYERS = click.option("--players", type=WholeOption(), help="How many play.")
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
MATCH = click.option("--match", type=NumberOption(1, 50), help="Play a match: this many games win it.")
SEED = click.option("--seed", type=WholeOption(), help="For the same dice again.")
STARTER = click.option("--starter", default="random", show_default=True, help="Who begins: random, or a seat.")
SKILL = click.option(
    "--skill",
    "skills",
    multiple=True,
    type=NumberOption(0, 100),
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


def options_in_order(*options: Decorator) -> Decorator:
    """Several options in the order in which `--help` tells them."""

    def given(function: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            function = option(function)
        return function

    return given


setting = options_in_order(PLAYERS, OPTION, VARIANT, MATCH, SEED, STARTER, SKILL)
# How many play and who begins follows from who takes part.
setting_of_arena = options_in_order(OPTION, VARIANT, MATCH, SEED, SKILL)
# Whatever plays many games does so anywhere, and tells what it found to people or programs.
counting = options_in_order(JOBS, ON, JSON)
seating = options_in_order(PERSON, SEATS, KEPT_AS, DICE, ATTEMPTS)


def games_option(default: int, help_text: str, least: int = 1) -> Decorator:
    """How many games are played, unless said so many."""
    return click.option("--games", default=default, show_default=True, type=NumberOption(least), help=help_text)


def page_option(help_text: str) -> Decorator:
    """A file that is written as a page."""
    return click.option("--html", "html", metavar="FILE", help=help_text)
