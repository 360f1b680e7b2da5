"""How far something has come: one line on standard error, if that is a terminal, which takes the place of the one before it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dicedsl.text.plain import plain

ShowProgress = Callable[[str], None]  # is given what is being done
WIDTH = 78
SECONDS_BETWEEN = 0.2  # of two lines


def show_progress(text: str) -> None:
    """Show a line in place of the one before; an empty one takes that away."""
    if sys.stderr.isatty():
        end = "" if text else "\r"
        print(f"\r{plain(text)[:WIDTH]:<{WIDTH}}", end=end, file=sys.stderr, flush=True)


@contextmanager
def progress_line() -> Iterator[ShowProgress]:
    """Gives a function that shows a line, a few times a second at most, and takes the last line away in the end."""
    shown_at = 0.0

    def show(text: str) -> None:
        nonlocal shown_at
        now = time.monotonic()
        if now - shown_at >= SECONDS_BETWEEN:
            shown_at = now
            show_progress(text)

    try:
        yield show
    finally:
        show_progress("")
