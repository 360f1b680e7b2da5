"""What native code leans on does the same as the Python functions, for sets of one, three and eight words."""

from collections.abc import Callable
from ctypes import c_int64
from functools import lru_cache
from itertools import islice, product
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dicedsl.geometry import connected_places, shapes
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.kernel_memory import copy_words
from dicedsl.interpreter.engines.native.runtime import linked, sets, shaped, source
from dicedsl.masks import members_of
from dicedsl.program.members import nth

Native = Callable[..., Any]
WIDTHS = (1, 3, 8)
wides = st.sampled_from(WIDTHS)


def words(mask: int, wide: int) -> list[int]:
    rows = [mask >> 64 * i & (1 << 64) - 1 for i in range(wide)]
    return [row - (1 << 64) if row >> 63 else row for row in rows]


def flat(masks: list[int] | tuple[int, ...], wide: int) -> list[int]:
    return [word for mask in masks for word in words(mask, wide)]


def mask_of(row: list[int]) -> int:
    return sum((word & (1 << 64) - 1) << 64 * i for i, word in enumerate(row))


def masks_of(row: list[int], many: int, wide: int) -> list[int]:
    return [mask_of(row[i * wide : (i + 1) * wide]) for i in range(many)]


@st.composite
def some_sets(draw: st.DrawFn, most: int = 2, thin: bool = False) -> tuple[int, list[int]]:
    """A width, and sets that fit it, often such as differ little."""
    wide = draw(wides)
    whole = st.integers(0, (1 << 64 * wide) - 1)
    few = st.sets(st.integers(0, 64 * wide - 1), max_size=8).map(lambda members: sum(1 << m for m in members))
    some = draw(st.lists(few if thin else st.one_of(whole, few), min_size=1, max_size=most))
    near = draw(st.lists(st.integers(0, 64 * wide - 1), max_size=most - len(some)))
    some += [some[0] ^ 1 << member for member in near]
    return wide, (some * 2)[: max(2, len(some))]


@settings(deadline=None)
@given(some_sets())
def test_comparing(native: Native, given_: tuple[int, list[int]]) -> None:
    wide, (a, b) = given_
    left, right = words(a, wide), words(b, wide)

    assert bool(native(sets.same, left, right, wide)) == (a == b)
    assert bool(native(sets.meet, left, right, wide)) == bool(a & b)
    assert bool(native(sets.inside, left, right, wide)) == (not a & ~b)
    assert bool(native(sets.some, left, wide)) == bool(a)
    assert native(sets.cardinality, left, wide) == a.bit_count()
    assert bool(native(sets.before, left, right, wide)) == (tuple(members_of(a)) < tuple(members_of(b)))


@settings(deadline=None)
@given(some_sets(), st.data())
def test_members(native: Native, given_: tuple[int, list[int]], data: st.DataObject) -> None:
    wide, (mask, other) = given_
    row, members = words(mask, wide), list(members_of(mask))
    out = [0] * (64 * wide)
    member = data.draw(st.integers(0, 64 * wide - 1))

    assert native(sets.members, row, wide, out) == len(members)
    assert out[: len(members)] == members
    assert native(sets.member_from, row, member, wide) == next((m for m in members if m >= member), -1)
    assert native(sets.member_from, row, 64 * wide, wide) == -1
    assert bool(native(sets.has, row, member)) == (member in members)
    for number in range(0, len(members), 7):
        assert native(sets.nth, row, number, wide) == members[number] == nth(mask, number)
    for change, expected in ((sets.put, mask | 1 << member), (sets.take, mask & ~(1 << member))):
        row = words(mask, wide)
        native(change, row, member)
        assert mask_of(row) == expected
    for merge, expected in ((copy_words, other), (sets.join, mask | other)):
        row = words(mask, wide)
        native(merge, row, words(other, wide), wide)
        assert mask_of(row) == expected


