"""Sets of small numbers as masks, whole numbers with a bit for each member."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def members_of(mask: int) -> Iterator[int]:
    """The members, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(members: Iterable[int]) -> int:
    """The other way round: the mask of some members."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask
