"""What every command says things with: filtered words, data for other programs, problems in their lines; and how it ends."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, NoReturn

import click

FINE, FAULT, MISUSE = 0, 1, 2


def colour() -> bool:
    import os

    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def say(text: str, err: bool = False) -> None:
    """Print words, and nothing else may: whatever a rulebook or a file name holds, a terminal is never told to obey it."""
    from dicedsl.text.plain import plain_lines

    click.echo(plain_lines(text), err=err)


def say_data(data: object) -> None:
    """Print data for other programs; all but plain letters is written in numbers."""
    import json

    click.echo(json.dumps(data, indent=2, ensure_ascii=True))


def say_results(results: Any, report: Callable[[Any], str], as_json: bool) -> NoReturn:
    """Print what many games came to, also where Ctrl-C ended them before their time, and end with the exit code that tells of it."""
    if as_json:
        say_data(results.as_json())
    else:
        say(report(results))
    sys.exit(130 if results.stopped else FINE)


def show_problems(problems: Sequence[Any], err: bool = False, summary: bool = True) -> None:
    """Show problems with the lines they are in. The renderer filters every text before it colours it."""
    from dicedsl.text.render import render_all

    click.echo(render_all(problems, colour(), summary), err=err)


def guarded(function: Callable[..., Any]) -> Callable[..., Any]:
    """A command that shows no traceback to anybody: problems are drawn, misuse is one sentence, Ctrl-C is quiet."""

    @wraps(function)
    def inner(*args: Any, **kwargs: Any) -> Any:
        from dicedsl.errors import DiceError, UsageError, reason_of

        try:
            return function(*args, **kwargs)
        except UsageError as error:
            say(f"dicedsl: {error.message}", err=True)
            sys.exit(MISUSE)
        except DiceError as error:
            show_problems(error.problems, err=True)
            sys.exit(FAULT)
        except KeyboardInterrupt:
            say("\nstopped", err=True)
            sys.exit(130)
        except BrokenPipeError:
            sys.exit(FINE)
        except OSError as error:
            what = f"{error.filename}: " if error.filename else ""
            say(f"dicedsl: {what}{reason_of(error, 'cannot be read or written')}", err=True)
            sys.exit(MISUSE)

    return inner
