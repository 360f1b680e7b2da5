"""How much work reading, checking and lowering one rulebook may be, with everything it uses and every variant of it.

Work is counted where it is done, in steps of roughly the same size, so that the same text is refused on every machine.
"""

from __future__ import annotations

from collections.abc import Callable

from dicedsl.errors import DiceError, Problem
from dicedsl.text.source import Span

MOST_CHECKING_STEPS = 90_000
MOST_TOKENS = 12_000  # words and signs of a file and of all it uses or changes
STEPS_OF_A_TOKEN = 3  # steps for each of them
RESERVED_STEPS = 30_000  # steps that are never spent on what can as well be worked out in play


class TooMuchWork(DiceError):
    """The work is more than a rulebook may be; its one problem says where it ran out."""


class WorkBudget:
    """What is left of the work for one rulebook."""

    def __init__(self, most: int = MOST_CHECKING_STEPS) -> None:
        self.left = most

    def spend(self, steps: int, where: Span) -> None:
        """Count some steps of work. TooMuchWork if there were not so many left."""
        self.left -= steps
        if self.left < 0:
            message = "here the work of checking this rulebook becomes more than is allowed"
            help = "make the rulebook shorter, or give some of its variants files of their own"
            raise TooMuchWork([Problem("E109", message, where, help=help)])

    def needed(self, where: Span) -> Callable[[int], bool]:
        """A counter of steps that cannot be done without, at a place: as `spare`, but too many are a mistake there."""

        def spend(steps: int) -> bool:
            self.spend(steps, where)
            return True

        return spend

    def spare(self, steps: int) -> bool:
        """Count steps that are not needed, but save time later; whether there is enough left for them."""
        if self.left - steps < RESERVED_STEPS:
            return False
        self.left -= steps
        return True
