"""`dicedsl rules` tells a rulebook in words."""

from __future__ import annotations

import click

from dicedsl.cli.choosing import loaded
from dicedsl.cli.saying import guarded, say


@click.command("rules")
@click.argument("file", metavar="FILE|NAME")
@click.option("--variant", "variants", multiple=True, help="With this variant; may be given several times.")
@guarded
def command(file: str, variants: tuple[str, ...]) -> None:
    """A rulebook as prose (Markdown)."""
    from dicedsl.prose.rules import rules as prose

    say(prose(loaded(file, variants)))
