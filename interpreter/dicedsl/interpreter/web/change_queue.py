"""What changes a game and waits for the disk: one change after the other, while the pages of all other tables are answered."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from attrs import define, field

Change = Callable[[], object]
# Threads of their own: where bots think in all others, nobody's move waits for them.
WRITERS = ThreadPoolExecutor(max_workers=16, thread_name_prefix="changes")


@define(eq=False)
class ChangeQueue:
    """The changes of one table. Whatever is pressed there while one is under way comes after it, in the order in which it came."""

    is_busy: bool = False
    _later: deque[Callable[[], None]] = field(factory=deque)

    def run_later(self, act: Callable[[], None]) -> None:
        self._later.append(act)

    def start(self, change: Change, then: Callable[[], None]) -> Coroutine[Any, Any, None]:
        """From now on the table is busy, until what this returns has been waited for; `then` is done before anything that waits.

        What a change refuses is raised in the end.
        """
        self.is_busy = True
        return self._run(change, then)

    async def _run(self, change: Change, then: Callable[[], None]) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(WRITERS, change)
        finally:
            self.is_busy = False
            then()

    def run_waiting(self) -> None:
        """What waited gets its turn."""
        while self._later and not self.is_busy:
            self._later.popleft()()
