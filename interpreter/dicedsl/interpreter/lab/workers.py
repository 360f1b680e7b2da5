"""Many games on several cores: handed out in chunks, tallied in any order, the same totals for any number of workers."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue

from attrs import define, field

from dicedsl.errors import DiceError
from dicedsl.interpreter.engines.contract import Tally
from dicedsl.interpreter.lab.clusters import Cluster, players_on
from dicedsl.interpreter.lab.remote import Play, PlaysGames, Remote

CHUNK = 0.15  # seconds that a chunk should take, so that progress and Ctrl-C never wait long
ALONE = 1.0  # seconds of work for which processes are not worth their start
ProgressCallback = Callable[[int], object]  # of games done: true if that is enough


@define
class Chunks:
    """Games by their numbers, handed out in order; how many at once is learnt from how long they take."""

    games: int
    first: int = 0
    size: int = 1

    def next(self, workers: int) -> tuple[int, int] | None:
        """The first of the next games and how many; towards the end fewer, so that nobody waits for the last."""
        left = self.games - self.first
        if left <= 0:
            return None
        count = max(1, min(self.size, -(-left // (2 * workers))))
        begun, self.first = self.first, self.first + count
        return begun, count

    def took(self, count: int, seconds: float) -> None:
        if seconds > 2 * CHUNK:
            self.size = max(1, count // 2)
        elif seconds < CHUNK / 2 and count >= self.size:
            self.size = count * max(2, min(64, int(CHUNK / 2 / max(seconds, 1e-6))))


@define
class Played:
    """What has been played: the first games by their numbers, since all that were begun are finished."""

    tally: Tally = field(factory=Tally)
    stopped: bool = False
    _error: tuple[int, DiceError] | None = None

    @property
    def ended(self) -> bool:
        return self.stopped or self._error is not None

    def keep_error(self, first: int, error: DiceError) -> None:
        """The fault of the earliest game is told, whoever met it."""
        if self._error is None or first < self._error[0]:
            self._error = (first, error)

    def or_error(self) -> Played:
        if self._error is not None:
            raise self._error[1]
        return self


def play_many(
    engine: PlaysGames,
    games: int,
    seed: int,
    jobs: int,
    report_progress: ProgressCallback | None = None,
    alone: float | None = None,
    on: Cluster | None = None,
) -> Played:
    """Games 0 and following on so many cores, until `report_progress` says that it is enough. Machine code runs in threads, Python in processes.

    What seems to take less than `alone` seconds (ALONE unless said) is played by this process. `on` a cluster all are played there.
    """
    played, chunks, tell = Played(), Chunks(games), report_progress or (lambda done: False)
    if on is not None:
        _shared(players_on(on, engine), seed, chunks, played, tell)
        return played.or_error()

    def here(seed: int, first: int, count: int) -> Tally:
        return engine.playouts(None, seed, first, count)

    in_threads = engine.name == "native"
    worth = None if jobs == 1 else 0.0 if in_threads else ALONE if alone is None else alone
    _alone(here, seed, chunks, played, tell, worth)
    if chunks.first < games and not played.ended:
        remotes: list[Remote] = []
        try:
            remotes += [] if in_threads else [Remote(engine) for _ in range(jobs)]
            _shared([here] * jobs if in_threads else [r.playouts for r in remotes], seed, chunks, played, tell)
        finally:
            for remote in remotes:
                remote.close()
    return played.or_error()


def _alone(play: Play, seed: int, chunks: Chunks, played: Played, tell: ProgressCallback, worth: float | None) -> None:
    """One chunk after the other; with a limit only as long as the whole seems to take less than that many seconds."""
    begun = time.perf_counter()
    while worth is None or (time.perf_counter() - begun) * chunks.games < worth * max(chunks.first, 1):
        chunk = chunks.next(1)
        if chunk is None:
            return
        start = time.perf_counter()
        try:
            tally = play(seed, *chunk)
        except DiceError as error:
            played.keep_error(chunk[0], error)
            return
        played.tally.add(tally)
        chunks.took(chunk[1], time.perf_counter() - start)
        if tell(played.tally.games):
            played.stopped = True
            return


def _shared(players: list[Play], seed: int, chunks: Chunks, played: Played, tell: ProgressCallback) -> None:
    """Chunks for all who play, one more than they are so that none waits; what was begun is finished in any case."""
    free: SimpleQueue[Play] = SimpleQueue()
    for player in players:
        free.put(player)

    def work(first: int, count: int) -> tuple[Tally, float]:
        play = free.get()
        start = time.perf_counter()
        try:
            return play(seed, first, count), time.perf_counter() - start
        finally:
            free.put(play)

    running: dict[Future[tuple[Tally, float]], tuple[int, int]] = {}

    def hand_out() -> None:
        while len(running) <= len(players) and not played.ended:
            chunk = chunks.next(len(players))
            if chunk is None:
                return
            running[pool.submit(work, *chunk)] = chunk

    def gather() -> None:
        for done in wait(running, return_when=FIRST_COMPLETED).done:
            first, count = running.pop(done)
            try:
                tally, seconds = done.result()
            except DiceError as error:
                played.keep_error(first, error)
                continue
            played.tally.add(tally)
            chunks.took(count, seconds)
            played.stopped = bool(tell(played.tally.games)) or played.stopped

    with ThreadPoolExecutor(len(players)) as pool:
        hand_out()
        while running:
            gather()
            hand_out()
