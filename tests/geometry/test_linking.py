"""What hangs together, against looking at every set there is."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from dicedsl.geometry.connected_places import groups, one_piece, reach, sorted_sets, standing_groups
from dicedsl.masks import members_of

PLACES = 7
masks = st.integers(0, (1 << PLACES) - 1)
relations = st.lists(masks, min_size=PLACES, max_size=PLACES)


@st.composite
def links(draw: st.DrawFn) -> list[int]:
    """A relation that holds both ways."""
    rows = draw(relations)
    return [sum(1 << j for j in range(PLACES) if i != j and (rows[min(i, j)] >> max(i, j) & 1)) for i in range(PLACES)]


def every_set(count: int, within: int) -> list[int]:
    return [sum(1 << m for m in some) for some in combinations(members_of(within), count)]


def hangs_together(mask: int, near: list[int]) -> bool:
    found = mask & -mask
    for _ in range(PLACES):
        for place in members_of(found):
            found |= near[place] & mask
    return found == mask


@given(st.integers(0, PLACES + 1), masks, links())
def test_groups_are_all_sets_that_hang_together(count: int, within: int, near: list[int]) -> None:
    expected = [mask for mask in every_set(count, within) if mask and hangs_together(mask, near)]

    assert groups(count, within, near) == sorted_sets(expected)


@given(st.integers(1, PLACES), masks, links(), relations, masks)
def test_groups_that_stand_have_all_that_is_under_them(
    count: int, within: int, near: list[int], under: list[int], standing: int
) -> None:
    """Also where two places are said to lie under each other. Each place is put down with what it needs, next to what is there."""
    wholes = []
    for place in members_of(within):
        whole = 1 << place
        for _ in range(PLACES):
            for member in members_of(whole):
                whole |= under[member] & ~standing
        if not whole & ~within:
            wholes.append(whole)
    met = set(wholes)
    for _ in range(PLACES):
        met |= {a | b for a in met for b in wholes if any(b >> p & 1 or near[p] & b for p in members_of(a))}
    expected = [mask for mask in met if mask.bit_count() == count and hangs_together(mask, near)]

    assert standing_groups(count, within, near, under, standing) == sorted_sets(expected)


@given(masks, masks, links())
def test_reaching_ends_where_nothing_follows(start: int, within: int, near: list[int]) -> None:
    found = reach(start, within, near)

    assert start & within == start & found
    assert not found & ~within
    assert not any(near[place] & within & ~found for place in members_of(found))
    for piece in members_of(found):
        assert reach(1 << piece, within, near) & start
    assert one_piece(found, near) == hangs_together(found, near)


@given(st.lists(masks))
def test_the_order_is_that_of_the_members(some: list[int]) -> None:
    assert sorted_sets(some) == sorted(set(some), key=lambda mask: tuple(members_of(mask)))
