"""One seed for many streams: the same everywhere, and streams that do not meet."""

from __future__ import annotations

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def derive(seed: int, *path: int) -> int:
    """The seed of a stream within a seed: for game 7 of a simulation `derive(seed, 7)`, and so on downwards."""
    z = seed & _MASK
    for step in path:
        z = (z + _GAMMA * (step + 1)) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        z ^= z >> 31
    return z
