"""The server of pages: it listens on this machine only unless told otherwise, and lets in only those who hold a link."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from nicegui import app, background_tasks, run, ui

from dicedsl.interpreter.web.page import STATIC, Page
from dicedsl.interpreter.web.sitting import Sitting

PAUSE = 0.35  # between two actions of programs, so that eyes can follow


class Hall:
    """The sittings of one server."""

    def __init__(self) -> None:
        self.sittings: dict[str, Sitting] = {}
        self._going: set[str] = set()

    def go_on(self, name: str) -> None:
        """Let bots and dice act until a person has to."""
        if name not in self._going:
            self._going.add(name)
            background_tasks.create(self._advance(name), name=f"go on {name}")

    async def _advance(self, name: str) -> None:
        sitting = self.sittings[name]
        try:
            while await run.io_bound(sitting.step):
                sitting.tell()
                await asyncio.sleep(PAUSE if sitting.is_watched else 0)
        finally:
            self._going.discard(name)
            sitting.tell()


def serve(sittings: dict[str, Sitting], host: str, port: int, show: bool) -> None:
    """Serve until interrupted."""
    hall = Hall()
    hall.sittings.update(sittings)
    app.add_static_files("/dicedsl", str(STATIC))
    css = (Path(STATIC) / "table.css").read_text(encoding="utf-8")

    @ui.page("/{name}/{token}")
    def table_page(name: str, token: str) -> Any:
        sitting = hall.sittings.get(name)
        allowed = sitting.admitted(token) if sitting is not None else None
        if sitting is None or allowed is None:
            ui.label("This link leads to no table.")
            return
        ui.add_css(css)
        ui.page_title(sitting.session.table.about.title)
        page = Page(sitting, allowed.seat, lambda: hall.go_on(name))
        page.build()
        sitting.listeners.append(page.refresh)
        ui.context.client.on_disconnect(lambda: sitting.leave(page.refresh))
        hall.go_on(name)

    ui.run(host=host, port=port, show=show, reload=False, title="dicedsl", favicon="🎲", storage_secret=None)
