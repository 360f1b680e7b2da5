"""`dicedsl lsp` is the language server for editors."""

from __future__ import annotations

import click

from dicedsl.cli.output import guarded


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="The only way it talks; some editors ask for it.")
@guarded
def command(stdio: bool) -> None:
    """Be a language server: an editor starts this and talks with it over standard input and output."""
    from dicedsl.errors import UsageError

    try:
        from dicedsl.lsp.server import serve
    except ImportError:
        raise UsageError("the language server needs its extra: pip install 'dicedsl[lsp]'") from None
    serve()
