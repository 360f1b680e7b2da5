"""What the script of the page makes of a change, told in Python."""

from collections.abc import Sequence

from dicedsl.interpreter.web.patching import Change, cut


def patched(old: Sequence[str], parts: Sequence[Change]) -> list[str]:
    """The new pieces, as the script of the page makes them."""
    new: list[str] = []
    for part in parts:
        new += cut(part) if isinstance(part, str) else old[part[0] : part[0] + part[1]]
    return new
