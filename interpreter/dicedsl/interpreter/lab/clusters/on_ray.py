"""Games on a cluster of Ray."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import ray
from attrs import frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.lab.clusters import Lost
from dicedsl.interpreter.lab.clusters.chunk import played
from dicedsl.interpreter.processes import cores


@frozen
class OnRay:
    """Plays games as tasks of Ray."""

    task: Any
    workers: int
    name: str = "Ray"

    def play(self, given: bytes, seed: int, first: int, games: int) -> bytes:
        try:
            answer: bytes = ray.get(self.task.remote(given, seed, first, games))
            return answer
        except (
            ray.exceptions.WorkerCrashedError,
            ray.exceptions.ObjectLostError,
            ray.exceptions.NodeDiedError,
        ) as error:
            raise Lost from error


@contextmanager
def opened(address: str | None, jobs: int | None) -> Iterator[OnRay]:
    """What runs at an address, or this machine's cores as long as they are needed."""
    quiet = {"logging_level": logging.ERROR, "log_to_driver": False, "include_dashboard": False}
    try:
        if address is None:
            ray.init(num_cpus=jobs or cores(), **quiet)
        else:
            ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False)
    except (ConnectionError, ValueError, RuntimeError):
        raise UsageError(f"no Ray answers at {address}" if address else "Ray cannot be started here") from None
    try:
        yield OnRay(ray.remote(max_retries=0)(played), max(1, int(ray.cluster_resources().get("CPU", 1))))
    finally:
        ray.shutdown()
