"""`dicedsl studio` opens the studio in the browser."""

from __future__ import annotations

from pathlib import Path

import click

from dicedsl.cli.options import NumberOption
from dicedsl.cli.output import guarded, say


@click.command("studio")
@click.argument("file", metavar="FILE|LINK", required=False)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option("--port", default=8081, show_default=True, type=NumberOption(1, 65535), help="On which port.")
@click.option("--open/--no-open", "show", default=True, help="Open the page in a browser.")
@guarded
def command(file: str | None, host: str, port: int, show: bool) -> None:
    """Write a rulebook in the browser, beside the game it describes.

    FILE is saved with Ctrl+S, and begun if there is none; a LINK from somebody's studio holds the text itself.
    """
    import secrets

    from dicedsl.errors import UsageError

    try:
        from dicedsl.interpreter.web.server import new_hall, serve, shown_address
        from dicedsl.studio.pages import add_studio, new_draft_text
    except ImportError:
        raise UsageError("the studio needs its extra: pip install 'dicedsl[web]'") from None
    from dicedsl.studio.draft import Draft
    from dicedsl.studio.links import is_link, text_of_link

    if file is not None and is_link(file):
        draft = Draft(text_of_link(file))
    else:
        draft = Draft.of(Path(file) if file is not None else None, new_draft_text())
    hall, secret = new_hall(), secrets.token_urlsafe(16)
    origin = shown_address(host, port)
    add_studio(hall, draft, secret, origin)
    say(f"The studio is open; Ctrl-C ends it.\n  {origin}/studio/{secret}")
    serve(hall, host, port, f"/studio/{secret}", show)