@settings(deadline=None)
@example((1, [0, 1, 0, 3, 2]))
@given(some_sets(most=60))
def test_the_order_of_sets(native: Native, given_: tuple[int, list[int]]) -> None:
    wide, masks = given_
    row = flat(masks, wide)
    many = native(sets.in_order, row, len(masks), wide)

    assert masks_of(row, many, wide) == connected_places.sorted_sets(masks)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-(1 << 63), (1 << 63) - 1)), max_size=70))
def test_pairs_in_order(native: Native, pairs: list[tuple[int, int]]) -> None:
    row = [x for pair in pairs for x in pair]
    native(sets.sort_pairs, row, len(pairs))

    assert row == [x for pair in sorted(pairs) for x in pair]


# -------------------------------------------------------------- what hangs together


@st.composite
def graphs(draw: st.DrawFn, most: int) -> tuple[int, list[int], int, int, int]:
    """A width, links (often those of a grid, sometimes one-sided), and three sets of places."""
    wide = draw(wides)
    size = 64 * wide
    places = sorted(draw(st.sets(st.integers(0, size - 1), min_size=1, max_size=most)))
    links = [0] * size
    across = draw(st.integers(1, 5))
    if draw(st.booleans()):
        for i, place in enumerate(places):
            for j in (i + across, *([i + 1] if (i + 1) % across else [])):
                if j < len(places):
                    links[place] |= 1 << places[j]
                    links[places[j]] |= 1 << place
    else:
        ends = st.tuples(st.sampled_from(places), st.sampled_from(places))
        for one, other in draw(st.lists(ends, max_size=2 * most)):
            links[one] |= 1 << other
            if draw(st.integers(0, 3)):
                links[other] |= 1 << one
    subsets = st.sets(st.sampled_from(places)).map(lambda members: sum(1 << m for m in members))
    whole = sum(1 << place for place in places)
    return wide, links, draw(st.one_of(st.just(whole), subsets)), draw(subsets), draw(subsets)


@settings(deadline=None)
@given(graphs(40))
def test_reaching(native: Native, graph: tuple[int, list[int], int, int, int]) -> None:
    wide, links, within, start, _ = graph
    out = [0] * wide
    table = flat(links, wide)

    native(linked.reach, words(start, wide), words(within, wide), table, wide, out, [0] * 2 * wide)
    assert mask_of(out) == connected_places.reach(start, within, links)
    for mask in (within, start, mask_of(out), 0):
        answer = native(linked.one_piece, words(mask, wide), table, wide, [0] * 4 * wide)
        assert bool(answer) == connected_places.one_piece(mask, links)


@settings(deadline=None)
@given(graphs(14), st.integers(-1, 8))
def test_groups(native: Native, graph: tuple[int, list[int], int, int, int], many: int) -> None:
    wide, links, within, _, _ = graph
    expected = connected_places.groups(many, within, links)
    room = [0] * ((len(expected) + 3 * max(many, 0) + 4) * wide)

    found = native(linked.groups, many, words(within, wide), flat(links, wide), wide, room, len(room))
    assert masks_of(room, found, wide) == expected
    if expected:
        scarce = [0] * (len(room) - 1)
        call = (linked.groups, many, words(within, wide), flat(links, wide), wide)
        assert native(*call, scarce, len(scarce)) == linked.TOO_MANY


@settings(deadline=None)
@given(graphs(14), graphs(14), st.integers(-1, 7))
def test_groups_that_stand(
    native: Native, graph: tuple[int, list[int], int, int, int], other: tuple[int, list[int], int, int, int], many: int
) -> None:
    wide, links, within, standing, taken = graph
    under = [mask & (1 << 64 * wide) - 1 for mask in islice([*other[1], *[0] * 512], 64 * wide)]
    standing &= ~taken
    expected = connected_places.standing_groups(many, within, links, under, standing)
    table, below = flat(links, wide), flat(under, wide)
    room = [0] * (4000 * wide)

    call = (linked.standing_groups, many, words(within, wide), table, below, words(standing, wide), wide)
    found = native(*call, room, len(room))
    if found != linked.TOO_MANY:
        assert masks_of(room, found, wide) == expected
    else:
        assert len(expected) > 100
    for size in (0, 64, 100, 200):
        guard = [0] * size + [77] * 4
        found = native(*call, guard, size)
        assert found == linked.TOO_MANY or masks_of(guard, found, wide) == expected
        assert guard[size:] == [77] * 4


