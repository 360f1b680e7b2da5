"""Plays games of every rulebook, variant and number of players in both engines, and compares every cell of every step.

python tests/native/lockstep.py 200 [NAME ...]     how many games of each setting (default 200), and of which rulebooks (all unless named)

What is done is kept in build/lockstep.jsonl: started again it goes on where it was stopped.
What the same rules, games and code of both engines came to is not played again.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter import engines
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.stepping.stepping import Stepping
from dicedsl.interpreter.game import Game
from dicedsl.program import ops
from dicedsl.program.fingerprint import fingerprint

ROOT = Path(__file__).parents[2]
BOOKS = sorted(p for p in (ROOT / "rulebooks").rglob("*.dice") if "library" not in p.parts)
MOST_PLAYERS = 12
FIRST = (10, 60)  # games of each setting, before the others
MOST_STEPS = 400  # of one game, compared cell by cell; its end is compared however long it is
# In later games all cells as well, but of fewer steps, lists of answers in one step of so many, and the end of a second game once in
# so many: long games repeat themselves, and listing answers in Python is most of the work.
LATER_STEPS, LISTS, ENDS = 120, 4, 10


class Difference(AssertionError):
    """The engines do not agree."""


def settings(path: Path) -> Iterator[tuple[str, ops.Program]]:
    """Every variant and number of players of a rulebook."""
    game = Game.named(str(path))
    for variants in ((), *((v,) for v in game.variants)):
        for players in range(1, MOST_PLAYERS + 1):
            try:
                table = game.table(players=players, variants=variants)
            except UsageError:
                continue
            yield f"{' '.join(variants)}/{players}", table.program


def same(what: str, mine: object, its: object) -> None:
    if mine != its:
        raise Difference(f"{what}: {str(mine)[:300]} and {str(its)[:300]}")


def same_game(stepping: Stepping, engine: Any, seed: int, most: int, lists: int = 1) -> int:
    """Step through a game in both engines; the number of steps compared. Answers are compared in one step of `lists`."""
    program, chance = stepping.program, Chance(seed)
    here, there = stepping.start(), engine.start()
    for step in range(most):
        same(f"seed {seed}, step {step}, cells", here, there)
        end = program.blocks[here[program.reg.pc]].end
        if isinstance(end, ops.Over):
            return step
        if isinstance(end, (ops.RollDice, ops.DrawOne)):
            same_lots = engine.draw(there, Chance(step))
            same(f"seed {seed}, step {step}, lots", stepping.draw(here, Chance(step)), same_lots)
            values = stepping.draw(here, chance)
            here, there = stepping.fall(here, values), engine.fall(there, values)
            continue
        assert isinstance(end, ops.Ask)
        seats = [s for s in range(program.players) if here[program.reg.asked] >> s & 1]
        seat = seats[chance.below(len(seats))]
        if program.decisions[end.decision].reported:
            same_lots = Chance(step)
            reported = engine.report(there, same_lots)
            here_lots = Chance(step)
            same(f"seed {seed}, step {step}, report", stepping.report(list(here), here_lots), reported)
            same(f"seed {seed}, step {step}, lots of a report", here_lots.words(), same_lots.words())
            answer = stepping.report(list(here), chance)
        else:
            answers = list(engine.moves(there, seat))
            if (step + seed) % lists == 0:
                same(f"seed {seed}, step {step}, answers", list(stepping.moves(here, seat)), answers)
            answer = answers[chance.below(len(answers))]
        here, there = stepping.answer(here, seat, answer), engine.answer(there, seat, answer)
    return most


def compared(program: ops.Program, seeds: range, most: int) -> int:
    """The steps that were compared of games with these seeds; each is also played to its end, and some are counted."""
    from dicedsl.interpreter.engines.native.native import Native

    stepping, engine = Stepping(program), Native(program)
    steps = 0
    for seed in seeds:
        later = seed >= FIRST[-1]
        steps += same_game(stepping, engine, seed, LATER_STEPS if later else most, LISTS if later else 1)
        if later and seed % ENDS:
            continue
        mine, its = Chance(seed), Chance(seed)
        same(f"seed {seed}, the end", stepping.play(None, mine), engine.play(None, its))
        same(f"seed {seed}, the random words drawn", mine.words(), its.words())
    same("tallies", stepping.playouts(None, 5, 3, 2), engine.playouts(None, 5, 3, 2))
    return steps


# ------------------------------------------------------------------ all of them


def code() -> str:
    """Changes with the code of either engine, and with the operations."""
    total = hashlib.blake2b(digest_size=16)
    for top in (Path(str(engines.__file__)).parent, Path(str(ops.__file__)).parents[1]):
        for path in sorted(top.rglob("*.py")):
            total.update(path.name.encode() + path.read_bytes())
    return total.hexdigest()


def rounds(games: int) -> list[range]:
    """A few games of everything first, and then more: what is wrong with a setting mostly shows in its first games."""
    ends = [n for n in FIRST if n < games] + [games]
    return [range(first, end) for first, end in pairwise([0, *ends])]


def main() -> int:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    books = [book for book in BOOKS if not sys.argv[2:] or book.stem in sys.argv[2:]]
    path = ROOT / "build" / "lockstep.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []
    done = {row["key"]: row for row in rows if not row["difference"]}
    stamp, began = code(), time.perf_counter()
    settings_seen, total, differences = set(), 0, list[str]()
    with path.open("a", encoding="utf-8") as file:
        for seeds in rounds(games):
            for name, program in every_setting(books):
                key = f"{stamp} {fingerprint(program)} {seeds.start} {seeds.stop}"
                row = done.get(key)
                if row is None:
                    row = {"key": key, "setting": name, **_row(program, seeds)}
                    print(json.dumps(row), file=file, flush=True)
                settings_seen.add(name)
                total += row["steps"]
                if row["difference"]:
                    differences.append(f"{name}: {row['difference']}")
                    print(differences[-1], flush=True)
            seconds = time.perf_counter() - began
            print(
                f"{len(settings_seen)} settings, {seeds.stop} games of each, {total} steps, {seconds:.0f} s", flush=True
            )
    print(
        f"{len(settings_seen)} settings, {games} games of each, {total} steps compared, {len(differences)} differences"
    )
    return bool(differences)


def every_setting(books: list[Path]) -> Iterator[tuple[str, ops.Program]]:
    for book in books:
        for name, program in settings(book):
            yield f"{book.stem} {name}", program


def _row(program: ops.Program, seeds: range) -> dict[str, Any]:
    began, steps, difference = time.perf_counter(), 0, ""
    try:
        steps = compared(program, seeds, MOST_STEPS)
    except (Difference, DiceError) as error:
        difference = str(error) or type(error).__name__
    return {"steps": steps, "seconds": round(time.perf_counter() - began, 2), "difference": difference}


if __name__ == "__main__":
    sys.exit(main())
