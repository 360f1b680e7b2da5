"""Whether it helps to begin among equals who search: as many games as some seconds of work allow, counted by who began."""

from __future__ import annotations

import time
from typing import Any

from attrs import asdict, frozen

from dicedsl.interpreter.engines.contract import Tally
from dicedsl.interpreter.lab.arena import Contest
from dicedsl.interpreter.lab.many_games.figures import Advantage
from dicedsl.interpreter.table.game_table import GameTable

LEVEL = "strong"
LEAST_PLAYOUTS, MOST_PLAYOUTS = 8, 200  # for a choice
WANTED_GAMES = 60  # that should fit into the time, by which the playouts are found
MOST_GAMES = 400
LEAST_GAMES = 10  # of fewer nothing is told


@frozen
class StrongBeginning:
    """Games of `players` equals called `by`. `difference` is the advantage in points of a hundred, `low` to `high` its interval.

    None of these if there were too few games.
    """

    name: str
    rules: str
    players: int
    by: str
    games: int
    difference: float | None = None
    low: float | None = None
    high: float | None = None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def text(self) -> str:
        if self.difference is None:
            return "-"
        return f"{self.difference:+.0f} ({self.low:+.0f} to {self.high:+.0f})"


class _Deadline:
    """Stops a contest when the work of this process has come to so many seconds."""

    def __init__(self, until: float) -> None:
        self.until = until

    def is_set(self) -> bool:
        return time.process_time() > self.until


def strong_beginning(name: str, table: GameTable, seconds: float, seed: int = 1) -> StrongBeginning:
    """Let equals play from the start that the table has; whoever begins sits at its first seat."""
    if table.players < 2:
        return StrongBeginning(name, table.fingerprint, table.players, LEVEL, 0)
    by = f"{LEVEL}:{_playouts(table, seconds, seed)}p"
    contest = Contest(table, (by,) * table.players, None, _Deadline(time.process_time() + seconds))
    tally = Tally()
    while tally.games < MOST_GAMES:
        played = contest.playouts(None, seed, tally.games, 1)
        if not played.games:
            break
        tally.add(played)
    advantage = Advantage.of(tally.winners, table.players) if tally.games >= LEAST_GAMES else None
    if advantage is None:
        return StrongBeginning(name, table.fingerprint, table.players, by, tally.games)
    parts = (100 * part for part in (advantage.difference, advantage.low, advantage.high))
    return StrongBeginning(name, table.fingerprint, table.players, by, tally.games, *parts)


def _playouts(table: GameTable, seconds: float, seed: int) -> int:
    """So many for a choice that the wanted number of games fits into the time: by how long a game takes with the least."""
    contest = Contest(
        table, (f"{LEVEL}:{LEAST_PLAYOUTS}p",) * table.players, None, _Deadline(time.process_time() + seconds / 4)
    )
    contest.playouts(None, seed, 0, 1)  # makes what is needed for the first game
    begun = time.process_time()
    contest.playouts(None, seed, 1, 1)
    cost = max(1e-6, time.process_time() - begun) / LEAST_PLAYOUTS
    return max(LEAST_PLAYOUTS, min(MOST_PLAYOUTS, int(seconds / WANTED_GAMES / cost)))
