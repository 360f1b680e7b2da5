"""What one rulebook changes against another."""

import json

import pytest

from dicedsl.errors import raise_errors
from dicedsl.prose.diff import SECTIONS, changes, differences_text
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.library import games, shipped_files
from dicedsl.rulebook.loading import load_path, load_source
from dicedsl.text.source import Source

BASE = """\
game "Base"
players 2
options:
    goal = 10, from 5 to 50: "points that win"
material:
    cup: 2 dice
    each player has total = 0
turn:
    roll cup
    choose:
        "keep" one of cup as kept:
            must number of kept is 6: "Keep a six."
            end turn
        "stop": end turn
end "done" when some p in players has total at least goal: p wins
"""


def book_of(text: str) -> Rulebook:
    book, problems = load_source(Source("<test>", text))
    raise_errors(problems)
    assert book is not None
    return book


def shipped_book(name: str, *variants: str) -> Rulebook:
    book, problems = load_path(shipped_files()[name], variants)
    raise_errors(problems)
    assert book is not None
    return book


def changed(*pairs: tuple[str, str]) -> list[str]:
    text = BASE
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return [line for change in changes(book_of(BASE), book_of(text)) for line in change.lines]


def test_no_differences() -> None:
    assert differences_text(book_of(BASE), book_of(BASE)) == "# Base\n\nNo differences in the rules.\n"


def test_notes_are_no_rules() -> None:
    text = differences_text(book_of(BASE), book_of(BASE + 'note "Be kind."\n'))

    assert text == "# Base\n\nNo differences in the rules.\n\n## Notes\n\n- New: note, “Be kind.”\n"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("players 2", "players 2 to 4", ["For 2 to 4 players, not 2 players."]),
        ("goal = 10, from 5 to 50", "goal = 20, from 5 to 99",
         ["Changed: **goal** is 20 unless agreed otherwise, not 10 and may be from 5 to 99, not from 5 to 50."]),
        ("cup: 2 dice", "cup: 3 dice", ["Changed: the **cup** holds 3 dice. Before: The **cup** holds 2 dice."]),
        ("    each player has total = 0\n", "    each player has total = 0\n    each turn has pot = 0\n",
         ["New: each turn has a **pot**, which starts at 0."]),
        ("is 6", "is 5", ["In the turn, the choice **keep** changes:",
         "- Only if the number on the kept die is 5 (before: if the number on the kept die is 6) — *Keep a six.*"]),
        ("Keep a six.", "Six!", ["In the turn, the choice **keep** changes:",
         "- No longer needed: the number on the kept die is 6 — *Keep a six.*",
         "- Only if the number on the kept die is 6 — *Six!*"]),
        ('"stop": end turn', '"stop": add 1 to your total', ["In the turn, the choice **stop** changes:",
         "- What follows is now: add 1 to your total."]),
        ('"stop": end turn', '"pass": end turn', ["In the turn you can no longer choose **stop**.",
         "In the turn you may also choose **pass**: the turn ends."]),
        ("    roll cup\n    choose", "    roll cup\n    roll cup\n    choose", ["The turn is now:", "1. Roll the dice in the cup.",
         "2. Roll the dice in the cup.", "3. You choose one of these:",
         "   - **keep**: pick one die in the cup (the *kept* die). Only if the number on the kept die is 6 (otherwise: *Keep a six.*). Then the turn ends.",
         "   - **stop**: the turn ends."]),
        ("p wins", "nobody wins",
         ["Changed: **Done**: when a player has a total of at least the goal, nobody wins."]),
        ('end "done"', 'at the end of each turn: roll cup\nend "done"', ["New: At the end of each turn, roll the dice in the cup."]),
    ],
)  # fmt: skip
def test_changes(old: str, new: str, said: list[str]) -> None:
    assert changed((old, new)) == said


def test_a_variant() -> None:
    text = differences_text(shipped_book("pig"), shipped_book("pig", "Two dice"))

    assert text.startswith("# Pig with “Two dice”, against Pig\n\n## Material\n\n- Changed: the **cup** holds 2 dice.")
    assert "- The rule “bust” is now:\n  1. The first of these that fits:\n" in text
    assert text.endswith("Pig keeps everything else.\n")


@pytest.mark.parametrize("name", [name for name, _ in games()])
def test_shipped_rulebooks(name: str) -> None:
    book = shipped_book(name)
    assert changes(book, shipped_book(name)) == []
    for other in (*book.parents[-1:], "pig"):
        if other == name:
            continue
        found = changes(shipped_book(other), book)
        assert found
        assert {change.section for change in found} <= set(SECTIONS)
        assert "Phrase(" not in differences_text(shipped_book(other), book)
        json.dumps([change.as_json() for change in found])
    for variant in book.variants:
        if variant != "Extra Spicy rules":
            assert changes(book, shipped_book(name, variant))
