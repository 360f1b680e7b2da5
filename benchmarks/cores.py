"""`dicedsl simulate` on two cores beside one: what is lost of the ideal, which is half the time.

How much two programs that have nothing to do with each other hinder one another here is told as well: a busy machine, or two
cores that share their parts, cannot be better than that. The time on the clock is measured, so this wants a quiet machine.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

from _measure import QUICK, RUNS, SEED, Results, enough, native, stepping, taken

from dicedsl.interpreter.engines.contract import Engine
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.lab.workers import cores, play_many

LOSS = 0.15
GAMES = ("pig", "23-rasanto")
SPIN = "sum(i * i for i in range({}))"


def loss(alone: Callable[[], object], shared: Callable[[], object]) -> float:
    """What two lose of the ideal, in the median: 0 if they take half the time, a half if they take as long as one."""
    ratios = [taken(alone, perf_counter) / taken(shared, perf_counter) for _ in range(RUNS)]
    return 1 - median(ratios) / 2


def of_the_machine() -> float:
    """What is lost when two programs run at once that share nothing."""
    count = 3_000_000 if QUICK else 20_000_000

    def programs(count: int, how_many: int) -> None:
        running = [subprocess.Popen([sys.executable, "-c", SPIN.format(count)]) for _ in range(how_many)]
        for process in running:
            process.wait()

    return loss(lambda: programs(count, 1), lambda: programs(count // 2, 2))


def of(engine: Engine) -> float:
    seconds = (1.0 if QUICK else 4.0) * (1 if engine.name == "native" else 1.5)
    count = enough(lambda n: engine.playouts(None, SEED, 0, n), seconds)
    one, two = (play_many(engine, count // 4, SEED, jobs) for jobs in (1, 2))
    assert one.tally == two.tally, "two cores count differently from one"
    return loss(lambda: play_many(engine, count, SEED, 1), lambda: play_many(engine, count, SEED, 2))


def main() -> int:
    results = Results()
    if cores() < 2:
        print("nothing to measure: there is only one core")
        return 0
    machine = of_the_machine()
    results.line("two programs that share nothing", f"{100 * machine:.1f} % lost")
    for name in GAMES:
        program = Game.named(name).program(2)
        for engine in (native(program), stepping(program)):
            lost = of(engine)
            beside = 1 - (1 - lost) / (1 - machine)
            said = f"{100 * lost:.1f} % lost, {100 * beside:.1f} % of what can be"
            results.line(f"{name}, {engine.name}", said, f"at most {100 * LOSS:.0f} %", min(lost, beside) <= LOSS)
    return results.code


if __name__ == "__main__":
    sys.exit(main())
