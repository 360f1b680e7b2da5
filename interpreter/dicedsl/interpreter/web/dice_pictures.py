"""Dice as small pictures that can be clicked, read and told apart without colour."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, radians, sin

from dicedsl.interpreter.model.corner_sides import corner_sides
from dicedsl.interpreter.model.dice_letters import letter_of_seat, letter_or_initial
from dicedsl.interpreter.model.records import Die
from dicedsl.interpreter.web.markup import Html, tag
from dicedsl.pips import SPOTS

FILLS = {
    "red": "#b3202a", "green": "#1f7a3a", "black": "#2b2b2b", "blue": "#2456a6", "white": "#fbfaf6", "gold": "#c79a1b",
    "yellow": "#e0b92f", "orange": "#d3661c", "purple": "#6d3a94", "": "#fbfaf6",
}  # fmt: skip
SEATS = ("#b3202a", "#2456a6", "#1f7a3a", "#c79a1b", "#6d3a94", "#d3661c", "#2b2b2b", "#3f7a7a")
LIGHT_FILLS = frozenset({"#fbfaf6", "#e0b92f", "#c79a1b"})
UNKNOWN_FILL = "#8a7f6d"
DARK_INK, LIGHT_INK = "#2b2b2b", "#ffffff"


def fill_of(die: Die) -> str:
    """The colour of a die: its own, or that of its owner where players have dice of their own."""
    if die.colour:
        return FILLS.get(die.colour, UNKNOWN_FILL)
    return FILLS[""] if die.owner is None else SEATS[die.owner % len(SEATS)]


def letter_of(die: Die) -> str:
    """A letter for the colour or the owner, so that nobody has to tell colours apart."""
    if die.colour:
        return letter_or_initial(die.colour)
    return "" if die.owner is None else letter_of_seat(die.owner)


def picture(die: Die) -> Html:
    """A die as SVG: pips up to six, digits beyond, three faces if it stands on a corner, a question mark if it is hidden."""
    return picture_of(fill_of(die), letter_of(die), die.number, die.hidden, die.name)


@lru_cache(maxsize=4096)
def picture_of(fill: str, letter: str, number: int | None, hidden: bool, name: str) -> Html:
    """A die of that colour, with that letter and number, whoever's it is."""
    ink = DARK_INK if fill in LIGHT_FILLS else LIGHT_INK
    sides = None if hidden else corner_sides(number)
    if sides is not None:
        return _svg(*_three_faces(fill, ink, sides), _word(letter, ink, 7, 20, 22.4) if letter else None)
    parts: list[Html | None] = [
        tag("rect", x="1.5", y="1.5", width="37", height="37", rx="8", fill=fill, stroke="#0007", stroke_width="1.5")
    ]
    if not hidden and number in SPOTS:
        parts.append(_pips([(10 + 10 * x, 10 + 10 * y) for x, y in SPOTS[number]], ink, "7.4"))
    middle = _middle(number, hidden, letter)
    if middle:
        parts.append(_word(middle, ink, 22 if hidden else 17 if len(middle) < 3 else 13))
    # Below and above the middle no pip ever lies.
    if letter and letter != middle:
        parts.append(_word(f" {letter}", ink, 7, 20, 9.5))
    if name:
        parts.append(_word(f" {name}", ink, 7, 20, 36))
    return _svg(*parts)


def _middle(number: int | None, hidden: bool, letter: str) -> str:
    """What is written in the middle of a die that shows no pips."""
    if hidden:
        return "?"
    if number is None:
        return letter
    return "" if number in SPOTS else str(number)


def _three_faces(fill: str, ink: str, sides: tuple[int, int, int]) -> list[Html | None]:
    """Seen from above its corner: the first number looks down the page, the second to the upper left, the third to the upper right."""
    faces, shades, pips = [], [], list[tuple[float, float]]()
    for number, middle, shade in zip(sides, (270, 150, 30), (0.0, 0.1, 0.22), strict=True):
        one, other = (_ray(middle - 60), _ray(middle + 60))
        corners = [(20.0, 20.0), _plus(one), _plus(one, other), _plus(other)]
        outline = "M" + "L".join(f"{_short(x)} {_short(y)}" for x, y in corners) + "z"
        faces.append(outline)
        if shade:
            shades.append(tag("path", d=outline, fill=f"rgba(0,0,0,{shade})"))
        for x, y in SPOTS[number]:
            u, v = 0.24 + 0.26 * x, 0.24 + 0.26 * y
            pips.append((20 + u * one[0] + v * other[0], 20 + u * one[1] + v * other[1]))
    drawn = tag("path", d="".join(faces), fill=fill, stroke=ink, stroke_width="0.8", stroke_linejoin="round")
    return [drawn, *shades, _pips(pips, ink, "3.8")]


def _pips(places: Sequence[tuple[float, float]], ink: str, width: str) -> Html:
    """All in one line of dots: a page has many dice, and is sent and drawn again and again."""
    dots = "".join(f"M{_short(x)} {_short(y)}h0" for x, y in places)
    return tag("path", d=dots, stroke=ink, stroke_width=width, stroke_linecap="round")


def _short(number: float) -> str:
    return f"{round(number, 1):g}"


def _ray(degrees: float) -> tuple[float, float]:
    return 18.5 * cos(radians(degrees)), -18.5 * sin(radians(degrees))


def _plus(*rays: tuple[float, float]) -> tuple[float, float]:
    return 20 + sum(x for x, _ in rays), 20 + sum(y for _, y in rays)


def _svg(*parts: Html | None) -> Html:
    return tag("svg", *parts, viewBox="0 0 40 40", aria_hidden="true", focusable="false")


def _word(word: str, ink: str, size: int, x: float = 20, y: float | None = None) -> Html:
    at = 20 + size * 0.36 if y is None else y
    return tag("text", word, x=f"{x:g}", y=f"{at:g}", font_size=size, text_anchor="middle", fill=ink)


def die_in_words(die: Die, owner: str = "") -> str:
    """A die in words, for those who do not see it. What is written on the die comes first, so that it can be called by that."""
    sides = None if die.hidden else corner_sides(die.number)
    letter = letter_of(die)
    middle = "" if sides is not None else _middle(die.number, die.hidden, letter)
    written = [middle, letter if letter != middle else "", die.name if sides is None else ""]
    if die.hidden:
        number = "unseen"
    elif sides is not None:
        number = f"showing {sides[0]}, {sides[1]} and {sides[2]}"
    elif die.number is None:
        number = "die"
    else:
        number = "" if middle else str(die.number)
    words = " ".join(part for part in (*written, die.colour, number, *die.marks) if part)
    return f"{words}, {owner}" if owner else words
