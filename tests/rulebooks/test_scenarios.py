"""Every scenario of the catalogue of rules stands in its rulebook as an example that begins with the scenario's id."""

import re

import pytest

from dicedsl.interpreter.examples import all_examples
from dicedsl.library import shipped
from dicedsl.loading import read
from dicedsl.syntax.parser import parse_or_raise

SCENARIOS = {
    "catch-6": ("C6", 7),
    "keep-on-rolling": ("KR", 8),
    "two-out-of-three": ("TT", 7),
    "grand-poobah": ("GP", 8),
    "perfecto": ("PF", 9),
    "perfecto-advanced": ("PA", 8),
    "perfecto-team": ("PT", 7),
    "diangle": ("DG", 9),
    "spicy-dice": ("SD", 9),
    "spicy-dice-extra": ("SE", 7),
    "spicy-dice-junior": ("SJ", 5),
    "six-by-six": ("BB", 9),
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_is_an_example(name: str) -> None:
    prefix, count = SCENARIOS[name]
    titles = [example.title.value for example, _ in all_examples(parse_or_raise(read(shipped()[name])))]

    found = {int(m[1]) for title in titles if (m := re.match(rf"{prefix}-(\d+)\b", title))}

    assert found == set(range(1, count + 1))
