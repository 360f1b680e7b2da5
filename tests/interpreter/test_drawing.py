"""Drawing by weights and chances follows its laws, also where luck alone would hardly ever find a set that fits."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines import weighted_draws
from dicedsl.interpreter.engines.weighted_draws import CERTAINTY, NO_INDEX, PERCENT


def close_to(found: Counter[int], law: dict[int, Fraction], most: float = 4.5) -> bool:
    total, whole = sum(found.values()), sum(law.values())
    for key in {*law, *found}:
        share = float(law.get(key, Fraction(0)) / whole)
        if abs(found[key] - total * share) > most * (total * share * (1 - share)) ** 0.5 + 1e-9:
            return False
    return True


def subset(chance: Chance, shares: list[int], low: int, high: int) -> int | None:
    out = [0] * len(shares)
    size = weighted_draws.subset(chance, list(range(len(shares))), shares, len(shares), low, high, out)
    if size == NO_INDEX:
        return None
    assert len(set(out[:size])) == size
    return sum(1 << member for member in out[:size])


def law_of(shares: list[int], low: int, high: int) -> dict[int, Fraction]:
    law = {}
    for size in range(low, high + 1):
        for some in combinations(range(len(shares)), size):
            likelihood = Fraction(1)
            for i, share in enumerate(shares):
                likelihood *= Fraction(share if i in some else CERTAINTY - share, CERTAINTY)
            if likelihood:
                law[sum(1 << i for i in some)] = likelihood
    return law


@pytest.mark.parametrize(
    ("shares", "low", "high"),
    [
        ([50, 50, 50, 50, 50], 0, 5),
        ([10, 20, 30, 40], 1, 2),
        ([1, 2, 3, 4, 5, 6], 5, 6),
        ([1, 2, 3, 4, 5, 6], 6, 6),
        ([1, 50, 1, 90, 2], 4, 5),
        ([99, 98, 97, 96, 50], 0, 1),
        ([99, 98, 97, 96, 50], 0, 0),
        ([100, 99, 98, 1, 0, 97], 1, 2),
        ([100, 1, 1, 1, 0, 2], 3, 4),
        ([0, 0, 1], 1, 3),
    ],
)
def test_sets_follow_their_chances_given_their_size(shares: list[int], low: int, high: int) -> None:
    rows = [PERCENT * share for share in shares]
    chance = Chance(11)
    found = Counter(subset(chance, rows, low, high) for _ in range(8_000))

    assert close_to(Counter({key: n for key, n in found.items() if key is not None}), law_of(rows, low, high))
    assert None not in found


@pytest.mark.parametrize("count", [165, 1_000])
def test_very_rare_sets_are_found(count: int) -> None:
    chance = Chance(5)
    for low, high in ((count - 1, count), (count // 2, count // 2), (1, 1)):
        found = [subset(chance, [1 + 37 * i for i in range(count)], low, high) for _ in range(3)]
        assert any(found)
        assert all(low <= mask.bit_count() <= high for mask in found if mask is not None)


@given(
    st.lists(st.integers(0, CERTAINTY), max_size=12), st.integers(0, 13), st.integers(0, 13), st.integers(0, 1 << 64)
)
def test_a_set_fits_or_there_is_none(shares: list[int], low: int, high: int, seed: int) -> None:
    found = subset(Chance(seed), shares, low, high)

    possible = sum(share > 0 for share in shares)
    certain = sum(share == CERTAINTY for share in shares)
    if found is None:
        assert possible < low or certain > high or low > high
    else:
        assert low <= found.bit_count() <= high
        assert all(share < CERTAINTY or found >> i & 1 for i, share in enumerate(shares))
        assert not any(share == 0 and found >> i & 1 for i, share in enumerate(shares))


def test_entries_follow_their_weights() -> None:
    chance, weights = Chance(3), [0, 5, -3, 1, 500, 44]
    found = Counter(weighted_draws.by_weight(chance, weights, len(weights)) for _ in range(8_000))
    assert close_to(found, {i: Fraction(max(0, weight)) for i, weight in enumerate(weights)})

    likelihoods = [max(0, weight) / 7 for weight in weights]
    found = Counter(weighted_draws.by_likelihood(chance, likelihoods, len(weights)) for _ in range(8_000))
    assert close_to(found, {i: Fraction(max(0, weight)) for i, weight in enumerate(weights)})


def test_where_nothing_has_weight_nothing_is_drawn() -> None:
    assert weighted_draws.by_weight(Chance(1), [0, -1], 2) == NO_INDEX
    assert weighted_draws.by_weight(Chance(1), [], 0) == NO_INDEX
    assert weighted_draws.by_likelihood(Chance(1), [0.0, 0.0], 2) == NO_INDEX


def test_weights_beyond_all_measure_still_add_up() -> None:
    chance = Chance(1)
    weights = [1 << 61] * 3 + [1]
    assert {weighted_draws.by_weight(chance, weights, 4) for _ in range(100)} == {0, 1, 2}


def test_each_set_of_so_many_is_equally_likely() -> None:
    chance = Chance(9)
    found: Counter[int] = Counter()
    for _ in range(6_000):
        row = [3, 4, 5, 6, 7]
        weighted_draws.so_many(chance, row, 5, 2)
        assert sorted(row) == [3, 4, 5, 6, 7]
        found[1 << row[0] | 1 << row[1]] += 1

    assert close_to(found, {1 << a | 1 << b: Fraction(1) for a, b in combinations(range(3, 8), 2)})


def test_how_likely_something_is() -> None:
    assert weighted_draws.likelihood_of_one([1, 2, 5], 3, 2) == 5 / 8
    assert weighted_draws.likelihood_of_one([0, 0], 2, 1) == 0
    assert weighted_draws.likelihood_of_set([CERTAINTY // 2, CERTAINTY // 4, 0], [1, 0, 0], 3) == 0.5 * 0.75
    assert [weighted_draws.combinations(6, k) for k in range(7)] == [1, 6, 15, 20, 15, 6, 1]


def test_a_fraction_takes_seven_bytes_and_lies_below_one() -> None:
    chance, other = Chance(4), Chance(4)
    values = [chance.unit() for _ in range(2_000)]
    for value in values:
        row = [other.byte() for _ in range(7)]
        assert value == (int.from_bytes(bytes(row), "little") >> 3) / (1 << 53)

    assert all(0 <= value < 1 for value in values)
    assert 0.47 < sum(values) / len(values) < 0.53
