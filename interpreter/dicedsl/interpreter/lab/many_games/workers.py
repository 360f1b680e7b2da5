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
from dicedsl.interpreter.lab.many_games.remote import Play, PlaysGames, Remote

CHUNK_SECONDS = 0.15  # seconds that a chunk should take, so that progress and Ctrl-C never wait long
SECONDS_ALONE = 1.0  # seconds of work for which processes are not worth their start
IsEnough = Callable[[int], object]  # is given how many games are done


@define
class Chunks:
    """Hands out games by their numbers, in order; how many at once is learnt from how long they take."""

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

    def learn(self, count: int, seconds: float) -> None:
        """Make chunks larger or smaller after one of `count` games took so long."""
        if seconds > 2 * CHUNK_SECONDS:
            self.size = max(1, count // 2)
        elif seconds < CHUNK_SECONDS / 2 and count >= self.size:
            self.size = count * max(2, min(64, int(CHUNK_SECONDS / 2 / max(seconds, 1e-6))))


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
        """Keep a fault, unless an earlier game has one already: that of the earliest game is raised in the end."""
        if self._error is None or first < self._error[0]:
            self._error = (first, error)

    def or_error(self) -> Played:
        """What has been played; the fault is raised if there is one."""
        if self._error is not None:
            raise self._error[1]
        return self


def play_many(
    engine: PlaysGames,
    games: int,
    seed: int,
    jobs: int,
    is_enough: IsEnough | None = None,
    seconds_alone: float | None = None,
    cluster: Cluster | None = None,
) -> Played:
    """Games 0 and following on so many cores, until `is_enough` says so. Machine code runs in threads, Python in processes.

    What seems to take less than `seconds_alone` seconds (SECONDS_ALONE unless said) is played by this process. With a
    `cluster` all are played there.
    """
    played, chunks, is_enough = Played(), Chunks(games), is_enough or (lambda done: False)
    if cluster is not None:
        _play_shared(players_on(cluster, engine), seed, chunks, played, is_enough)
        return played.or_error()

    def here(seed: int, first: int, count: int) -> Tally:
        return engine.playouts(None, seed, first, count)

    in_threads = engine.plays_in_threads
    most_seconds = (
        None if jobs == 1 else 0.0 if in_threads else SECONDS_ALONE if seconds_alone is None else seconds_alone
    )
    _play_here(here, seed, chunks, played, is_enough, most_seconds)
    if chunks.first < games and not played.ended:
        remotes: list[Remote] = []
        try:
            remotes += [] if in_threads else [Remote(engine) for _ in range(jobs)]
            _play_shared(
                [here] * jobs if in_threads else [r.playouts for r in remotes], seed, chunks, played, is_enough
            )
        finally:
            for remote in remotes:
                remote.close()
    return played.or_error()


def _play_here(
    play: Play, seed: int, chunks: Chunks, played: Played, is_enough: IsEnough, most_seconds: float | None
) -> None:
    """Play one chunk after the other in this process; with `most_seconds` only while all games seem to take less than that."""
    begun = time.perf_counter()
    while most_seconds is None or (time.perf_counter() - begun) * chunks.games < most_seconds * max(chunks.first, 1):
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
        chunks.learn(chunk[1], time.perf_counter() - start)
        if is_enough(played.tally.games):
            played.stopped = True
            return


def _play_shared(players: list[Play], seed: int, chunks: Chunks, played: Played, is_enough: IsEnough) -> None:
    """Give chunks to all `players`, one more than they are so that none waits; what was begun is finished in any case."""
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
            chunks.learn(count, seconds)
            played.stopped = bool(is_enough(played.tally.games)) or played.stopped

    with ThreadPoolExecutor(len(players)) as pool:
        hand_out()
        while running:
            gather()
            hand_out()
