"""What a search has seen of a move."""

from __future__ import annotations

from attrs import frozen

from dicedsl.interpreter.intervals import interval95


@frozen
class MoveSeen:
    """How often a search followed a move, the share of victory it led to on average, and, for one who plays alone, the mean number reached."""

    turns: int
    win_share: float
    number: float | None = None

    def and_one(self, part: float) -> MoveSeen:
        """Give a copy with one turn more, that came to this part of the victory."""
        return MoveSeen(self.turns + 1, self.win_share + (part - self.win_share) / (self.turns + 1))

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of Wilson: a few equal results are no certainty."""
        return interval95(self.win_share, self.turns)
