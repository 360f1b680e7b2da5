"""The random source: the same bytes and numbers as `chance.Chance`. It is three words: state, the word being read, bytes left of it."""

from __future__ import annotations

from dicedsl.interpreter.chance import BYTE_LIMITS, FIRST_FACTOR, GAMMA, SECOND_FACTOR, SMALLEST_STEP
from dicedsl.interpreter.engines.kernel_memory import Ints, inlined, real


@inlined
def byte(source: Ints) -> int:
    if source[2] == 0:
        z = source[0] + GAMMA
        source[0] = z
        z = (z ^ (z >> 30)) * FIRST_FACTOR
        z = (z ^ (z >> 27)) * SECOND_FACTOR
        source[1] = z ^ (z >> 31)
        source[2] = 8
    value = source[1]
    source[1] = value >> 8
    source[2] -= 1
    return value & 255


@inlined
def below_small(source: Ints, bound: int) -> int:
    """A number below a bound from 1 to 256."""
    limit = BYTE_LIMITS[bound]
    value = byte(source)
    while value >= limit:
        value = byte(source)
    return value % bound


def below_large(source: Ints, bound: int) -> int:
    """A number below a bound from 257 to 2^56."""
    bits = 16
    while bits < 56 and (bound - 1) >> bits:
        bits += 8
    space = 1 << bits
    limit = space - space % bound
    while True:
        value = wide_number(source, bits)
        if value < limit:
            return value % bound


@inlined
def below(source: Ints, bound: int) -> int:
    """A number from 0 to below a bound from 1 to 2^56."""
    if bound <= 256:
        return below_small(source, bound)
    return below_large(source, bound)


def wide_number(source: Ints, bits: int) -> int:
    """So many bits, a multiple of 8, the lowest first."""
    value = 0
    for shift in range(0, bits, 8):
        value |= byte(source) << shift
    return value


def unit(source: Ints) -> float:
    """A double from 0 to less than 1."""
    return real(wide_number(source, 56) >> 3) * SMALLEST_STEP
