"""What a search has seen of a move."""

from __future__ import annotations

from math import sqrt

from attrs import frozen

Z95 = 1.959963984540054


@frozen
class MoveSeen:
    """In how many turns of the search a move was followed, the part of the victory they came to, and for who plays alone the number reached."""

    turns: int
    chance: float
    number: float | None = None

    def and_one(self, part: float) -> MoveSeen:
        """With one turn more, that came to this part."""
        return MoveSeen(self.turns + 1, self.chance + (part - self.chance) / (self.turns + 1))

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of Wilson: a few equal results are no certainty."""
        square = Z95 * Z95 / self.turns
        middle = (self.chance + square / 2) / (1 + square)
        width = Z95 * sqrt(max(0.0, self.chance * (1 - self.chance)) / self.turns + square / (4 * self.turns))
        return max(0.0, middle - width / (1 + square)), min(1.0, middle + width / (1 + square))
