"""Which places lie between two others, against looking at every place there is."""

from __future__ import annotations

from itertools import combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from dicedsl.geometry.board import Coordinates
from dicedsl.geometry.straight_paths import places_between

boards = st.integers(1, 3).flatmap(
    lambda axes: st.sets(st.tuples(*[st.integers(-1, 3)] * axes), min_size=1, max_size=12)
)


def is_between(r: Coordinates, p: Coordinates, q: Coordinates) -> bool:
    """Whether a point lies in line with two others, and not beyond them; it may be one of them."""
    own = [b - a for a, b in zip(p, r, strict=True)]
    whole = [b - a for a, b in zip(p, q, strict=True)]
    inside = all(0 <= a * b <= b * b if b else a == 0 for a, b in zip(own, whole, strict=True))
    return inside and all(a * y == b * x for (a, x), (b, y) in combinations(zip(own, whole, strict=True), 2))


@settings(deadline=None)
@given(boards, st.booleans())
def test_places_between_are_those_in_line(found: set[Coordinates], ends: bool) -> None:
    places = tuple(sorted(found))
    table = places_between(places, ends)

    for (i, p), (j, q) in product(enumerate(places), repeat=2):
        lengths = {abs(b - a) for a, b in zip(p, q, strict=True)} - {0}
        is_straight = len(lengths) < 2
        expected = 0
        for k, r in enumerate(places):
            if is_straight and is_between(r, p, q) and (ends or k not in (i, j)):
                expected |= 1 << k
        assert table[i * len(places) + j] == expected
