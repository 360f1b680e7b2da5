"""The server of pages: it listens on this machine only unless told otherwise, and lets in only those who hold a link."""

from __future__ import annotations

from typing import Any

from nicegui import app, background_tasks, ui
from starlette.middleware import Middleware

from dicedsl.interpreter.web.gate import Gate
from dicedsl.interpreter.web.hall import PAUSE, Hall
from dicedsl.interpreter.web.page import STATIC, Page

CSS = (STATIC / "table.css").read_text(encoding="utf-8")


def new_hall(pause: float = PAUSE) -> Hall:
    return Hall(lambda task: background_tasks.create(task), pause)


def add_pages(hall: Hall) -> None:
    @ui.page("/{name}/{token}")
    def table_page(name: str, token: str) -> Any:
        sitting = hall.sittings.get(name)
        allowed = sitting.admitted(token) if sitting is not None else None
        ui.add_css(CSS)
        if sitting is None or allowed is None:
            ui.label("This link leads to no table.")
            return
        ui.page_title(sitting.session.table.about.title)
        page = Page(sitting, allowed.seat, lambda: hall.go_on(name))
        page.build()
        sitting.listeners.append(page.refresh)
        ui.context.client.on_disconnect(lambda: sitting.leave(page.refresh))
        hall.go_on(name)


def hosts_of(host: str, port: int) -> list[str]:
    """The names under which this server may be asked for."""
    names = {host, "localhost", "127.0.0.1"} if host in {"127.0.0.1", "localhost", "0.0.0.0"} else {host}
    return [f"{name}:{port}" for name in sorted(names)]


def serve(hall: Hall, host: str, port: int, first: str, show: bool, hosts: list[str] | None = None) -> None:
    """Serve until interrupted; with `show` a browser opens the first page."""
    app.user_middleware.append(Middleware(Gate, hosts=hosts or hosts_of(host, port)))
    add_pages(hall)
    ui.run(
        host=host, port=port, show=first if show else False, reload=False, title="dicedsl", show_welcome_message=False
    )
