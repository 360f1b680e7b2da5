"""`dicedsl check` finds mistakes."""

from __future__ import annotations

import sys

import click

from dicedsl.cli.arguments import chosen_files
from dicedsl.cli.options import ALL, FILES, FORMAT
from dicedsl.cli.output import FAULT, FINE, guarded, say, say_data, show_problems


@click.command("check")
@FILES
@ALL
@FORMAT
@guarded
def command(files: tuple[str, ...], every: bool, form: str) -> None:
    """Find the mistakes in rulebooks without playing them."""
    from dicedsl.check_door import check
    from dicedsl.interpreter.processes import map_in_order
    from dicedsl.rulebook.files import read
    from dicedsl.syntax.editions import is_first
    from dicedsl.text.render import as_json

    paths = chosen_files(files, every)
    problems = [p for of_file in map_in_order(check, paths) for p in of_file]
    bad = any(p.is_error for p in problems)
    if form == "json":
        say_data(as_json(problems))
    else:
        if problems:
            show_problems(problems)
        for path in (path for path in paths if is_first(read(path).text)):
            say(f"{path}: this is written in the first edition; `dicedsl fmt --upgrade {path}` rewrites it")
        if not bad:
            say(f"{len(paths)} rulebook{'s' * (len(paths) != 1)} checked, no mistakes found")
    sys.exit(FAULT if bad else FINE)
