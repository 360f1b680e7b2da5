"""One function applied to many items on all cores; the results come in order, as if one had been worked out after the other here."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# A copy of this process where that is safe, as long as it runs no threads: nothing has to be read or compiled again.
START_METHOD = "fork" if sys.platform == "linux" else "spawn"
SECONDS_ALONE = 0.5  # seconds of work for which processes are not worth their start

Item = TypeVar("Item")
Result = TypeVar("Result")


def cores() -> int:
    """The cores this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def map_in_order(work: Callable[[Item], Result], items: Sequence[Item], jobs: int | None = None) -> Iterator[Result]:
    """What `work` makes of each item. It begins here; what is left after a while is shared, if it is more than a few."""
    jobs = cores() if jobs is None else jobs
    start = time.perf_counter()
    for number, item in enumerate(items):
        left = len(items) - number
        if number and jobs > 1 and left > jobs and time.perf_counter() - start >= SECONDS_ALONE:
            yield from _shared(work, items[number:], jobs)
            return
        yield work(item)


def _shared(work: Callable[[Item], Result], items: Sequence[Item], jobs: int) -> Iterator[Result]:
    from multiprocessing.connection import wait  # most commands need no processes, and begin sooner without

    helpers: list[_Helper[Item, Result]] = []
    answers: dict[int, tuple[Result] | tuple[()]] = {}
    coming = iter(range(len(items)))
    try:
        for _ in range(jobs):
            helpers.append(_Helper(work))
        busy = {helper.pipe: helper for helper in helpers if helper.begin(coming, items)}
        for number, item in enumerate(items):
            while number not in answers and busy:
                for pipe in wait(list(busy)):
                    helper = busy.pop(pipe)
                    answers[helper.number] = helper.answer()
                    if helper.begin(coming, items):
                        busy[helper.pipe] = helper
            # What went wrong elsewhere is done again here, to go wrong as it would have here.
            made = answers.pop(number, ())
            yield made[0] if made else work(item)
    finally:
        for helper in helpers:
            helper.end()


class _Helper(Generic[Item, Result]):
    """A process that works on one item after the other."""

    def __init__(self, work: Callable[[Item], Result]) -> None:
        from multiprocessing import get_context

        context: Any = get_context(START_METHOD)
        self.pipe, theirs = context.Pipe()
        self.number = -1
        self._process = context.Process(target=_serve, args=(work, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def begin(self, coming: Iterator[int], items: Sequence[Item]) -> bool:
        """Begin with the next item, if there is one and nothing has happened to this process."""
        if not self._process.is_alive():
            return False
        self.number = next(coming, -1)
        if self.number < 0:
            return False
        with suppress(OSError):  # it has just ended, which is noticed when its answer is wanted
            self.pipe.send(items[self.number])
        return True

    def answer(self) -> tuple[Result] | tuple[()]:
        try:
            made: tuple[Result] | tuple[()] = self.pipe.recv()
            return made
        except (EOFError, OSError):
            return ()

    def end(self) -> None:
        self.pipe.close()
        self._process.terminate()
        self._process.join()


def _serve(work: Callable[[Item], Result], pipe: Connection) -> None:
    """Answer until nobody asks any more. Ctrl-C is left to who started this."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    gc.freeze()  # what is there already is needed to the end
    with suppress(EOFError, OSError):
        while True:
            item = pipe.recv()
            try:
                pipe.send((work(item),))
            except OSError:
                raise
            except Exception:
                pipe.send(())


def _leave(number: int, frame: FrameType | None) -> None:
    """End this process by an exception, so that no file is left half-written."""
    sys.exit(0)
