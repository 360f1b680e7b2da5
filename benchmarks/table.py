"""Every rulebook with each of its variants: games a second of both engines, their ratio, and how long compiling takes.

Names of rulebooks as arguments look at those only; --quick looks at some; --write puts the table into docs/speed.md.
"""

from __future__ import annotations

import sys
from statistics import median

from _measure import (
    QUICK,
    SEED,
    WRITE,
    Case,
    Results,
    cases,
    differences,
    empty_cache,
    in_columns,
    native,
    number,
    speed,
    stepping,
    steps,
    taken,
    write,
)
from attrs import define

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.engines.engine_choice import engine_for

MEDIAN, LEAST, COMPILE, CACHED = 40, 15, 2.0, 0.1


@define
class Row:
    case: str
    players: int
    stepping: float
    native: float
    compiling: float
    cached: float

    @property
    def ratio(self) -> float:
        return self.native / self.stepping

    def cells(self) -> list[str]:
        return [
            self.case,
            str(self.players),
            number(self.stepping),
            number(self.native),
            number(self.ratio),
            f"{self.compiling:.2f}",
            f"{self.cached:.3f}",
        ]


HEADS = ["rulebook", "players", "stepping, games/s", "native, games/s", "ratio", "compile, s", "from the cache, s"]


def measured(case: Case) -> Row | str:
    """A row, or what the engines do not agree on."""
    slow = stepping(case.program)
    try:
        compiling = taken(lambda: engine_for(case.program, "native"))
    except UsageError as error:
        return f"{case}: {error.message}"
    cached = taken(lambda: native(case.program))
    fast = native(case.program)
    by_steps, truth = speed(slow, 0.2 if QUICK else 0.5)
    wrong = differences(truth, fast.playouts(None, SEED, 0, truth.games))
    if wrong:
        return f"{case}: the engines differ in {', '.join(wrong)} within {truth.games} games; no ratio"
    at_once, many = speed(fast, 0.1 if QUICK else 0.25)
    mean = steps(many) / many.games
    return Row(str(case), case.program.players, by_steps.games(mean), at_once.games(mean), compiling, cached)


def table(rows: list[Row]) -> list[str]:
    return in_columns([HEADS, *(row.cells() for row in rows)])


def summary(rows: list[Row]) -> str:
    ratios = [row.ratio for row in rows]
    return (
        f"{len(rows)} settings: the native engine plays {number(median(ratios))} times as many games in the median, "
        f"{number(min(ratios))} times in {min(rows, key=lambda row: row.ratio).case}, where that is least."
    )


def main() -> int:
    results, rows, wrong = Results(), list[Row](), list[str]()
    with empty_cache():
        for case in cases(variants=not QUICK, every=7 if QUICK else 1):
            try:
                row = measured(case)
            except DiceError as error:  # a fault of the rulebook, met in one of the games
                row = f"{case}: {error}"
            if isinstance(row, str):
                wrong.append(row)
                print(row, flush=True)
            else:
                rows.append(row)
                print(" ".join(row.cells()), file=sys.stderr, flush=True)
    print("\n".join(table(rows)))
    print()
    ratios = [row.ratio for row in rows]
    results.line("same results", f"{len(rows)} of {len(rows) + len(wrong)} settings", "all", not wrong)
    if rows:
        for what, value, target, good in (
            ("median of the ratios", number(median(ratios)), f"at least {MEDIAN}", median(ratios) >= MEDIAN),
            ("least ratio", number(min(ratios)), f"at least {LEAST}", min(ratios) >= LEAST),
        ):
            results.line(what, value, target, good)
        longest, slowest = max(row.compiling for row in rows), max(row.cached for row in rows)
        results.line("longest compilation", f"{longest:.2f} s", f"under {COMPILE} s", longest < COMPILE)
        results.line("longest way from the cache", f"{slowest:.3f} s", f"under {CACHED} s", slowest < CACHED)
    if WRITE and not wrong:
        write("table.py", [summary(rows), "", *table(rows)])
    return results.missed > 0


if __name__ == "__main__":
    sys.exit(main())
