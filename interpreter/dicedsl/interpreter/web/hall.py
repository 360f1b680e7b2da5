"""The sittings of one server: found by name, gone on with while nobody has to choose, and told of what happens."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Coroutine
from typing import Any

from attrs import define, field

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.model.naming import sentence
from dicedsl.interpreter.play.replay import Replay
from dicedsl.interpreter.web.easel import Easel
from dicedsl.interpreter.web.passes import Pass, new_token
from dicedsl.interpreter.web.sitting import Sitting

PAUSE = 0.35  # seconds between two actions of programs, so that eyes can follow
MOST_SITTINGS = 200
Started = Callable[[Coroutine[Any, Any, None]], object]


@define(eq=False)
class Hall:
    start: Started  # how a task is begun beside the pages
    pause: float = PAUSE
    sittings: dict[str, Sitting] = field(factory=dict)
    replays: dict[str, Replay] = field(factory=dict)
    address: str = ""  # what other devices have to type before the path
    note: str = ""  # what the host should know of it
    secret: str = field(factory=new_token, repr=False)  # of the page where games are chosen
    easel: Easel = field(init=False)
    _going: set[str] = field(factory=set)

    @easel.default
    def _easel(self) -> Easel:
        return Easel(self.start)

    def seat(self, sitting: Sitting) -> str:
        """Give a sitting a name of its own: that of a game that is kept stays the same when the server is started again."""
        if len(self.sittings) >= MOST_SITTINGS:
            raise UsageError("This server has no room for another table.")
        kept = sitting.keeper.kept_as if sitting.keeper is not None else None
        name = f"unkept-{len(self.sittings) + 1}" if kept is None else str(kept.number)
        self.sittings[name] = sitting
        # A program is many objects that stay: whoever looks for garbage among them stops every page for a while.
        gc.freeze()
        return name

    def link(self, name: str, seat: int | None) -> str:
        return self.path(name, self.sittings[name].pass_of(seat))

    def path(self, name: str, known: Pass) -> str:
        return f"/{name}/{known.token}"

    def watch(self, replay: Replay) -> str:
        """Where a game can be looked at."""
        if len(self.replays) >= MOST_SITTINGS:
            self.replays.pop(next(iter(self.replays)))
        token = new_token()
        self.replays[token] = replay
        return f"/replay/{token}"

    def go_on(self, name: str) -> None:
        """Let bots and dice act until a person has to."""
        if name not in self._going:
            self._going.add(name)
            self.start(self._advance(name))

    async def _advance(self, name: str) -> None:
        sitting = self.sittings[name]
        try:
            # A bot may think for a while: pages are answered meanwhile.
            while await self._step(sitting):
                sitting.tell()
                await asyncio.sleep(self.pause if sitting.is_watched else 0)
        except (DiceError, UsageError) as error:
            sitting.stopped = sentence(str(error))
            sitting.version += 1
        finally:
            self._going.discard(name)
            sitting.tell()

    async def _step(self, sitting: Sitting) -> bool:
        """What falls by itself falls at once; whoever thinks does so in a thread of their own."""
        return await asyncio.to_thread(sitting.step) if sitting.need.kind == "bot" else sitting.step()
