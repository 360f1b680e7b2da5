"""A message never suggests the very word that was written."""

from __future__ import annotations

import pytest

from dicedsl.check_door import check
from dicedsl.text.source import Source

RULES = """game "Probe"
players 2
material:
    cup: 2 dice
    each player has total = 0
    {material}
words:
    kind suit, suits: sun, moon
    {word}
turn:
    roll cup
    choose:
        "add": {step}
end "ten" when some p in players has total at least 10: p wins
variant "Other":
    {difference}
"""
PLAIN = {
    "material": "each player has mark by suit = 0",
    "word": "worth of suit s is rank of s",
    "step": "add sum of number of cup to your total",
    "difference": 'note "Nothing."',
}


@pytest.mark.parametrize(
    "part, line, word",
    [
        ("material", "each player has mark by number = 0", "number"),
        ("step", "add number of you to your total", "number"),
        ("step", "add seat of cup to your total", "seat"),
        ("step", "add worth of cup to your total", "worth"),
        ("step", "set total to 5", "total"),
        ("step", "set worth to 5", "worth"),
        ("difference", "remove rule total", "total"),
        ("difference", "replace rule worth: roll cup", "worth"),
    ],
)
def test_the_word_itself_is_no_help(part: str, line: str, word: str) -> None:
    found = [p for p in check(Source("probe.dice", RULES.format(**{**PLAIN, part: line}))) if p.is_error]

    assert found
    for problem in found:
        assert f'did you mean "{word}"' not in problem.help, problem.message
