"""The second edition of the language says the same in fewer lines."""

from dicedsl.text.source import Source
from tests.rulebook.rule_lines import FIRST_EDITION, counted, rule_lines

BOOK = """game "Counted"
from "Made up"
aim "Win."
players 2, clockwise from anybody

in short "Ties: none."

# for whoever edits it
options:
    in short "There is nothing to agree on."

material: cup: 1 die  # shared
    in short "One die."

turn:
    in short "Roll it."
    our ruling "It may not fall off the table."
    roll cup
    if (some of cup show 6
            or some of cup show 5): you win

example "A six wins":
    roll 6
    now P1 is winner
"""


def test_what_is_told_commented_or_an_example_is_no_rule() -> None:
    assert rule_lines(Source("counted.dice", BOOK)) == [
        'game "Counted"',
        "players 2, clockwise from anybody",
        "material: cup: 1 die  # shared",
        "turn:",
        "    roll cup",
        "    if (some of cup show 6",
        "            or some of cup show 5): you win",
    ]


def test_every_rulebook_of_the_first_edition_is_counted() -> None:
    assert len(counted()) == len([*FIRST_EDITION.rglob("*.dice")]) == 87


def test_no_rulebook_has_more_lines_than_in_the_first_edition() -> None:
    assert [(row.name, row.before, row.now) for row in counted() if row.now > row.before] == []


def test_all_together_have_a_tenth_less() -> None:
    rows = counted()

    assert 10 * sum(row.now for row in rows) <= 9 * sum(row.before for row in rows)
