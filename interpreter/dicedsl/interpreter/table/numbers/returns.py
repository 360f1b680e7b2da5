"""What a game was worth to each seat, in one convention for all games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from dicedsl.interpreter.engines.contract import Tally


@frozen
class Returns:
    """`shares`: who won, as numbers whose sum is zero. `scores`: the numbers by which the game was ranked, None if by none.

    A sole winner has 1, and the others share -1 among them; winners of a shared victory share what one would have. With two
    players that is 1 and -1, and 0 for both in a draw. If nobody or everybody wins, all have 0. Who plays alone has 1 for a
    victory and 0 otherwise.
    """

    shares: tuple[float, ...]
    scores: tuple[int, ...] | None


@frozen
class Playouts:
    """Many games from one state: what they came to, and the mean of the shares (and of the scores) of each seat."""

    tally: Tally
    shares: tuple[float, ...]
    scores: tuple[float, ...] | None


def shares(players: int, winners: Sequence[int]) -> tuple[float, ...]:
    if players == 1:
        return (float(len(winners)),)
    if not winners:
        return (0.0,) * players
    winning = (players / len(winners) - 1) / (players - 1)
    return tuple(winning if seat in winners else -1 / (players - 1) for seat in range(players))


def worth(players: int) -> list[float]:
    """The share of a winner and of another seat, for each number of winners from none to all."""
    worths = []
    for winners in range(players + 1):
        row = shares(players, range(winners))
        worths += [row[0], row[-1]]
    return worths


def mean_shares(players: int, tally: Tally) -> tuple[float, ...]:
    total = [0.0] * players
    for (_, mask), games in tally.winners.items():
        for seat, share in enumerate(shares(players, [s for s in range(players) if mask >> s & 1])):
            total[seat] += share * games
    return tuple(share / max(1, tally.games) for share in total)


def mean_scores(tally: Tally) -> tuple[float, ...] | None:
    if not tally.scores or not all(tally.scores):
        return None
    return tuple(_mean(counts.items()) for counts in tally.scores)


def _mean(counts: Iterable[tuple[int, int]]) -> float:
    total = games = 0
    for value, count in counts:
        total += value * count
        games += count
    return total / games
