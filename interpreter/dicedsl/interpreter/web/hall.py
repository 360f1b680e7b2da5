"""The sittings of one server: found by name, gone on with while nobody has to choose, and told of what happens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from attrs import define, field

from dicedsl.errors import UsageError
from dicedsl.interpreter.web.sitting import Sitting

PAUSE = 0.35  # seconds between two actions of programs, so that eyes can follow
MOST_SITTINGS = 200
Started = Callable[[Coroutine[Any, Any, None]], object]


@define(eq=False)
class Hall:
    start: Started  # how a task is begun beside the pages
    pause: float = PAUSE
    sittings: dict[str, Sitting] = field(factory=dict)
    _going: set[str] = field(factory=set)

    def seat(self, sitting: Sitting) -> str:
        """Give a sitting a name of its own."""
        if len(self.sittings) >= MOST_SITTINGS:
            raise UsageError("This server has no room for another table.")
        name = str(len(self.sittings) + 1)
        self.sittings[name] = sitting
        return name

    def link(self, name: str, seat: int | None) -> str:
        return f"/{name}/{self.sittings[name].pass_of(seat).token}"

    def go_on(self, name: str) -> None:
        """Let bots and dice act until a person has to."""
        if name not in self._going:
            self._going.add(name)
            self.start(self._advance(name))

    async def _advance(self, name: str) -> None:
        sitting = self.sittings[name]
        try:
            # A bot may think for a while: pages are answered meanwhile.
            while await asyncio.to_thread(sitting.step):
                sitting.tell()
                await asyncio.sleep(self.pause if sitting.is_watched else 0)
        finally:
            self._going.discard(name)
            sitting.tell()
