"""Boards in words: what is written tells every place and what stands on it."""

import re
from pathlib import Path

import pytest

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game, load
from dicedsl.interpreter.model.marks import open_places
from dicedsl.interpreter.model.model import model_of
from dicedsl.interpreter.show.boards import board_picture
from dicedsl.interpreter.show.dice import Letters
from dicedsl.interpreter.show.draw import table_lines
from dicedsl.interpreter.show.text import bare
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.view import view

NAMES = ["Anna", "Ben", "Cleo"]

PYRAMID = """\
game "Small pyramid"
players 2
material:
    board heap: (a, b, c) from 0 to 2 where a + b + c is at most 2
    stock of each player: {dice}
    cup: 1 die{secret}
words:
    kind axis, axes: first-axis, second-axis, third-axis
    down of axis x:
        by x      | first-axis        | second-axis       | third-axis
        otherwise | step of (1, 0, 0) | step of (0, 1, 0) | step of (0, 0, 1)
    supports of place p are (p + down of x for each x in axes)
    place p is {open} when p is empty and every q in supports of p is taken
turn:
    choose:
        "put" one of {open} heap as spot: move one of your stock to spot
        "roll" one of heap where it is taken as spot: roll die on spot
        if nothing fits: nobody wins
cap 30 turns: nobody wins
"""


def pyramid(dice: str = "10 dice", open_: str = "open", secret: str = "") -> GameTable:
    return load(PYRAMID.format(dice=dice, open=open_, secret=secret)).table(2, starter=0)


def after(table: GameTable, *texts: str) -> State:
    state = table.start()
    for text in texts:
        state = table.apply(state, table.parse_move(state, table.turn(state).seats[0], text))
        if table.turn(state).kind == "chance":
            state = table.apply(state, table.outcomes(state)[4])
    return state


def lines(table: GameTable, state: State) -> list[str]:
    return table_lines(table, state, None, NAMES[: table.players])


def blocks_of(table: GameTable, state: State) -> list[list[str]]:
    """The layers of the first board, each by itself."""
    model = model_of(table, state, None, NAMES[: table.players])
    found = board_picture(model.boards[0], Letters(model), 100, None, 0)
    return [[bare(line) for line in block] for block in found.blocks]


def test_a_pile_is_written_layer_by_layer() -> None:
    table = pyramid()
    state = after(table, "put (2,0,0)", "put (1,1,0)", "put (1,0,1)", "roll (1,1,0)")

    assert lines(table, state)[1:] == [
        "The heap is drawn from above, one layer beside the other, the lowest first. b11 is layer b, row 1,",
        "  place 1, and stands on a11, a12 and a21. Places are called by layer, row and place; the rulebook",
        "  writes (a,b,c), so that a31 is (2,0,0).",
        "heap: A Anna's, B Ben's, + open",
        "a: plate",
        "   3 A     b: layer 2",
        " 2 A  B5    2 +",
        "1 +  +  +  1 . .",
        "  1  2  3    1 2",
    ]


def test_an_empty_pile_shows_its_plate() -> None:
    table = pyramid(open_="fit")  # no word says what is open

    assert lines(table, table.start())[1:] == [
        "The heap is drawn from above, one layer beside the other, the lowest first. b11 is layer b, row 1,",
        "  place 1, and stands on a11, a12 and a21. Places are called by layer, row and place; the rulebook",
        "  writes (a,b,c), so that a31 is (2,0,0).",
        "a: plate",
        "  3 .",
        " 2 . .",
        "1 . . .",
        "  1 2 3",
    ]
    told = "\n".join(lines(table, after(table, "put (2,0,0)"))[4:])
    assert "layer 2" in told
    assert "top" not in told
    assert "+" not in told


def test_the_top_is_written() -> None:
    table = pyramid()
    plate = ["put (0,0,2)", "put (0,1,1)", "put (0,2,0)", "put (1,0,1)", "put (1,1,0)", "put (2,0,0)"]
    state = after(table, *plate, "put (1,0,0)", "put (0,1,0)", "put (0,0,1)", "put (0,0,0)")

    assert blocks_of(table, state)[-1] == ["c: top", "1 B", "  1"]


