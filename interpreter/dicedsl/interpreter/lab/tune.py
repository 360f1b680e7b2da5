"""Options that make a game fair, or as long as it should be: all settings are tried, and the better half ever more closely."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import asdict, frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.lab.clusters import Cluster
from dicedsl.interpreter.lab.many_games.estimates import Estimate, estimates
from dicedsl.interpreter.lab.many_games.reporting import columns
from dicedsl.interpreter.lab.many_games.simulate import Summary, simulate_games
from dicedsl.interpreter.lab.sweep import Program, Setting, Varied, settings
from dicedsl.interpreter.progress_line import ShowProgress
from dicedsl.text.plain import plain

FIRST_PART = 8  # of all games, one in so many is played of each setting at first; twice as many for each better half
FINALISTS = 3


@frozen
class Target:
    """What is wanted. `off` says how far a setting is from it: 0 is best."""

    name: str
    unit: str
    off: Callable[[Summary], float]


def fair_target(what: str) -> Target:
    """The target by its name: `seats`, that every seat wins equally often; `beginning`, that who begins has no advantage."""
    if what == "seats":
        return Target("the seat that is farthest from its fair share", "%", _unfair)
    if what == "beginning":
        return Target("the advantage of beginning", "%", _advantage)
    raise UsageError(f"a game is made fair for seats or for beginning, not for {what!r}")


def length_target(turns: float) -> Target:
    """The target of so many turns (of games without turns, rounds) in the mean."""
    return Target(f"how far games are from {turns:g} turns", "turns", lambda summary: abs(_turns(summary) - turns))


def _unfair(summary: Summary) -> float:
    wins = [seat.wins.share for seat in summary.seats]
    return 100 * max(abs(share - sum(wins) / len(wins)) for share in wins)


def _advantage(summary: Summary) -> float:
    return 100 * abs(summary.advantage.difference) if summary.advantage is not None else 0.0


def _turns(summary: Summary) -> float:
    if summary.length is None:
        raise UsageError("games of this rulebook have no turns to count")
    return summary.length.mean


@frozen
class TriedSetting:
    """A setting that was played, and how far it is `off` the target."""

    setting: Setting
    games: int
    off: float
    figures: tuple[Estimate, ...]


@frozen
class Tuned:
    """The best settings, best first, played once more with other dice than those they were found by; and the game as it is."""

    title: str
    aim: str
    unit: str
    seed: int
    settings: int
    best: tuple[TriedSetting, ...]
    before: TriedSetting
    stopped: bool

    def as_json(self) -> dict[str, Any]:
        data = asdict(self)
        for row, tried in zip(data["best"], self.best, strict=True):
            row["setting"] = dict(tried.setting)
        data["before"]["setting"] = {}
        return data


def tune_options(
    program: Program,
    varied: Sequence[Varied],
    aim: Target,
    games: int,
    seed: int,
    jobs: int | None = None,
    say: ShowProgress | None = None,
    cluster: Cluster | None = None,
) -> Tuned:
    """The settings nearest to an aim. The last three are played `games` times with another seed, so that luck in
    finding them does not count."""
    left = settings(varied)
    programs = {setting: program(setting) for setting in left}  # what does not fit is refused before anything is played
    plain_one = program(())
    count, stopped = len(left), False

    def played(setting: Setting, games: int, seed: int) -> TriedSetting:
        nonlocal stopped
        summary = simulate_games(programs.get(setting, plain_one), games, seed, jobs=jobs, cluster=cluster)
        stopped = stopped or summary.stopped
        return TriedSetting(
            setting, summary.games, aim.off(summary) if summary.games else float("inf"), tuple(estimates(summary))
        )

    size = max(1, games // FIRST_PART)
    while len(left) > FINALISTS and not stopped:
        if say is not None:
            say(f"{len(left)} settings, {size:,} games each")
        tried = [played(setting, size, seed) for setting in left if not stopped]
        tried.sort(key=lambda one: one.off)
        left = [one.setting for one in tried[: max(FINALISTS, len(left) // 2)]]
        size = min(games, 2 * size)
    if say is not None:
        say(f"the last {len(left)}, {games:,} games each")
    best = sorted((played(setting, games, seed + 1) for setting in left[:FINALISTS]), key=lambda one: one.off)
    before = played((), games, seed + 1)
    return Tuned(plain_one.about.title, aim.name, aim.unit, seed, count, tuple(best), before, stopped)


def tuning_text(tuned: Tuned) -> str:
    names = [name for name, _ in tuned.best[0].setting]
    rows = [[*names, tuned.unit, "games"]]
    rows += [[*(value for _, value in one.setting), f"{one.off:.2f}", f"{one.games:,}"] for one in tuned.best]
    rows.append([*("as it is" for _ in names), f"{tuned.before.off:.2f}", f"{tuned.before.games:,}"])
    head = f"{tuned.title}: {tuned.aim}, least first; {tuned.settings} settings, seed {tuned.seed}"
    return "\n".join(map(plain, [head, "", *columns(rows, left=tuple(range(len(names))))]))
