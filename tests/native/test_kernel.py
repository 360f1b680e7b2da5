"""Functions of the small subset do natively what they do in Python, and everything else is refused with its line."""

import ctypes
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llvmlite import ir

from dicedsl.interpreter.engines.kernel_memory import (
    Ints,
    Reals,
    at,
    copy_words,
    count,
    inlined,
    logarithm,
    lowest,
    memory_at,
    real,
    reals,
    square_root,
)
from dicedsl.interpreter.engines.native.building.kernel import Kernels
from dicedsl.interpreter.engines.native.building.kernel_text import KernelError

Native = Callable[..., Any]
SMALL = st.integers(-(1 << 30), 1 << 30)
NATURAL = st.integers(0, 1 << 62)
WORD = st.integers(-(1 << 63), (1 << 63) - 1)
FACTOR = 3
SQUARES = (0, 1, 4, 9, 16, 25)
HALF = 0.5


def arithmetic(a: int, b: int) -> int:
    c = a + b * FACTOR
    c -= min(a, b) ^ max(a, 7)
    return ~c if c > 12 and not a == b else -c | 1


def divided(a: int, b: int) -> int:
    return a // b * 1000 + a % b


def shifted(a: int, by: int) -> int:
    return a >> by ^ a << by


def collatz(n: int, most: int) -> int:
    steps = 0
    while n != 1:
        if n & 1:
            n = 3 * n + 1
        else:
            n //= 2
        steps += 1
        if steps == most:
            break
    return steps


def loops(n: int, m: int) -> int:
    total = 0
    for i in range(n):
        if i == 5:
            continue
        for j in range(m, i, -2):
            if j < -20:
                break
            total += i * j
        i = 1000
        total += i & 3
    for i in range(3, n):
        total ^= i
    return total


def searched(n: int) -> int:
    while True:
        n += 1
        if n % 7 == 3:
            return n


def way(n: int) -> int:
    if n < 0:
        return -1
    elif n == 0:
        return 0
    elif n < 6:
        return SQUARES[n]
    else:
        return n * n


def mixed(x: float, y: float, n: int) -> float:
    z: float = x * y + HALF
    if x < y or not y != z:
        z = z / 3.0 - real(n)
    return -z + max(x, y) * 0.1


@inlined
def twice(n: int) -> int:
    return 2 * n


def swapped(memory: Ints, i: int) -> None:
    held = memory[0]
    memory[0] = twice(memory[i])
    memory[i] = held
    at(memory, i)[1] |= 5
    if i == 1:
        return
    memory[i + 2] += 1


def guarded(memory: Ints, many: int, wanted: int) -> bool:
    """Reads no further than allowed: `and` stops at the first that is not true."""
    i = 0
    while i < many and memory[i] != wanted:
        i += 1
    found = i < many
    return found or wanted == 0


def averages(memory: Ints, out: Reals, many: int) -> float:
    sums = reals(at(memory, many))
    total = 0.0
    for i in range(many):
        total += real(memory[i])
        sums[i] = total
        out[i] = sums[i] / real(i + 1)
    return total


def sum_at(addresses: Ints, many: int) -> int:
    row = memory_at(addresses[1])
    total = 0
    for i in range(many):
        total += row[i]
    row[0] = total
    return total


def bits(word: int) -> int:
    return count(word) * 100 + (lowest(word) if word else 64)


def factorial(n: int) -> int:
    return n * factorial(n - 1) if n > 1 else 1


def signed(value: int) -> int:
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value


@settings(deadline=None)
@given(SMALL, SMALL)
def test_whole_numbers(native: Native, a: int, b: int) -> None:
    assert native(arithmetic, a, b) == arithmetic(a, b)


@settings(deadline=None)
@given(st.integers(0, 1 << 40), st.integers(1, 1 << 40))
def test_division(native: Native, a: int, b: int) -> None:
    assert native(divided, a, b) == divided(a, b)


@settings(deadline=None)
@given(WORD, st.integers(0, 63))
def test_shifts_bring_in_zeros(native: Native, a: int, by: int) -> None:
    assert native(shifted, a, by) == signed(shifted(a & (1 << 64) - 1, by))


@settings(deadline=None)
@given(st.integers(1, 10_000), st.integers(-1, 200))
def test_loops_with_a_condition(native: Native, n: int, most: int) -> None:
    assert native(collatz, n, most) == collatz(n, most)


@settings(deadline=None)
@given(st.integers(-3, 12), st.integers(-30, 30))
def test_loops_over_numbers(native: Native, n: int, m: int) -> None:
    assert native(loops, n, m) == loops(n, m)


@settings(deadline=None)
@given(st.integers(0, 100))
def test_a_loop_left_by_its_result(native: Native, n: int) -> None:
    assert native(searched, n) == searched(n)


@pytest.mark.parametrize("n", [-5, 0, 1, 5, 6, 12])
def test_branches_and_tables(native: Native, n: int) -> None:
    assert native(way, n) == way(n)


@settings(deadline=None)
@given(st.floats(), st.floats(), SMALL)
def test_doubles_to_the_bit(native: Native, x: float, y: float, n: int) -> None:
    def in_python() -> float:
        z = x * y + HALF
        if x < y or not y != z:
            z = z / 3.0 - float(n)
        return -z + max(x, y) * 0.1

    found, expected = native(mixed, x, y, n), in_python()
    assert found.hex() == expected.hex()


