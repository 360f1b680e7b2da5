"""Games between bots: who wins how often, and how sure that is. Seats rotate, so that everybody begins equally often."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from attrs import asdict, define, field, frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.bots import Bot, Budget, bot_named, budget_of, raise_unready
from dicedsl.interpreter.chance import NAME
from dicedsl.interpreter.engines.contract import MOST_GAME_EVENTS, Cells, Tally
from dicedsl.interpreter.lab.clusters import Cluster
from dicedsl.interpreter.lab.game_actions import game_actions
from dicedsl.interpreter.lab.many_games.figures import Advantage, NumberSpread, Share
from dicedsl.interpreter.lab.many_games.interruptible import ProgressCallback, play_until_stopped
from dicedsl.interpreter.processes import START_METHOD
from dicedsl.interpreter.seeds import derived_seed
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import ops

MOST_CHOICES = 5_000  # of one game: bots that go round in circles do not come to an end
UNENDED_REASON = -1


@frozen
class SeatOfArena:
    """One who takes part: `wins` with those shared, `alone` without; `points` is the mean part of the victory."""

    seat: int
    bot: str
    budget: str
    wins: Share
    alone: int
    points: float
    score: NumberSpread | None


@frozen
class Arena:
    """What the games came to. `ties` were won by several, `nobody` by none, and `unended` were given up as endless."""

    title: str
    file: str
    players: int
    seed: int
    random: str
    wanted: int
    games: int
    seats: tuple[SeatOfArena, ...]
    ties: Share
    nobody: Share
    unended: int
    advantage: Advantage | None
    choices: NumberSpread | None

    @property
    def stopped(self) -> bool:
        return self.games < self.wanted

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "stopped": self.stopped}


@define
class Contest:
    """Games of bots as an engine plays them: in tallies, those who take part stand where seats do elsewhere."""

    table: GameTable
    bots: tuple[str, ...]
    budget: Budget | None
    stop: Any = None  # an event: whoever plays gives up the game at hand
    name: str = field(default="bots", init=False)
    plays_in_threads: bool = field(default=False, init=False)
    made_of_program: bool = field(default=False, init=False)

    @property
    def program(self) -> ops.Program:
        return self.table.program

    def playouts(self, cells: Cells | None, seed: int, first: int, games: int, limit: int = MOST_GAME_EVENTS) -> Tally:
        """Play games number `first` and following. Who sits where goes round, and each round has dice of its own.

        Where all are alike each game has: with the same dice it would be the same game again.
        """
        tally = Tally(scores=[Counter() for _ in self.bots])
        games_of_a_round = 1 if len(set(self.bots)) == 1 else len(self.bots)
        for number in range(first, first + games):
            if self.stop is not None and self.stop.is_set():
                break
            self._play(tally, derived_seed(seed, number // games_of_a_round), number % len(self.bots))
        return tally

    def _play(self, tally: Tally, seed: int, turned: int) -> None:
        """Play one game, in which who is number n sits at seat n + `turned`."""
        table, count = self.table, len(self.bots)
        who = [(seat - turned) % count for seat in range(count)]
        bots = [bot_named(self.bots[who[seat]], self.budget) for seat in range(count)]
        end, choices = self._played(bots, seed)
        if end is None:
            return
        began = who[end.cells[table.reg.starter]] if end.cells[table.reg.starter] >= 0 else who[0]
        tally.games += 1
        tally.actions[choices] += 1
        result = table.result(end)
        if result is None:
            tally.winners[began, 0] += 1
            tally.reasons[UNENDED_REASON] += 1
            return
        tally.winners[began, sum(1 << who[seat] for seat in result.winners)] += 1
        if result.scores is not None:
            for seat, score in enumerate(result.scores):
                tally.scores[who[seat]][score] += 1

    def _played(self, bots: Sequence[Bot], seed: int) -> tuple[State | None, int]:
        """The end of a game (or where it was given up as endless) and how many choices it took; None if it was stopped."""
        end, choices = self.table.start(), 0
        for step in game_actions(self.table, bots, seed, self.stop):
            end = step.after
            choices += step.is_choice
            if choices == MOST_CHOICES:
                break
        stopped = self.stop is not None and self.stop.is_set() and not self.table.is_over(end)
        return None if stopped else end, choices


def run_arena(
    program: ops.Program,
    bots: Sequence[str],
    games: int,
    seed: int,
    budget: Budget | None = None,
    jobs: int | None = None,
    progress: bool | ProgressCallback = False,
    until: float | None = None,
    cluster: Cluster | None = None,
) -> Arena:
    """Let bots play. With a `budget` in playouts the same seed gives the same games; that of a bot's own name comes first.

    No game is begun after the time `until`, by the monotonic clock. Ctrl-C gives up the games at hand; what those
    before came to comes back.
    """
    if len(bots) != program.players:
        raise UsageError(f"{program.players} players need {program.players} bots, but {len(bots)} are given")
    for bot in bots:
        bot_named(bot, budget)
    table = GameTable(program)
    raise_unready(bots, table)
    table.runner()  # made before there are processes, so that they share it
    stop = multiprocessing.get_context(START_METHOD).Event()
    contest = Contest(table, tuple(bots), budget, stop)
    played = play_until_stopped(
        contest,
        games,
        seed,
        jobs=jobs,
        progress=progress,
        until=until,
        on_interrupt=stop.set,
        seconds_alone=0.0,
        cluster=cluster,
    )
    return arena_of(contest, played.tally, games, seed)


def arena_of(contest: Contest, tally: Tally, wanted: int, seed: int) -> Arena:
    """What the tally of a contest says."""
    games, count = tally.games, len(contest.bots)
    wins, alone, points = [0] * count, [0] * count, [0.0] * count
    ties = nobody = 0
    for (_, mask), times in sorted(tally.winners.items()):
        ties += times * (mask.bit_count() > 1)
        nobody += times * (mask == 0)
        for number in range(count):
            if mask >> number & 1:
                wins[number] += times
                alone[number] += times * (mask.bit_count() == 1)
                points[number] += times / mask.bit_count()
    scores = [*tally.scores, *(Counter[int]() for _ in range(count - len(tally.scores)))]
    unended = tally.reasons[UNENDED_REASON]
    about = contest.program.about
    return Arena(
        title=about.title,
        file=PurePath(about.where.source.name).name,
        players=count,
        seed=seed,
        random=NAME,
        wanted=wanted,
        games=games,
        seats=tuple(
            SeatOfArena(
                number,
                bot,
                _budget(bot, contest.budget),
                Share.of(wins[number], games),
                alone[number],
                points[number] / games if games else 0.0,
                NumberSpread.of(scores[number]),
            )
            for number, bot in enumerate(contest.bots)
        ),
        ties=Share.of(ties, games),
        nobody=Share.of(nobody - unended, games),
        unended=unended,
        advantage=Advantage.of(tally.winners, count),
        choices=NumberSpread.of(tally.actions),
    )


def _budget(bot: str, budget: Budget | None) -> str:
    level, _, given = bot.partition(":")
    chosen_budget = budget_of(level, given, budget)
    return "none" if chosen_budget is None else chosen_budget.text
