"""The catalogue behind `dicedsl explain CODE`: what each code means, with a wrong and a right example.

A sample is a piece of a rulebook; `frame` says where it stands: `file` is a whole file, `part` a part of one, `steps` stands
under `turn:`, `words`, `material`, `options` and `variant` under those, `memory` under `to keep track:`, `alternative` in a choice,
`example` is the lines of an example, `examples` are whole ones. Samples of frame `play` show their fault only while the game is played.
"""

from __future__ import annotations

import textwrap

from dicedsl.explain.boards import BOARDS
from dicedsl.explain.entry import Explanation
from dicedsl.explain.examples import EXAMPLES
from dicedsl.explain.fault_codes import PLAY
from dicedsl.explain.material import MATERIAL
from dicedsl.explain.steps import STEPS
from dicedsl.explain.text_codes import TEXT
from dicedsl.explain.warning_codes import WARNINGS

GROUPS = (TEXT, MATERIAL, BOARDS, STEPS, EXAMPLES, PLAY, WARNINGS)


def _entries() -> dict[str, Explanation]:
    entries: dict[str, Explanation] = {}
    for group in GROUPS:
        for code, (frame, title, text, wrong, right) in group.items():
            entries[code] = Explanation(code, title, " ".join(text.split()), _sample(wrong), _sample(right), frame)
    return entries


def _sample(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


CATALOGUE: dict[str, Explanation] = _entries()

BASE = """\
game "Sample"
players 2 to 4

options:
    goal = 50, from 10 to 100: "points that win"

material:
    cup: 5 dice
    hand of each player: 3 dice named d1 to d3

to keep track:
    each player has a total, at first 0
    each turn has a pot, at first 0

words:
    kind suit, suits: sun, moon, star
"""
TURN = """
turn:
    roll cup
    choose:
        "score": add sum of cup to your total
"""
REST = """
rule bust: end turn

at the end of each turn:
    roll cup
    add 1 to your total

end "the goal is reached" when some player has total at least goal: that player wins
"""

FRAME_PARTS = {"words": "words", "material": "material", "options": "options", "memory": "to keep track"}

PLAYED = """\
game "Sample"
players 2, clockwise from anybody

to keep track: each player has a total, at first 0

turn:
    choose:
        "take": add 1 to your total

end "the goal is reached" when some player has total at least 50: that player wins
"""


def whole(entry: Explanation, sample: str) -> str:
    """A sample put into a rulebook, so that it can be checked."""
    inner = textwrap.indent(sample, "    ")
    deep = textwrap.indent(sample, "        ")
    if entry.frame == "file":
        return sample + "\n"
    if entry.frame == "examples":
        return f"{PLAYED}\n{sample}\n"
    if entry.frame == "steps":
        return f"{BASE}\nturn:\n{inner}\n{REST}"
    if entry.frame == "alternative":
        return f"{BASE}\nturn:\n    choose:\n{deep}\n{REST}"
    if entry.frame in FRAME_PARTS:
        return f"{BASE}\n{FRAME_PARTS[entry.frame]}:\n{inner}\n{TURN}{REST}"
    if entry.frame == "variant":
        return f'{BASE}{TURN}{REST}\nvariant "Other":\n{inner}\n'
    if entry.frame == "example":
        return f'{BASE}{TURN}{REST}\nexample "Sample":\n{inner}\n'
    turn = "" if sample.startswith("turn:") or "\nturn:" in sample else TURN
    return f"{BASE}\n{sample}\n{turn}{REST}"


def explanation(code: str) -> str | None:
    """What `dicedsl explain` prints, or None for an unknown code."""
    entry = CATALOGUE.get(code.strip().upper())
    if entry is None:
        return None
    lines = [f"{entry.code}: {entry.title}", "", *textwrap.wrap(entry.text, 100)]
    for word, sample in (("Wrong", entry.wrong), ("Right", entry.right)):
        if sample:
            lines += ["", f"{word}:", "", textwrap.indent(sample, "    ")]
    return "\n".join(lines)


__all__ = ["CATALOGUE", "Explanation", "explanation", "whole"]
