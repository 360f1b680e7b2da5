"""Garbage collection of the server, done between pages, so that it never delays a page that is being drawn.

Whatever was looked through once and is still used is set aside, so that looking takes as long as little is new. Only what went round in
a ring and was set aside before nobody held it any more is left for later, such as pages that were closed.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable

# As the module gc counts: what it does by itself where there is no time for long.
BUSY_THRESHOLDS = (4_000, 1_000, 1_000)
SECONDS_BETWEEN_LOOKS = 0.1  # seconds between two looks whether there is time
YOUNG_OBJECTS = 1_000  # objects made since: looking through them takes about a millisecond
SECONDS_BETWEEN_FULL_SWEEPS = 600.0  # seconds between two times that everything is looked through


async def sweep(
    is_quiet: Callable[[], bool], beat: float = SECONDS_BETWEEN_LOOKS, whole: float = SECONDS_BETWEEN_FULL_SWEEPS
) -> None:
    """Look for garbage whenever nothing else is to be done, as long as the server runs."""
    gc.set_threshold(*BUSY_THRESHOLDS)
    last = time.monotonic()
    while True:
        await asyncio.sleep(beat)
        if not is_quiet():
            continue
        if time.monotonic() - last >= whole:
            gc.unfreeze()
            gc.collect()
            last = time.monotonic()
        elif gc.get_count()[0] >= YOUNG_OBJECTS:
            gc.collect(0)
        else:
            continue
        gc.freeze()
