"""Pages that have to be drawn anew, one after the other, so that whoever presses something meanwhile need not wait for all of them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

from attrs import define, field

Draw = Callable[[], None]


def at_once(draw: Draw) -> None:
    """How a page is drawn where nobody else waits."""
    draw()


@define(eq=False)
class Easel:
    """What happens before a page gets its turn is drawn together; whoever pressed something gets it first."""

    start: Callable[[Coroutine[Any, Any, None]], object]  # how a task is begun beside the pages
    _due: deque[Draw] = field(factory=deque)
    _is_drawing: bool = False

    def soon(self, draw: Draw) -> None:
        """Draw a page when its turn comes."""
        if draw not in self._due:
            self._due.append(draw)
        self._begin()

    def first(self, draw: Draw) -> None:
        """Draw a page before all others: somebody waits for it."""
        if draw in self._due:
            self._due.remove(draw)
        self._due.appendleft(draw)
        self._begin()

    def _begin(self) -> None:
        if not self._is_drawing:
            self._is_drawing = True
            self.start(self._draw())

    async def _draw(self) -> None:
        try:
            while self._due:
                await asyncio.sleep(0)  # dice that fall at once fall, and requests that have come are read
                self._due.popleft()()
        finally:
            self._is_drawing = False
            if self._due:  # a page failed: the others are drawn all the same
                self._begin()
