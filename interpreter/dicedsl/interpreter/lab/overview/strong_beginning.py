"""Whether it helps to begin among equals who search: as many games as some seconds of work allow, counted by who began.

What was played is kept, so that more games can be added to it later.
"""

from __future__ import annotations

import time
from collections import Counter
from functools import cached_property
from typing import Any

from attrs import asdict, evolve, frozen

from dicedsl.interpreter.bots import STRONG
from dicedsl.interpreter.lab.arena import Contest
from dicedsl.interpreter.lab.many_games.figures import Advantage
from dicedsl.interpreter.table.game_table import GameTable

LEAST_PLAYOUTS, MOST_PLAYOUTS = 4, 200  # for a choice
WANTED_GAMES = 60  # that should fit into the time, by which the playouts are found
MOST_GAMES = 400
SEED = 1
ALONE = "alone"  # what is told where nobody is there to be beaten


@frozen(slots=False)
class StrongBeginning:
    """Games of `players` equals with so many playouts for each choice, and the seconds of work that they took.

    `winners` says how often which players won, as a mask, when somebody began: (who began, mask, games).
    """

    name: str
    rules: str
    players: int
    playouts: int = 0
    seconds: float = 0.0
    winners: tuple[tuple[int, int, int], ...] = ()

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> StrongBeginning:
        return cls(**{**data, "winners": tuple((began, mask, games) for began, mask, games in data["winners"])})

    @cached_property
    def games(self) -> int:
        """How many were played."""
        return sum(games for _, _, games in self.winners)

    @cached_property
    def advantage(self) -> Advantage | None:
        """By how much who begins wins more often than a fair share; None if nothing was played.

        A few games of which some are shared or won by nobody are no certainty: the interval is that with four games more, two won by
        who begins and two by another.
        """
        winners = Counter({(began, mask): games for began, mask, games in self.winners})
        narrow = Advantage.of(winners, self.players)
        if narrow is None or all(mask.bit_count() == 1 for _, mask in winners):
            return narrow
        wider = Advantage.of(winners + Counter({(0, 0b01): 2, (0, 0b10): 2}), self.players)
        assert wider is not None
        return evolve(narrow, low=min(narrow.difference, wider.low), high=max(narrow.difference, wider.high))

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out that beginning makes no difference."""
        return self.advantage is not None and not self.advantage.low <= 0 <= self.advantage.high

    @property
    def text(self) -> str:
        """The advantage in points of a hundred, with its interval."""
        if self.players < 2:
            return ALONE
        if self.advantage is None:
            return "-"
        difference, low, high = (100 * part for part in (self.advantage.difference, self.advantage.low, self.advantage.high))  # fmt: skip
        return f"{difference:+.0f} ({low:+.0f} to {high:+.0f})"

    def is_enough(self, seconds: float) -> bool:
        """Whether so many seconds allow no more games."""
        return self.players < 2 or self.games >= MOST_GAMES or self.seconds >= seconds


def strong_beginning(
    name: str, table: GameTable, seconds: float, until: float | None = None, known: StrongBeginning | None = None
) -> StrongBeginning:
    """Let equals play from the start that the table has; whoever begins sits at its first seat.

    The playouts are as many as fit if there are `seconds` for the games; of these those up to `until` are used now. `known` is
    what was played before. The game at hand is played to its end, and one at least is played.
    """
    row = known or StrongBeginning(name, table.fingerprint, table.players)
    if row.players < 2:
        return row
    table.runner()  # making it is no part of the time
    if not row.playouts:
        row = _first_game(row, table, seconds)
    while not row.games or not row.is_enough(seconds if until is None else until):
        row = _one_more(row, table)
    return row


def _first_game(row: StrongBeginning, table: GameTable, seconds: float) -> StrongBeginning:
    """How many playouts fit, by how long a game takes with the least; that game counts if no more of them do."""
    first = _one_more(evolve(row, playouts=LEAST_PLAYOUTS), table)
    fits = int(LEAST_PLAYOUTS * seconds / WANTED_GAMES / max(1e-6, first.seconds))
    if fits <= LEAST_PLAYOUTS:
        return first
    return evolve(row, playouts=min(MOST_PLAYOUTS, fits))


def _one_more(row: StrongBeginning, table: GameTable) -> StrongBeginning:
    """Play the next game."""
    contest = Contest(table, (f"{STRONG}:{row.playouts}p",) * row.players, None)
    begun = time.process_time()
    played = contest.playouts(None, SEED, row.games, 1)
    counted = Counter({(began, mask): games for began, mask, games in row.winners}) + played.winners
    winners = tuple((began, mask, games) for (began, mask), games in sorted(counted.items()))
    return evolve(row, seconds=row.seconds + time.process_time() - begun, winners=winners)
