"""`dicedsl diff` compares two rulebooks."""

from __future__ import annotations

import click

from dicedsl.cli.arguments import loaded
from dicedsl.cli.options import JSON
from dicedsl.cli.saying import guarded, say, say_data


@click.command("diff")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@JSON
@guarded
def command(a: str, b: str, as_json: bool) -> None:
    """What B changes against A, in rule words. A and B are files or names, or NAME:VARIANT."""
    from dicedsl.prose.diff import changes
    from dicedsl.prose.diff import diff as difference

    left, right = (loaded(x.partition(":")[0], tuple(v for v in (x.partition(":")[2],) if v)) for x in (a, b))
    if as_json:
        say_data([c.as_json() for c in changes(left, right)])
    else:
        say(difference(left, right))
