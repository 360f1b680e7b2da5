"""What counts as a change in a variant, and as a line that it repeats."""

import pytest

from dicedsl.check_door import check
from dicedsl.text.source import Source

GAME = """\
game "Sample"
aim "Be the first with 50 points."
players 2 to 4

material: cup: 2 dice
to keep track: each player has a total, at first 0
shown: total of each player
words: luck is sum of numbers of cup

turn:
{remarks}
    roll cup
    add luck to your total

end "the goal is reached" when some player has total at least 50: that player wins

simulation:
    break off after 500 turns: nobody wins

variant "Other":
    {difference}
"""


def codes(difference: str, remarks: str = "") -> list[str]:
    text = GAME.format(difference=difference, remarks=remarks)
    return [problem.code for problem in check(Source("sample.dice", text))]


@pytest.mark.parametrize(
    "difference",
    ['aim "Lose as slowly as you can."', 'shown: luck as "this roll"', "players 3", "add to turn:\n        extra turn"],
)
def test_a_variant_that_changes_one_thing_changes_something(difference: str) -> None:
    assert codes(difference) == []


def test_a_remark_changes_nothing() -> None:
    assert codes('note "All the same."') == ["W630"]


def test_remarks_are_no_lines_to_be_repeated() -> None:
    """Of six remarks and two steps only one step is repeated, which is no fault."""
    remarks = "\n".join(f'    our ruling "Sentence {number}."\n    in short "Word {number}."' for number in range(3))
    inner = remarks.replace("\n", "\n    ").strip()

    assert codes(f"replace turn:\n        {inner}\n        roll cup\n        add 1 to your total", remarks) == []
