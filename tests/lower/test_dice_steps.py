"""Steps that move and roll dice, at the edges: places that are empty, places that are not there, dice of very many faces."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.invariants import Auditor
from tests.native.lockstep import compared

from dicedsl.errors import Fault
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.stepping.stepping import Stepping
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table.game_table import table_of
from dicedsl.text.source import Source

native = pytest.importorskip("dicedsl.interpreter.engines.native.native")

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
    first = table_of(state).reg.on_place
    return list(state.cells[first : first + 4])


def moved(state: State, alternative: int, *values: int) -> State:
    (seat,) = table_of(state).turn(state).seats
    return table_of(state).apply(state, Move(seat, alternative, values, ""))


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


LAID = """game "Laid"
players 2
material:
    board field of squares: grid 1 by 3
    box: 2 dice named d1 to d2
turn:
    choose:
        "all": move box to field
        "three": move (count of squares) of box to field
        "two": move 2 of box to (field where column of it is 3)
        "one": move one of box to field
simulation:
    break off after (9) turns: nobody wins
"""


@pytest.mark.parametrize(
    ("alternative", "told"),
    [
        (0, ("F501", "there are fewer dice than places to lay them on", "move box to field")),
        (1, ("F501", "there are not enough dice to move", "move (count of squares) of box to field")),
        (
            2,
            (
                "F501",
                "there are fewer places than dice to lay on them",
                "move 2 of box to (field where column of it is 3)",
            ),
        ),
    ],
)
def test_dice_and_places_that_do_not_fit_each_other_are_a_fault(alternative: int, told: tuple[str, str, str]) -> None:
    state = Game(Source("laid.dice", LAID)).table(2, starter=0).start()
    assert standing(moved(state, 3))[:3] == [1, 0, 0]
    program = table_of(state).program
    for engine in (Stepping(program), native.Native(program)):
        answer = list(engine.moves(state.cells, 0))[alternative]
        with pytest.raises(Fault) as caught:
            engine.answer(state.cells, 0, answer)
        assert [(p.code, p.message, p.span.text) for p in caught.value.problems] == [told]


def test_what_is_laid_out_is_the_same_in_both_engines() -> None:
    book = Path(__file__).parents[1] / "language" / "laying-out.dice"
    assert compared(Game.named(str(book)).table(2, starter=0).program, range(30), most=40) > 0
