"""What changes a game and waits for the disk: one deed after the other, while the pages of all other tables are answered."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from attrs import define, field

Deed = Callable[[], object]
# Threads of their own: where bots think in all others, nobody's move waits for them.
WRITERS = ThreadPoolExecutor(max_workers=16, thread_name_prefix="deeds")


@define(eq=False)
class DeedQueue:
    """The deeds of one table. Whatever is pressed there while one is under way comes after it, in the order in which it came."""

    is_busy: bool = False
    _later: deque[Callable[[], None]] = field(factory=deque)

    def afterwards(self, act: Callable[[], None]) -> None:
        self._later.append(act)

    def under_way(self, deed: Deed, then: Callable[[], None]) -> Coroutine[Any, Any, None]:
        """From now on the table is busy, until what this returns has been waited for; `then` is done before anything that waits.

        What a deed refuses is raised in the end.
        """
        self.is_busy = True
        return self._done(deed, then)

    async def _done(self, deed: Deed, then: Callable[[], None]) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(WRITERS, deed)
        finally:
            self.is_busy = False
            then()

    def go_on(self) -> None:
        """What waited gets its turn."""
        while self._later and not self.is_busy:
            self._later.popleft()()
