"""`dicedsl diff` compares two rulebooks."""

from __future__ import annotations

from typing import Any

import click

from dicedsl.cli.arguments import load_rulebook
from dicedsl.cli.options import JSON
from dicedsl.cli.output import guarded, say, say_data


@click.command("diff")
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@JSON
@guarded
def command(before: str, after: str, as_json: bool) -> None:
    """What B changes against A, in rule words. A and B are files or names, or NAME:VARIANT."""
    from dicedsl.prose.diff import changes, differences_text

    first, second = _book_named(before), _book_named(after)
    if as_json:
        say_data([change.as_json() for change in changes(first, second)])
    else:
        say(differences_text(first, second))


def _book_named(text: str) -> Any:
    """The rulebook of a file or a name, with the variant that may stand after it."""
    name, _, variant = text.partition(":")
    return load_rulebook(name, (variant,) if variant else ())
