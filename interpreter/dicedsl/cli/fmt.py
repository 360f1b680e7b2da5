"""`dicedsl fmt` lays out rulebooks."""

from __future__ import annotations

import sys

import click

from dicedsl.cli.arguments import chosen_files
from dicedsl.cli.options import ALL, FILES
from dicedsl.cli.output import FAULT, FINE, guarded, say


@click.command("fmt")
@FILES
@ALL
@click.option("--check", "only_check", is_flag=True, help="Change nothing; fail if a file is not formatted.")
@click.option("--upgrade", is_flag=True, help="Rewrite rulebooks of the first edition in the second.")
@guarded
def command(files: tuple[str, ...], every: bool, only_check: bool, upgrade: bool) -> None:
    """Lay out rulebooks in the usual way; comments are kept."""
    from dicedsl.rulebook.file_loader import FileLoader
    from dicedsl.rulebook.files import read
    from dicedsl.syntax.formatter import format_text, upgrade_and_format
    from dicedsl.writing import write_text

    changed = 0
    for path in chosen_files(files, every):
        source = read(path)
        own = FileLoader(path.parent).declared_names(source)
        text = upgrade_and_format(source, own) if upgrade else format_text(source, own)
        if text == source.text:
            continue
        changed += 1
        if only_check:
            say(f"{path}: not formatted")
        else:
            write_text(path, text)
            say(f"{path}: {'upgraded' if upgrade else 'formatted'}")
    if not changed:
        say("nothing to change")
    sys.exit(FAULT if only_check and changed else FINE)
