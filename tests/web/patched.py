"""What the script of the page makes of a change, told in Python."""

from collections.abc import Sequence

from dicedsl.interpreter.web.page_patch import PatchPart, pieces_of


def patched(old: Sequence[str], parts: Sequence[PatchPart]) -> list[str]:
    """The new pieces, as the script of the page makes them."""
    new: list[str] = []
    for part in parts:
        new += pieces_of(part) if isinstance(part, str) else old[part[0] : part[0] + part[1]]
    return new
