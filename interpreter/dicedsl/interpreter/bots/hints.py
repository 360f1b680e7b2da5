"""What a seat might do: the best moves by the search of `strong`, and the chance to win that it sees for each of them."""

from __future__ import annotations

from math import sqrt

from attrs import frozen

from dicedsl.interpreter.bots.budget import Budget
from dicedsl.interpreter.bots.knowledge import Knowledge
from dicedsl.interpreter.bots.searching import Manner, Search
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.state import Move

Z95 = 1.959963984540054


@frozen
class Hint:
    """A move, the chance to win after it with its 95 % interval, and the mean number one would be ranked by, if by any.

    It is an estimate: the search plays both sides well where it looks, and at random beyond that.
    """

    move: Move
    chance: float
    low: float
    high: float
    score: float | None


def hints(
    knowledge: Knowledge,
    seconds: float | None = 1.0,
    playouts: int | None = None,
    seed: int = 1,
    most: int = 3,
) -> list[Hint]:
    """The best moves, best first. Nothing is known but what the seat knows."""
    # Only what the search itself has seen is told: nothing of the first judgement of moves counts.
    search = Search(
        knowledge, Budget(seconds, playouts).begin(), Chance(seed), Manner(flat=0.2, finalists=24, trusted=0, turns=0)
    )
    search.run()
    ranked = sorted(search.root.edges, key=lambda edge: (-edge.visits, -edge.mean, edge.number))
    found = []
    for edge in ranked[:most]:
        visits = search.visits[edge.number]
        if not visits:
            continue
        mean = search.won[edge.number] / visits
        spread = sqrt(max(0.0, search.squares[edge.number] / visits - mean * mean))
        # A few equal results are no certainty: as if one more had come out otherwise.
        # What fell once and is gone through again is nothing new.
        new = visits if edge.fixed or not edge.following else len(edge.following)
        width = Z95 * max(spread, 1.0 / (new + 1)) / sqrt(new)
        score = search.scores[edge.number] / visits if search.judge.best else None
        found.append(Hint(knowledge.moves[edge.number], mean, max(0.0, mean - width), min(1.0, mean + width), score))
    return found
