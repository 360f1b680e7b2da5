"""Dice for print: hatched in their colours, with pips or numbers, and a letter where a colour alone would have to be understood."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from dicedsl.interpreter.model.dice_letters import (
    letter_or_initial,
    letters_of_players,
    owners_are_told,
)
from dicedsl.interpreter.model.records import Board, Die, Zone
from dicedsl.interpreter.show.hexagons import AXES, Point
from dicedsl.pips import SPOTS
from dicedsl.text.plain import plain

# A light ground, and lines or dots in the colour itself: black and white paper shows the lines.
GROUNDS = {
    "red": ("#fbe6e3", "#b3202a"), "green": ("#e3f1e6", "#1f7a3a"), "blue": ("#e2eaf7", "#2456a6"),
    "gold": ("#f8efd2", "#8a6a08"), "yellow": ("#fdf6cf", "#8a7a08"), "orange": ("#fbe9db", "#b3520f"),
    "purple": ("#ece3f3", "#6d3a94"),
}  # fmt: skip
HATCHES = {
    "red": '<path d="M0 6L6 0" stroke="{ink}" stroke-width="1.1"/>',
    "green": '<circle cx="3" cy="3" r="1" fill="{ink}"/>',
    "blue": '<path d="M0 3H6" stroke="{ink}" stroke-width="1"/>',
    "gold": '<path d="M3 0V6" stroke="{ink}" stroke-width="1"/>',
    "yellow": '<path d="M0 3H6M3 0V6" stroke="{ink}" stroke-width=".6"/>',
    "orange": '<path d="M0 0L6 6" stroke="{ink}" stroke-width="1.1"/>',
    "purple": '<path d="M0 0L6 6M0 6L6 0" stroke="{ink}" stroke-width=".8"/>',
}
# how the dice of players are told apart
OF_SEATS = ("white", "black", "red", "green", "blue", "gold", "orange", "purple")
DARK, LIGHT = "#3a3a3a", "#ffffff"
# A little light from one side, so that plain dice are seen as cubes.
SHADES = {LIGHT: (LIGHT, "#f1f1f1", "#e3e3e3"), DARK: (DARK, "#333333", "#444444")}


def inks() -> str:
    """The hatchings that all pictures of a page share."""
    patterns = "".join(
        f'<pattern id="ink-{name}" width="6" height="6" patternUnits="userSpaceOnUse">'
        f'<rect width="6" height="6" fill="{ground}"/>{HATCHES[name].format(ink=ink)}</pattern>'
        for name, (ground, ink) in GROUNDS.items()
    )
    return f'<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>{patterns}</defs></svg>'


class DiceLetters:
    """How the dice of a position are told apart: by colour, or by whose they are where players have dice of their own."""

    def __init__(
        self, boards: Iterable[Board], zones: Iterable[Zone], names: Sequence[str], named: bool = True
    ) -> None:
        self.names = names
        self.named = named  # whether dice are called by their names
        dice = [place.die for board in boards for place in board.places if place.die is not None]
        dice += [die for zone in zones for die in zone.dice]
        self.dice = dice
        self.colours = any(die.colour for die in dice)
        # Nobody's dice look like dice of a colour that lie beside them.
        seen = {die.colour for die in dice}
        self.of_seats = [colour for colour in OF_SEATS if colour not in seen] or OF_SEATS
        on_boards = [place.die for board in boards for place in board.places if place.die is not None]
        sorts = ((die.colour, die.owner) for die in on_boards)
        self.owners = any(die.owner is not None for die in dice) and owners_are_told(sorts, self.colours)
        if not self.colours and not any(True for _ in boards):
            self.owners = False  # in zones of their own nobody has to tell them apart
        # A die that shows a number needs no letter beside its colour.
        self.lettered = self.owners or any(die.number is None and not die.name for die in dice if not die.hidden)
        self.seats = letters_of_players(names)

    def ground(self, die: Die) -> str:
        colour = die.colour
        if not colour and self.owners and die.owner is not None:
            colour = self.of_seats[die.owner % len(self.of_seats)]
        return colour or self.mark(die)

    def mark(self, die: Die) -> str:
        """The word of the rulebook that makes a die without a colour coloured: a red face."""
        return next((mark for mark in die.marks if mark in GROUNDS), "") if not die.colour and not self.owners else ""

    def fill(self, die: Die) -> str:
        ground = self.ground(die)
        if ground == "black":
            return DARK
        return f"url(#ink-{ground})" if ground in GROUNDS else LIGHT

    def ink(self, die: Die) -> str:
        return LIGHT if self.ground(die) == "black" else "#111111"

    def letter(self, die: Die) -> str:
        owner = self.seats[die.owner] if self.owners and die.owner is not None else ""
        colour = letter_or_initial(die.colour)
        return owner + colour

    def legend(self, zones: Iterable[Zone], drawn: Iterable[Die]) -> str:
        """What the letters of the dice mean that are drawn, unless a zone beside the picture says it."""
        entries: dict[str, tuple[Die, str]] = {}
        letters_told = {
            self.letter(zone.dice[0]) for zone in zones if zone.owner is not None and zone.owner == zone.dice[0].owner
        }
        for die in drawn:
            letter = self.letter(die)
            if self.mark(die):
                entries.setdefault(" ", (die, self.mark(die)))
            if letter and letter not in entries and (letter not in letters_told or die.colour):
                words = [die.colour] if die.colour else []
                if self.owners and die.owner is not None:
                    words.append(f"of {self.names[die.owner]}")
                entries[letter] = (die, " ".join(words))
        return "".join(
            f'<span class="zone"><svg class="piece" viewBox="0 0 34 34" aria-hidden="true">'
            f'<rect x="2" y="2" width="30" height="30" rx="6" fill="{self.fill(die)}" stroke="#111" stroke-width="1.4"/>'
            f"{word((17.0, 17.0), letter.strip() if self.lettered else '', 15, self.ink(die), halo=True)}</svg> {markup_of(words)}</span>"
            for letter, (die, words) in sorted(entries.items())
        )


def flat_die(at: Point, size: float, die: Die, letters: DiceLetters) -> str:
    """A die seen from above: pips up to six, digits beyond, a question mark if nobody may see it."""
    x, y = at[0] - size / 2, at[1] - size / 2
    ink = letters.ink(die)
    parts = [
        f'<rect x="{figure(x)}" y="{figure(y)}" width="{figure(size)}" height="{figure(size)}" rx="{figure(size / 6)}"'
        f' fill="{letters.fill(die)}" stroke="#111" stroke-width="1.2"/>'
    ]
    letter = letters.letter(die)
    number = die.number
    if die.hidden:
        parts.append(word(at, "?", size * 0.6, ink, halo=True))
    elif number in SPOTS:
        step = size * 0.25
        for i, j in SPOTS[number]:
            spot = (at[0] + (i - 1) * step, at[1] + (j - 1) * step)
            parts.append(circle(spot, size * 0.092, ink))
        if letter and letters.owners:
            parts.append(word((at[0] + size * 0.42, at[1] - size * 0.42), letter, size * 0.34, "#111", halo=True))
    elif number is not None:
        parts.append(word(at, f"{letter}{number}", size * (0.45 if number < 100 else 0.34), ink, halo=True))
    elif letter and not die.name:
        parts.append(word(at, letter, size * 0.5, ink, halo=True))
    if not letters.named:
        return "".join(parts)
    if die.name and (die.hidden or number is not None):
        parts.append(word((at[0], at[1] + size * 0.62), die.name, size * 0.32, "#111"))
    elif die.name:
        parts.append(word(at, die.name, size * 0.42, ink, halo=True))
    return "".join(parts)


def cube(at: Point, radius: float, die: Die, sides: Sequence[int], letters: DiceLetters) -> str:
    """A die that stands on its corner, seen from above: the number towards each side lies opposite to that side's corner."""
    faces = []
    fill, ink = letters.fill(die), letters.ink(die)
    for number, (i, j) in zip(sides, ((1, 2), (2, 0), (0, 1)), strict=True):
        first, second = AXES[i], AXES[j]
        corners = [
            at,
            (at[0] + first[0] * radius, at[1] + first[1] * radius),
            (at[0] + (first[0] + second[0]) * radius, at[1] + (first[1] + second[1]) * radius),
            (at[0] + second[0] * radius, at[1] + second[1] * radius),
        ]
        outline = " ".join(f"{figure(x)},{figure(y)}" for x, y in corners)
        faces.append(
            f'<polygon points="{outline}" fill="{fill}" stroke="#111" stroke-width=".9" stroke-linejoin="round"/>'
        )
        centre = ((corners[0][0] + corners[2][0]) / 2, (corners[0][1] + corners[2][1]) / 2)
        faces.append(word(centre, str(number), radius * 0.58, ink, halo=True))
    return "".join(faces)


# ------------------------------------------------------------------ small things


def circle(at: Point, radius: float, fill: str) -> str:
    return f'<circle cx="{figure(at[0])}" cy="{figure(at[1])}" r="{figure(radius)}" fill="{fill}"/>'


def word(at: Point, words: str, size: float, ink: str, halo: bool = False) -> str:
    """With a halo it can be read on any hatching."""
    ground = DARK if ink == LIGHT else "#fff"
    around = (
        f' stroke="{ground}" stroke-width="{figure(size / 4)}" paint-order="stroke" stroke-linejoin="round"'
        if halo
        else ""
    )
    return (
        f'<text x="{figure(at[0])}" y="{figure(at[1] + 0.36 * size)}" font-size="{figure(size)}" font-weight="bold" text-anchor="middle"'
        f' fill="{ink}"{around}>{markup_of(words)}</text>'
    )


def markup_of(words: str) -> str:
    return escape(plain(words))


def figure(number: float) -> str:
    text = f"{number:.1f}"
    return text[:-2] if text.endswith(".0") else text
