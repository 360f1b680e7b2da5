"""Games on other machines: the same numbers to the last digit, since games are told apart by their numbers and tallies add up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from typing import Protocol

from dicedsl.errors import UsageError
from dicedsl.interpreter.engines.contract import Tally
from dicedsl.interpreter.lab.clusters.chunk import answer_of, packed
from dicedsl.interpreter.lab.many_games.remote import Play, PlaysGames

MOST_TRIES = 20  # at one chunk whose workers are lost again and again


class Cluster(Protocol):
    """An engine for work on many machines."""

    name: str
    workers: int

    def play(self, given: bytes, seed: int, first: int, games: int) -> bytes:
        """Play a chunk of games (`chunk.played`) somewhere else; Lost if who was at it is gone."""


class Lost(Exception):
    """Whoever was at it is gone; somebody else can do it again."""


# A kind of cluster: its module here, and the extra that brings it.
CLUSTERS = {"dask": "on_dask", "ray": "on_ray"}


def players_on(cluster: Cluster, engine: PlaysGames) -> list[Play]:
    """Players for all who can play at once on a cluster, and one more, so that nobody waits for us."""
    given = packed(engine)

    def play(seed: int, first: int, games: int) -> Tally:
        for _ in range(MOST_TRIES):
            try:
                return answer_of(cluster.play(given, seed, first, games))
            except Lost:
                continue
        raise UsageError(f"{cluster.name} has lost the same games {MOST_TRIES} times; see what its workers say")

    return [play] * (cluster.workers + 1)


def cluster_named(text: str | None, jobs: int | None = None) -> AbstractContextManager[Cluster | None]:
    """`dask` or `ray` on this machine, `dask:ADDRESS` or `ray:ADDRESS` on what is running there; nothing if nothing is named."""
    if text is None:
        return nullcontext()
    kind, _, address = text.partition(":")
    if kind not in CLUSTERS:
        raise UsageError(
            f"there is no way to play on {kind!r}; known: {', '.join(CLUSTERS)}, each alone or with :ADDRESS"
        )
    return _opened(kind, address or None, jobs)


@contextmanager
def _opened(kind: str, address: str | None, jobs: int | None) -> Iterator[Cluster]:
    try:
        opened: Callable[[str | None, int | None], AbstractContextManager[Cluster]] = import_module(
            f"{__name__}.{CLUSTERS[kind]}"
        ).opened
    except ImportError:
        raise UsageError(f"to play on {kind}, install it: pip install 'dicedsl[{kind}]'") from None
    with opened(address, jobs) as cluster:
        yield cluster
