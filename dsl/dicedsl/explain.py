"""The catalogue behind `dicedsl explain CODE`: what each code means, with a wrong and a right example.

A sample is a piece of a rulebook; `frame` says where it stands: `file` is a whole file, `part` a part of one, `steps` stands
under `turn:`, `words`, `material`, `options` and `variant` under those, `example` is the lines of an example. Samples of
frame `play` show their fault only while the game is played.
"""

from __future__ import annotations

import textwrap

from dicedsl.explanations.entry import Entry
from dicedsl.explanations.material import MATERIAL
from dicedsl.explanations.play import PLAY
from dicedsl.explanations.steps import STEPS
from dicedsl.explanations.text import TEXT
from dicedsl.explanations.warnings_ import WARNINGS


def _entries() -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for group in (TEXT, MATERIAL, STEPS, PLAY, WARNINGS):
        for code, (frame, title, text, wrong, right) in group.items():
            found[code] = Entry(code, title, " ".join(text.split()), _sample(wrong), _sample(right), frame)
    return found


def _sample(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


CATALOGUE: dict[str, Entry] = _entries()

BASE = """\
game "Sample"
players 2 to 4

options:
    goal = 50, from 10 to 100: "points that win"

material:
    cup: 5 dice
    hand of each player: 3 numbered dice
    each player has total = 0
    each turn has pot = 0

words:
    kind suit, suits: sun, moon, star
"""
TURN = """
turn:
    roll cup
    choose:
        "score": add sum of number of cup to your total
"""
REST = """
rule bust: end turn

at the end of each turn:
    roll cup
    add 1 to your total

end "the goal is reached" when some p in players has total at least goal: p wins
"""


def whole(entry: Entry, sample: str) -> str:
    """A sample put into a rulebook, so that it can be checked."""
    inner = textwrap.indent(sample, "    ")
    deep = textwrap.indent(sample, "        ")
    if entry.frame == "file":
        return sample + "\n"
    if entry.frame == "steps":
        return f"{BASE}\nturn:\n{inner}\n{REST}"
    if entry.frame == "alternative":
        return f"{BASE}\nturn:\n    choose:\n{deep}\n{REST}"
    if entry.frame in {"words", "material", "options"}:
        return f"{BASE}\n{entry.frame}:\n{inner}\n{TURN}{REST}"
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


__all__ = ["CATALOGUE", "Entry", "explanation", "whole"]