@lru_cache
def grid(across: int, down: int) -> tuple[int, ...]:
    links = []
    for y, x in product(range(down), range(across)):
        near = [(y, x + 1), (y, x - 1), (y + 1, x), (y - 1, x)]
        links.append(sum(1 << v * across + u for v, u in near if 0 <= u < across and 0 <= v < down))
    return tuple(links)


@pytest.mark.parametrize(("wide", "many"), [(1, 6), (1, 8), (3, 7)])
def test_many_groups(native: Native, wide: int, many: int) -> None:
    links, within = grid(8, 8), (1 << 64) - 1
    room = [0] * (wide << 17)
    found = native(linked.groups, many, words(within, wide), flat(links, wide), wide, room, len(room))

    assert masks_of(room, found, wide) == connected_places.groups(many, within, links)


def _signed(value: int) -> int:
    return words(value, 1)[0]


def test_the_same_refusal_of_too_many(native: Native) -> None:
    links, within = grid(8, 8), (1 << 64) - 1
    room = [0] * (1 << 18)
    with pytest.raises(connected_places.TooManyGroups):
        connected_places.groups(9, within, links)
    table = flat(links, 1)
    assert native(linked.groups, 9, words(within, 1), table, 1, room, len(room)) == linked.TOO_MANY

    nothing = [0] * 64
    room = [0] * (1 << 21)
    with pytest.raises(connected_places.TooManyGroups):
        connected_places.standing_groups(10, within, links, nothing, 0)
    call = (linked.standing_groups, 10, words(within, 1), table, nothing, [0], 1)
    assert native(*call, room, len(room)) == linked.TOO_MANY


def test_dead_ends_are_not_searched(native: Native) -> None:
    """Sixty places in two parts that are no group of forty: without a look ahead this would take for ever."""
    links = [mask & ~sum(1 << 10 * row + 4 for row in range(6)) for mask in grid(10, 6)]
    within = sum(1 << place for place in range(60) if place % 10 != 4)
    room = [0] * 4000

    assert connected_places.groups(40, within, links) == []
    assert native(linked.groups, 40, words(within, 1), flat(links, 1), 1, room, len(room)) == 0


# -------------------------------------------------------------- shapes


@st.composite
def boards(draw: st.DrawFn) -> list[tuple[int, ...]]:
    dimensions = draw(st.integers(1, 3))
    side = st.integers(-4, 4)
    cells = st.tuples(*[side] * dimensions)
    full = [range(draw(st.integers(1, 4))) for _ in range(dimensions)]
    return draw(st.one_of(st.just(list(product(*full))), st.lists(cells, min_size=1, max_size=60, unique=True)))


def subset(data: st.DataObject, places: int) -> int:
    members = data.draw(st.sets(st.integers(0, places - 1), max_size=6))
    return sum(1 << member for member in members)


@settings(deadline=None)
@given(boards(), boards(), wides, wides, st.data())
def test_copies(
    native: Native,
    board: list[tuple[int, ...]],
    other: list[tuple[int, ...]],
    wide: int,
    narrow: int,
    data: st.DataObject,
) -> None:
    # One shape finds room there, and more often than not another one.
    slots, most = data.draw(st.sampled_from([1, 4, 64])), 1500
    kept = (c_int64 * (1 + slots + most))()
    room = [0] * (24 * len(board) * wide + 4000)
    shapes_tried = data.draw(st.lists(st.builds(lambda: subset(data, len(other))), min_size=1, max_size=4))
    for shape in [*shapes_tried, shapes_tried[0]]:
        gone = subset(data, len(board)) if data.draw(st.booleans()) else 0
        within = (1 << len(board)) - 1 & ~gone
        row = (
            words(shape, narrow), narrow, shaped.layout(other), words(within, wide), wide, shaped.box(board),
            shaped.box_words(board), 7, kept, slots, most,
        )  # fmt: skip
        copies = shapes.NumberedSpace(board).copies([other[i] for i in members_of(shape)])
        expected = [copy for copy in copies if not copy & ~within]

        found = native(shaped.copies, *row, room, len(room))
        assert masks_of(room, found, wide) == expected
        assert native(shaped.copies, *row, room, 100) == linked.TOO_MANY


