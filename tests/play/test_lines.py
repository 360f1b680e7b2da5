"""Places that lie on straight lines are told line by line."""

from dicedsl.interpreter.play.questions.straight_lines import straight_lines


def test_two_edges_of_a_pile_are_two_lines() -> None:
    left = {i: (0, i, 0) for i in range(1, 9)}
    right = {10 + i: (0, 0, i) for i in range(8, 0, -1)}

    found = straight_lines(left | right)

    assert sorted(map(sorted, found)) == [sorted(left), sorted(right)]
    for line in found:
        assert line in (sorted(line), sorted(line, reverse=True))


def test_places_here_and_there_are_no_lines() -> None:
    assert straight_lines({0: (0, 0), 1: (0, 1), 2: (0, 2), 3: (5, 5)}) == []
    assert straight_lines({}) == []
