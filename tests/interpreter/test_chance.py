"""The random source: fair by construction, fair in fact, and the same for ever."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import erfc, sqrt

import pytest

from dicedsl.interpreter.chance import NAME, Chance


class Given(Chance):
    """A source whose bytes are given."""

    def __init__(self, data: bytes) -> None:
        super().__init__(0)
        self._bytes = data
        self._at = 0

    def _refill(self) -> None:
        raise EOFError


def first_below(data: bytes, n: int) -> int | None:
    try:
        return Given(data).below(n)
    except EOFError:
        return None


@pytest.mark.parametrize("n", range(2, 257))
def test_every_value_has_as_many_bytes_as_every_other(n: int) -> None:
    taken = Counter(first_below(bytes([byte]), n) for byte in range(256))
    rejected = taken.pop(None, 0)

    assert set(taken) == set(range(n))
    assert set(taken.values()) == {256 // n}
    assert rejected == 256 % n


@pytest.mark.parametrize("n", [257, 1000, 4096, 40000, 65535, 65536])
def test_two_bytes_are_as_fair_as_one(n: int) -> None:
    taken = Counter(first_below(bytes([low, high]), n) for high in range(256) for low in range(256))
    rejected = taken.pop(None, 0)

    assert len(taken) == n
    assert set(taken.values()) == {65536 // n}
    assert rejected == 65536 % n


def test_a_rejected_byte_is_followed_by_the_next() -> None:
    assert Given(bytes([255, 253, 252, 7])).below(6) == 1
    assert Given(bytes([251])).below(6) == 251 % 6


def chi_square_p(counts: list[int], total: int) -> float:
    """Chance of a deviation at least as large, by Wilson and Hilferty's normal approximation."""
    free = len(counts) - 1
    expected = total / len(counts)
    statistic = sum((c - expected) ** 2 for c in counts) / expected
    z = ((statistic / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))
    return erfc(z / sqrt(2)) / 2


def test_the_measure_of_fairness_itself() -> None:
    assert chi_square_p([100] * 6, 600) > 0.99
    assert chi_square_p([100, 100, 100, 100, 100, 160], 660) < 1e-3
    assert abs(chi_square_p([110, 90, 105, 95, 112, 88], 600) - 0.3713) < 0.001


def fairness(n: int, rolls: int, seed: int) -> float:
    below = Chance(seed).below
    counts = [0] * n
    for _ in range(rolls):
        counts[below(n)] += 1
    return chi_square_p(counts, rolls)


@pytest.mark.parametrize("n", [2, 3, 4, 6, 8, 10, 12, 20, 100, 256, 1000])
def test_many_rolls_are_fair(n: int) -> None:
    assert 1e-4 < fairness(n, 60_000, seed=n) < 1 - 1e-4


def test_pairs_of_rolls_are_fair() -> None:
    """What falls next does not depend on what fell before."""
    below = Chance(7).below
    rolls = [below(6) for _ in range(120_001)]
    counts = Counter(pairwise(rolls))

    assert 1e-4 < chi_square_p([counts[a, b] for a in range(6) for b in range(6)], 120_000)


@pytest.mark.soak
@pytest.mark.parametrize("n", range(2, 101))
def test_a_million_rolls_are_fair(n: int) -> None:
    assert 1e-4 < fairness(n, 1_000_000, seed=n)


# -------------------------------------------------------------- the same for ever: never change these numbers

FIRST_BYTES = [175, 205, 29, 123, 57, 168, 32, 226, 244, 101, 185, 161, 106, 158, 120, 110]


def test_the_stream_is_named() -> None:
    assert NAME == "dicedsl-1"


def test_the_first_bytes_of_a_seed() -> None:
    chance = Chance(0)

    assert [chance.byte() for _ in range(16)] == FIRST_BYTES


def test_the_generator_is_splitmix64() -> None:
    """The published first output for seed 0 is 0xE220A8397B1DCDAF, told here lowest byte first."""
    assert bytes(FIRST_BYTES[:8]) == 0xE220A8397B1DCDAF.to_bytes(8, "little")


@pytest.mark.parametrize(
    ("seed", "n", "values"),
    [
        (1, 6, [1, 2, 2, 5, 2, 3, 4, 1, 1, 2, 4, 5, 5, 3, 1, 4, 4, 1, 2, 5]),
        (42, 100_000, [29269, 86575, 45207, 91761, 21267, 41256, 6511, 74151]),
        (2**64 - 1, 1000, [296, 13, 47, 585, 481, 310, 591, 807, 257, 682]),
    ],
)
def test_the_first_values_of_a_seed(seed: int, n: int, values: list[int]) -> None:
    chance = Chance(seed)

    assert [chance.below(n) for _ in values] == values


def test_a_stream_does_not_depend_on_other_streams() -> None:
    one, other = Chance(5), Chance(5)
    expected = [other.below(6) for _ in range(200)]
    mixed = []
    for _ in range(200):
        Chance(6).below(6)
        mixed.append(one.below(6))

    assert mixed == expected


def test_seeds_differ() -> None:
    def start(seed: int) -> tuple[int, ...]:
        chance = Chance(seed)
        return tuple(chance.byte() for _ in range(8))

    assert len({start(seed) for seed in range(2000)}) == 2000
