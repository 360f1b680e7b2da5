"""`dicedsl new` begins a rulebook."""

from __future__ import annotations

from pathlib import Path

import click

from dicedsl.cli.arguments import load_rulebook
from dicedsl.cli.output import guarded, say


@click.command("new")
@click.argument("name")
@click.option("--from", "parent", metavar="GAME", help="Begin as a variant of this game.")
@click.option("--to", "target", type=click.Path(path_type=Path), help="The file to write; otherwise made from NAME.")
@guarded
def command(name: str, parent: str | None, target: Path | None) -> None:
    """Begin a rulebook of your own."""
    from dicedsl.errors import UsageError
    from dicedsl.prose.new_rulebook import new_text, slug
    from dicedsl.rulebook.files import find
    from dicedsl.writing import write_text

    book = load_rulebook(parent) if parent else None
    path = target or Path(f"{slug(name)}.dice")
    if path.exists():
        raise UsageError(f"{path} exists already; nothing was written")
    write_text(path, new_text(name, find(parent).stem if parent else None, book))
    say(f"{path} written; try: dicedsl check {path}, dicedsl test {path}, dicedsl play {path}")
