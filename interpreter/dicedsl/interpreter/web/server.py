"""The server of pages: it listens on this machine only unless told otherwise, and lets in only those who hold a link."""

from __future__ import annotations

import logging
import socket
from functools import partial
from hmac import compare_digest
from typing import Any

from nicegui import app, background_tasks, ui
from starlette.middleware import Middleware

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.model.naming import sentence
from dicedsl.interpreter.play.keeping import GameStore, KeptGame
from dicedsl.interpreter.play.session.replay import Replay
from dicedsl.interpreter.web.after_game import AfterGame
from dicedsl.interpreter.web.draw_queue import no_preparation
from dicedsl.interpreter.web.gallery import Gallery, GalleryExits
from dicedsl.interpreter.web.gate import Gate
from dicedsl.interpreter.web.hall import PAUSE, Hall
from dicedsl.interpreter.web.lobby import Lobby
from dicedsl.interpreter.web.markup import tag
from dicedsl.interpreter.web.page import STATIC, Page
from dicedsl.interpreter.web.passes import Pass
from dicedsl.interpreter.web.replay_page import ReplayPage
from dicedsl.interpreter.web.server_drawing import ServerDrawing
from dicedsl.interpreter.web.sitting import Sitting
from dicedsl.interpreter.web.table_opening import Books, open_again, restore_by_link

CSS = (STATIC / "table.css").read_text(encoding="utf-8")
EVERYWHERE = frozenset({"0.0.0.0", "::"})
HISTORY = 20  # pages that were sent last are kept for whoever lost the connection; who missed more loads the page anew
HERE = ("127.0.0.1", "localhost")
WELCOME = "This server answers to everybody in your network who has a link. Links are secret; nothing is encrypted on the way."


def new_hall(pause: float = PAUSE) -> Hall:
    return Hall(lambda task: background_tasks.create(task), pause)


def add_pages(hall: Hall, store: GameStore | None = None, books: Books | None = None) -> None:
    """Every page there is. Whoever holds no link sees nothing of any game, and not whether there is one."""

    @ui.page("/hall/{token}", title="dicedsl")
    def hall_page(token: str) -> None:
        _dress()
        if not compare_digest(token.encode("utf-8", "replace"), hall.secret.encode()):
            return _nothing()
        Gallery(
            GalleryExits(partial(_to_table, hall), partial(_to_replay, hall, store), partial(_to_kept, hall)),
            store,
            books or Books(),
        ).build()

    @ui.page("/replay/{token}", title="dicedsl")
    def replay_page(token: str) -> None:
        _dress()
        replay = hall.replays.get(token)
        if replay is None:
            return _nothing()
        ui.page_title(replay.table.about.title)
        ReplayPage(Replay(replay.whole)).build()

    @ui.page("/{name}/{token}", title="dicedsl")
    def table_page(name: str, token: str) -> None:
        _dress()
        try:
            sitting = _find_or_restore(hall, name, token, store, books or Books())
        except (UsageError, DiceError) as error:
            return _nothing(sentence(str(error)))
        allowed = sitting.pass_with_token(token) if sitting is not None else None
        if sitting is None or allowed is None:
            return _nothing()
        ui.page_title(sitting.session.table.about.title)
        page: Page | Lobby
        if allowed.is_host:
            page = Lobby(sitting, lambda pass_: hall.address + hall.path(name, pass_), hall.note)
        else:
            after_game = after_game_of(hall, sitting, allowed, store, books or Books())
            page = Page(
                sitting,
                allowed.seat,
                lambda: hall.go_on(name),
                allowed.shares,
                hall.start,
                hall.draw_queue.draw_first,
                after_game,
            )
        page.build()
        _attend(hall, sitting, page, None if allowed.is_host else allowed.seat)
        hall.go_on(name)


def _attend(hall: Hall, sitting: Sitting, page: Page | Lobby, seat: int | None) -> None:
    """From now on the page hears of everything, as long as somebody looks at it."""
    client = ui.context.client
    listener = partial(
        hall.draw_queue.draw_soon, page.refresh, page.preparation if isinstance(page, Page) else no_preparation
    )
    sitting.add_listener(listener, seat)

    def back() -> None:
        # A phone that slept: the connection is new, the page is the same.
        if sitting.add_listener(listener, seat):
            page.refresh()

    client.on_connect(back)
    client.on_disconnect(lambda: sitting.remove_listener(listener, seat))
    client.on_delete(lambda: sitting.remove_listener(listener, seat))


