"""The sittings of one server: found by name, gone on with while nobody has to choose, and told of what happens."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable, Coroutine
from typing import Any

from attrs import define, field

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.model.naming import sentence
from dicedsl.interpreter.play.session.replay import Replay
from dicedsl.interpreter.web.draw_queue import DrawQueue
from dicedsl.interpreter.web.garbage_sweeping import sweep
from dicedsl.interpreter.web.passes import Pass, new_token
from dicedsl.interpreter.web.sitting import Sitting

PAUSE = 0.35  # seconds between two actions of programs, so that eyes can follow
MOST_SITTINGS = 200
# When garbage is looked for, as the module gc counts: to look among the oldest takes 50 ms and more.
COLLECTOR_THRESHOLDS = (2_000, 20, 100)
SWITCHED = 0.0005  # seconds that a move on its way to the disk waits for a page that is drawn, each time it needs the processor
StartTask = Callable[[Coroutine[Any, Any, None]], object]


@define(eq=False)
class Hall:
    """All tables of a server. Bots and dice go on here, beside the pages, until a person has to choose."""

    start: StartTask  # how a task is begun beside the pages
    pause: float = PAUSE
    sittings: dict[str, Sitting] = field(factory=dict)
    replays: dict[str, Replay] = field(factory=dict)
    address: str = ""  # what other devices have to type before the path
    note: str = ""  # what the host should know of it
    secret: str = field(factory=new_token, repr=False)  # of the page where games are chosen
    draw_queue: DrawQueue = field(init=False)
    _going: set[str] = field(factory=set)

    @draw_queue.default
    def _draw_queue(self) -> DrawQueue:
        return DrawQueue(self.start)

    def add_sitting(self, sitting: Sitting) -> str:
        """Give a sitting a name of its own: that of a game that is kept stays the same when the server is started again."""
        if len(self.sittings) >= MOST_SITTINGS:
            raise UsageError("This server has no room for another table.")
        kept = sitting.keeper.kept_as if sitting.keeper is not None else None
        name = f"unkept-{len(self.sittings) + 1}" if kept is None else str(kept.number)
        self.sittings[name] = sitting
        self.prepare_memory()
        return name

    def prepare_memory(self) -> None:
        """Make ready to answer quickly. All that is there stays: a program is many objects, and whoever looks for
        garbage among them stops every page for a while."""
        gc.set_threshold(*COLLECTOR_THRESHOLDS)
        sys.setswitchinterval(SWITCHED)
        gc.freeze()

    def start_sweeping(self) -> None:
        """From now on garbage is looked for while no page waits to be drawn."""
        self.start(sweep(lambda: self.draw_queue.is_idle))

    def link(self, name: str, seat: int | None) -> str:
        return self.path(name, self.sittings[name].pass_of(seat))

    def path(self, name: str, pass_: Pass) -> str:
        return f"/{name}/{pass_.token}"

    def add_replay(self, replay: Replay) -> str:
        """Add a page on which a game can be looked at, and give its path."""
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
            # Where somebody's move is on its way to the disk, whoever moved lets the game go on afterwards.
            while not sitting.change_queue.is_busy and await self._step(sitting):
                sitting.notify()
                await asyncio.sleep(self.pause if sitting.is_watched else 0)
        except (DiceError, UsageError) as error:
            sitting.stop_reason = sentence(str(error))
            sitting.version += 1
        finally:
            self._going.discard(name)
            sitting.notify()

    async def _step(self, sitting: Sitting) -> bool:
        """What falls by itself falls at once; whoever thinks does so in a thread of their own."""
        return await asyncio.to_thread(sitting.step) if sitting.need.kind == "bot" else sitting.step()
