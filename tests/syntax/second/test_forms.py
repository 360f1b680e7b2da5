"""The lines that authors are shown as models are lines of the second edition."""

import textwrap

import pytest

from dicedsl.syntax.edition_forms import FORMS_OF
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.forms import FORMS, IN_EXAMPLES, LINES_OF

ALLOWED = """turn:
    choose:
        "x"
        allowed, by the first line that fits:
            | may choose | otherwise the player hears
{}
            otherwise | everything |"""
# Where a line can stand, how far to the right, and what can stand below it.
PLACES = [
    ("{}", 0),
    ('game "G"\n{}', 0),
    ("turn:\n{}", 4),
    ("turn:\n    if yes: stop\n{}", 4),
    ('turn:\n    choose:\n        "x":\n{}', 12),
    ('turn:\n    choose:\n        "x"\n{}', 8),
    (ALLOWED, 12),
    ("material:\n{}", 4),
    ("to keep track:\n{}", 4),
    ("words:\n{}", 4),
    ("options:\n{}", 4),
    ("shown:\n{}", 4),
    ("simulation:\n{}", 4),
    ('simulation:\n    odds of "x":\n{}', 8),
    ('example "x":\n{}', 4),
    ('variant "x":\n{}', 4),
]
BELOW = [
    "",
    "stop",
    '"x"',
    "x: no dice",
    "x = 1",
    "x is 1",
    "each player has a x, at first 0",
    '"x": 1',
    'P1 chooses "x"',
    "| may choose | otherwise the player hears\notherwise | everything |",
    "break off after 5 turns: stop",
    'remove "x"',
    "x",
]  # fmt: skip


def pieces(form: str) -> list[str]:
    """The lines that a form shows between its words."""
    return [piece for piece in form.split("`")[::2] if piece.strip()]


def is_read(line: str) -> bool:
    for place, margin in PLACES:
        for below in BELOW if line.endswith(":") else [""]:
            block = line + ("\n" + textwrap.indent(below, "    ") if below else "")
            text = place.replace("{}", textwrap.indent(block, " " * margin)) + "\n"
            if SECOND.failure_of(text) is None:
                return True
    return False


SHOWN = sorted({piece for forms in (FORMS, LINES_OF, IN_EXAMPLES) for form in forms.values() for piece in pieces(form)})


@pytest.mark.parametrize("line", [*SHOWN, *pieces(FORMS_OF[2].policy)])
def test_a_line_that_authors_are_shown_is_read(line: str) -> None:
    assert is_read(line)
