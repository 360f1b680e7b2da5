"""Nodes of a graph that lead to each other are grouped, each group after all that it leads to."""

import pytest

from dicedsl.components import strong_components


@pytest.mark.parametrize(
    ("edges", "groups"),
    [
        ({0: [1], 1: [2], 2: [1, 3], 3: []}, [{3}, {1, 2}, {0}]),
        ({0: [1, 2], 1: [2], 2: []}, [{2}, {1}, {0}]),
        ({0: [1], 1: [0, 2], 2: [3], 3: [2], 4: [0]}, [{2, 3}, {0, 1}, {4}]),
        ({0: []}, [{0}]),
        ({}, []),
    ],
)
def test_nodes_that_lead_to_each_other_are_one_group(edges: dict[int, list[int]], groups: list[set[int]]) -> None:
    assert [set(group) for group in strong_components(edges, edges.__getitem__)] == groups


def test_a_long_path_needs_no_recursion() -> None:
    count = 50_000

    groups = list(strong_components(range(count), lambda node: [node + 1] if node + 1 < count else [0]))

    assert len(groups) == 1 and len(groups[0]) == count
