"""Lines of progress: whoever works for long tells how far it has come; on a terminal that is shown in one line on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LINE_WIDTH = 78
SECONDS_BETWEEN = 0.2  # seconds

TellProgress = Callable[[str], None]  # is handed a line


def ignore_progress(line: str) -> None:
    """Tell nobody."""


@contextmanager
def on_terminal() -> Iterator[TellProgress]:
    """Give a function that shows a line of progress, on a terminal; elsewhere one that does nothing."""
    if not sys.stderr.isatty():
        yield ignore_progress
        return
    said = 0.0

    def show(what: str) -> None:
        """Write a line over the last one, unless that was written just now."""
        nonlocal said
        now = time.monotonic()
        if now - said >= SECONDS_BETWEEN:
            said = now
            print(f"\r{what[:LINE_WIDTH]:<{LINE_WIDTH}}", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        print(f"\r{'':<{LINE_WIDTH}}\r", end="", file=sys.stderr, flush=True)
