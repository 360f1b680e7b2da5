"""Dice that can be checked: before a game a commitment to them is shown, after it the seed, and anybody can see that they fit.

The commitment is the SHA-256 of `RANDOM SEED NONCE`: the name of the random source, the seed as a decimal number, the nonce as it is.
"""

from __future__ import annotations

import hashlib
import os


def fresh_seed() -> int:
    """A seed that nobody can guess."""
    return int.from_bytes(os.urandom(8), "little")


def fresh_nonce() -> str:
    """Makes the seed behind a commitment impossible to find by trying."""
    return os.urandom(16).hex()


def commitment(random: str, seed: int, nonce: str) -> str:
    return hashlib.sha256(f"{random} {seed} {nonce}".encode("utf-8", "surrogatepass")).hexdigest()
