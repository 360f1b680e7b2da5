"""Whose dice stand where is kept as sets of places: while dice come, go and change places, in trials, and from any state."""

from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.native.native import Native
from dicedsl.interpreter.engines.native.values.code import Code
from dicedsl.interpreter.engines.stepping.stepping import Stepping
from dicedsl.interpreter.game import Game, load
from dicedsl.program import ops
from tests.native.lockstep import compared, same_game

LEAVING = Path(__file__).parents[1] / "language" / "leaving.dice"

GAME = """
game "Come and go"
players 2 or 3

material:
    board field: grid 9 by 9
    board yard: grid 3 by 3
    stock of each player: 9 dice
    each player has total = 0

words:
    friends of place s, player p is count of (neighbours of s where owner of it is p)
    strangers of place s is count of (neighbours of s where it is taken and owner of it is not you)
    hidden of player p is count of (yard where owner of it is p)

turn:
    choose:
        "put" one of empty field where friends of (it, you) is 0 as s:
            must your stock is not empty: "None is left."
            move one of your stock to s
        "push" one of field where owner of it is you as s, one of neighbours of s where it is empty as t:
            must strangers of t is at most 1: "Too many."
            move die on s to t
        "hide" one of field where owner of it is left of you as s, one of empty yard as h: move die on s to h
        "free" one of yard where owner of it is not you and it is taken as h: move die on h to stock of owner of h
        if nothing fits: end turn
    add count of (field where owner of it is you) - hidden of you to your total

match:
    play game
    play game
    highest total wins the match

cap 8 rounds: highest total wins
"""


def program(players: int) -> ops.Program:
    return load(GAME).table(players=players, starter=0).program


def test_questions_are_found_by_what_they_ask() -> None:
    standing = Code(program(2)).standing
    sizes = sorted(question.size for question in standing.begins)
    assert sizes == [9, 81]
    assert all(set(question.answers) == {-1, 0, 1} for question in standing.begins)
    assert standing.words == 2 * (1 + 2)


@pytest.mark.parametrize("players", [2, 3])
def test_dice_come_and_go(players: int) -> None:
    assert compared(program(players), range(4), most=100) > 60


def test_games_from_the_middle() -> None:
    stepping = Stepping(program(2))
    native, cells, chance = Native(stepping.program), stepping.start(), Chance(4)
    for _ in range(9):
        seat = cells[stepping.program.reg.asked].bit_length() - 1
        answers = stepping.moves(cells, seat)
        cells = stepping.answer(cells, seat, answers[chance.below(len(answers))])
    assert native.playouts(cells, 3, 0, 20) == stepping.playouts(cells, 3, 0, 20)


def test_what_is_only_tried_is_forgotten() -> None:
    leaving = Game.named(str(LEAVING)).table(players=3, starter=0).program
    assert Code(leaving).standing.begins
    assert same_game(Stepping(leaving), Native(leaving), seed=2, most=120) > 20
    mine, its = Chance(8), Chance(8)
    assert Stepping(leaving).play(None, mine) == Native(leaving).play(None, its)
