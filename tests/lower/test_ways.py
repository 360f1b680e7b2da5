"""The places between two others come to the same from the table of the board and looked for one by one."""

from __future__ import annotations

import pytest

from dicedsl.interpreter.game import load
from dicedsl.lower import reckoning
from dicedsl.program import ops
from dicedsl.program.fixed_evaluation import FixedEvaluator
from dicedsl.program.walk import parts

BOARDS = {
    "steps": "board field of spots: (a, b) from 0 to 3 where a + b is not 3",
    "three coordinates": "board field of spots: (a, b, c) from 0 to 2 where a + b + c is at most 3",
    "grid": "board field of spots: grid 3 by 4",
}
GAME = """\
game "Ways"
aim "Go."
players 2, clockwise from anybody
material:
    pool: 1 die
    {board}
words "Ways":
    crossed of spot p, spot q are the spots between p and q
    way of spot p, spot q is the line from p to q
    open of spot p, spot q are (the spots between p and q) that are taken
    begun of spot p, spot q are (the line from p to q) that are taken
turn:
    choose:
        "go" one of spots as p, one of spots as q:
            only if open of (p, q) are begun of (p, q); otherwise the player hears "No."
            only if crossed of (p, q) are way of (p, q); otherwise the player hears "No."
end "over" after each turn when turns played are at least 2: nobody wins
"""


def worked_out(program: ops.Program, name: str, places: int) -> list[int]:
    function = next(f for f in program.functions if f is not None and f.name == name)
    work_out = FixedEvaluator(program)
    return [
        work_out(function.body, dict(zip(function.params, (p, q), strict=True)))
        for p in range(places)
        for q in range(places)
    ]


def loops(program: ops.Program, name: str) -> bool:
    function = next(f for f in program.functions if f is not None and f.name == name)
    return any(isinstance(part, ops.Fold) for part in parts(function.body))


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_a_table_says_what_the_walk_says(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = GAME.format(board=board)
    program = load(text).program()
    places = len(program.boards[0].labels)
    tables = {name: worked_out(program, name, places) for name in ("crossed", "way")}
    monkeypatch.setattr(reckoning, "MOST_PLACE_PAIRS", 0)
    monkeypatch.setattr("dicedsl.lower.tables.MOST_TABLE_ENTRIES", 0)
    monkeypatch.setattr("dicedsl.lower.words.MOST_TABLE_ENTRIES", 0)
    walked = load(text + "\n").program()

    assert not any(loops(program, name) for name in tables)
    assert all(loops(walked, name) for name in tables)
    for name, table in tables.items():
        assert any(table)
        assert worked_out(walked, name, places) == table