@settings(deadline=None)
@given(boards(), wides, st.data())
def test_copies_one_by_one(native: Native, board: list[tuple[int, ...]], wide: int, data: st.DataObject) -> None:
    board = sorted(board)
    assert shaped.is_ordered(board)
    slots, most = 4, 1500
    kept = (c_int64 * (1 + slots + most))()
    everywhere = words((1 << len(board)) - 1, wide)
    places, box, box_wide = shaped.layout(board), shaped.box(board), shaped.box_words(board)

    def begun(shape: int) -> tuple[int, list[int]]:
        state = [0] * 4000
        row = (words(shape, wide), wide, places, everywhere, wide, box, box_wide, 7)
        return native(shaped.find_copies, *row, kept, slots, most, state, len(state)), state

    shape = subset(data, len(board))
    found, state = begun(shape)
    copies = shapes.NumberedSpace(board).copies([board[i] for i in members_of(shape)])
    assert found == len(copies)
    for copy in copies[:10]:
        # Other shapes are looked at meanwhile; what is known of the first may be forgotten.
        begun(subset(data, len(board)))
        one = [-1] * wide
        native(shaped.next_copy, state, box, box_wide, wide, one)
        assert masks_of(one, 1, wide) == [copy]


@settings(deadline=None)
@given(boards(), boards(), wides, st.data())
def test_alike(
    native: Native, board: list[tuple[int, ...]], other: list[tuple[int, ...]], wide: int, data: st.DataObject
) -> None:
    left = subset(data, len(board))
    cells = [board[i] for i in members_of(left)]
    rights = [subset(data, len(other)), *shapes.NumberedSpace(other).copies(cells)[:3]]
    for right in rights:
        expected = shapes.form(cells) == shapes.form([other[i] for i in members_of(right)])
        room = [0] * (3 * max(1, left.bit_count()))
        row = (words(left, 1), 1, shaped.layout(board), words(right, wide), wide, shaped.layout(other), room)
        assert bool(native(shaped.alike, *row)) == expected
    assert all(shapes.form(cells) == shapes.form([other[i] for i in members_of(r)]) for r in rights[1:])


# -------------------------------------------------------------- the random source


def source_of(chance: Chance) -> list[int]:
    return [_signed(word) for word in chance.words()]


@settings(deadline=None)
@given(
    st.integers(0, (1 << 64) - 1),
    st.lists(st.one_of(st.integers(1, 300), st.integers(1, 1 << 56), st.sampled_from([1 << 56, 65_536, 65_537]))),
)
def test_the_random_source(native: Native, seed: int, bounds: list[int]) -> None:
    chance, row = Chance(seed), source_of(Chance(seed))
    for n in bounds:
        assert native(source.below, row, n) == chance.below(n)
        assert native(source.byte, row) == chance.byte()
        assert native(source.unit, row).hex() == chance.unit().hex()
    follower = Chance(0)
    follower.follow(row)
    assert [follower.byte() for _ in range(20)] == [chance.byte() for _ in range(20)]


@settings(deadline=None)
@given(st.integers(0, (1 << 64) - 1), st.integers(0, 200))
def test_a_source_goes_on_where_it_was(native: Native, seed: int, used: int) -> None:
    chance = Chance(seed)
    for _ in range(used):
        chance.byte()
    row = source_of(chance)

    assert [native(source.byte, row) for _ in range(20)] == [chance.byte() for _ in range(20)]
