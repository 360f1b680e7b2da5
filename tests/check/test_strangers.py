"""Somebody who does not play in an example is told to be a stranger, wherever the name stands."""

from __future__ import annotations

import pytest

from dicedsl.check_door import check
from dicedsl.text.source import Source

RULES = """game "Strangers"
players 2 to 4
material:
    each player has total = 0
turn:
    choose:
        "take": add 1 to your total
end "three" when some p in players has total at least 3: p wins
example "one":
    with Anna, Ben
    {line}
"""


@pytest.mark.parametrize(
    "line",
    ["now mover is Cleo", "now total of Cleo is 0", "now Cleo is next", 'Cleo chooses "take"', "given starter is Cleo"],
)
def test_a_name_missing_from_with_is_nobodys_name(line: str) -> None:
    found = [p for p in check(Source("strangers.dice", RULES.format(line=line))) if p.is_error]

    assert [(p.code, p.message) for p in found] == [("E450", 'nobody here is called "Cleo"')]


def test_a_word_that_is_no_name_is_still_a_word() -> None:
    found = [p for p in check(Source("strangers.dice", RULES.format(line="now mover is rich"))) if p.is_error]

    assert [p.code for p in found] == ["E333"]
