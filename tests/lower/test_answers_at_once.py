"""What several answer at once is kept part by part: a cell that holds a number never holds a set."""

from __future__ import annotations

from dicedsl.interpreter.game import Game
from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table.game_table import table_of
from dicedsl.interpreter.table.view import view
from dicedsl.text.source import Source

RULES = """game "At once"
players 3

material:
    hand of each player: 3 numbered dice
    each player has total = 0
    each player has kept dice = none

turn:
    choose by everyone at once:
        "say" one of 5 to 9 as figure, any of (hand of you) as dice:
            add figure to your total
            set your kept dice to dice
        "keep" any of (hand of you) as dice, one of 20 to 22 as figure:
            add figure to your total
            set your kept dice to dice
        "pass":
            add 1 to your total

end "far" after each turn when some p in players has total at least 40: p wins
"""


def start() -> State:
    return Game(Source("at-once.dice", RULES)).table(3, starter=0).start()


def answered(state: State, seat: int, alternative: int, *values: int) -> State:
    return table_of(state).apply(state, Move(seat, alternative, values, ""))


def test_each_part_of_an_answer_has_cells_of_one_kind() -> None:
    state = start()
    slots = [s for s in table_of(state).program.slots if s.scope == "pending"]

    assert [(s.shape, s.many, s.size) for s in slots] == [
        ("number", False, 3),
        ("number", False, 3),
        ("die", True, 3),
        ("die", True, 3),
        ("number", False, 3),
    ]
    cells = [c for s in slots for c in range(s.base, s.base + s.size)]
    assert len(set(cells)) == len(cells)

    state = answered(state, 2, 0, 9, 0b101000000)
    state = answered(state, 0, 1, 0b011, 21)
    kept = [tuple(state.cells[s.base : s.base + s.size]) for s in slots]
    assert kept == [(2, 0, 1), (0, 0, 9), (0, 0, 0b101000000), (0b011, 0, 0), (21, 0, 0)]


def test_each_answer_acts_for_the_seat_that_gave_it() -> None:
    state = answered(answered(start(), 2, 0, 9, 0b101000000), 0, 1, 0b011, 21)
    assert view(table_of(state), state, 2).answer == "say 9 d1 d3"
    assert view(table_of(state), state, 0).answer == "keep d1 d2 21"
    assert view(table_of(state), state, 1).answer is None

    state = answered(state, 1, 2)
    table = table_of(state)
    totals = next(s for s in table.program.slots if s.name == "total")
    kept = next(s for s in table.program.slots if s.name == "kept dice")
    assert state.cells[totals.base : totals.base + 3] == (21, 1, 9)
    assert state.cells[kept.base : kept.base + 3] == (0b011, 0, 0b101000000)
    for slot in table.program.slots:
        if slot.scope == "pending":
            assert not any(state.cells[slot.base : slot.base + slot.size]), "what was answered is forgotten afterwards"