def after_game_of(hall: Hall, sitting: Sitting, allowed: Pass, store: GameStore | None, books: Books) -> AfterGame:
    """What comes after a game. Whoever plays alone on this machine has opened the hall, and may go back to it."""

    def begin() -> None:
        if not sitting.next_table:
            sitting.next_table = hall.add_sitting(open_again(sitting, store, books))
            sitting.version += 1
            sitting.notify()

    def path() -> str:
        name = sitting.next_table
        if not name:
            return ""
        after = hall.sittings[name]
        return hall.path(name, after.shared if allowed.shares and after.shared else after.pass_of(allowed.seat))

    alone = len(sitting.session.people) == 1 and allowed.seat is not None and not hall.note and store is not None
    return AfterGame(begin, path, ui.navigate.to, f"/hall/{hall.secret}" if alone else "")


def _dress() -> None:
    ui.add_css(CSS)
    ui.add_head_html('<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">')


def _find_or_restore(hall: Hall, name: str, token: str, store: GameStore | None, books: Books) -> Sitting | None:
    """The table of that name; or a game that was played here before the server was ended: then it goes on."""
    sitting = hall.sittings.get(name)
    if sitting is None and store is not None:
        sitting = restore_by_link(name, token, store, books)
        if sitting is not None:
            hall.add_sitting(sitting)
    return sitting


def _nothing(why: str = "This link leads to no table. Ask the host for a new one.") -> None:
    note = tag("p", why, cls="dd-question")
    ServerDrawing(tag("main", tag("section", note, cls="dd-card dd-cover"), cls="dd-page"), lambda press: None)


def _to_table(hall: Hall, sitting: Sitting) -> None:
    _go_to(hall, hall.add_sitting(sitting), sitting)


def _to_kept(hall: Hall, kept: KeptGame) -> bool:
    """To the table where a game is being played already; False if it is not."""
    sitting = hall.sittings.get(str(kept.number))
    if sitting is not None:
        _go_to(hall, str(kept.number), sitting)
    return sitting is not None


def _go_to(hall: Hall, name: str, sitting: Sitting) -> None:
    one = len(sitting.session.people) == 1
    ui.navigate.to(hall.link(name, sitting.session.people[0]) if one else hall.path(name, sitting.host))


def _to_replay(hall: Hall, store: GameStore | None, kept: KeptGame) -> None:
    assert store is not None
    ui.navigate.to(hall.add_replay(Replay.of(store.read(kept))))


# ------------------------------------------------------------------ where it listens


def own_address() -> str:
    """The address of this machine in its network, as far as it knows; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # set apart for documents: nobody is there
            return str(probe.getsockname()[0])
        except OSError:
            return HERE[0]


def shown_address(host: str, port: int) -> str:
    """What other devices have to type before the path of a link."""
    name = own_address() if host in EVERYWHERE else host
    return f"http://{name}:{port}"


def hosts_of(host: str, port: int) -> list[str]:
    """The names under which this server may be asked for."""
    names = {host}
    if host in EVERYWHERE:
        names = {*HERE, own_address(), socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
    elif host in HERE:
        names = set(HERE)
    return [f"{name}:{port}" for name in sorted(names)] + ([*sorted(names)] if port == 80 else [])


def serve(
    hall: Hall,
    host: str,
    port: int,
    first: str,
    show: bool,
    hosts: list[str] | None = None,
    store: GameStore | None = None,
    books: Books | None = None,
) -> None:
    """Serve until interrupted; with `show` a browser opens the first page."""
    hall.address = shown_address(host, port)
    hall.note = WELCOME if host in EVERYWHERE else ""
    app.user_middleware.append(Middleware(Gate, hosts=hosts or hosts_of(host, port)))
    add_pages(hall, store, books)
    app.on_startup(hall.prepare_memory)
    app.on_startup(hall.start_sweeping)
    # Tokens stand in paths: no path is written down anywhere.
    logging.getLogger("uvicorn.access").disabled = True
    settings: dict[str, Any] = {"reload": False, "title": "dicedsl", "show_welcome_message": False, "access_log": False}
    ui.run(
        host=host,
        port=port,
        show=first if show else False,
        reconnect_timeout=60.0,
        message_history_length=HISTORY,
        **settings,
    )
