"""A note stays with the part it was written under, also where a variant puts another part in its place."""

from __future__ import annotations

from dicedsl.errors import raise_errors
from dicedsl.prose.rules import rules_text
from dicedsl.rulebook.loading import load_source
from dicedsl.text.source import Source

NOTES = """game "Probe"
players 2
options:
    last option = 3, from 1 to 5: "something"
material:
    cup: 2 dice
    note "This note belongs to the cup."
    spare pile: 1 die
    note "This note belongs to the spare pile."
    each player has total = 0
    note "This note belongs to the total."
turn:
    roll cup
    repeat last option times: add 1 to your total
end "ten" when some p in players has total at least 10: p wins
note "This note belongs to the end."
variant "Three":
    note "This note belongs to the variant."
    material:
        replace cup: 3 dice
        note "This note belongs to the new cup."
    replace end "ten" when some p in players has total at least 12: p wins
    remove spare pile
variant "Four":
    material:
        replace cup: 4 dice
"""


def told(*variants: str) -> dict[str, str]:
    """The line that each note ends up in, and the heading above it."""
    book, problems = load_source(Source("notes.dice", NOTES), variants)
    raise_errors(problems)
    assert book is not None
    found: dict[str, str] = {}
    title = ""
    for line in rules_text(book).split("## Variants")[0].splitlines():
        title = line.strip("# ") if line.startswith("#") else title
        for part in line.split("This note belongs to ")[1:]:
            found[part.split(".")[0]] = f"{title}: {line.split(' *Note')[0].strip('- ')}"
    return found


def test_notes_stand_under_their_parts() -> None:
    assert told() == {
        "the cup": "What you need: 2 dice: the **cup**.",
        "the spare pile": "What you need: 1 die: the **spare pile**.",
        "the total": "What you need: Pen and paper for the **total** of each player (begins at 0).",
        "the end": "The end of the game: **Ten**: when a player has a total of at least 10, that player wins. If several do, they win together.",
    }


def test_a_note_goes_over_to_the_part_in_its_place_and_goes_with_what_is_gone() -> None:
    found = told("Three")

    assert found["the cup"] == found["the new cup"] == "What you need: 3 dice: the **cup**."
    assert "12" in found["the end"]
    assert found["the total"].startswith("What you need: Pen and paper")
    assert "the spare pile" not in found
    assert found["the variant"].startswith("What you need: *Note")


def test_a_part_replaced_twice_keeps_its_note() -> None:
    assert told("Three", "Four")["the cup"] == "What you need: 4 dice: the **cup**."
