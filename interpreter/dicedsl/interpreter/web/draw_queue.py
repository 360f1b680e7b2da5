"""A queue of pages to be drawn anew, one after the other. A page on which something is pressed is drawn before the others."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from attrs import define, field

Draw = Callable[[], None]
Preparation = Callable[[], Draw | None]  # what is to be worked out in a thread before a page is drawn, if anything
# A press takes so many turns of the loop from the socket to the game and back to the socket. Were a page of somebody who only
# looks on drawn in each of them, it would wait for all of these.
ON_THE_WAY = 8
# Threads of their own: no page waits until bots have thought.
HELPERS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="pages")


def no_preparation() -> Draw | None:
    """Prepare nothing, for a page that can be drawn at once."""
    return None


def draw_at_once(draw: Draw, preparation: Preparation = no_preparation) -> None:
    """How a page is drawn where nobody else waits."""
    draw()


@define(eq=False)
class DrawQueue:
    """What happens before a page gets its turn is drawn together; whoever pressed something gets it first.

    What takes long is worked out in a thread before a page gets its turn: the pages of all others are drawn meanwhile.
    """

    start: Callable[[Coroutine[Any, Any, None]], object]  # how a task is begun beside the pages
    _awaited: deque[Draw] = field(factory=deque)  # by somebody who pressed something
    _due: deque[Draw] = field(factory=deque)
    _preparations: dict[Draw, Preparation] = field(factory=dict)
    _is_drawing: bool = False

    @property
    def is_idle(self) -> bool:
        return not self._is_drawing

    def draw_soon(self, draw: Draw, preparation: Preparation = no_preparation) -> None:
        """Draw a page when its turn comes."""
        self._preparations[draw] = preparation
        if draw not in self._due and draw not in self._awaited:
            self._due.append(draw)
        self._begin()

    def draw_first(self, draw: Draw, preparation: Preparation = no_preparation) -> None:
        """Draw a page before all others: somebody waits for it."""
        self._preparations[draw] = preparation
        if draw in self._due:
            self._due.remove(draw)
        if draw not in self._awaited:
            self._awaited.append(draw)
        self._begin()

    def _begin(self) -> None:
        if not self._is_drawing:
            self._is_drawing = True
            self.start(self._draw())

    async def _draw(self) -> None:
        try:
            while self._awaited or self._due:
                await asyncio.sleep(0)  # dice that fall at once fall, and requests that have come are read
                for _ in range(ON_THE_WAY):
                    if self._awaited:
                        break
                    await asyncio.sleep(0)
                queue = self._awaited or self._due
                draw = queue.popleft()
                work = self._preparations.pop(draw, no_preparation)()
                if work is None:
                    draw()
                else:
                    self.start(self._prepare(work, draw, queue))
        finally:
            self._is_drawing = False
            if self._awaited or self._due:  # a page failed: the others are drawn all the same
                self._begin()

    async def _prepare(self, work: Draw, draw: Draw, queue: deque[Draw]) -> None:
        with suppress(Exception):  # what fails here fails again when the page is drawn
            await asyncio.get_running_loop().run_in_executor(HELPERS, work)
        if draw not in self._due and draw not in self._awaited:
            queue.append(draw)
        self._begin()
