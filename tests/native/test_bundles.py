"""Answers in bundles: the same answers in the same order as one by one, and the same one drawn."""

import pytest

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.stepping.stepping import Stepping
from dicedsl.interpreter.game import load
from dicedsl.program import ops

native = pytest.importorskip("dicedsl.interpreter.engines.native.native")

GAME = """
game "Bundles"
players 2

material:
    hand of each player: 4 numbered dice
    the game has bid = 0
    the game has side = 0
    the game has moves = 0

turn:
    choose:
        ALTERNATIVE
            set moves to moves + 1
        "pass":
            must moves is at least 1: "Not yet."
            set moves to moves + 1

end "enough" when moves is at least 12: nobody wins
"""

BID = """
            set bid to many
            set side to face"""
ALTERNATIVES = {
    "one number": """"offer" one of 1 to 9 as many:
            must many is more than bid or moves is more than 3: "More."
            set bid to many""",
    "a higher pair": """"offer" one of 1 to 7 as many, one of 1 to 6 as face:
            must (many, face) is more than (bid, side) or moves is more than 5: "More."
"""
    + BID,
    "some of the pairs": """"offer" one of 1 to 7 as many, one of 0 to 5 as face:
            must face is less than 5 and not (many is bid): "Another."
            must many + face is not 7 or face is 2: "Not seven."
"""
    + BID,
    "up to the first": """"offer" one of bid to 70 as many, one of (many - bid) to many as face:
            must face is not side or many is more than 60: "Another."
"""
    + BID,
    "below nothing": """"offer" one of (0 - 3) to 3 as many, one of (0 - 2) to many as face:
            must face is less than many: "Less."
"""
    + BID,
    "a part": """"take" some of your hand as taken:
            set bid to count of taken""",
    "any part, after a number": """"take" one of 0 to 2 as many, any of your hand as taken:
            must many is not side: "Another."
            set side to many
            set bid to count of taken""",
    "a member": """"take" one of your hand as taken, one of players as player:
            must number of taken is 2 or player is you or moves is more than 4: "Red."
            set bid to count of hand of player""",
}


def program(alternative: str) -> ops.Program:
    return load(GAME.replace("ALTERNATIVE", alternative)).table(starter=0).program


@pytest.mark.parametrize("alternative", ALTERNATIVES.values(), ids=ALTERNATIVES)
def test_the_same_answers_as_one_by_one(alternative: str) -> None:
    stepping = Stepping(program(alternative))
    engine = native.Native(stepping.program)
    chance, cells, listed = Chance(3), stepping.start(), 0
    while not isinstance(stepping.program.blocks[cells[stepping.program.reg.pc]].end, ops.Over):
        seat = cells[stepping.program.reg.asked].bit_length() - 1
        answers = list(stepping.moves(cells, seat))
        assert list(engine.moves(cells, seat)) == answers
        listed += len(answers)
        cells = stepping.answer(cells, seat, answers[chance.below(len(answers))])
    assert listed > 30
    assert engine.playouts(None, 5, 0, 300) == stepping.playouts(None, 5, 0, 300)


@pytest.mark.parametrize("alternative", ALTERNATIVES.values(), ids=ALTERNATIVES)
def test_the_same_answer_is_drawn(alternative: str) -> None:
    stepping = Stepping(program(alternative))
    engine = native.Native(stepping.program)
    for seed in range(50):
        mine, its = Chance(seed), Chance(seed)
        assert stepping.play(None, mine) == engine.play(None, its)
        assert mine.words() == its.words()
