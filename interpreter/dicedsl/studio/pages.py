"""The pages of the studio on a server."""

from __future__ import annotations

import json
import re
from pathlib import Path

from nicegui import ui

from dicedsl.errors import UsageError, raise_errors
from dicedsl.interpreter.web.hall import Hall
from dicedsl.interpreter.web.server import CSS
from dicedsl.prose.new_rulebook import new_text
from dicedsl.rulebook.library import games, shipped_files
from dicedsl.rulebook.loading import load_path
from dicedsl.studio.draft import Draft
from dicedsl.studio.links import OPEN_PATH, text_of_link
from dicedsl.studio.studio import Studio
from dicedsl.text.plain import plain

STYLE = (Path(__file__).parent / "static" / "studio.css").read_text(encoding="utf-8")
TITLE = re.compile(r'^game "([^"\n]+)"', re.MULTILINE)
# The browser remembers its own studio, so that a link that holds a text can be opened there; the link itself gives no access to any.
REMEMBER = "<script>localStorage.setItem('dicedsl-studio', {place})</script>"
OFFER = """<script>window.addEventListener('load', () => {{
  const mine = localStorage.getItem('dicedsl-studio');
  const button = document.querySelector('.ds-open');
  if (mine && button) {{ button.href = mine + '/' + {piece}; button.hidden = false; }}
}})</script>"""


def new_draft_text() -> str:
    """The small game that an empty studio starts with, without what is meant for a terminal."""
    text = new_text("My Game", None, None)
    return (
        "# A rulebook that runs. Change a line, and see beside it what that does.\n" + text[text.index("\ngame ") + 1 :]
    )


def draft_text_from(parent: str) -> str:
    """A game of one's own that differs from a shipped one."""
    book, problems = load_path(shipped_files()[parent])
    raise_errors(problems)
    title = book.title if book else parent
    text = new_text(f"My {title}", parent, book)
    note = f"# What is not named here stays as it is in {plain(title)}; the tab Rules shows all of it.\n"
    return note + text[text.index("\ngame ") + 1 :]


def titles() -> dict[str, str]:
    """Short name -> title of every shipped game, by their titles."""
    title_matches = {name: TITLE.search(path.read_text(encoding="utf-8")) for name, path in games()}
    named = {name: title[1] if title else name for name, title in title_matches.items()}
    return dict(sorted(named.items(), key=lambda item: item[1].lower()))


def _dress() -> None:
    ui.add_css(CSS + STYLE)
    ui.add_head_html('<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">')
    ui.dark_mode(None)


def add_studio(hall: Hall, draft: Draft, secret: str, origin: str) -> None:
    """The studio of one author, who holds the secret."""
    menu = titles()
    home = f"/studio/{secret}"

    def page(shown: Draft) -> None:
        _dress()
        ui.add_head_html(REMEMBER.format(place=json.dumps(home)))
        ui.page_title(f"{shown.name} - dicedsl studio")
        studio = Studio(shown, hall, menu, draft_text_from, origin)
        studio.build()
        ui.context.client.on_delete(studio.game_panel.leave)

    @ui.page(home)
    def studio_page() -> None:
        page(draft)

    @ui.page(home + "/{packed}")
    def shared_page(packed: str) -> None:
        try:
            page(Draft(text_of_link(packed)))  # with no file: what somebody sent is written over nothing
        except UsageError as error:
            ui.label(error.message)

    @ui.page(OPEN_PATH + "{packed}")
    def open_page(packed: str) -> None:
        """Whoever has no key to a studio sees what the link holds, as text and no more."""
        _dress()
        ui.page_title("A rulebook in a link")
        try:
            text = text_of_link(packed)
        except UsageError as error:
            ui.label(error.message)
            return
        ui.add_head_html(OFFER.format(piece=json.dumps(re.sub(r"[^A-Za-z0-9_=-]", "", packed))))
        with ui.element("main").classes("ds-landing"):
            ui.html('<h1 class="dd-title">This link holds a rulebook</h1>', sanitize=False)
            ui.html('<a class="ds-open dd-button dd-main" hidden>Open it in my studio</a>', sanitize=False)
            ui.label("Or in a terminal: dicedsl studio 'THIS LINK'").classes("dd-small")
            with ui.element("pre").classes("ds-sample"):
                ui.label(text).style("white-space: pre-wrap")
