"""Many games that show how far they have come, and that Ctrl-C ends without losing what has been played."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from dicedsl.interpreter.lab.clusters import Cluster
from dicedsl.interpreter.lab.many_games.remote import PlaysGames
from dicedsl.interpreter.lab.many_games.workers import Played, play_many
from dicedsl.interpreter.processes import cores
from dicedsl.interpreter.progress_line import progress_line

ProgressCallback = Callable[[int], None]  # is given how many games are done


def play_until_stopped(
    engine: PlaysGames,
    games: int,
    seed: int,
    *,
    jobs: int | None = None,
    progress: bool | ProgressCallback = False,
    until: float | None = None,
    on_interrupt: Callable[[], object] | None = None,
    seconds_alone: float | None = None,
    cluster: Cluster | None = None,
) -> Played:
    """Play games until all are done, the time `until` is over (by the monotonic clock) or somebody presses Ctrl-C.

    With `progress` a line on standard error says how far it has come, if that is a terminal; or a function of one's own is
    called with the games done. `on_interrupt` is called at Ctrl-C; `seconds_alone` and `cluster` are those of `play_many`.
    """
    with quiet_interrupt(on_interrupt) as noted, _callback(progress, games) as show:

        def is_enough(done: int) -> bool:
            if done:
                show(done)
            return bool(noted) or (until is not None and time.monotonic() > until)

        return play_many(engine, games, seed, jobs or cores(), is_enough, seconds_alone, cluster)


@contextmanager
def quiet_interrupt(then: Callable[[], object] | None = None) -> Iterator[list[int]]:
    """Note the first Ctrl-C only (and call `then`), so that no game is lost half-way; the second one is meant at once."""
    noted: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield noted
        return

    def note(number: int, frame: FrameType | None) -> None:
        if noted:
            raise KeyboardInterrupt
        noted.append(number)
        if then is not None:
            then()

    before = signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _callback(progress: bool | ProgressCallback, games: int) -> Iterator[ProgressCallback]:
    """The function that is called with the games done: the caller's own, one that shows them in a line, or one that does nothing."""
    if callable(progress):
        yield progress
    elif progress:
        begun = time.monotonic()
        with progress_line() as show:
            yield lambda done: show(_games_done(done, games, time.monotonic() - begun))
    else:
        yield lambda done: None


def _games_done(done: int, games: int, seconds: float) -> str:
    return f"{done:,} of {games:,} games, {seconds / done * (games - done):.0f} s left"
