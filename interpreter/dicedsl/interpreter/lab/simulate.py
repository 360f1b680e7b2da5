"""Many games of players who choose at random: who wins how often, how long it takes, and how sure that is."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from math import sqrt
from typing import Any

from attrs import asdict, define, field, frozen
from rich.console import Console, Group, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from dicedsl.interpreter.chance import NAME, Chance
from dicedsl.interpreter.seeds import derive
from dicedsl.interpreter.state import Result, State
from dicedsl.interpreter.table import Table
from dicedsl.plain import plain

Z95 = 1.959963984540054


def wilson(hits: int, of: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson interval of a share: where the true share lies, with 95 % confidence. Everything if nothing was tried."""
    if of == 0:
        return 0.0, 1.0
    share = hits / of
    spread = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    middle = share + z * z / (2 * of)
    scale = 1 + z * z / of
    low = 0.0 if hits == 0 else max(0.0, (middle - spread) / scale)
    high = 1.0 if hits == of else min(1.0, (middle + spread) / scale)
    return low, high


@frozen
class Share:
    """How often something happened, as a share with its 95 % interval."""

    count: int
    share: float
    low: float
    high: float

    @classmethod
    def of(cls, count: int, total: int) -> Share:
        return cls(count, count / total if total else 0.0, *wilson(count, total))


