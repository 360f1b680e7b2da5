"""What an example draws by colour, and what it is told where it gives too little or says it twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from dicedsl.cli import main

BAG = """\
game "Bag"
aim "Try."
players 2, clockwise from anybody

material:
    bag: 2 red dice
    sack: 2 blue dice with faces 0 0 1
    cup: 3 dice named d1 to d3
    out: no dice

to keep track: each player has points, at first 0

setup: move sack to bag

turn:
    draw one of bag as drawn die
    move drawn die to out
    roll drawn die
    add number of drawn die to your points
    roll cup
    choose: "go on"

end "four" when turns played are 4: highest points wins, ties share the win

example "Case":
    {lines}
"""


def said(tmp_path: Path, *lines: str) -> str:
    path = tmp_path / "bag.dice"
    path.write_text(BAG.format(lines="\n    ".join(lines)))
    return " ".join(CliRunner().invoke(main, ["test", str(path)]).output.split())


def test_dice_of_a_colour_that_are_alike_are_drawn_by_it(tmp_path: Path) -> None:
    assert "1 of 1 examples hold" in said(tmp_path, "draw blue", "roll 0", "now points of P1 are 0")


@pytest.mark.parametrize(("lines", "help"), [
    (("draw green",), "possible: "),
    (("draw blue", "roll 1 3 3", 'P1 chooses "go on"'), "give 1 more in this `roll`: a number for each die"),
    (("given cup holds d1 d2", "given cup holds d3"), "write all of it in one line, such as `given nest holds d1 d2 d3`"),
])  # fmt: skip
def test_what_is_told_otherwise(tmp_path: Path, lines: tuple[str, ...], help: str) -> None:
    assert help in said(tmp_path, *lines, 'P1 chooses "go on"')
