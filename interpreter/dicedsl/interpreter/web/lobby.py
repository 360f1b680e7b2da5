"""The page of the host: a link and a code for every seat, for those who look on, and for a screen that all share."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import lru_cache

import segno

from dicedsl.interpreter.web.markup import Html, card, tag
from dicedsl.interpreter.web.passes import Pass
from dicedsl.interpreter.web.server_drawing import Press, ServerDrawing
from dicedsl.interpreter.web.sitting import Sitting


class Lobby:
    """`link` gives the whole address of a pass as other devices have to type it."""

    def __init__(self, sitting: Sitting, link: Callable[[Pass], str], note: str = "") -> None:
        self.sitting = sitting
        self.link = link
        self.note = note
        self._drawing: ServerDrawing | None = None

    def build(self) -> None:
        self._drawing = ServerDrawing(self.html(), self.handle_press)

    def refresh(self) -> None:
        if self._drawing is not None:
            self._drawing.show(self.html())

    def handle_press(self, press: Press) -> None:
        """Do nothing: the links of a lobby lead to the seats, and change no game."""

    def html(self) -> Html:
        sitting = self.sitting
        cards = [self._seat(pass_) for pass_ in sitting.passes if pass_.seat is not None and not pass_.shares]
        if sitting.shared is not None:
            cards.append(
                self._link_card(
                    "All on one screen", "It is passed round; hidden dice are covered meanwhile.", sitting.shared
                )
            )
        cards.append(self._link_card("To look on", "For everybody who does not play.", sitting.pass_of(None)))
        how = "Open one of the seats here, and let each of the others scan theirs. Whoever has a link holds that seat: give it to nobody else."
        kept = sitting.keeper.name if sitting.keeper is not None else ""
        return tag(
            "main",
            tag(
                "div",
                tag("h1", sitting.session.table.about.title, cls="dd-title"),
                tag("p", how),
                tag("p", self.note, cls="dd-small") if self.note else None,
                tag("div", *cards, cls="dd-seats"),
                tag("p", f"The game is kept as {kept}.", cls="dd-small") if kept else None,
                cls="dd-wide",
            ),
            cls="dd-page",
        )

    def _seat(self, pass_: Pass) -> Html:
        assert pass_.seat is not None
        here = self.sitting.visitors.get(pass_.seat, 0)
        state = "is here" if here else "is not here yet"
        return self._link_card(self.sitting.names[pass_.seat], state, pass_)

    def _link_card(self, title: str, note: str, pass_: Pass) -> Html:
        address = self.link(pass_)
        return card(
            title,
            tag("p", note, cls="dd-small"),
            tag("div", qr_code(address), cls="dd-code"),
            tag("a", address, href=address, cls="dd-link", target="_blank", rel="noreferrer noopener"),
        )


@lru_cache(maxsize=256)
def qr_code(address: str) -> Html:
    """An address as a picture that a phone can read."""
    out = io.BytesIO()
    segno.make(address, micro=False, error="m").save(
        out, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=2
    )
    return Html(f'<div role="img" aria-label="code of the link below">{out.getvalue().decode()}</div>')
