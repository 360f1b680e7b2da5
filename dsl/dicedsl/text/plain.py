"""The one filter between foreign text (of a rulebook, a file name, a saved game, a typed line) and whatever shows it.

A terminal obeys control characters, a page turns text round at others, and some cannot be seen at all: none of them is ever shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

REPLACEMENT = "?"

# Written out, so that every version of Python knows the same. Arabic and other signs that can be seen are not among them.
_CONTROLS = r"\x00-\x08\x0a-\x1f\x7f-\x9f"
_BREAKS = r"\u2028\u2029"
_TURNS = r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_NOTHING = (
    r"\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_HALVES = r"\ud800-\udfff"
_BAD = re.compile(f"[{_CONTROLS}{_BREAKS}{_TURNS}{_NOTHING}{_HALVES}]")
_BAD_BUT_LINES = re.compile(_BAD.pattern.replace(_CONTROLS, r"\x00-\x08\x0b-\x1f\x7f-\x9f"))
_BLANKS = re.compile(r"[\t\xa0\u2000-\u200a\u202f\u205f\u3000]")


def plain(text: str) -> str:
    """A text for one line: what cannot be seen, or would be obeyed, is a question mark, and every blank a blank."""
    return _BLANKS.sub(" ", _BAD.sub(REPLACEMENT, text.replace("\n", " ")))


def plain_lines(text: str) -> str:
    """A text of several lines in which what cannot be seen, or would be obeyed, is a question mark."""
    return _BLANKS.sub(" ", _BAD_BUT_LINES.sub(REPLACEMENT, text))


def unseen(text: str) -> Iterator[tuple[int, str]]:
    """The characters of a text of several lines that cannot be seen, or would be obeyed: where each stands, and what it is."""
    for match in _BAD_BUT_LINES.finditer(text):
        if match[0] == "\r" and text[match.end() : match.end() + 1] == "\n":
            continue
        yield match.start(), _called(match[0])


def _called(char: str) -> str:
    name = f"U+{ord(char):04X}"
    if re.match(f"[{_CONTROLS}]", char):
        return f"a control character ({name})"
    if re.match(f"[{_TURNS}]", char):
        return f"a character that turns the direction of writing ({name})"
    if re.match(f"[{_BREAKS}]", char):
        return f"a line break that is none here ({name})"
    return f"a character that cannot be seen ({name})"
