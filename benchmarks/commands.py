"""How long commands take, from the first to the last moment: medians of several runs, with the time on the clock.

`play` is given nothing to read, so that it ends at its first prompt.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from _measure import QUICK, RUNS, Results, taken

from dicedsl.rulebook.files import find
from dicedsl.rulebook.library import games

VERSION, CHECK, UNCHANGED, PLAY = 0.150, 0.300, 0.200, 0.400


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


def main() -> int:
    program, results = Path(sys.executable).with_name("dicedsl"), Results()
    if not program.exists():
        sys.exit("nothing to measure: dicedsl is not installed beside this Python (pip install -e .)")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # Compiled modules are kept, as they are wherever a program is installed, whatever this shell says; and all else in a
        # cache of its own.
        env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        env |= {"PYTHONPYCACHEPREFIX": str(folder / "compiled"), "XDG_CACHE_HOME": str(folder / "cache")}
        text = long_rulebook(folder)

        def run(*arguments: str) -> None:
            subprocess.run([str(program), *arguments], capture_output=True, stdin=subprocess.DEVNULL, env=env)

        def edited(number: int) -> None:
            with text.open("a", encoding="utf-8") as file:
                file.write(f"# {number}\n")
            run("check", str(text))

        def measured(what: str, task: Callable[[int], None], most: float | None) -> float:
            task(0)
            wall = median(taken(lambda i=i: task(i), perf_counter) for i in range(RUNS))  # type: ignore[misc]
            target, good = ("", True) if most is None else (f"under {1000 * most:.0f} ms", wall < most)
            if what:
                results.line(what, f"{1000 * wall:.0f} ms", target, good)
            return wall

        measured("dicedsl --version", lambda _: run("--version"), VERSION)
        measured("dicedsl check, 200 lines, just changed", edited, CHECK)
        measured("dicedsl check, 200 lines, as they were", lambda _: run("check", str(text)), UNCHANGED)
        measured("dicedsl simulate pig, 1,000 games", lambda _: run("simulate", "pig", "--seed", "1"), None)
        names = [name for name, _ in games()][:: 13 if QUICK else 1]

        def prompted(name: str) -> float:
            return measured("", lambda _: run("play", name, "--seed", "1", "--starter", "1"), None)

        walls = {name: prompted(name) for name in names}
        slowest = max(walls, key=lambda name: walls[name])
        wall = median(walls.values())
        results.line("dicedsl play to the first prompt, median of all", f"{1000 * wall:.0f} ms")
        value = f"{1000 * walls[slowest]:.0f} ms ({slowest})"
        results.line(
            "dicedsl play to the first prompt, slowest", value, f"under {1000 * PLAY:.0f} ms", walls[slowest] < PLAY
        )
    return results.code


if __name__ == "__main__":
    sys.exit(main())
