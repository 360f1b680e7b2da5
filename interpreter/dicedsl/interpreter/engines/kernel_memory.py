"""What functions that both engines run are written with. Natively they are compiled (see `engines.native.building.kernel`); in Python any
list is memory."""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Any, Protocol, TypeVar


class Ints(Protocol):
    """Memory of 64-bit integers."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...


class Reals(Protocol):
    """Memory of doubles."""

    def __getitem__(self, index: int, /) -> float: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...


Memory = TypeVar("Memory", Ints, Reals)
Function = TypeVar("Function", bound=Callable[..., Any])


def real(number: int) -> float:
    """The nearest double."""
    return float(number)


def count(word: int) -> int:
    """How many bits are set."""
    return (word & (1 << 64) - 1).bit_count()


def lowest(word: int) -> int:
    """The number of the lowest bit that is set; some must be."""
    return (word & -word).bit_length() - 1


def at(memory: Memory, offset: int) -> Memory:
    """The memory from so many entries on."""
    raise TypeError("lists have no part that is memory: this runs natively only")


def memory_at(address: int) -> Ints:
    """The memory that begins at an address."""
    raise TypeError("lists have no address: this runs natively only")


def reals(memory: Ints) -> Reals:
    """The same memory, holding doubles."""
    raise TypeError("lists hold integers or doubles: this runs natively only")


def copy_words(to: Ints, source: Ints, words: int) -> None:
    """Copy so many words; the two lie apart."""
    for i in range(words):
        to[i] = source[i]


def square_root(number: float) -> float:
    """The square root of a number that is not negative."""
    return sqrt(number)


def logarithm(number: float) -> float:
    """The natural logarithm of a number above 0."""
    return log(number)


def run_code(run: int, context: Ints, state: Ints, mode: int, block: int) -> int:
    """Run the machine code of a program, which lies at `run`; how that ended."""
    raise TypeError("machine code is run natively only")


def inlined(function: Function) -> Function:
    """Mark a function that native code always writes out where it is called."""
    function.__dict__["inlined"] = True
    return function
