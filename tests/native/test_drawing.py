"""Drawing natively is drawing in Python: the same source, the same results, the same bytes used."""

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines import weighted_draws
from dicedsl.interpreter.engines.weighted_draws import CERTAINTY

Native = Callable[..., Any]
seeds = st.integers(0, (1 << 64) - 1)
shares = st.lists(
    st.one_of(st.integers(0, CERTAINTY), st.integers(0, 100).map(lambda p: p * weighted_draws.PERCENT)), max_size=20
)


class Both:
    """One source here, the same there."""

    def __init__(self, native: Native, seed: int) -> None:
        self.native = native
        self.chance = Chance(seed)
        self.source = [word - (1 << 64) if word >> 63 else word for word in self.chance.words()]

    def __call__(self, function: Callable[..., Any], *arguments: Any) -> Any:
        here = [list(a) if isinstance(a, list) else a for a in arguments]
        there = [list(a) if isinstance(a, list) else a for a in arguments]
        expected, found = function(self.chance, *here), self.native(function, self.source, *there)
        assert found == expected
        assert here == there
        return found

    def agree(self) -> None:
        follower = Chance(0)
        follower.follow(self.source)
        assert [follower.byte() for _ in range(9)] == [self.chance.byte() for _ in range(9)]


@settings(deadline=None)
@given(seeds, st.lists(st.integers(-5, 1 << 60), max_size=30), st.lists(st.floats(0, 1e30), max_size=30))
def test_by_weight(native: Native, seed: int, weights: list[int], likelihoods: list[float]) -> None:
    both = Both(native, seed)
    for _ in range(4):
        both(weighted_draws.by_weight, weights, len(weights))
        both(weighted_draws.by_likelihood, likelihoods, len(likelihoods))
    both.agree()


@settings(deadline=None, max_examples=300)
@given(seeds, shares, st.data())
def test_sets(native: Native, seed: int, row: list[int], data: st.DataObject) -> None:
    low = data.draw(st.integers(0, len(row)))
    high = data.draw(st.integers(low, len(row)))
    members = data.draw(st.permutations(range(3, 3 + len(row))))
    both = Both(native, seed)
    both(weighted_draws.subset, list(members), row, len(row), low, high, [0] * len(row))
    both(weighted_draws.so_many, list(members), len(row), low)
    for share in row:
        both(weighted_draws.happens, share)
    both.agree()


@settings(deadline=None)
@given(shares, st.data())
def test_how_likely_something_is(native: Native, row: list[int], data: st.DataObject) -> None:
    chosen = [data.draw(st.integers(0, 1)) for _ in row]
    here, there = (call(weighted_draws.likelihood_of_set)(list(row), chosen, len(row)) for call in _ways(native))
    assert here.hex() == there.hex()
    for number in range(len(row)):
        here, there = (call(weighted_draws.likelihood_of_one)(list(row), len(row), number) for call in _ways(native))
        assert here.hex() == there.hex()
        here, there = (call(weighted_draws.combinations)(len(row), number) for call in _ways(native))
        assert here.hex() == there.hex()
    low = data.draw(st.integers(0, len(row)))
    certain, possible = sum(share == CERTAINTY for share in row), sum(share > 0 for share in row)
    if certain <= low <= possible:
        rest = (list(row), len(row), low, low, certain, possible)
        here, there = (call(weighted_draws.tilted)(*rest) for call in _ways(native))
        assert here.hex() == there.hex()


def _ways(native: Native) -> tuple[Callable[..., Any], Callable[..., Any]]:
    return (lambda function: function), (lambda function: lambda *arguments: native(function, *arguments))
