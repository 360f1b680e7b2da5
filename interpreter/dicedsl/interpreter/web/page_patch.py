"""The difference between two drawings of a page, so that only the parts that changed are sent."""

from __future__ import annotations

from collections.abc import Sequence

SEAM = "</"  # a page is cut wherever an element ends; the script of the page cuts it there too
PatchPart = str | list[int]  # new pieces; or of the old ones the first, and how many


def pieces_of(html: str) -> list[str]:
    return html.split(SEAM)


def patch_between(old: Sequence[str], new: Sequence[str]) -> list[PatchPart]:
    """How to put the new pieces together from the old ones and from what is new."""
    places = {piece: at for at, piece in enumerate(old)}
    parts: list[PatchPart] = []
    fresh: list[str] = []
    at, here = 0, 0  # where we are in the new pieces, and where that probably is in the old ones
    while at < len(new):
        start = here if here < len(old) and old[here] == new[at] else places.get(new[at], -1)
        if start < 0:
            fresh.append(new[at])
            at, here = at + 1, here + 1
            continue
        if fresh:
            parts.append(SEAM.join(fresh))
            fresh = []
        end, here = at, start
        while end < len(new) and here < len(old) and old[here] == new[end]:
            end, here = end + 1, here + 1
        parts.append([start, end - at])
        at = end
    return [*parts, SEAM.join(fresh)] if fresh else parts
