"""Dice as small pictures that can be clicked, read and told apart without colour."""

from __future__ import annotations

from html import escape

from dicedsl.interpreter.model.things import Die

SPOTS = {
    1: [(1, 1)],
    2: [(0, 0), (2, 2)],
    3: [(0, 0), (1, 1), (2, 2)],
    4: [(0, 0), (0, 2), (2, 0), (2, 2)],
    5: [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)],
    6: [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)],
}
FILLS = {
    "red": "#b3202a", "green": "#1f7a3a", "black": "#2b2b2b", "blue": "#2456a6", "white": "#fbfaf6", "gold": "#c79a1b",
    "yellow": "#e0b92f", "orange": "#d3661c", "purple": "#6d3a94", "": "#fbfaf6",
}  # fmt: skip
SEATS = ("#b3202a", "#2456a6", "#1f7a3a", "#c79a1b", "#6d3a94", "#d3661c", "#2b2b2b", "#4b8b8b")
LIGHT = frozenset({"#fbfaf6", "#e0b92f", "#c79a1b"})


def fill_of(die: Die, by_owner: bool) -> str:
    """The colour of a die: its own, or that of its owner where players have dice of their own."""
    if die.colour:
        return FILLS.get(die.colour, "#8a7f6d")
    if by_owner and die.owner is not None:
        return SEATS[die.owner % len(SEATS)]
    return FILLS[""]


def picture(die: Die, by_owner: bool = False, letter: str = "") -> str:
    """A die as SVG: pips up to six, digits beyond, a question mark if it is hidden, its name in a corner."""
    fill = fill_of(die, by_owner)
    ink = "#2b2b2b" if fill in LIGHT else "#ffffff"
    parts = [f'<rect x="1" y="1" width="38" height="38" rx="7" fill="{fill}" stroke="#00000066" stroke-width="1.5"/>']
    if die.hidden:
        parts.append(_word("?", ink, 22))
    elif die.number in SPOTS:
        parts += [f'<circle cx="{10 + 10 * x}" cy="{10 + 10 * y}" r="3.6" fill="{ink}"/>' for x, y in SPOTS[die.number]]
    elif die.number is not None:
        parts.append(_word(str(die.number), ink, 18 if die.number < 100 else 13))
    elif letter:
        parts.append(_word(letter, ink, 18))
    if die.name:
        parts.append(f'<text x="3.5" y="10.5" font-size="8" fill="{ink}">{escape(die.name)}</text>')
    return f'<svg viewBox="0 0 40 40" aria-hidden="true">{"".join(parts)}</svg>'


def _word(text: str, ink: str, size: int) -> str:
    return (
        f'<text x="20" y="{20 + size * 0.36:.0f}" font-size="{size}" text-anchor="middle" fill="{ink}">'
        f"{escape(text)}</text>"
    )


def spoken(die: Die, owner: str = "") -> str:
    """A die in words, for those who do not see it."""
    number = "unseen" if die.hidden else "not rolled" if die.number is None else str(die.number)
    parts = [die.name, die.colour, number, *die.marks]
    text = " ".join(part for part in parts if part)
    return f"{text}, {owner}" if owner else text
