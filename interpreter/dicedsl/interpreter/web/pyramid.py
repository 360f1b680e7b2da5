"""The pyramid in three dimensions, to be turned and looked into: dice standing on a corner, as they lie on the plate."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import nicegui
from nicegui.element import Element

from dicedsl.interpreter.model.things import Board
from dicedsl.interpreter.web.pieces import fill_of

SCENE = Path(nicegui.__file__).parent / "elements" / "scene" / "dist"


class Pyramid(Element, component="static/pyramid.js", esm={"nicegui-scene": str(SCENE)}):
    def __init__(self, board: Board, lit: Iterable[int], picked: Callable[[int], None]) -> None:
        super().__init__()
        can = set(lit)
        size = max((sum(place.at) for place in board.places), default=0)
        self._props["size"] = size
        self._props["dice"] = [
            {
                "key": place.key,
                "at": list(place.at),
                "colour": fill_of(place.die, by_owner=True),
                "number": place.die.number,
                "lit": place.key in can,
            }
            for place in board.places
            if place.die is not None
        ]
        self._props["open"] = [{"key": p.key, "at": list(p.at)} for p in board.places if p.die is None and p.key in can]
        self.on("pick", lambda event: self._picked(event.args, len(board.places), picked))

    @staticmethod
    def _picked(key: Any, places: int, picked: Callable[[int], None]) -> None:
        if isinstance(key, int) and 0 <= key < places:
            picked(key)