@frozen
class Spread:
    """Where numbers lie: mean, standard deviation (0 for fewer than two), least, median, greatest."""

    mean: float
    sd: float
    least: int
    median: float
    greatest: int

    @classmethod
    def of(cls, counts: Counter[int]) -> Spread | None:
        total = counts.total()
        if total == 0:
            return None
        values = sorted(counts)
        first = sum(v * counts[v] for v in values)
        second = sum(v * v * counts[v] for v in values)
        # In whole numbers up to the last step, so that the order of the games does not matter.
        variance = (total * second - first * first) / (total * (total - 1)) if total > 1 else 0.0
        median = (_ranked(counts, values, (total - 1) // 2) + _ranked(counts, values, total // 2)) / 2
        return cls(first / total, sqrt(variance), values[0], median, values[-1])


def _ranked(counts: Counter[int], values: list[int], rank: int) -> int:
    for value in values:
        rank -= counts[value]
        if rank < 0:
            return value
    raise ValueError(rank)


@define
class Tally:
    """Counts of finished games. Tallies of parts add up to the tally of the whole, in any order."""

    players: int
    games: int = 0
    wins: list[int] = field(factory=list)
    alone: list[int] = field(factory=list)
    shared: int = 0
    nobody: int = 0
    reasons: Counter[str] = field(factory=Counter)
    turns: Counter[int] = field(factory=Counter)
    rounds: Counter[int] = field(factory=Counter)
    match_games: Counter[int] = field(factory=Counter)
    scores: list[Counter[int]] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.wins = self.wins or [0] * self.players
        self.alone = self.alone or [0] * self.players
        self.scores = self.scores or [Counter() for _ in range(self.players)]

    def add(self, result: Result, turns: int, rounds: int, match_games: int) -> None:
        self.games += 1
        for seat in result.winners:
            self.wins[seat] += 1
        if len(result.winners) == 1:
            self.alone[result.winners[0]] += 1
        self.shared += len(result.winners) > 1
        self.nobody += not result.winners
        self.reasons[result.reason] += 1
        self.turns[turns] += 1
        self.rounds[rounds] += 1
        self.match_games[match_games] += 1
        if result.scores is not None:
            for seat, score in enumerate(result.scores):
                self.scores[seat][score] += 1

    def merge(self, other: Tally) -> None:
        self.games += other.games
        self.shared += other.shared
        self.nobody += other.nobody
        for seat in range(self.players):
            self.wins[seat] += other.wins[seat]
            self.alone[seat] += other.alone[seat]
            self.scores[seat].update(other.scores[seat])
        for mine, theirs in (
            (self.turns, other.turns),
            (self.rounds, other.rounds),
            (self.match_games, other.match_games),
        ):
            mine.update(theirs)
        self.reasons.update(other.reasons)


@frozen
class SeatSummary:
    seat: int
    wins: Share
    alone: int
    score: Spread | None


@frozen
class Summary:
    """What a simulation found. `wanted` is how many games were asked for; fewer were played if it was stopped.

    `length` counts turns, or rounds if the rulebook knows no turns; of a match, those of its last game, and `match_games` says how many
    games a match took.
    """

    title: str
    players: int
    seed: int
    random: str
    wanted: int
    games: int
    seats: tuple[SeatSummary, ...]
    shared: Share
    nobody: Share
    reasons: tuple[tuple[str, int], ...]
    unit: str
    length: Spread | None
    match_games: Spread | None

    @property
    def stopped(self) -> bool:
        return self.games < self.wanted

    def as_json(self) -> dict[str, Any]:
        data = asdict(self)
        data["seats"] = list(data["seats"])
        data["reasons"] = [{"reason": reason, "games": count} for reason, count in self.reasons]
        data["stopped"] = self.stopped
        return data

    def render(self) -> RenderableType:
        """Tables for a rich console."""
        # Foreign texts are put into Text, so that nothing in them is taken for markup.
        title = Text(plain(f"{self.title}: {self._done()} by players who choose at random"), style="bold")
        seats = Grid()
        ranked = any(s.score is not None for s in self.seats)
        for head in ("seat", "wins", "share", "95 % interval", "alone", *(("score", "sd") if ranked else ())):
            seats.add_column(head, justify="left" if head == "seat" else "right")
        for s in self.seats:
            score = (
                () if not ranked else ("-", "-") if s.score is None else (f"{s.score.mean:.2f}", f"{s.score.sd:.2f}")
            )
            seats.add_row(f"P{s.seat + 1}", str(s.wins.count), *_percent(s.wins), str(s.alone), *score)
        more = Grid(show_header=False)
        more.add_column("what")
        more.add_column("count", justify="right")
        more.add_column("share", justify="right")
        more.add_column("95 % interval", justify="right")
        more.add_row("won together", str(self.shared.count), *_percent(self.shared))
        more.add_row("won by nobody", str(self.nobody.count), *_percent(self.nobody))
        for reason, count in self.reasons:
            ended = f"ended: {reason}" if reason else "ended without a reason given"
            more.add_row(Text(plain(ended)), str(count), *_percent(Share.of(count, self.games)))
        lengths = Grid(show_header=True)
        for head in ("length", "mean", "sd", "least", "median", "greatest"):
            lengths.add_column(head, justify="left" if head == "length" else "right")
        several = self.match_games is not None and self.match_games.greatest > 1
        for name, spread in (
            (f"{self.unit} of the last game" if several else self.unit, self.length),
            ("games of a match", self.match_games if several else None),
        ):
            if spread is not None:
                median = f"{spread.median:g}"
                row = (f"{spread.mean:.2f}", f"{spread.sd:.2f}", str(spread.least), median, str(spread.greatest))
                lengths.add_row(name, *row)
        return Group(title, seats, more, lengths)

    def _done(self) -> str:
        if self.stopped:
            return f"{self.games} of {self.wanted} games (stopped)"
        return f"{self.games} game" if self.games == 1 else f"{self.games} games"

    def print(self, console: Console | None = None) -> None:
        (console or Console()).print(self.render())


def _percent(share: Share) -> tuple[str, str]:
    return f"{100 * share.share:.1f} %", f"{100 * share.low:.1f} to {100 * share.high:.1f} %"


def tally(table: Table, first: int, last: int, seed: int, told: Callable[[int], None] | None = None) -> Tally:
    """The games with numbers `first` up to, not including, `last`: each has a seed of its own. Ctrl-C ends it early."""
    counts, reg = Tally(table.players), table.reg
    try:
        for number in range(first, last):
            cells = table.playout(Chance(derive(seed, number)))
            result = table.result(State(table, tuple(cells)))
            assert result is not None
            counts.add(result, cells[reg.turns], cells[reg.rounds], cells[reg.game])
            if told is not None:
                told(counts.games)
    except KeyboardInterrupt:
        pass
    return counts


def summary(table: Table, counts: Tally, wanted: int, seed: int) -> Summary:
    by_turns = any(counts.turns)
    seats = tuple(
        SeatSummary(s, Share.of(counts.wins[s], counts.games), counts.alone[s], Spread.of(counts.scores[s]))
        for s in range(table.players)
    )
    return Summary(
        title=table.book.title,
        players=table.players,
        seed=seed,
        random=NAME,
        wanted=wanted,
        games=counts.games,
        seats=seats,
        shared=Share.of(counts.shared, counts.games),
        nobody=Share.of(counts.nobody, counts.games),
        reasons=tuple(sorted(counts.reasons.items(), key=lambda item: (-item[1], item[0]))),
        unit="turns" if by_turns else "rounds",
        length=Spread.of(counts.turns if by_turns else counts.rounds),
        match_games=Spread.of(counts.match_games),
    )


def simulate(table: Table, games: int, seed: int, progress: bool | Callable[[int], None] = False) -> Summary:
    """Play games at random. With `progress` a bar on standard error, if that is a terminal; or your own function of games done.

    Ctrl-C does not lose what has been played: the summary of that comes back, and `stopped` says so.
    """
    if callable(progress):
        return summary(table, tally(table, 0, games, seed, progress), games, seed)
    console = Console(file=sys.stderr)
    if not progress or not console.is_terminal:
        return summary(table, tally(table, 0, games, seed), games, seed)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("games", total=games)
        counts = tally(table, 0, games, seed, lambda done: bar.update(task, completed=done))
    return summary(table, counts, games, seed)


def simulate_and_show(table: Table, games: int, seed: int, as_json: bool = False) -> int:
    """Simulate and print what was found, as tables or as JSON. The exit code: 0, or 130 if Ctrl-C ended it early."""
    found = simulate(table, games, seed, progress=True)
    if as_json:
        print(json.dumps(found.as_json(), indent=2))
    else:
        found.print()
    return 130 if found.stopped else 0
