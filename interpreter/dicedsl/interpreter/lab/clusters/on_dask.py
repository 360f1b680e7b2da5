"""Games on a cluster of Dask."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import frozen
from distributed import Client, LocalCluster
from distributed.client import FutureCancelledError
from distributed.scheduler import KilledWorker

from dicedsl.errors import UsageError
from dicedsl.interpreter.lab.clusters import Lost
from dicedsl.interpreter.lab.clusters.chunk import played
from dicedsl.interpreter.processes import cores

MOST_SECONDS_TO_ANSWER = 10  # seconds for an address to answer


@frozen
class OnDask:
    """Plays games with the workers of a Dask client."""

    client: Client
    name: str = "Dask"

    @property
    def workers(self) -> int:
        threads: dict[str, int] = self.client.nthreads()
        return max(1, sum(threads.values()))

    def play(self, given: bytes, seed: int, first: int, games: int) -> bytes:
        try:
            answer: bytes = self.client.submit(played, given, seed, first, games, pure=False).result()
            return answer
        except (KilledWorker, FutureCancelledError) as error:
            raise Lost from error


@contextmanager
def opened(address: str | None, jobs: int | None) -> Iterator[OnDask]:
    """What runs at an address, or a cluster of this machine's cores as long as it is needed."""
    if address is not None:
        try:
            client = Client(address, timeout=MOST_SECONDS_TO_ANSWER)
        except (OSError, ValueError):
            raise UsageError(f"no Dask answers at {address}") from None
        with client:
            yield OnDask(client)
        return
    with (
        LocalCluster(n_workers=jobs or cores(), threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield OnDask(client)
