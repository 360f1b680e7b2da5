"""Lines of progress: whoever works for long tells how far it has come."""

from __future__ import annotations

from collections.abc import Callable

TellProgress = Callable[[str], None]  # is handed a line


def ignore_progress(line: str) -> None:
    """Tell nobody."""
