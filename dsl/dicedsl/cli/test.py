"""`dicedsl test` runs worked examples."""

from __future__ import annotations

import sys
from typing import Any

import click

from dicedsl.cli.choosing import chosen_files, raise_refused
from dicedsl.cli.options import ALL, FILES, FORMAT
from dicedsl.cli.saying import FAULT, FINE, draw, guarded, say, say_data


@click.command("test")
@FILES
@ALL
@FORMAT
@click.option("-v", "--verbose", is_flag=True, help="Name every example that holds.")
@guarded
def command(files: tuple[str, ...], every: bool, form: str, verbose: bool) -> None:
    """Run the worked examples of rulebooks."""
    from dicedsl.interpreter.examples.testing import test_path
    from dicedsl.render import as_json

    total = failed = 0
    problems: list[Any] = []
    for path in chosen_files(files, every):
        reports = list(test_path(path))
        if not reports:
            raise_refused(path)
        for report in reports:
            total += 1
            if not report.holds:
                failed += 1
                problems.extend(report.problems)
                if form == "text":
                    say(f"{path.stem}: example fails: {report.title}")
                    draw(report.problems, summary=False)
            elif verbose and form == "text":
                say(f"{path.stem}: holds: {report.title}")
    if form == "json":
        say_data({"examples": total, "failed": failed, "problems": as_json(problems)})
    else:
        say(f"{total - failed} of {total} examples hold")
    sys.exit(FAULT if failed else FINE)
