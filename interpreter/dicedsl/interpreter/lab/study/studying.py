"""What a game is like: many games at random, some of good players looked at closely, and what better play changes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from attrs import asdict, field, frozen

from dicedsl.errors import DiceError
from dicedsl.interpreter.bots import PLAIN, QUICK, STRONG
from dicedsl.interpreter.engines.engine_choice import engine_for
from dicedsl.interpreter.lab.arena import run_arena
from dicedsl.interpreter.lab.clusters import Cluster
from dicedsl.interpreter.lab.lengths import minutes
from dicedsl.interpreter.lab.many_games.estimates import Estimate, estimates, of_mean, of_share
from dicedsl.interpreter.lab.many_games.figures import Mean, Share
from dicedsl.interpreter.lab.many_games.interruptible import quiet_interrupt
from dicedsl.interpreter.lab.many_games.simulate import Summary, simulate_games
from dicedsl.interpreter.lab.study.close_look import Looks, Watched, watch
from dicedsl.interpreter.lab.study.shortest import Shortest, shortest
from dicedsl.interpreter.progress_line import ShowProgress
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import ops

GAMES_TIMED = 7  # games whose minutes are reckoned
WEIGHT_THAT_MATTERS = 0.05  # of the victory, between the best and the worst answer
SELDOM_SHARE = 0.01  # of the times it was offered: good players do not take it
OFFERS_ENOUGH = 30  # times that something must have been offered before that is said


@frozen
class StudyPlan:
    """What a study is asked to do: games at random, games that are watched, games in which levels meet, and how long at most."""

    games: int = 10_000
    seed: int = 1
    watched: int = 30
    meetings: int = 40
    seconds: float = 60.0
    looks: Looks = field(factory=Looks)
    engine: str | None = None
    jobs: int | None = None


@frozen
class StudiedAnswer:
    """An alternative: of all answers at random, of the times good players could take it, and the shortest game that has it."""

    line: int
    file: str
    label: str
    name: str
    reported: bool
    at_random: Share
    offered: int
    by_good: Share | None
    shortest: tuple[int, int] | None

    @property
    def avoided(self) -> bool:
        """Whether good players never take it."""
        return (
            self.offered >= OFFERS_ENOUGH
            and self.by_good is not None
            and self.by_good.high < max(SELDOM_SHARE, 3.9 / self.offered)
        )


@frozen
class StudiedRule:
    """A rule: how often it is used in a game, and the shortest game that uses it."""

    name: str
    per_game: float
    shortest: tuple[int, int] | None


@frozen
class Meeting:
    """One who plays better among others: how often it wins, a fair share being `fair`."""

    better: str
    others: str
    games: int
    wins: Share
    fair: float


@frozen
class Study:
    """All that was found. `figures` are those with intervals; `watched` how many games of good players were looked at."""

    summary: Summary
    by: str
    watched: int
    minutes: float
    figures: tuple[Estimate, ...]
    answers: tuple[StudiedAnswer, ...]
    rules: tuple[StudiedRule, ...]
    messages: tuple[tuple[str, int], ...]
    meetings: tuple[Meeting, ...]
    searched: int
    stopped: bool

    def as_json(self) -> dict[str, Any]:
        data = asdict(self)
        data["summary"] = self.summary.as_json()
        for row, answer in zip(data["answers"], self.answers, strict=True):
            row["avoided"] = answer.avoided
        data["messages"] = [{"text": text, "times": times} for text, times in self.messages]
        return data


def study(
    program: ops.Program, asked: StudyPlan, say: ShowProgress | None = None, cluster: Cluster | None = None
) -> Study:
    """Study a game; with `cluster`, the many games and those of better and worse players are played on that cluster.

    Ctrl-C ends what is being done; what is known by then comes back, and `stopped` says so.
    """
    say = say or (lambda text: None)
    until = time.monotonic() + asked.seconds
    summary = simulate_games(program, asked.games, asked.seed, asked.engine, asked.jobs, progress=True, cluster=cluster)
    table = GameTable(program)
    seen, meetings = Watched(), list[Meeting]()
    uses = Shortest()
    with quiet_interrupt() as stopped:
        if not summary.stopped:
            uses = shortest(engine_for(program, asked.engine), asked.seed, time.monotonic() + asked.seconds / 3)
            seen = _watched(table, asked, until, stopped, say)
    if not summary.stopped and not stopped and program.players > 1:
        for better, others in ((f"{QUICK}:200p", PLAIN), (f"{STRONG}:1000p", f"{QUICK}:200p")):
            say(f"{better} among {others}")
            met = _meeting(program, better, others, asked, time.monotonic() + asked.seconds / 3, cluster)
            if met is not None:
                meetings.append(met)
    return Study(
        summary=summary,
        by=asked.looks.by,
        watched=seen.games,
        minutes=median(minutes(table, number) for number in range(1, GAMES_TIMED + 1)),
        figures=(*estimates(summary), *_figures(seen, program.players)),
        answers=tuple(_answers(program, summary, seen, uses)),
        rules=tuple(_rules(program, summary, uses)),
        messages=tuple(seen.said.most_common()),
        meetings=tuple(meetings),
        searched=uses.games,
        stopped=summary.stopped or bool(stopped),
    )


def _watched(table: GameTable, asked: StudyPlan, until: float, stopped: list[int], say: ShowProgress) -> Watched:
    seen = Watched()
    for number in range(asked.watched):
        if stopped or (number and time.monotonic() > until):
            break
        say(f"game {number + 1} of {asked.watched} is watched")
        seen.add(watch(table, asked.seed, number, asked.looks))
    return seen


def _meeting(
    program: ops.Program, better: str, others: str, asked: StudyPlan, until: float, cluster: Cluster | None
) -> Meeting | None:
    bots = [better, *[others] * (program.players - 1)]
    try:
        met = run_arena(program, bots, asked.meetings, asked.seed, jobs=asked.jobs, until=until, cluster=cluster)
    except DiceError:
        return None
    if not met.games:
        return None
    victories = sum(seat.points for seat in met.seats)
    return Meeting(better, others, met.games, met.seats[0].wins, victories / program.players)


def _figures(seen: Watched, players: int) -> Iterator[Estimate]:
    """The figures of what was seen of good players; who plays alone has nobody to lead."""
    yield from of_mean("decisions in a game", "decisions", Mean.of(seen.decisions))
    if seen.choices:
        yield of_share("choices with one answer", Share.of(seen.forced, seen.choices))
    if seen.turns:
        yield of_share("turns without a decision", Share.of(seen.dead, seen.turns))
    yield from of_mean("changes of the lead", "changes", Mean.of(seen.lead_changes))
    yield from of_mean("winner as good as known after", "%", Mean.of(seen.known_after))
    if players > 1:
        yield from of_mean("best answer above the worst", "%", Mean.of(seen.weights))
        if seen.weights:
            matter = sum(weight >= WEIGHT_THAT_MATTERS for weight in seen.weights)
            yield of_share("choices that matter", Share.of(matter, len(seen.weights)))
    else:
        yield from of_mean("best answer above the worst", "points", Mean.of(seen.weights))


def _answers(program: ops.Program, summary: Summary, seen: Watched, uses: Shortest) -> Iterator[StudiedAnswer]:
    """The answers by the place of their choice in the rulebook: a choice of a rule that is laid out more than once is one."""
    laid_out: dict[tuple[str, int, str], list[ops.Decision]] = {}
    for decision in program.decisions:
        laid_out.setdefault((decision.span.source.name, decision.span.start, decision.label), []).append(decision)
    for choice, key in zip(summary.choices, sorted(laid_out), strict=True):
        total = sum(answer.count for answer in choice.answers)
        for number, answer in enumerate(choice.answers):
            keys = [(decision.number, number) for decision in laid_out[key]]
            offered = sum(seen.offered[key] for key in keys)
            taken = sum(seen.taken[key] for key in keys)
            known = [uses.chosen[key] for key in keys if key in uses.chosen]
            yield StudiedAnswer(
                choice.line, choice.file, choice.label, answer.name, choice.reported, Share.of(answer.count, total),
                offered, Share.of(taken, offered) if offered else None, min(known, default=None),
            )  # fmt: skip


def _rules(program: ops.Program, summary: Summary, uses: Shortest) -> Iterator[StudiedRule]:
    blocks: dict[str, list[int]] = {}
    for block, name in program.rules:
        blocks.setdefault(name, []).append(block)
    for used in summary.rules:
        known = [uses.entered[block] for block in blocks[used.name] if block in uses.entered]
        yield StudiedRule(used.name, used.per_game, min(known, default=None))
