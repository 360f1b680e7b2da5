"""How fast the engines are beside code written by hand: medians of seven runs, as one table of ratios.

Both sides play the same rules with players who choose at random among all legal moves; before anything is measured, their mean
lengths and the first seat's share of wins are compared. Processor time is measured, so that a busy machine disturbs little.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from random import Random
from statistics import median

import _by_hand

from dicedsl.compile import program_of
from dicedsl.errors import DiceError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.native import Compiled, Tally
from dicedsl.interpreter.table import Table
from dicedsl.program.about import Setting
from dicedsl.rulebook.loading import find, load_path

HERE = Path(__file__).parent
RUNS = 7
SIGMAS = 4.5
GAMES: dict[str, Callable[[Random, int], tuple[int, int]]] = {
    "pig": _by_hand.pig,
    "keep-on-rolling": _by_hand.keep_on_rolling,
}


class CTally(ctypes.Structure):
    _fields_ = [("wins", ctypes.c_int64 * 16), ("turns", ctypes.c_int64), ("turns_squared", ctypes.c_int64)]


class InC:
    """The games written in C, compiled with gcc -O2."""

    def __init__(self, folder: Path) -> None:
        library = folder / "by_hand.so"
        subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", library, HERE / "_by_hand.c"], check=True)
        self._play = ctypes.CDLL(str(library)).play
        self._play.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_uint64, ctypes.c_void_p]

    def play(self, name: str, players: int, games: int, seed: int) -> Tally:
        out = CTally()
        self._play(list(GAMES).index(name), players, games, seed, ctypes.addressof(out))
        return Tally(games, tuple(out.wins[:players]), out.turns, out.turns_squared, 0)


def table(name: str, players: int) -> Table:
    book, _ = load_path(find(name))
    assert book is not None
    return Table(program_of(book, Setting(players, starter=0)))


def in_python(name: str, players: int, games: int, seed: int) -> Tally:
    rng = Random(seed)
    play = GAMES[name]
    return tallied(players, (play(rng, players) for _ in range(games)))


def stepping(engine: Table, games: int, seed: int) -> Tally:
    chance, reg = Chance(seed), engine.reg
    played = (engine.playout(chance) for _ in range(games))
    return tallied(engine.players, ((cells[reg.winners].bit_length() - 1, cells[reg.turns]) for cells in played))


def tallied(players: int, results: object) -> Tally:
    wins, turns, squares, games = [0] * players, 0, 0, 0
    for winner, length in results:  # type: ignore[attr-defined]
        wins[winner] += 1
        turns += length
        squares += length * length
        games += 1
    return Tally(games, tuple(wins), turns, squares, 0)


def differ(a: Tally, b: Tally) -> list[str]:
    """What is further apart than chance explains."""
    found = []
    spread = sqrt(sum(max(0.0, t.turns_squared / t.games - t.mean_turns**2) / t.games for t in (a, b)))
    if abs(a.mean_turns - b.mean_turns) > SIGMAS * spread:
        found.append(f"mean length {a.mean_turns:.3f} and {b.mean_turns:.3f}")
    for seat, (x, y) in enumerate(zip(a.wins, b.wins, strict=True)):
        share = (x + y) / (a.games + b.games)
        if abs(x / a.games - y / b.games) > SIGMAS * sqrt(share * (1 - share) * (1 / a.games + 1 / b.games)):
            found.append(f"wins of seat {seat}: {x / a.games:.4f} and {y / b.games:.4f}")
    return found


def seconds(task: Callable[[int], object], clock: Callable[[], float] = time.process_time) -> float:
    """The median of seven runs; the task is told which run it is."""
    times = []
    for run in range(RUNS):
        start = clock()
        task(run)
        times.append(clock() - start)
    return median(times)


def paired(a: Callable[[int], object], b: Callable[[int], object]) -> tuple[float, float, float]:
    """The medians of both, run by turns, and the median of their ratios a to b."""
    times = []
    for run in range(RUNS):
        start = time.process_time()
        a(run)
        middle = time.process_time()
        b(run)
        times.append((middle - start, time.process_time() - middle))
    return median(x for x, _ in times), median(y for _, y in times), median(x / y for x, y in times)


def line(what: str, value: str, target: str, good: bool) -> bool:
    print(f"{what:<58} {value:>34}   {target:<14} {'ok' if good else 'MISSED'}", flush=True)
    return good


def engines(folder: Path, quick: bool) -> list[bool]:
    in_c = InC(folder) if shutil.which("gcc") else None
    return [good for name in GAMES for players in (2, 3, 4) for good in one_game(name, players, in_c, quick)]


def one_game(name: str, players: int, in_c: InC | None, quick: bool) -> list[bool]:
    results = []
    what = f"{name}, {players} players"
    engine = table(name, players)
    engine.playout(Chance(0))
    start = time.perf_counter()
    native = Compiled(engine)
    compiling = time.perf_counter() - start
    large = 20_000 if name == "pig" else 2_000
    truth = native.playouts(99, 20 * large)
    problems = differ(truth, in_python(name, players, large, 7)) + differ(truth, stepping(engine, large, 8))
    if in_c is not None:
        problems += differ(truth, in_c.play(name, players, 20 * large, 9))
    said = "; ".join(problems) or f"{truth.mean_turns:.2f} turns"
    results.append(line(f"{what}: same game", said, "same", not problems))
    count = large // 40 if quick else large // 10
    own, other, ratio = paired(
        lambda run: stepping(engine, count, run), lambda run: in_python(name, players, count, run)
    )
    speeds = f"{count / own:.0f}/s, {count / other:.0f}/s: {ratio:.2f}"
    results.append(line(f"{what}: stepping to Python by hand", speeds, "at most 3", ratio <= 3))
    if in_c is not None:
        many, c = 10 * count, in_c
        own, other, ratio = paired(lambda run: native.playouts(run, many), lambda run: c.play(name, players, many, run))
        speeds = f"{many / own:.0f}/s, {many / other:.0f}/s: {ratio:.2f}"
        results.append(line(f"{what}: native to C by hand", speeds, "at most 2", ratio <= 2))
    results.append(line(f"{what}: compile", f"{compiling * 1000:.0f} ms", "under 1 s", compiling < 1))
    return results


def long_rulebook(folder: Path) -> Path:
    """A rulebook of 200 lines: a shipped one with further examples."""
    text = find("keep-on-rolling").read_text("utf-8").rstrip("\n").split("\n")
    more = 0
    while len(text) < 200:
        more += 1
        text += [
            "",
            f'example "More {more}":',
            "    with Anna, Ben",
            "    roll 5 5 6 1 3 4",
            '    Anna chooses "set aside" 5 5',
            "    now points so far is 10",
        ]
    path = folder / "long.dice"
    path.write_text("\n".join(text[:200]) + "\n", "utf-8")
    return path


def commands(folder: Path) -> list[bool]:
    program = Path(sys.executable).with_name("dicedsl")
    if not program.exists():
        print("dicedsl is not installed beside this Python: its commands are not measured")
        return []
    # Compiled modules are kept, as they are wherever a program is installed, whatever this shell says.
    env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    env["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    text = long_rulebook(folder)

    def run(*arguments: str) -> None:
        subprocess.run([str(program), *arguments], capture_output=True, check=True, env=env)

    def edited(number: int) -> None:
        with text.open("a", encoding="utf-8") as file:
            file.write(f"# {number}\n")
        run("check", str(text))

    tasks: list[tuple[str, Callable[[int], None], float]] = [
        ("dicedsl --version", lambda _: run("--version"), 0.150),
        ("dicedsl check, 200 lines, as they were", lambda _: run("check", str(text)), 0.300),
        ("dicedsl check, 200 lines, just changed", edited, 0.300),
    ]
    results = []
    for what, task, most in tasks:
        task(0)
        wall = seconds(task, time.perf_counter)
        results.append(line(what, f"{wall * 1000:.0f} ms", f"under {most * 1000:.0f} ms", wall < most))
    return results


def main() -> int:
    quick = "--quick" in sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        try:
            results = [*engines(Path(folder), quick), *commands(Path(folder))]
        except DiceError as error:
            print(error)
            return 1
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
