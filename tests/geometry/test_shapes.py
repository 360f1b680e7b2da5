"""Copies and forms of shapes, against every quarter turn and every move tried one after the other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dicedsl.geometry.connected_places import sorted_sets
from dicedsl.geometry.shapes import TURNS, NumberedSpace, copies, form, solid
from dicedsl.masks import members_of

Cell = tuple[int, int, int]

CUBE = [(x, y, z) for x in range(3) for y in range(3) for z in range(3)]
HEAP = [(x, y, z) for x in range(4) for y in range(4 - x) for z in range(4 - x - y)]
FLAT = [(x, y) for x in range(4) for y in range(3) if (x, y) != (1, 1)]
LINE = [(x, 0) for x in range(-3, 90, 7)]

coordinates = st.integers(-2, 2)
solids = st.sets(st.tuples(coordinates, coordinates, coordinates), min_size=1, max_size=5)


def quarter_turns(cells: frozenset[Cell]) -> set[frozenset[Cell]]:
    """All that two quarter turns about two edges lead to."""
    found, fresh = {cells}, [cells]
    while fresh:
        shape = fresh.pop()
        for turned in (
            frozenset((-y, x, z) for x, y, z in shape),
            frozenset((x, -z, y) for x, y, z in shape),
        ):
            if turned not in found:
                found.add(turned)
                fresh.append(turned)
    return found


def tried(shape: list[Cell], places: list[Cell]) -> set[frozenset[Cell]]:
    """Each turn of the shape, laid with one of its cells on each place."""
    found = set()
    for turned in quarter_turns(frozenset(shape)):
        a, b, c = min(turned)
        for x, y, z in places:
            moved = frozenset((p - a + x, q - b + y, r - c + z) for p, q, r in turned)
            if moved <= set(places):
                found.add(moved)
    return found


def test_there_are_24_turns() -> None:
    corner = frozenset({(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3)})
    assert len(TURNS) == len(set(TURNS)) == len(quarter_turns(corner)) == 24


@given(solids, st.sampled_from([CUBE, HEAP, FLAT, LINE]))
def test_copies_are_all_turns_and_moves(shape: set[Cell], board: list[Cell]) -> None:
    places = [solid(place) for place in board]

    found = copies(sorted(shape), board)

    assert found == sorted_sets(found)
    assert {frozenset(places[i] for i in members_of(copy)) for copy in found} == tried(sorted(shape), places)


@given(st.lists(solids, max_size=8), st.sampled_from([CUBE, HEAP, FLAT, LINE]))
def test_what_a_room_remembers_is_of_the_same_shape(shapes: list[set[Cell]], board: list[Cell]) -> None:
    room = NumberedSpace(board)
    for shape in shapes:
        for turned in [shape, *quarter_turns(frozenset(shape))]:
            assert list(room.copies(turned)) == copies(shape, board)


@given(solids, solids)
def test_forms_are_equal_where_turns_lead(one: set[Cell], other: set[Cell]) -> None:
    def near(cells: frozenset[Cell]) -> frozenset[Cell]:
        a, b, c = (min(axis) for axis in zip(*cells, strict=True))
        return frozenset((x - a, y - b, z - c) for x, y, z in cells)

    turned = {near(shape) for shape in quarter_turns(frozenset(one))}
    assert (form(one) == form(other)) is (near(frozenset(other)) in turned)
    assert {form(shape) for shape in turned} == {form(one)}


def test_a_mirror_image_is_another_shape() -> None:
    screw = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)]
    mirrored = [(x, y, -z) for x, y, z in screw]
    assert form(screw) != form(mirrored)
    assert form(screw[:3]) == form(mirrored[:3])
    assert copies([], CUBE) == []


@given(st.sets(st.integers(1, 1 << 9), max_size=30))
def test_sets_are_listed_in_the_order_of_their_members(masks: set[int]) -> None:
    assert sorted_sets([*masks, *masks]) == sorted(masks, key=lambda mask: tuple(members_of(mask)))
