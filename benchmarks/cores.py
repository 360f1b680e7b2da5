"""`dicedsl simulate` on two cores beside one: what is lost of the ideal, which is half the time.

The time on the clock is measured, so this wants a quiet machine: how much two programs that have nothing to do with each other hinder
one another is told first, and if that is much, nothing is judged. How much processor time two need more than one tells something
on any machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter

from _measure import QUICK, RUNS, SEED, Results, enough, native, stepping, taken

from dicedsl.interpreter.engines.contract import Engine
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.lab.many_games.workers import SECONDS_ALONE, play_many
from dicedsl.interpreter.processes import cores

LOSS, QUIET = 0.15, 0.10
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


def of(engine: Engine) -> tuple[float, float]:
    """What two workers lose, and how much more processor time they need than one."""
    seconds = 1.0 if QUICK else 4.0
    if engine.name != "native":
        seconds = max(seconds, 6 * SECONDS_ALONE)  # less than that is played by one process, as it should be
    count = enough(lambda n: engine.playouts(None, SEED, 0, n), seconds)
    one, two = (play_many(engine, count // 4, SEED, jobs) for jobs in (1, 2))
    assert one.tally == two.tally, "two cores count differently from one"
    alone, shared = (partial(play_many, engine, count, SEED, jobs) for jobs in (1, 2))
    more = median(taken(shared, busy) / taken(alone, busy) for _ in range(RUNS)) - 1
    return loss(alone, shared), more


def busy() -> float:
    """Processor time, that of processes which have ended included."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


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
            lost, more = of(engine)
            said = f"{100 * lost:.1f} % lost, {100 * more:+.1f} % work"
            target = f"at most {100 * LOSS:.0f} %" if machine <= QUIET else ""
            results.line(f"{name}, {engine.name}", said, target, machine > QUIET or lost <= LOSS)
    if machine > QUIET:
        print("this machine is busy with something else: nothing is judged")
    return results.code


if __name__ == "__main__":
    sys.exit(main())
