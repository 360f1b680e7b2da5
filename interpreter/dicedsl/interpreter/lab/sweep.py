"""The same game in many settings: every figure over options, players and variants."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from attrs import asdict, frozen

from dicedsl.errors import UsageError
from dicedsl.interpreter.lab.charts import Curve, curves
from dicedsl.interpreter.lab.clusters import Cluster
from dicedsl.interpreter.lab.html_page import page, paragraph, section, table
from dicedsl.interpreter.lab.many_games.estimates import Estimate, estimates
from dicedsl.interpreter.lab.many_games.reporting import columns
from dicedsl.interpreter.lab.many_games.simulate import simulate_games
from dicedsl.interpreter.progress_line import ShowProgress
from dicedsl.program import ops
from dicedsl.text.plain import plain

MOST_SETTINGS = 200  # settings of one sweep
Setting = tuple[tuple[str, str], ...]  # names and values, as they were typed
Program = Callable[[Setting], ops.Program]
_RANGE = re.compile(r"\s*(-?\d+)\s*\.\.\s*(-?\d+)\s*(?::\s*(\d+)\s*)?")


@frozen
class Varied:
    """What changes from setting to setting, and the texts of its values in order."""

    name: str
    values: tuple[str, ...]


@frozen
class SweepPoint:
    """One setting, and what its games came to."""

    setting: Setting
    games: int
    figures: tuple[Estimate, ...]

    @property
    def label(self) -> str:
        return ", ".join(value for _, value in self.setting)

    def figure(self, name: str) -> Estimate | None:
        return next((figure for figure in self.figures if figure.name == name), None)


@frozen
class Sweep:
    """What the games of all settings came to."""

    title: str
    seed: int
    varied: tuple[Varied, ...]
    points: tuple[SweepPoint, ...]
    wanted: int

    @property
    def stopped(self) -> bool:
        return len(self.points) < self.wanted

    @property
    def names(self) -> tuple[str, ...]:
        """All figures of any setting, in the order in which they come."""
        return tuple(dict.fromkeys(figure.name for point in self.points for figure in point.figures))

    def as_json(self) -> dict[str, Any]:
        data = asdict(self)
        for row, point in zip(data["points"], self.points, strict=True):
            row["setting"] = dict(point.setting)
        return {**data, "stopped": self.stopped}


def values_of(name: str, text: str) -> Varied:
    """`20..200:20` is 20, 40 and so on to 200; `1..4` goes by ones; values with commas between them are those."""
    match = _RANGE.fullmatch(text)
    if match is None:
        values = tuple(part.strip() for part in text.split(","))
        if not all(values):
            raise UsageError(f"{name} is to be varied: write {name}=20..200:20, or values with commas between them")
        return Varied(name, values)
    first, last, step = int(match[1]), int(match[2]), int(match[3] or 1)
    if step == 0 or last < first:
        raise UsageError(
            f"{name}={text} holds no number: write the least first, and a step of at least 1 behind the colon"
        )
    if (last - first) // step >= MOST_SETTINGS:
        raise UsageError(
            f"{name}={text} has more than {MOST_SETTINGS} values, which is the most for a sweep; take a larger step"
        )
    return Varied(name, tuple(str(value) for value in range(first, last + 1, step)))


def varied_by(option: str) -> Varied:
    """An option as it was typed, `NAME=VALUES`."""
    name, equals, text = option.partition("=")
    if not equals:
        raise UsageError(f"an option is given as NAME=VALUES, not as {option!r}")
    return values_of(name.strip(), text)


def settings(varied: Sequence[Varied]) -> list[Setting]:
    """Every combination, the last of what is varied changing fastest."""
    count = 1
    for one in varied:
        count *= len(one.values)
    if count > MOST_SETTINGS:
        raise UsageError(f"these are {count} settings, and {MOST_SETTINGS} is the most for a sweep")
    return [
        tuple(zip((one.name for one in varied), values, strict=True))
        for values in product(*(one.values for one in varied))
    ]


def sweep(
    program: Program,
    varied: Sequence[Varied],
    games: int,
    seed: int,
    figures: Sequence[str] = (),
    jobs: int | None = None,
    say: ShowProgress | None = None,
    cluster: Cluster | None = None,
) -> Sweep:
    """Every setting with the same seed. `figures` are parts of the names of those that are wanted. Ctrl-C keeps what is whole."""
    wanted = settings(varied)
    programs = [program(setting) for setting in wanted]  # what does not fit is refused before anything is played
    points, title = list[SweepPoint](), programs[0].about.title
    for number, (setting, made) in enumerate(zip(wanted, programs, strict=True)):
        if say is not None:
            say(f"setting {number + 1} of {len(wanted)}")
        summary = simulate_games(made, games, seed, jobs=jobs, cluster=cluster)
        if summary.stopped:
            break
        points.append(SweepPoint(setting, summary.games, tuple(_chosen(estimates(summary), figures))))
    if points and not any(point.figures for point in points):
        known = ", ".join(dict.fromkeys(figure.name for figure in estimates(summary)))
        raise UsageError(f"no figure is called so; there are: {known}")
    return Sweep(title, seed, tuple(varied), tuple(points), len(wanted))


def _chosen(all_estimates: Iterator[Estimate], names: Sequence[str]) -> Iterator[Estimate]:
    return (
        figure for figure in all_estimates if not names or any(name.lower() in figure.name.lower() for name in names)
    )


def sweep_text(sweep: Sweep) -> str:
    """A table for each figure: a row for each setting."""
    parts = [[f"{sweep.title}: {len(sweep.points)} of {sweep.wanted} settings, seed {sweep.seed}"]]
    for name in sweep.names:
        rows = [[*(one.name for one in sweep.varied), name, "", "95 % interval"]]
        for point in sweep.points:
            figure = point.figure(name)
            if figure is not None:
                rows.append([*(value for _, value in point.setting), figure.text, figure.unit, figure.interval])
        parts.append(columns(rows, left=(*range(len(sweep.varied)), len(sweep.varied) + 1)))
    return "\n\n".join("\n".join(map(plain, part)) for part in parts)


def sweep_page(sweep: Sweep) -> str:
    """A curve for each figure, and all numbers below it."""
    labels = [point.label for point in sweep.points]
    over = " and ".join(one.name for one in sweep.varied)
    parts = [
        paragraph(
            f"Over {over}: {len(sweep.points)} settings, games by players who choose at random, seed {sweep.seed}."
        )
    ]
    for name in sweep.names:
        values = tuple(point.figure(name) for point in sweep.points)
        rows = [
            (point.label, f"{value.text} {value.unit}", value.interval)
            for point, value in zip(sweep.points, values, strict=True)
            if value is not None
        ]
        drawn = curves([plain(label) for label in labels], [Curve(plain(name), values)], f"{name} over {over}")
        parts.append(section(name, drawn, table((over, name, "95 % interval"), rows)))
    return page(sweep.title, parts)
