"""A game that was played, on a page: step by step, forwards and backwards, as a seat saw it."""

from __future__ import annotations

from dicedsl.interpreter.model.events import events_of
from dicedsl.interpreter.model.model import model_of
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.play.session.replay import Replay
from dicedsl.interpreter.web.markup import Html, button, tag
from dicedsl.interpreter.web.panel import ending_html, question_panel, question_text
from dicedsl.interpreter.web.server_drawing import Press, ServerDrawing
from dicedsl.interpreter.web.table_picture import TablePicture


class ReplayPage:
    """The page of a replay: where it stands, and what a press changes about that."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.seat = replay.eyes()
        self._drawing: ServerDrawing | None = None

    def build(self) -> None:
        self._drawing = ServerDrawing(self.html(), self.handle_press)

    def handle_press(self, press: Press) -> None:
        word, _, rest = press.do.partition(":")
        replay = self.replay
        if word == "next":
            replay.forward()
        elif word == "before":
            replay.back()
        elif word == "first":
            replay.go(0)
        elif word == "last":
            replay.go(replay.length)
        elif word == "go":
            wanted = press.typed.get("at", "")
            if wanted.isascii() and wanted.isdigit() and len(wanted) < 8:
                replay.go(min(int(wanted), replay.length))
        elif word == "eyes":
            seat = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 3 else None
            if (seat is None or seat < replay.table.players) and replay.may_see(seat):
                self.seat = seat
        if self._drawing is not None:
            self._drawing.show(self.html(), say=" ".join(self._event_texts()[-8:]))

    def _names(self) -> list[str]:
        return [seat.name for seat in self.replay.whole.seats]

    def _event_texts(self) -> list[str]:
        entry = self.replay.entry
        if entry is None:
            return ["The game begins."]
        return [e.text for e in events_of(self.replay.table, entry.step, Reader(self.seat, tuple(self._names())))]

    def html(self) -> Html:
        replay = self.replay
        model = model_of(replay.table, replay.state, self.seat, self._names())
        slider = tag(
            "input",
            type="range",
            name="at",
            min="0",
            max=replay.length,
            value=replay.at,
            data_do="go",
            cls="dd-slider",
            aria_label=f"step, of {replay.length}",
            data_key="slider",
        )
        ways = [
            button("|◀", "first", aria_label="to the beginning"),
            button("◀ back", "before", disabled=replay.at == 0),
            button("next ▶", "next", "dd-button dd-main", disabled=replay.at == replay.length),
            button("▶|", "last", aria_label="to the end"),
        ]
        eyes = [
            button(
                "as an onlooker" if seat is None else f"as {self._names()[seat]}",
                "eyes:" if seat is None else f"eyes:{seat}",
                "dd-button dd-tiny" + " dd-chosen" * (seat == self.seat),
                aria_pressed="true" if seat == self.seat else "false",
            )
            for seat in (None, *range(replay.table.players))
            if replay.may_see(seat)
        ]
        panel = question_panel(
            question_text(f"Step {replay.at} of {replay.length}"),
            slider,
            tag("div", *ways, cls="dd-row"),
            tag("div", *(tag("p", line) for line in self._event_texts()), cls="dd-log"),
            ending_html(model.ending) if model.ending is not None else None,
            tag("div", *eyes, cls="dd-row") if len(eyes) > 1 else None,
        )
        return tag(
            "main",
            tag("div", TablePicture(model).html(), cls="dd-table"),
            tag("aside", panel, cls="dd-beside"),
            cls="dd-page",
        )
