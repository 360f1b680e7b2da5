"""The pages of the studio on a server."""

from __future__ import annotations

from pathlib import Path

from nicegui import ui

from dicedsl.errors import UsageError
from dicedsl.interpreter.web.hall import Hall
from dicedsl.interpreter.web.server import CSS
from dicedsl.prose.new import new_text
from dicedsl.rulebook.library import shipped
from dicedsl.rulebook.loading import load_path, raise_errors
from dicedsl.studio.page import Studio
from dicedsl.studio.workshop import Workshop, text_of_link


def add_studio(hall: Hall, text: str, name: str, beside: Path | None, secret: str) -> None:
    """The studio of one author, who holds the secret."""
    titles = {key: key for key in shipped()}

    def begun_from(parent: str) -> str:
        book, problems = load_path(shipped()[parent])
        raise_errors(problems)
        return new_text(f"My {book.title if book else parent}", parent, book)

    def page(start: str) -> None:
        ui.add_css(CSS)
        ui.page_title("dicedsl studio")
        Studio(Workshop(start, name, beside), hall, titles, begun_from).build()

    @ui.page(f"/studio/{secret}")
    def studio_page() -> None:
        page(text)

    @ui.page(f"/studio/{secret}/{{packed}}")
    def shared_page(packed: str) -> None:
        try:
            page(text_of_link(packed))
        except UsageError as error:
            ui.label(error.message)
