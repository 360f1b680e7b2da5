"""The random source: named, versioned, the same on every machine; the only place where numbers are drawn."""

from __future__ import annotations

NAME = "dicedsl-1"
_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


class Chance:
    """SplitMix64 read as a stream of bytes; `below(n)` rejects what would favour some values.

    A value below n <= 256 takes one byte b and is b mod n, unless b lies in the incomplete last stretch of 0..255, in which case
    the next byte is taken. Larger n take as many bytes as they need, in the same way.
    """

    __slots__ = ("_at", "_bytes", "state")

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK
        self._bytes = b""
        self._at = 0

    def _refill(self) -> None:
        state = self.state
        parts = []
        for _ in range(8):
            state = (state + _GAMMA) & _MASK
            z = state
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
            parts.append((z ^ (z >> 31)).to_bytes(8, "little"))
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

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely."""
        if n <= 256:
            limit = 256 - 256 % n
            while True:
                value = self.byte()
                if value < limit:
                    return value % n
        width = ((n - 1).bit_length() + 7) // 8
        space = 1 << (8 * width)
        limit = space - space % n
        while True:
            value = 0
            for i in range(width):
                value |= self.byte() << (8 * i)
            if value < limit:
                return value % n