@pytest.mark.parametrize(
    ("dice", "text"),
    [
        ("10 red dice", "   3 AR"),
        ("10 numbered dice", "   3 A1"),
        ("10 gold numbered dice", "    3 AD1"),
    ],
)
def test_letters(dice: str, text: str) -> None:
    table = pyramid(dice)
    told = lines(table, after(table, "put (2,0,0)"))

    assert any(line.startswith(text) for line in told)
    if dice == "10 red dice":
        assert any("A Anna's, R red" in line for line in told)


def test_what_is_open_is_not_told_where_something_is_hidden() -> None:
    table = pyramid(secret=", seen by nobody")
    state = table.start()

    assert open_places(table, state, view(table, state, None), "heap") is None
    assert "+ open" not in "\n".join(lines(table, state))


def test_every_place_can_be_read_off() -> None:
    """What is written is read back by its labels, and compared with the position."""
    table = Game.named("23-rasanto").table(2, starter=0)
    chance = Chance(4)
    state = table.start()
    for _ in range(25):
        moves = table.moves(state, table.turn(state).seats[0])
        state = table.apply(state, moves[chance.below(len(moves))])
    board = view(table, state, None).boards[0]
    expected = {p: f"{'AB'[d.owner or 0]}" for p, d in zip(board.places, board.dice, strict=True) if d is not None}

    found = {}
    drawn_board = model_of(table, state, None, NAMES[:2]).boards[0]
    for layer, block in zip(drawn_board.layers, blocks_of(table, state), strict=False):
        for line in block:
            cells = re.fullmatch(r"(?:[a-i]: (?:plate|top|layer \d))? *(\d+) (\D.*)", line)
            if cells and cells[2].strip():
                for b, sign in enumerate(cells[2].split()):
                    if sign not in ".+":
                        found[int(cells[1]) - 1, b, layer.total - int(cells[1]) + 1 - b] = sign
    assert len(expected) > 25
    assert found == expected


def test_other_boards_given_by_coordinates() -> None:
    text = """\
game "Cube"
players 2
material:
    board box: {0}
    stock of each player: 4 dice
turn:
    choose:
        "put" one of empty box as spot: move one of your stock to spot
        if nothing fits: nobody wins
cap 6 turns: nobody wins
"""
    cube = load(text.format("(x, y, z) from 0 to 1")).table(2, starter=0)
    assert lines(cube, after(cube, "put (0,1,1)"))[1:] == [
        "Places are called by layer, row and place; the rulebook writes (x,y,z), so that b22 is (1,1,1).",
        "box: A Anna's",
        "b: z = 1",
        "  1 2",
        "1 . A",
        "2 . .",
    ]
    flat = load(text.format("(x, y) from 1 to 2 where x is not y")).table(2, starter=0)
    assert lines(flat, after(flat, "put (2,1)"))[1:] == [
        "Places are called by column and row; the rulebook writes (x,y), so that a2 is (2,1).",
        "box: A Anna's",
        "  a b",
        "1   .",
        "2 A",
    ]
    row = load(text.format("(x) from 1 to 3")).table(2, starter=0)
    assert lines(row, row.start())[1:] == [
        "Places are called by number; the rulebook writes (x), so that 3 is (3).",
        " 1 2 3",
        " . . .",
    ]


def test_very_many_equal_dice_are_counted() -> None:
    table = pyramid("25 dice")

    assert lines(table, table.start())[0] == "Anna's stock: 25 dice   Ben's stock: 25 dice   cup: 1 die"


def test_a_large_set_is_bookkeeping() -> None:
    table = Game.named(str(Path(__file__).parents[1] / "language" / "copies.dice")).table(2, starter=0)
    state = table.start()
    for text in ("angle (0,0,0) (0,0,1) (0,1,0)", "take (1,1,2) (1,1,3) (1,2,3)"):
        state = table.apply(state, table.parse_move(state, 0, text))

    lines = table_lines(table, state, 0, ["Anna", "Ben"])

    assert any(line.startswith("part of you: ") for line in lines)
