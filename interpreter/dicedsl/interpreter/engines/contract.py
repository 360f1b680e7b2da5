"""What an engine can be asked, whichever of the two it is: the same program, seed and answers give the same cells.

Cells are tuples of whole numbers; nothing here changes those it is given. An answer is the number of an alternative followed by
the values picked, sets as masks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from attrs import define, field

from dicedsl.interpreter.chance import Chance
from dicedsl.program import ops

Cells = tuple[int, ...]
Answer = tuple[int, ...]

MOST_STEPS = 1_000_000  # answers, rolls, draws and reports of one game; with so many it is taken to go on for ever


@define
class Tally:
    """What many games of players who choose at random came to, counted exactly; tallies of parts add up to that of the whole.

    winners: by who began and the mask of the winners. turns, rounds, steps (choices, rolls, draws and reports; each answer to a
    choice of several at once is one, a choice that offers nothing is none): how many games had how many. matches: how many of
    them had how many games. scores: for each seat, the numbers that games were ranked by. reasons: why they ended, by number.
    chosen: how often each alternative was taken, by decision and number. entered: how often each block of `Program.rules` was
    come to, by the number of the block; what is only tried, to see where a choice would lead, does not count.
    """

    games: int = 0
    winners: Counter[tuple[int, int]] = field(factory=Counter)
    turns: Counter[int] = field(factory=Counter)
    rounds: Counter[int] = field(factory=Counter)
    steps: Counter[int] = field(factory=Counter)
    matches: Counter[int] = field(factory=Counter)
    scores: list[Counter[int]] = field(factory=list)
    reasons: Counter[int] = field(factory=Counter)
    chosen: Counter[tuple[int, int]] = field(factory=Counter)
    entered: Counter[int] = field(factory=Counter)

    def add(self, other: Tally) -> None:
        self.games += other.games
        for name in ("winners", "turns", "rounds", "steps", "matches", "reasons", "chosen", "entered"):
            getattr(self, name).update(getattr(other, name))
        self.scores.extend(Counter() for _ in range(len(other.scores) - len(self.scores)))
        for mine, theirs in zip(self.scores, other.scores, strict=False):
            mine.update(theirs)


class Engine(Protocol):
    """A program, ready to run."""

    name: str
    program: ops.Program

    def start(self) -> Cells:
        """The cells at the first choice, roll, draw or report."""

    def moves(self, cells: Cells, seat: int) -> Sequence[Answer]:
        """Every legal answer of a seat, always in the same order; none if it is not asked."""

    def answer(self, cells: Cells, seat: int, answer: Answer) -> Cells:
        """The cells after a legal answer, at the next suspension."""

    def fall(self, cells: Cells, values: Sequence[int]) -> Cells:
        """The cells after what chance brought: the numbers of the dice that fell, lowest die first, or the member drawn."""

    def draw(self, cells: Cells, chance: Chance) -> tuple[int, ...]:
        """What chance brings here, by lot: as `fall` takes it."""

    def play(self, cells: Cells | None, chance: Chance, limit: int = MOST_STEPS) -> Cells:
        """The cells at the end of a game of players who choose at random, from these cells or from the start."""

    def playouts(self, cells: Cells | None, seed: int, first: int, games: int, limit: int = MOST_STEPS) -> Tally:
        """Games number `first` and following, from these cells or from the start; each with `Chance(derive(seed, number))`."""
