"""The bytes of a random source handed out as fast as Python can: the same bytes, in the same order, as `Chance` draws them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from operator import length_hint

from dicedsl.interpreter.chance import Chance


class Bytes:
    """The bytes of a random source, one after the other, as fast as Python can hand them out."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self._last: Iterator[int] = iter(chance._bytes[chance._at :])
        self.next: Callable[[], int] = chain.from_iterable(self._parts()).__next__

    def _parts(self) -> Iterator[Iterator[int]]:
        chance = self.chance
        yield self._last
        while True:
            chance.state, chance._bytes = next_bytes(chance.state)
            self._last = iter(chance._bytes)
            yield self._last

    def done(self) -> None:
        """The source goes on after the last byte taken."""
        self.chance._at = len(self.chance._bytes) - length_hint(self._last)


_WORDS = 64
_LOW = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
_ONES = sum(1 << 128 * i for i in range(_WORDS))
_LANES = _LOW * _ONES
_STEPS = sum(((i + 1) * _GAMMA & _LOW) << 128 * i for i in range(_WORDS))


def next_bytes(state: int) -> tuple[int, bytes]:
    """The next words of SplitMix64, many at a time: each in its own 128 bits of one great number."""
    z = (state * _ONES + _STEPS) & _LANES
    z = ((z ^ z >> 30) & _LANES) * 0xBF58476D1CE4E5B9 & _LANES
    z = ((z ^ z >> 27) & _LANES) * 0x94D049BB133111EB & _LANES
    z = (z ^ z >> 31) & _LANES
    words = memoryview(z.to_bytes(16 * _WORDS, "little")).cast("Q")[::2]
    return (state + _WORDS * _GAMMA) & _LOW, words.tobytes()


LIMITS = (0, *(256 - 256 % n for n in range(1, 257)))


def below(byte: Callable[[], int], n: int) -> int:
    """As `Chance.below`."""
    if n <= 256:
        limit = LIMITS[n]
        while True:
            value = byte()
            if value < limit:
                return value % n
    width = ((n - 1).bit_length() + 7) // 8
    space = 1 << (8 * width)
    limit = space - space % n
    while True:
        value = 0
        for i in range(width):
            value |= byte() << (8 * i)
        if value < limit:
            return value % n
