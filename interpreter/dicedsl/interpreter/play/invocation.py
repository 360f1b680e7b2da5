"""How this program was called, so that what it tells people to type works where they are."""

from __future__ import annotations

import os

CALLER_VARIABLE = "DICEDSL_CALLED"  # set by a script that calls it


def by_script() -> str:
    """The script by which a game was begun, such as ./play; nothing if it was the command itself."""
    text = os.environ.get(CALLER_VARIABLE, "")
    return text if text.isprintable() and len(text) < 200 else ""


def to_play(rest: str = "") -> str:
    """What to type to play: `dicedsl play --resume`, or the same by the script."""
    return f"{by_script() or 'dicedsl play'} {rest}".strip()


def to_run(rest: str) -> str:
    """What to type for another command of the program."""
    return f".venv/bin/dicedsl {rest}" if by_script() else f"dicedsl {rest}"
