"""Which numbers say how many: those whose highest is counted, whatever they are called."""

import pytest

from dicedsl.interpreter.game import load
from dicedsl.interpreter.model.quantities import says_how_many

BIDS = """
game "Bids"
players 2

material:
    cup: 4 dice
    the game has said = 0

words:
    most is {most}

turn:
    choose:
        "bid" one of 1 to most as worth: set said to worth
"""


@pytest.mark.parametrize(
    "most, count_of",
    [
        ("count of (cup where number of it is 3) + 1", True),
        ("lowest of (3, count of (cup where number of it is 3) + 1)", True),
        ("6", False),
        ("said + 2", False),
    ],
)
def test_a_number_says_how_many_if_its_highest_is_counted(most: str, count_of: bool) -> None:
    program = load(BIDS.format(most=most)).table(2).program
    (pick,) = program.decisions[0].alternatives[0].picks
    assert says_how_many(program, pick) is count_of