def rooted(n: int) -> float:
    return square_root(real(n)) + logarithm(real(n))


@given(st.integers(1, 1 << 60))
def test_roots_and_logarithms(native: Native, n: int) -> None:
    assert native(rooted, n) == rooted(n)


def doubled(memory: Ints, n: int) -> int:
    copy_words(at(memory, n), memory, n)
    return memory[n]


def test_copies(native: Native) -> None:
    memory = [7, -8, 9, 0, 0, 0, 5]
    assert native(doubled, memory, 3) == 7
    assert memory == [7, -8, 9, 7, -8, 9, 5]


def test_memory(native: Native) -> None:
    memory = [1, 10, 100, 1000]
    native(swapped, memory, 1)
    assert memory == [20, 1, 101, 1000]
    native(swapped, memory, 1)
    assert memory == [2, 20, 101, 1000]
    memory = [1, 10, 0, 1000, 7]
    native(swapped, memory, 2)
    assert memory == [0, 10, 1, 1005, 8]


@settings(deadline=None)
@given(st.lists(st.integers(0, 5)), st.integers(0, 7))
def test_and_or_stop_early(native: Native, row: list[int], wanted: int) -> None:
    assert bool(native(guarded, list(row), len(row), wanted)) == (wanted in row or wanted == 0)


@settings(deadline=None)
@given(st.lists(SMALL, min_size=1, max_size=9))
def test_doubles_in_memory(native: Native, row: list[int]) -> None:
    out = [0.0] * len(row)
    total = native(averages, [*row, *[0] * len(row)], out, len(row))

    assert total == sum(map(float, row))
    assert out == [sum(map(float, row[: i + 1])) / (i + 1) for i in range(len(row))]


def test_memory_at_an_address(native: Native) -> None:
    row = (ctypes.c_int64 * 3)(4, 5, -2)

    assert native(sum_at, [0, ctypes.addressof(row)], 3) == 7
    assert list(row) == [7, 5, -2]


@settings(deadline=None)
@given(WORD)
def test_bits(native: Native, word: int) -> None:
    whole = word & (1 << 64) - 1
    assert native(bits, word) == whole.bit_count() * 100 + ((whole & -whole).bit_length() - 1 if whole else 64)


def test_a_kernel_may_call_itself(native: Native) -> None:
    assert native(factorial, 15) == factorial(15)


def test_only_what_is_used_is_added() -> None:
    module = ir.Module()
    kernels = Kernels(module)
    first = kernels.get(swapped)

    assert kernels.get(swapped) is first
    assert [f.name for f in module.functions] == ["kernel.swapped", "kernel.twice"]
    assert all(f.linkage == "internal" for f in module.functions)


# What is refused. mypy need not understand these.
OUTSIDE = {"a": 1}


def no_type(a) -> int:  # type: ignore[no-untyped-def]
    return 1


def odd_type(a: str) -> int:
    return 1


def with_default(a: int = 1) -> int:
    return a


def no_end(a: int) -> int:  # type: ignore[return]
    if a:
        return 1


def behind(a: int) -> int:
    return a
    a = 2


def other_type(a: int) -> int:
    a = 1.5  # type: ignore[assignment]
    return a


def mixed_types(a: int, b: float) -> float:
    return a + b


def half_of(a: int) -> float:
    return a / 2


def unknown(a: int) -> int:
    return a + nowhere  # type: ignore[name-defined,no-any-return]  # noqa: F821


def a_dictionary(a: int) -> int:
    return OUTSIDE["a"]


def a_list(a: int) -> int:
    b = [a]
    return b[0]


def no_kernel(a: int) -> int:
    return len(str(a))


def wrong_arguments(a: int) -> int:
    return twice(1.5)  # type: ignore[arg-type]


def chained(a: int) -> bool:
    return 1 < a < 3


def no_step(a: int) -> int:
    for i in range(0, 9, a):
        a += i
    return a


def no_result(a: int) -> int:
    return  # type: ignore[return-value]


def a_result(a: int) -> None:
    return a  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("kernel", "line", "message"),
    [
        (no_type, 0, "a type of kernels is missing here"),
        (odd_type, 0, "a type of kernels is missing here"),
        (with_default, 0, "plain parameters only"),
        (no_end, 0, "this can end without a result"),
        (behind, 2, "this is never reached"),
        (other_type, 1, "int expected, not float"),
        (mixed_types, 1, "Add is not for int and float"),
        (half_of, 1, "Div is not for int and int"),
        (unknown, 1, "nowhere is no variable here"),
        (a_dictionary, 1, "OUTSIDE is no variable here"),
        (a_list, 1, "no expression of kernels"),
        (no_kernel, 1, "str is no kernel"),
        (wrong_arguments, 1, "int expected, not float"),
        (chained, 1, "no expression of kernels"),
        (no_step, 1, "a step is a plain number other than 0"),
        (no_result, 1, "a result is missing here"),
        (a_result, 1, "None expected, not int"),
    ],
)
def test_all_else_is_refused_with_its_line(kernel: Callable[..., Any], line: int, message: str) -> None:
    with pytest.raises(KernelError) as caught:
        Kernels(ir.Module()).get(kernel)

    assert message in str(caught.value)
    assert f"test_kernel.py:{kernel.__code__.co_firstlineno + line}:" in str(caught.value)
