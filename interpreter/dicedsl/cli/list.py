"""`dicedsl list` names the shipped rulebooks."""

from __future__ import annotations

import click

from dicedsl.cli.options import JSON
from dicedsl.cli.output import guarded, say, say_data


@click.command("list")
@JSON
@guarded
def command(as_json: bool) -> None:
    """The shipped rulebooks."""
    from dicedsl.prose.listing import listing

    entries = listing()
    if as_json:
        say_data([e.as_json() for e in entries])
        return
    width = max(len(e.name) for e in entries)
    collection = None
    for entry in entries:
        if entry.collection != collection:
            say(entry.collection if collection is None else f"\n{entry.collection}")
            collection = entry.collection
        say(f"  {entry.name:<{width}}  {entry.title} ({entry.players})")
        for variant in entry.variants:
            say(f"  {'':<{width}}    variant: {variant}")
