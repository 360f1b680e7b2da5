"""A rulebook handed on: as a file, or as a link that holds the text."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from dicedsl.errors import UsageError
from dicedsl.studio.draft import Draft
from dicedsl.studio.links import OPEN_PATH, link_piece_of, text_of_link
from dicedsl.studio.widgets import button, say


class SharingPanel:
    """`put` gets the text of a link that somebody opens."""

    def __init__(self, draft: Draft, origin: str, put: Callable[[str], None], tell: Callable[[str], None]) -> None:
        self.draft = draft
        self.origin = origin
        self.put = put
        self.notify = tell

    def build(self) -> None:
        with ui.element("section").classes("dd-card"):
            ui.html('<h2 class="dd-title">One file</h2>', sanitize=False)
            say("The whole game is the text on the left; whoever has the file can play it.", "dd-small")
            button(f"Download {self.draft.name}", self.download, "ds-download")
        with ui.element("section").classes("dd-card"):
            ui.html('<h2 class="dd-title">A link that holds the text</h2>', sanitize=False)
            say(
                "The link is the game: nothing is stored anywhere. It opens in a studio that runs on the reader's machine.",
                "dd-small",
            )
            with ui.element("div").classes("dd-row"):
                button("Make a link", self._make, "ds-make")
                button("Copy it", self._copy, "ds-copy")
            self.link = ui.textarea("the link").classes("w-full ds-link").props("readonly rows=3")
            say("In a terminal: dicedsl studio 'LINK'", "dd-small")
        with ui.element("section").classes("dd-card"):
            ui.html('<h2 class="dd-title">Open a link</h2>', sanitize=False)
            self.given = ui.input("a link that somebody sent you").classes("w-full ds-given")
            button("Open it here", self._open)

    def download(self) -> None:
        ui.download(self.draft.text.encode(), self.draft.name)

    def _make(self) -> bool:
        try:
            self.link.set_value(f"{self.origin}{OPEN_PATH}{link_piece_of(self.draft.text)}")
        except UsageError as error:
            self.notify(error.message)
            return False
        return True

    def _copy(self) -> None:
        if self._make():
            ui.clipboard.write(self.link.value)
            self.notify("The link is copied.")

    def _open(self) -> None:
        try:
            self.put(text_of_link(self.given.value or ""))
        except UsageError as error:
            self.notify(error.message)
