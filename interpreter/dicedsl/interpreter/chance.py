"""The random source: named, versioned, the same on every machine; the only place where numbers are drawn."""

from __future__ import annotations

from collections.abc import Sequence

NAME = "dicedsl-1"

# SplitMix64: a state that grows by the same step, and how it is mixed.
GAMMA = 0x9E3779B97F4A7C15
FIRST_FACTOR = 0xBF58476D1CE4E5B9
SECOND_FACTOR = 0x94D049BB133111EB
MASK = (1 << 64) - 1

# for each n up to 256 the first byte that would favour some values
BYTE_LIMITS = (0, *(256 - 256 % n for n in range(1, 257)))
SMALLEST_STEP = 1.0 / (1 << 53)


def mixed(state: int) -> int:
    """The word that belongs to a state."""
    word = ((state ^ (state >> 30)) * FIRST_FACTOR) & MASK
    word = ((word ^ (word >> 27)) * SECOND_FACTOR) & MASK
    return word ^ (word >> 31)


class Chance:
    """SplitMix64 read as a stream of bytes; `below(n)`, for a count n, rejects what would favour some values.

    A value below n <= 256 takes one byte b and is b mod n, unless b lies in the incomplete last stretch of 0..255, in which case
    the next byte is taken. Larger n take as many bytes as they need, in the same way. `unit()` takes 7 bytes, lowest first, and is
    their upper 53 bits as a fraction: one of the doubles 0, 1/2^53, 2/2^53, ... below 1, each equally likely.
    """

    __slots__ = ("_at", "_bytes", "state")

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK
        self._bytes = b""
        self._at = 0

    def _refill(self) -> None:
        state = self.state
        parts = []
        for _ in range(8):
            state = (state + GAMMA) & MASK
            parts.append(mixed(state).to_bytes(8, "little"))
        self.state = state
        self._bytes = b"".join(parts)
        self._at = 0

    def byte(self) -> int:
        at = self._at
        if at >= len(self._bytes):
            self._refill()
            at = 0
        self._at = at + 1
        return self._bytes[at]

    def below(self, count: int) -> int:
        """A whole number from 0 to `count` - 1, each equally likely."""
        if count <= 256:
            limit = 256 - 256 % count
            while True:
                value = self.byte()
                if value < limit:
                    return value % count
        width = ((count - 1).bit_length() + 7) // 8
        space = 1 << (8 * width)
        limit = space - space % count
        while True:
            value = self._number(width)
            if value < limit:
                return value % count

    def unit(self) -> float:
        """A fraction from 0 to less than 1."""
        return (self._number(7) >> 3) * SMALLEST_STEP

    def _number(self, width: int) -> int:
        value = 0
        for i in range(width):
            value |= self.byte() << (8 * i)
        return value

    # -------------------------------------------------------------- as native code has it

    def words(self) -> tuple[int, int, int]:
        """The state before the word being read is used up, what is left of that word, and how many bytes that is."""
        rest = self._bytes[self._at :]
        part = len(rest) % 8
        return (self.state - len(rest) // 8 * GAMMA) & MASK, int.from_bytes(rest[:part], "little"), part

    def follow(self, words: Sequence[int]) -> None:
        """Goes on where native code has left off."""
        state, word, left = words
        self.state = state & MASK
        self._bytes = (word & MASK).to_bytes(8, "little")[:left]
        self._at = 0
