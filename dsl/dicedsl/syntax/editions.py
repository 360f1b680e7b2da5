"""Which edition of the language a text looks like, by what only one of them has; without reading it."""

from __future__ import annotations

import re

OF_FIRST = re.compile(r'^\s*(?:must|do|cap|eliminate) |^\s*ruling "|^\s*odds:|^\s*each .* has .* = ', re.MULTILINE)
OF_SECOND = re.compile(
    r'^\s*(?:only if|our ruling|to keep track|simulation:|as in |choice |words "|rule [\w ]+ the )'
    r"|, at first |the player hears"
    r"|\b(?:its|their|(?:all|none) of(?! these)|there (?:is|are)|(?:of|rule [\w ]+|is) an?)\b(?!-)|'s ",
    re.MULTILINE,
)
QUOTED = re.compile(r'"[^"\n]*"|#[^\n]*')


def signs(text: str) -> tuple[int, int]:
    """How often a text says what only the first edition has, and what only the second."""
    text = QUOTED.sub('""', text)
    return len(OF_FIRST.findall(text)), len(OF_SECOND.findall(text))


def is_first(text: str) -> bool:
    """Whether it says what can be upgraded."""
    first, second = signs(text)
    return first > second
