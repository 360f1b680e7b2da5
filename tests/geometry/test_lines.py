"""Lines against counts known otherwise."""

from __future__ import annotations

from itertools import product

import pytest

from dicedsl.geometry import lines
from dicedsl.geometry.lattice import Space


@pytest.mark.parametrize(("rows", "columns", "count"), [(6, 7, 4), (3, 3, 3), (1, 9, 2), (5, 5, 6), (4, 4, 1)])
def test_runs_of_a_grid_are_as_many_as_reckoned(rows: int, columns: int, count: int) -> None:
    places = list(product(range(rows), range(columns)))
    down, across = max(0, rows - count + 1), max(0, columns - count + 1)
    reckoned = rows * columns if count == 1 else rows * across + columns * down + 2 * down * across

    found = lines.lines_of_length(places, lines.straight_directions(2) + lines.diagonal_directions(2), count)

    assert len(found) == len(set(found)) == reckoned
    assert {mask.bit_count() for mask in found} <= {count}


def test_three_in_a_row_in_a_cube() -> None:
    places = list(product(range(3), repeat=3))

    assert len(lines.lines_of_length(places, lines.straight_directions(3) + lines.diagonal_directions(3), 3)) == 49


def test_a_hole_ends_a_line() -> None:
    places = [(x,) for x in (0, 1, 2, 4, 5, 6, 7, 9)]

    assert lines.lines_of_length(places, lines.straight_directions(1), 3) == [0b111, 0b111000, 0b1110000]
    assert lines.whole_lines(places, lines.straight_directions(1)) == [0b111, 0b1111000]


def test_a_run_has_no_place_twice_and_none_beyond_the_board() -> None:
    assert lines.in_a_row([0, 1, 0, 2, -1, 3, 4], 2) == [0b11, 0b11, 0b101, 0b11000]
    assert lines.in_a_row([0, 1, 0], 3) == []
    assert lines.in_a_row([0, 1], 0) == lines.in_a_row([0, 1], -1) == []


def test_ways_that_lead_nowhere_make_no_line() -> None:
    assert lines.lines_of_length([(0, 0), (0, 1)], [(0, 0)], 2) == []


@pytest.mark.parametrize("axes", [1, 2, 3])
def test_a_step_leads_as_far_as_it_was_made(axes: int) -> None:
    space = Space(tuple("abc"[:axes]), 2, 5)

    for way in product(range(-space.margin, space.margin + 1, 3), repeat=axes):
        assert space.direction(space.step(way)) == way
