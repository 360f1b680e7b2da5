"""Steps that move and roll dice, at the edges: places that are empty, places that are not there, dice of very many faces."""

from __future__ import annotations

import pytest

from dicedsl.errors import Fault
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.lab.invariants import Auditor
from dicedsl.interpreter.state import Move, State
from dicedsl.source import Source

SWAPS = """game "Swaps"
players 2
material:
    board field: grid 2 by 2
    box: 2 numbered dice
turn:
    choose:
        "shift":
            for each s in field: swap s with (1,1)
        "put" one of empty field as spot:
            must box is not empty: "Empty."
            move one of box to spot
        "exchange": swap (1,1) with (2,2)
        "ahead": swap (1,1) with ahead of (2,2)
cap 20 turns: nobody wins
"""


def swaps() -> State:
    return Game(Source("swaps.dice", SWAPS)).table(2, starter=0).start()


def standing(state: State) -> list[int]:
    first = state.table.reg.on_place
    return list(state.cells[first : first + 4])


def moved(state: State, alternative: int, *values: int) -> State:
    (seat,) = state.table.turn(state).seats
    return state.table.apply(state, Move(seat, alternative, values, ""))


def test_empty_places_are_swapped_like_others() -> None:
    state = moved(swaps(), 0)
    assert standing(state) == [0, 0, 0, 0]
    assert standing(moved(moved(swaps(), 1, 0), 2)) == [0, 0, 0, 1]
    assert standing(moved(moved(swaps(), 1, 3), 2)) == [1, 0, 0, 0]
    # (1,1) changes with itself, (1,2), (2,1) and (2,2) in this order
    assert standing(moved(moved(moved(swaps(), 1, 0), 1, 3), 0)) == [2, 1, 0, 0]


def test_what_is_not_there_cannot_be_swapped() -> None:
    with pytest.raises(Fault) as caught:
        moved(swaps(), 3)
    assert [(p.code, p.span.text) for p in caught.value.problems] == [("F520", "ahead of (2,2)")]


FACES = """game "Big"
players 2
material:
    cup: {dice} with faces 1 to {faces}
    each player has total = 0
turn:
    roll cup
    add sum of number of cup to your total
end "done" after each turn when some p in players has total at least {goal}: p wins
"""


@pytest.mark.parametrize("dice", ["1 numbered dice", "3 dice"])
@pytest.mark.parametrize("faces", [255, 256, 257, 300, 1000])
def test_dice_of_very_many_faces_fall_as_often_on_each(dice: str, faces: int) -> None:
    table = Game(Source("big.dice", FACES.format(dice=dice, faces=faces, goal=20 * faces))).table(2)
    auditor = Auditor(table, Chance(1))
    rolled = [n for _ in range(4) for o in auditor.game().log if hasattr(o, "probability") for n in o.values]
    assert min(rolled) >= 0 and max(rolled) <= faces
    numbers = [n for n in rolled if n > 1]
    assert max(numbers) > 0.9 * faces and len(set(numbers)) > 40
    assert abs(sum(numbers) / len(numbers) - faces / 2) < faces / 6
