"""What a seat might do: the moves that `strong` finds best, and the chance to win that its search believes in after each of them."""

from __future__ import annotations

from math import ceil

from attrs import frozen

from dicedsl.interpreter.bots.budget import Budget
from dicedsl.interpreter.bots.knowledge import Knowledge
from dicedsl.interpreter.bots.search.move_seen import MoveSeen
from dicedsl.interpreter.bots.strong import Strong
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.state import Move

CHOOSING_PART = 0.7  # of the budget, for finding the best moves


@frozen
class Hint:
    """A move and what the search of `strong` has seen of it; `seen` is None where it goes by other things than who wins."""

    move: Move
    seen: MoveSeen | None


@frozen
class Hints:
    """The best moves, best first; `goes_by` names the numbers shown that they are judged by, where no game is played to its end."""

    best: tuple[Hint, ...]
    goes_by: tuple[str, ...] = ()

    @property
    def are_alike(self) -> bool:
        """Whether the search cannot tell these moves apart."""
        seen = [hint.seen for hint in self.best]
        intervals = [move.interval() for move in seen if move is not None and move.number is None]
        return len(intervals) == len(seen) > 1 and max(low for low, _ in intervals) <= min(
            high for _, high in intervals
        )


def hints(
    knowledge: Knowledge,
    seconds: float | None = 1.0,
    playouts: int | None = None,
    seed: int = 1,
    most: int = 3,
    strong: Strong | None = None,
) -> Hints:
    """Give the best moves of a seat, at most `most`, by what it knows alone. A `strong` that was asked before and is
    given again goes on with what it has learnt."""
    chance = Chance(seed)

    def part(of: float) -> Budget:
        """A share of the budget."""
        return Budget(None if seconds is None else seconds * of, None if playouts is None else ceil(playouts * of))

    strong = strong or Strong.idle()
    strong.budget = part(CHOOSING_PART)
    best = strong.ranked(knowledge, chance)[:most]
    seen = strong.seen(best, part(1 - CHOOSING_PART))
    hinted = tuple(Hint(knowledge.moves[number], seen.get(number)) for number in best)
    return Hints(hinted, tuple(strong.goes_by(knowledge.table)))
