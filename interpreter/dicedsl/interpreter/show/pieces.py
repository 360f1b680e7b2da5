"""A letter for each sort of dice, so that no picture and no text has to be understood by colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dicedsl.interpreter.table import Table
from dicedsl.interpreter.view import HIDDEN, DieView

COLOURS = {
    "red": "R", "green": "G", "black": "K", "blue": "B", "white": "W", "gold": "D", "yellow": "Y", "orange": "O", "purple": "P",
}  # fmt: skip
SEATS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class ViewLetters:
    """By colour where dice have colours, by owner where players have dice of their own, by both where a colour has several owners."""

    def __init__(self, table: Table, names: Sequence[str]) -> None:
        self.names = names
        dice = table.program.dice
        owners: dict[str, set[int]] = {}
        for die in dice:
            owners.setdefault(die.colour, set()).add(die.owner)
        self._colours = any(colour != "plain" for colour in owners)
        self._owners = any(die.owner >= 0 for die in dice) and (
            not self._colours or any(len(seats) > 1 for seats in owners.values())
        )

    def of(self, die: DieView) -> str:
        """The letter of a die, with its name and number where it has them."""
        text = self.mark(die)
        if die.index is not None:
            text += f"{die.index}:" if die.hidden or die.number is not None else str(die.index)
        if die.hidden:
            return text + HIDDEN
        return text if die.number is None else f"{text}{die.number}"

    def mark(self, die: DieView) -> str:
        owner = self._seat(die.owner) if self._owners and die.owner is not None else ""
        colour = COLOURS.get(die.colour, "") if self._colours else ""
        return owner + colour or "X"

    def _seat(self, seat: int) -> str:
        return SEATS[seat] if seat < len(SEATS) else f"P{seat + 1}"

    def legend(self, dice: Iterable[DieView]) -> list[str]:
        """What the letters of some dice mean."""
        found: dict[str, str] = {}
        for die in dice:
            owner = self._owners and die.owner is not None
            if owner:
                assert die.owner is not None
                found[self._seat(die.owner)] = f"a die of {self.names[die.owner]}"
            if self._colours and die.colour in COLOURS:
                found[COLOURS[die.colour]] = die.colour
            if self.mark(die) == "X" and not owner:
                found["X"] = "a die"
        return [f"{letter} is {meaning}" for letter, meaning in sorted(found.items())]
