"""The list of the parts of a rulebook leaves none out."""

from attrs import fields

from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.loading import load_source
from dicedsl.rulebook.parts import (
    ACTING_PARTS,
    INNER_PARTS,
    NAMED_PARTS,
    NO_RULES,
    RULE_PARTS,
    SHOWN_PARTS,
    all_parts,
    tables,
    unnamed_tables,
)
from dicedsl.text.source import Source

BOOK = """game "Whole"
aim "Win."
players 2
options: goal = 10, from 1 to 20
material:
    cup: 1 die
    board field of squares: grid 2 by 2
to keep track: each player has a total, at first 0
words:
    kind suit, suits: sun, moon
    half is goal / 2
shown: total of each player
turn: roll cup
rule cheer: extra turn
at the end of each turn: cheer
end "the goal" when some player has total at least goal: that player wins
"""


def test_every_field_of_a_rulebook_is_in_one_list() -> None:
    listed = [*RULE_PARTS, *NO_RULES]

    assert sorted(listed) == sorted(each.name for each in fields(Rulebook))
    assert set(RULE_PARTS) == {"players", *NAMED_PARTS, *ACTING_PARTS, *SHOWN_PARTS, *INNER_PARTS}


def test_whatever_is_listed_is_walked_through() -> None:
    book, problems = load_source(Source("whole.dice", BOOK))

    assert book is not None and problems == []
    kept = [part for table in tables(book) for part in table.values()] + [
        part for row in unnamed_tables(book) for part in row
    ]
    assert {type(part).__name__ for part in kept} == {
        "Option", "Zone", "Board", "Memory", "Kind", "ValueWord", "Shown", "Flow", "Rule", "Hook", "End",
    }  # fmt: skip
    assert {id(part) for part in (*kept, book.aim)} == {id(part) for part in all_parts(book)}
