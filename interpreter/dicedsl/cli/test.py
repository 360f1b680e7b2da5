"""`dicedsl test` runs worked examples."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from dicedsl.cli.arguments import chosen_files, raise_refused
from dicedsl.cli.options import ALL, FILES, FORMAT
from dicedsl.cli.output import FAULT, FINE, guarded, say, say_data, show_problems


@click.command("test")
@FILES
@ALL
@FORMAT
@click.option("-v", "--verbose", is_flag=True, help="Name every example that holds.")
@click.option("--step", is_flag=True, help="Show examples line by line: what each line changed, and what is next.")
@click.option("--example", "title", default="", help="With --step: only examples with this in their title.")
@guarded
def command(files: tuple[str, ...], every: bool, form: str, verbose: bool, step: bool, title: str) -> None:
    """Run the worked examples of rulebooks."""
    from dicedsl.errors import UsageError

    if step:
        sys.exit(_step(chosen_files(files, every), title, form))
    if title:
        raise UsageError("--example goes with --step")
    from dicedsl.interpreter.examples.testing import reports_of
    from dicedsl.interpreter.processes import map_in_order
    from dicedsl.text.render import as_json

    total = failed = 0
    problems: list[Any] = []
    paths = chosen_files(files, every)
    for path, reports in zip(paths, map_in_order(reports_of, paths), strict=True):
        if not reports:
            raise_refused(path)
        reported: set[Any] = set()
        for report in reports:
            total += 1
            if not report.holds:
                failed += 1
                problems.extend(report.problems)
                # What is wrong with a rule is told once, not for each example.
                new = [p for p in report.problems if (p.code, p.span, p.notes) not in reported]
                reported.update((p.code, p.span, p.notes) for p in new)
                if form == "text":
                    say(f"{path.stem}: example fails: {report.title}{'' if new else ' (as above)'}")
                    if new:
                        show_problems(new, summary=False)
            elif verbose and form == "text":
                say(f"{path.stem}: holds: {report.title}")
    if form == "json":
        say_data({"examples": total, "failed": failed, "problems": as_json(problems)})
    else:
        say(f"{total - failed} of {total} examples hold")
    sys.exit(FAULT if failed else FINE)


def _step(paths: Iterable[Path], title: str, form: str) -> int:
    """Print every line with what changed by it; the first that fails ends an example."""
    from dicedsl.errors import UsageError
    from dicedsl.interpreter.examples.testing import follow_path

    failed, any_example, data = False, False, []
    for path in paths:
        for name, lines in follow_path(path, title):
            steps, any_example = list(lines), True
            failed = failed or steps[-1].problem is not None
            if form == "json":
                data.append(_as_data(path, name, steps))
                continue
            say(f"{path.stem}: {name}")
            for step in steps:
                _say_step(step)
            if steps[-1].problem is None:
                say("      it holds")
            say("")
    if not any_example:
        raise UsageError(f'there is no example "{title}" here' if title else "there are no examples here")
    if form == "json":
        say_data(data)
    return FAULT if failed else FINE


def _say_step(step: Any) -> None:
    from dicedsl.interpreter.examples.walkthrough import lines_of

    for line in lines_of(step):
        say(line)
    if step.problem is not None:
        show_problems([step.problem], summary=False)


def _as_data(path: Path, name: str, steps: Iterable[Any]) -> dict[str, Any]:
    lines = [
        {
            "line": step.line,
            "text": step.text,
            "changes": list(step.changes),
            "next": step.next,
            "problem": None if step.problem is None else step.problem.message,
        }
        for step in steps
    ]
    return {"file": path.name, "example": name, "lines": lines}
