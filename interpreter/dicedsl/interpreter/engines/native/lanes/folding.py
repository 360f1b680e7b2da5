"""Operations on whole numbers whose operands are known."""

from __future__ import annotations

from collections.abc import Callable


def signed(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> (bits - 1) & 1 else value


# Of two numbers and their bits; the result is cut to as many bits.
FOLDED: dict[str, Callable[[int, int, int], int]] = {
    "add": lambda x, y, bits: x + y,
    "sub": lambda x, y, bits: x - y,
    "mul": lambda x, y, bits: x * y,
    "and": lambda x, y, bits: x & y,
    "or": lambda x, y, bits: x | y,
    "xor": lambda x, y, bits: x ^ y,
    "shl": lambda x, y, bits: x << min(y, bits),
    "lshr": lambda x, y, bits: x >> min(y, bits),
    "ashr": lambda x, y, bits: signed(x, bits) >> min(y, bits),
}
# Of a number and its bits.
COUNTED: dict[str, Callable[[int, int], int]] = {
    "ctpop": lambda x, bits: x.bit_count(),
    "cttz": lambda x, bits: (x & -x).bit_length() - 1 if x else bits,
    "ctlz": lambda x, bits: bits - x.bit_length(),
}
COMPARED: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda x, y: x == y,
    "ne": lambda x, y: x != y,
    "lt": lambda x, y: x < y,
    "le": lambda x, y: x <= y,
    "gt": lambda x, y: x > y,
    "ge": lambda x, y: x >= y,
}


def compared(kind: str, x: int, y: int, bits: int) -> bool:
    if kind in COMPARED:
        return COMPARED[kind](x, y)
    if kind[0] == "s":
        x, y = signed(x, bits), signed(y, bits)
    return COMPARED[kind[1:]](x, y)
