"""What the scripts share: settings of rulebooks, engines, time taken side by side, and lines that say what came of it."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median

from attrs import define, field, fields

from dicedsl.errors import UsageError
from dicedsl.interpreter.engines.contract import Engine, Tally
from dicedsl.interpreter.engines.engine_choice import engine_for
from dicedsl.interpreter.game import Game
from dicedsl.program.ops import Program
from dicedsl.rulebook.library import games

PAGE = Path(__file__).parent.parent / "docs" / "speed.md"
SEED = 1
QUICK = "--quick" in sys.argv[1:]
WRITE = "--write" in sys.argv[1:]
NAMED = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
RUNS = 3 if QUICK else 7


@define
class Case:
    """A rulebook with one of its variants, or with none, for the fewest players it is for."""

    name: str
    variant: str
    program: Program

    def __str__(self) -> str:
        return self.name + (f" ({self.variant})" if self.variant else "")


def cases(variants: bool = True, every: int = 1) -> Iterator[Case]:
    """Every shipped rulebook, or those named as arguments; with `every`, each so-manieth of them."""
    found = [name for name, _ in games() if not NAMED or name in NAMED]
    for name in found[:: 1 if NAMED else every]:
        game = Game.named(name)
        for variant in ("", *(game.variants if variants else ())):
            yield Case(name, variant, game.program(variants=(variant,) if variant else ()))


def native(program: Program) -> Engine:
    try:
        return engine_for(program, "native")
    except UsageError as error:
        sys.exit(f"nothing to measure: {error.message}")


def stepping(program: Program) -> Engine:
    return engine_for(program, "stepping")


@contextmanager
def empty_cache() -> Iterator[None]:
    """A cache folder of our own, so that the first compilation is one."""
    with tempfile.TemporaryDirectory() as folder:
        before = os.environ.get("XDG_CACHE_HOME")
        os.environ["XDG_CACHE_HOME"] = folder
        try:
            yield
        finally:
            os.environ.pop("XDG_CACHE_HOME")
            if before is not None:
                os.environ["XDG_CACHE_HOME"] = before


def taken(task: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    start = clock()
    task()
    return clock() - start


def paired(a: Callable[[int], object], b: Callable[[int], object], runs: int = RUNS) -> tuple[float, float, float]:
    """The median times of both, run by turns, and the median of their ratios a to b."""
    times = [(taken(partial(a, run)), taken(partial(b, run))) for run in range(runs)]
    return median(x for x, _ in times), median(y for _, y in times), median(x / y for x, y in times)


def enough(play: Callable[[int], object], seconds: float, first: int = 1) -> int:
    """How many games take about so many seconds."""
    count = first
    while (used := taken(partial(play, count))) < seconds / 4:
        count *= max(2, min(100, int(seconds / 2 / max(used, 1e-5))))
    return max(1, int(count * min(1.0, seconds / used)) if used > seconds else count)


def steps(tally: Tally) -> int:
    return sum(length * count for length, count in tally.actions.items())


@define
class Speed:
    """How fast an engine plays: games a second, by way of steps, so that long and short games weigh the same everywhere."""

    steps: float

    def games(self, mean_steps: float) -> float:
        return self.steps / mean_steps


def speed(engine: Engine, seconds: float, cells: tuple[int, ...] | None = None) -> tuple[Speed, Tally]:
    """Measured on games 0 and following, as many as take about so long; and what they came to."""
    count = enough(lambda n: engine.playouts(cells, SEED, 0, n), seconds)
    start = time.process_time()
    tally = engine.playouts(cells, SEED, 0, count)
    return Speed(steps(tally) / max(time.process_time() - start, 1e-9)), tally


def differences(a: Tally, b: Tally) -> list[str]:
    """The names of what two tallies of the same games do not agree on."""
    names = [counted.name for counted in fields(Tally)]
    return [name for name in names if plain(getattr(a, name)) != plain(getattr(b, name))]


def plain(counts: object) -> object:
    """Counters without what was not counted."""
    if isinstance(counts, list):
        return [plain(c) for c in counts]
    return {k: n for k, n in counts.items() if n} if isinstance(counts, dict) else counts


@define
class Results:
    """Lines printed as they come, and whether all targets were met."""

    missed: int = 0
    lines: list[tuple[str, str, str]] = field(factory=list)

    def line(self, what: str, value: str, target: str = "", good: bool = True) -> None:
        self.missed += not good
        self.lines.append((what, value, target))
        verdict = ("ok" if good else "MISSED") if target else ""
        print(f"{what:<52} {value:>44}   {target:<18} {verdict}".rstrip(), flush=True)

    @property
    def code(self) -> int:
        """For the shell. With --write the lines are put into docs/speed.md, each script in its own place."""
        if WRITE:
            write(Path(sys.argv[0]).name, in_columns([("what", "measured", "wanted"), *self.lines]))
        return 1 if self.missed else 0


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """A table in Markdown, with its columns under each other as well."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]

    def text(row: Sequence[str]) -> str:
        cells = [c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))]
        return f"| {' | '.join(cells)} |"

    rule = [("-" * w if i == 0 else "-" * (w - 1) + ":") for i, w in enumerate(widths)]
    return [text(rows[0]), f"| {' | '.join(rule)} |", *map(text, rows[1:])]


def write(script: str, lines: list[str]) -> None:
    """Put lines into the page between the two marks of a script; at its end if it has none yet."""
    begin, end = f"<!-- written by benchmarks/{script} -->", f"<!-- end of {script} -->"
    before, found, rest = PAGE.read_text("utf-8").partition(begin)
    after = rest.partition(end)[2] if found else "\n"
    new = "\n".join([begin, "", *lines, "", end])
    PAGE.write_text(before.rstrip("\n") + "\n\n" + new + after, "utf-8")


def number(value: float) -> str:
    """Three digits that matter."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"
