"""Many games of players who choose at random: who wins how often, how long it takes, what is used, and how sure that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from attrs import asdict, frozen

from dicedsl.interpreter.chance import NAME
from dicedsl.interpreter.engines.contract import Tally
from dicedsl.interpreter.engines.engine_choice import engine_for
from dicedsl.interpreter.lab.clusters import Cluster
from dicedsl.interpreter.lab.many_games.figures import Advantage, Bar, NumberSpread, Share, histogram
from dicedsl.interpreter.lab.many_games.interruptible import ProgressCallback, play_until_stopped
from dicedsl.program import ops


@frozen
class SeatSummary:
    """What a seat has won, with others or alone, and its scores."""

    seat: int
    wins: Share
    alone: int
    score: NumberSpread | None


@frozen
class Length:
    """How long games were, in turns, rounds, steps or games of a match."""

    unit: str
    spread: NumberSpread
    bars: tuple[Bar, ...]


@frozen
class Answered:
    """One alternative of a choice: how often it was taken, and its share of all answers to that choice."""

    name: str
    count: int
    share: float


@frozen
class ChoiceFigures:
    """A choice of the rulebook, by where it stands; `reported` if the table answers it."""

    file: str
    line: int
    label: str
    reported: bool
    answers: tuple[Answered, ...]


@frozen
class Used:
    """A rule, and how often it was used: in all games, and in one in the mean."""

    name: str
    count: int
    per_game: float


@frozen
class Summary:
    """What a simulation found. `wanted` is how many games were asked for; fewer were played if it was stopped.

    `length` counts turns, or rounds if the rulebook knows no turns; of a match, those of its last game, and `match_games` says how many
    games a match took. `lengths` has all of these with histograms; `scores` is one of all scores.
    """

    title: str
    file: str
    engine: str
    players: int
    seed: int
    random: str
    wanted: int
    games: int
    seats: tuple[SeatSummary, ...]
    advantage: Advantage | None
    shared: Share
    nobody: Share
    reasons: tuple[tuple[str, int], ...]
    unit: str
    length: NumberSpread | None
    match_games: NumberSpread | None
    lengths: tuple[Length, ...]
    scores: tuple[Bar, ...]
    choices: tuple[ChoiceFigures, ...]
    rules: tuple[Used, ...]

    @property
    def stopped(self) -> bool:
        return self.games < self.wanted

    def as_json(self) -> dict[str, Any]:
        data = asdict(self)
        data["reasons"] = [{"reason": reason, "games": count} for reason, count in self.reasons]
        data["stopped"] = self.stopped
        return data


def summary(program: ops.Program, engine: str, tally: Tally, wanted: int, seed: int) -> Summary:
    """The summary of a tally. It does not depend on who played which of the games."""
    games, by_turns = tally.games, any(tally.turns)
    wins, alone = [0] * program.players, [0] * program.players
    shared = nobody = 0
    for (_, mask), count in tally.winners.items():
        shared += count * (mask.bit_count() > 1)
        nobody += count * (mask == 0)
        for seat in range(program.players):
            wins[seat] += count * (mask >> seat & 1)
            alone[seat] += count * (mask == 1 << seat)
    scores = [*tally.scores, *(Counter[int]() for _ in range(program.players - len(tally.scores)))]
    reasons: Counter[str] = Counter()
    for number, count in tally.reasons.items():
        reasons[program.reasons[number]] += count
    return Summary(
        title=program.about.title,
        file=PurePath(program.about.where.source.name).name,
        engine=engine,
        players=program.players,
        seed=seed,
        random=NAME,
        wanted=wanted,
        games=games,
        seats=tuple(
            SeatSummary(seat, Share.of(wins[seat], games), alone[seat], NumberSpread.of(scores[seat]))
            for seat in range(program.players)
        ),
        advantage=Advantage.of(tally.winners, program.players),
        shared=Share.of(shared, games),
        nobody=Share.of(nobody, games),
        reasons=tuple(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
        unit="turns" if by_turns else "rounds",
        length=NumberSpread.of(tally.turns if by_turns else tally.rounds),
        match_games=NumberSpread.of(tally.matches),
        lengths=tuple(_lengths(tally, by_turns)),
        scores=histogram(sum(scores, Counter())),
        choices=_choices(program, tally.chosen),
        rules=_rules(program, tally.entered, games),
    )


def _lengths(tally: Tally, by_turns: bool) -> Iterator[Length]:
    several = any(games > 1 for games in tally.matches)
    of_the_last, of_all = (" of the last game", " of a match") if several else ("", "")
    for unit, counts in (
        (f"turns{of_the_last}", tally.turns if by_turns else Counter()),
        (f"rounds{of_the_last}", Counter() if by_turns else tally.rounds),
        (f"steps{of_all}", tally.actions),
        ("games of a match", tally.matches if several else Counter()),
    ):
        spread = NumberSpread.of(counts)
        if spread is not None and spread.greatest > 0:
            yield Length(unit, spread, histogram(counts))


def _choices(program: ops.Program, chosen: Counter[tuple[int, int]]) -> tuple[ChoiceFigures, ...]:
    """The choices by their place in the rulebook: a choice of a rule that is laid out more than once is one."""
    counts: dict[tuple[str, int, str], tuple[ops.Decision, Counter[int]]] = {}
    for decision in program.decisions:
        key = (decision.span.source.name, decision.span.start, decision.label)
        _, answered = counts.setdefault(key, (decision, Counter()))
        for number in range(len(decision.alternatives)):
            answered[number] += chosen[decision.number, number]
    rows = []
    for (file, _, label), (decision, answered) in sorted(counts.items(), key=lambda item: item[0]):
        total = answered.total()
        answers = tuple(
            Answered(alternative.name, answered[number], answered[number] / total if total else 0.0)
            for number, alternative in enumerate(decision.alternatives)
        )
        rows.append(ChoiceFigures(PurePath(file).name, decision.span.line, label, decision.reported, answers))
    return tuple(rows)


def _rules(program: ops.Program, entered: Counter[int], games: int) -> tuple[Used, ...]:
    counts: dict[str, int] = {}
    for block, name in program.rules:
        counts[name] = counts.get(name, 0) + entered[block]
    return tuple(Used(name, counts[name], counts[name] / games if games else 0.0) for name in sorted(counts))


# ------------------------------------------------------------------ playing them


def simulate_games(
    program: ops.Program,
    games: int,
    seed: int,
    engine: str | None = None,
    jobs: int | None = None,
    progress: bool | ProgressCallback = False,
    cluster: Cluster | None = None,
) -> Summary:
    """Play games at random, on so many cores (all of them unless said). `engine` is native or stepping, else the fastest there is.

    `cluster` is a cluster that plays instead of this machine; `progress` is that of `play_until_stopped`. Ctrl-C does not lose what has
    been played: the summary of that comes back, and its `stopped` says so.
    """
    playing = engine_for(program, engine)
    played = play_until_stopped(playing, games, seed, jobs=jobs, progress=progress, cluster=cluster)
    return summary(program, playing.name, played.tally, games, seed)
