"""The native engine beside the same games written by hand in C: the same results to the last digit, and the ratio of times."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from _in_c import InC, differences
from _measure import NAMED, QUICK, SEED, Results, enough, native, number, paired, stepping

from dicedsl.interpreter.game import Game

# rulebook, file in c/, the largest ratio that is good (none if it is only told), games compared with the stepping engine
GAMES = [
    ("pig", "pig", 1.5, 2000),
    ("keep-on-rolling", "keep_on_rolling", 1.5, 1000),
    ("keep-on-rolling", "keep_on_rolling_bits", None, 100),
    ("23-rasanto", "rasanto", 4.0, 100),
    ("46-reducto", "reducto", 4.0, 50),
    ("perfecto", "perfecto", 4.0, 200),
]


def measured(results: Results, name: str, file: str, most: float | None, compared: int, folder: Path) -> None:
    program = Game.named(name).program(2)
    by_hand = InC(file, folder)
    few = compared // 10 if QUICK else compared
    wrong = differences(stepping(program).playouts(None, SEED, 0, few), by_hand.play(SEED, 0, few))
    if wrong:
        results.line(f"{file}: stepping and C differ", "; ".join(wrong), "the same", False)
        return
    results.line(f"{file}: stepping and C", f"{few:,} games the same", "the same")
    engine = native(program)
    count = enough(lambda n: by_hand.play(SEED, 0, n), 0.15 if QUICK else 0.5, 100)
    wrong = differences(engine.playouts(None, SEED, 0, count), by_hand.play(SEED, 0, count))
    if wrong:
        results.line(f"{file}: native and C differ", "; ".join(wrong), "the same", False)
        return
    results.line(f"{file}: native and C", f"{count:,} games the same", "the same")
    own, other, ratio = paired(
        lambda run: engine.playouts(None, run, 0, count), lambda run: by_hand.play(run, 0, count)
    )
    speeds = f"{number(count / own)}/s, {number(count / other)}/s: {ratio:.2f}"
    target = "" if most is None else f"at most {most}"
    results.line(f"{file}: time of native to that of C", speeds, target, most is None or ratio <= most)


def main() -> int:
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        for game in GAMES:
            if not NAMED or game[0] in NAMED:
                measured(results, *game, Path(folder))
    return results.code


if __name__ == "__main__":
    sys.exit(main())
