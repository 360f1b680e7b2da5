"""What a rule is told may stand in any order that its prepositions keep apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicedsl.check_door import check
from dicedsl.interpreter.examples.testing import reports_of

GAME = """game "Paying"
players 1

material:
    board field of squares: grid 3 by 3
    purse: 1 die

to keep track:
    the game has paid, at first 0

turn:
    roll purse
    {call}
    choose:
        "go on"
        "stop": you win

rule {head}:
    if corner is (3, 2): set paid to price

example "what was paid":
    roll 1
    P1 chooses "go on"
    now paid is 2
"""
HEADS = {
    "pay at the square corner, the number price": ("pay at (3, 2), 2", "pay 2 at (3, 2)"),
    "pay the number price at the square corner": ("pay 2 at (3, 2)", "pay at (3, 2), 2"),
    "pay at the square corner for the number price": ("pay at (3, 2) for 2", "pay for 2 at (3, 2)"),
}


@pytest.mark.parametrize(("head", "call"), [(head, call) for head, calls in HEADS.items() for call in calls])
def test_what_stands_behind_a_preposition_is_told_in_its_place(head: str, call: str, tmp_path: Path) -> None:
    path = tmp_path / "paying.dice"
    path.write_text(GAME.format(head=head, call=call), encoding="utf-8")
    assert check(path) == []
    assert [report.problems for report in reports_of(path)] == [[]]
