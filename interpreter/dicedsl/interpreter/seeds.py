"""One seed for many streams: the same everywhere, and streams that do not meet."""

from __future__ import annotations

from dicedsl.interpreter.chance import GAMMA, MASK, mixed


def derived_seed(seed: int, *path: int) -> int:
    """The seed of a stream within a seed: for game 7 of a simulation `derive(seed, 7)`, and so on downwards."""
    state = seed & MASK
    for step in path:
        state = mixed((state + GAMMA * (step + 1)) & MASK)
    return state
