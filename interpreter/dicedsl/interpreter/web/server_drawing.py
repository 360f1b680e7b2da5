"""The part of a page that the server draws: it is told what is pressed there, and nothing else happens in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nicegui
from attrs import evolve, field, frozen
from nicegui.element import Element

from dicedsl.interpreter.web.markup import Html
from dicedsl.interpreter.web.page_patch import patch_between, pieces_of

STATIC = Path(__file__).parent / "static"
SCENE = Path(nicegui.__file__).parent / "elements" / "scene" / "dist"
LONGEST_INPUT = 2_000  # characters of what somebody typed
MOST_INPUT_FIELDS = 40


@frozen
class Press:
    """What somebody did on a page: `do` names it, `typed` is what stood in the fields around it.

    is_fresh: the page showed what the server shows now. A choice that was made on an older page is not meant any more.
    """

    do: str
    typed: dict[str, str] = field(factory=dict)
    is_fresh: bool = True

    def as_of(self, shown: str, shows: str) -> Press:
        """A press that had to wait: if the page shows something else by now, it is not meant any more."""
        return evolve(self, is_fresh=self.is_fresh and shown == shows)


PressHandler = Callable[[Press], None]


class ServerDrawing(
    Element,
    component="static/server_drawing.js",
    esm={"nicegui-scene": str(SCENE), "dicedsl-pyramid": str(STATIC / "pyramid")},
):
    def __init__(self, html: Html, on_press: PressHandler, stamp: str = "", say: str = "") -> None:
        super().__init__()
        self._props["html"] = html
        self._props["stamp"] = stamp
        self._props["say"] = say
        self._on_press = on_press
        self._number = 0  # how often it was sent after the page had been made
        self._sent_pieces: list[str] | None = None  # what the browser has, cut into pieces
        self.on("do", self._receive_press)
        self.on("lost", self._send_all)

    def show(self, html: Html, stamp: str = "", say: str = "") -> None:
        """Something else; `stamp` names the question that is shown, `say` is read out to those who do not see it."""
        new = {"html": html, "stamp": stamp, "say": say}
        if any(self._props[name] != value for name, value in new.items()):
            for name, value in new.items():
                self._props[name] = value
            self.update()

    def _to_dict(self) -> dict[str, Any]:
        """The drawing as it is sent: at first all of it, later only what is new."""
        pieces, parts = pieces_of(self.html), ""
        if self.client.has_socket_connection:
            self._number += 1
            if self._sent_pieces is not None:
                parts = json.dumps(patch_between(self._sent_pieces, pieces), separators=(",", ":"))
        self._sent_pieces = pieces
        element_data = super()._to_dict()
        html = "" if parts else self.html
        return element_data | {"props": {**element_data["props"], "html": html, "parts": parts, "number": self._number}}

    def _send_all(self) -> None:
        """The browser has missed something."""
        self._sent_pieces = None
        self.update()

    @property
    def html(self) -> str:
        return str(self._props["html"])

    @property
    def stamp(self) -> str:
        return str(self._props["stamp"])

    def _receive_press(self, event: Any) -> None:
        """Whatever a browser sends is looked at before anything is done with it."""
        args = event.args
        if not isinstance(args, dict) or not isinstance(args.get("do"), str) or len(args["do"]) > LONGEST_INPUT:
            return
        typed = args.get("typed")
        fields = list(typed.items())[:MOST_INPUT_FIELDS] if isinstance(typed, dict) else []
        words = {str(name)[:40]: value[:LONGEST_INPUT] for name, value in fields if isinstance(value, str)}
        self._on_press(Press(args["do"], words, args.get("stamp") == self.stamp))
