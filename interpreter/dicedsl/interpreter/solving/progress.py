"""How far it has come, in one line on standard error, if that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from dicedsl.interpreter.solving.position_values import TellProgress, ignore_progress

WIDTH = 78
SECONDS_BETWEEN = 0.2  # seconds


@contextmanager
def on_terminal() -> Iterator[TellProgress]:
    if not sys.stderr.isatty():
        yield ignore_progress
        return
    said = 0.0

    def show(what: str) -> None:
        nonlocal said
        now = time.monotonic()
        if now - said >= SECONDS_BETWEEN:
            said = now
            print(f"\r{what[:WIDTH]:<{WIDTH}}", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        print(f"\r{'':<{WIDTH}}\r", end="", file=sys.stderr, flush=True)
