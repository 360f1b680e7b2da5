"""A letter for each sort of dice, so that no picture and no text has to be understood by colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dicedsl.built_in import COLOURS
from dicedsl.interpreter.model.dice_letters import letter_of_seat, owners_are_told
from dicedsl.interpreter.moves.wording import HIDDEN_TEXT
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.view import DieView


class ViewLetters:
    """By colour where dice have colours, by owner where players have dice of their own, by both where a colour has several owners."""

    def __init__(self, table: GameTable, names: Sequence[str]) -> None:
        self.names = names
        dice = table.program.dice
        self._colours = any(die.colour != "plain" for die in dice)
        sorts = ((die.colour, die.owner) for die in dice)
        self._owners = any(die.owner >= 0 for die in dice) and owners_are_told(sorts, self._colours)

    def of(self, die: DieView) -> str:
        """The letter of a die, with its name and number where it has them."""
        text = self.mark(die)
        if die.index is not None:
            text += f"{die.index}:" if die.hidden or die.number is not None else str(die.index)
        if die.hidden:
            return text + HIDDEN_TEXT
        return text if die.number is None else f"{text}{die.number}"

    def mark(self, die: DieView) -> str:
        owner = letter_of_seat(die.owner) if self._owners and die.owner is not None else ""
        colour = COLOURS.get(die.colour, "") if self._colours else ""
        return owner + colour or "X"

    def legend(self, dice: Iterable[DieView]) -> list[str]:
        """What the letters of some dice mean."""
        meanings: dict[str, str] = {}
        for die in dice:
            owner = self._owners and die.owner is not None
            if owner:
                assert die.owner is not None
                meanings[letter_of_seat(die.owner)] = f"a die of {self.names[die.owner]}"
            if self._colours and die.colour in COLOURS:
                meanings[COLOURS[die.colour]] = die.colour
            if self.mark(die) == "X" and not owner:
                meanings["X"] = "a die"
        return [f"{letter} is {meaning}" for letter, meaning in sorted(meanings.items())]
