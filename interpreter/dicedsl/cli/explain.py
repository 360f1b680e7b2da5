"""`dicedsl explain` explains a code of a problem."""

from __future__ import annotations

import click

from dicedsl.cli.output import guarded, say


@click.command("explain")
@click.argument("code")
@guarded
def command(code: str) -> None:
    """What a problem's code means, with an example of how to mend it."""
    from dicedsl.errors import UsageError
    from dicedsl.explain.catalogue import explanation

    text = explanation(code.upper())
    if text is None:
        raise UsageError(f"there is no code {code}; codes look like E311")
    say(text)
