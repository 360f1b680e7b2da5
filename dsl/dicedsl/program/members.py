"""The members of masks, worked out once: a bounded memo (`BoundedDict`) that the whole process shares."""

from __future__ import annotations

from collections.abc import Sized
from typing import Generic, TypeVar

from dicedsl.program.faults import no_set
from dicedsl.program.sets import low

Key = TypeVar("Key")
Value = TypeVar("Value")

CACHE_WORDS = 4_000_000  # machine words
ENTRY_WORDS = 25  # what an entry takes beside what it holds


class BoundedDict(dict[Key, Value], Generic[Key, Value]):
    """A dict that is emptied before what it holds grows too large. Threads may share it: an entry is the same whoever made it."""

    def __init__(self, room: int = CACHE_WORDS) -> None:
        super().__init__()
        self._room = room
        self._used = 0

    def keep(self, key: Key, value: Value) -> Value:
        size = ENTRY_WORDS + (len(value) if isinstance(value, Sized) else 0)
        if isinstance(key, int):
            size += key.bit_length() >> 6
        if self._used + size > self._room:
            self.clear()
            self._used = 0
        self._used += size
        self[key] = value
        return value


class MaskMembers(BoundedDict[int, tuple[int, ...]]):
    """The members of a mask, worked out once."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        if mask < 0:
            raise no_set()
        members = []
        rest = mask
        while rest:
            bit = rest & -rest
            members.append(bit.bit_length() - 1)
            rest ^= bit
        return self.keep(mask, tuple(members))


MEMBERS = MaskMembers()
ONE_WORD = 1 << 64  # masks below this lie in one machine word


def nth(mask: int, number: int) -> int:
    """A member of a mask, counted from 0. Draws from large sets meet ever new masks, which are not worth keeping."""
    if mask < ONE_WORD:
        return MEMBERS[mask][number]
    base = 0
    while (count := (mask & ONE_WORD - 1).bit_count()) <= number:
        number -= count
        base += 64
        mask >>= 64
    for _ in range(number):
        mask &= mask - 1
    return base + low(mask)
