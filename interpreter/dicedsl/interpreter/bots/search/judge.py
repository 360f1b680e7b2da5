"""What a position is worth to each seat, by games that are played on from it at random.

A value is the seat's part of the victory, with a small part for how far ahead it is by the numbers the rulebook ranks by, so that
games that are lost or won are still played sensibly. Who plays alone is judged by these numbers.

Players who choose at random waste most of what they could get. So who plays alone is judged by the best of the games and not by
all of them: that is nearer to what somebody gets who chooses well.
"""

from __future__ import annotations

import time
from collections import Counter
from math import sqrt

from dicedsl.errors import DiceError
from dicedsl.interpreter.bots.budget import Spending
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Cells, Tally
from dicedsl.interpreter.table.game_table import GameTable

SCORE_PART = 0.15
SCORE_WIDTH = 6.0  # standard deviations of scores from the worst to the best that is told apart
FEWEST_PROBES, PROBE_GAMES = 2, 16  # games, to see what numbers there are
PROBES_OF_A_PLAYOUT = 0.25  # of them, at most, for each playout, where those are counted
BEST_PART = 1 / 16  # of the games, by which numbers are judged
MOST_PLAYOUT_STEPS = 20_000  # steps after which a game played at random says nothing
SeatValues = tuple[float, ...]


class Judge:
    """Judges positions by playouts. The same seed and numbers give the same games for every position."""

    def __init__(self, table: GameTable, cells: Cells, seed: int, spending: Spending) -> None:
        self.table = table
        self.players = table.players
        self.seed = seed
        self.runner = table.runner()
        self.direction = 0  # 1 if the highest number wins, -1 if the lowest does, 0 if none is ranked by
        self.mean = 0.0
        self.spread = 1.0
        self._shares: set[float] = set()
        begun = time.perf_counter()
        probes = self._probe(cells, spending)
        self.cost = (time.perf_counter() - begun) / probes  # seconds for a playout, about
        self.neutral = (*(1.0 / self.players,) * (2 * self.players), *(self.mean,) * self.players)

    def _probe(self, cells: Cells, spending: Spending) -> int:
        """Play a few games to see what numbers there are; how many. Where games are slow, or few
        are to be played, two must do."""
        pooled: Counter[int] = Counter()
        number = 0
        begun, playouts = spending.used(), spending.budget.playouts
        most = PROBE_GAMES if playouts is None else min(PROBE_GAMES, int(PROBES_OF_A_PLAYOUT * playouts))
        for number in range(max(FEWEST_PROBES, most)):
            if number >= FEWEST_PROBES and spending.budget.seconds is not None and spending.used() > begun + 0.1:
                break
            try:
                end = self.runner.play(cells, Chance(self.seed + number), MOST_PLAYOUT_STEPS)
            except DiceError:
                continue
            reg = self.table.reg
            self._shares.add(1.0 if end[reg.winners] else 0.5)
            if end[reg.score_order]:
                self.direction = 1 if end[reg.score_order] == 1 else -1
                pooled.update(end[reg.score_of_player + seat] for seat in range(self.players))
        total = pooled.total()
        if total:
            self.mean = sum(v * n for v, n in pooled.items()) / total
            self.spread = SCORE_WIDTH * max(0.5, sqrt(sum((v - self.mean) ** 2 * n for v, n in pooled.items()) / total))
        return number + 1

    def values(self, cells: Cells, first: int, games: int) -> SeatValues:
        """Give the values of a position by so many playouts, those from number `first` on, laid out as `values_of` gives them."""
        try:
            tally = self.runner.playouts(cells, self.seed, first, games, MOST_PLAYOUT_STEPS)
        except DiceError:  # no end in sight, or a rule at fault: nothing is known
            return self.neutral
        return self.values_of(tally)

    def values_of(self, tally: Tally) -> SeatValues:
        """Give the mean value of each seat, then the mean part of the victory of each, then the mean number each is ranked by."""
        players, share = self.players, 1.0 / max(1, tally.games)
        won = [0.0] * players
        for (_, mask), games in tally.winners.items():
            count = mask.bit_count()
            for seat in range(players):
                if not count:  # nobody's victory: less than one that all share, more than a defeat
                    won[seat] += games * share * 0.5 / players
                elif mask >> seat & 1:
                    won[seat] += games * share / count
        if not self.direction or not (tally.scores and all(tally.scores)):
            return (*won, *won, *(0.0,) * players)
        if players == 1:
            return (won[0] + self.reached(tally.scores[0]), won[0], _mean(tally.scores[0]))
        means = [_mean(scores) for scores in tally.scores]
        total = sum(means)
        values = []
        for part, mean in zip(won, means, strict=True):
            ahead = self.direction * (mean - (total - mean) / (players - 1)) / self.spread
            values.append((1 - SCORE_PART) * part + SCORE_PART * min(1.0, max(0.0, 0.5 + ahead)))
        return (*values, *won, *means)

    @property
    def alone(self) -> bool:
        """Whether only the numbers count by which the rulebook ranks."""
        return self.players == 1 and self.direction != 0

    def reached(self, scores: Counter[int]) -> float:
        """Give what somebody who plays alone reaches: the mean of the best of these numbers, on the scale of values."""
        count = left = max(1, round(scores.total() * BEST_PART))
        total = 0
        for value in sorted(scores, reverse=self.direction > 0):
            taken = min(left, scores[value])
            total += taken * value
            left -= taken
            if not left:
                break
        return self.direction * (total / count - self.mean) / self.spread

    def scores(self, cells: Cells, first: int, games: int) -> Counter[int]:
        """Play some games on and count the numbers that who plays alone reaches."""
        try:
            return self.runner.playouts(cells, self.seed, first, games, MOST_PLAYOUT_STEPS).scores[0]
        except DiceError:
            return Counter()

    def share_at_end(self) -> float | None:
        """The part of the victory that any end is to who plays alone; None if ends differ in that."""
        return next(iter(self._shares)) if len(self._shares) == 1 else None

    def values_at_end(self, cells: Cells) -> SeatValues:
        """Give the values of a game that is over, laid out as `values_of` gives them."""
        reg = self.table.reg
        tally = Tally(games=1)
        tally.winners[cells[reg.starter], cells[reg.winners]] = 1
        if cells[reg.score_order]:
            tally.scores = [Counter({cells[reg.score_of_player + seat]: 1}) for seat in range(self.players)]
        return self.values_of(tally)


def _mean(scores: Counter[int]) -> float:
    """The mean of some numbers, each as often as it came up."""
    return sum(value * games for value, games in scores.items()) / scores.total()
