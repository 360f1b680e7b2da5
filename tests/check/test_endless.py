"""Loops that wait for memory which begins anew in each turn: an error only where the turn is never held up."""

from __future__ import annotations

import pytest

from dicedsl.check_door import check
from dicedsl.text.source import Source

GARDEN = """\
game "Garden"
aim "Have more after four turns."
players 2, clockwise from anybody

material: cup: 1 die

to keep track:
    each player has points, at first 0
    the gardener is awake, at first {first}, each turn

turn:
    repeat until the gardener is awake:
        roll cup
        if some of cup show 6: the gardener is now awake
        choose:
            "again"
            "stop":
                add 1 to your points
                end turn

end "four" when some player has points at least 4: nobody wins
"""


@pytest.mark.parametrize(("first", "codes"), [("no", []), ("yes", ["E441"])])
def test_what_begins_anew_each_turn_holds_the_turn_up_or_not(first: str, codes: list[str]) -> None:
    assert [p.code for p in check(Source("garden", GARDEN.format(first=first))) if p.is_error] == codes
