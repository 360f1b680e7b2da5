"""The long runs that show what the project promises about any text, any file, any game and any program, with a table of what they came to.

python -m tests.hostile.reliability [P|N|R] [NAME ...]     how long (N unless said), and which of the runs (all unless named)

P is what every submission is tried with, N is for a night, R for a release. Each run is cut into parts; what is done is kept in
build/reliability.jsonl, so that a run that was stopped goes on where it was. A part is done again when any code has changed.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

from attrs import field, frozen

from dicedsl.interpreter.engines.contract import MOST_GAME_EVENTS
from dicedsl.interpreter.engines.engine_choice import engine_for
from dicedsl.interpreter.game import Game
from dicedsl.rulebook.library import games, shipped_files
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.parser import parse
from dicedsl.text.source import Source
from tests.hostile import test_hermetic, test_limits, test_structured, worlds
from tests.hostile.pieces import spoilt
from tests.hostile.test_bytes import slip
from tests.hostile.test_fuzz import wrong_with
from tests.program.engines import ENGINES
from tests.program.holding import hold_seeded

ROOT = Path(__file__).parents[2]
TIERS = "PNR"
NAMED = 0.95  # of the slips in a word of the language
SEED = 20_000


@frozen
class Run:
    """do: does a part, from the number of its first case and how many there are; what it saw, by name. counts: how many cases in each
    tier, and in a part. enough: what is wrong with the sum of all parts."""

    name: str
    what: str
    do: Callable[[int, int], Counter[str]]
    counts: tuple[int, int, int]
    part: int
    enough: Callable[[Counter[str]], str] = field(default=lambda total: "")


def good(text: str, seen: Counter[str], name: str = "<text>") -> None:
    """Read a text; nothing but problems that can be shown to its author may come of it."""
    source = Source(name, text)
    file, problems = parse(source)
    seen["refused"] += file is None
    seen["problems"] += len(problems)
    for problem in problems:
        wrong = wrong_with(problem, source)
        assert wrong is None, f"{problem.code} {problem.message!r}: {wrong}, on {text!r}"


def rows_of_bytes(first: int, count: int) -> Counter[str]:
    seen, rng = Counter[str](), random.Random(SEED + first)
    for number in range(count):
        if number % 20:
            data = rng.randbytes(rng.randrange(40))
        else:
            data = bytes(rng.choice(b'abcdefgh setpldicr"():|#=+-1234567890\n\n    ') for _ in range(rng.randrange(24)))
        good(data.decode("utf-8", "replace"), seen)
    return seen


def pieces(first: int, count: int) -> Counter[str]:
    seen, rng = Counter[str](), random.Random(SEED + first)
    texts = [path.read_text("utf-8").split("\n") for path in shipped_files().values()]
    for _ in range(count):
        good(spoilt(rng, texts), seen)
    return seen


def made_up(first: int, count: int) -> Counter[str]:
    seen = Counter[str]()
    for number in range(first, first + count):
        seen[test_structured.outcome_of(1_000_000 + number, 0.0 if number % 2 else 0.05)] += 1
    return seen


@cache
def sections() -> list[tuple[str, list[re.Match[str]]]]:
    """Every part of every rulebook that begins at the margin, examples left out, with the words of the language in it."""
    found = []
    for _, path in games():
        rules = re.split(r"^example", path.read_text("utf-8"), flags=re.MULTILINE)[0]
        for part in re.split(r"^(?=\w)", rules, flags=re.MULTILINE):
            text = part if part.startswith("game ") else f'game "T"\n{part}'
            words = [m for m in re.finditer(r'"[^"\n]*"|#[^\n]*|[A-Za-z]+', text) if len(m[0]) > 3]
            places = [m for m in words if m[0] in SECOND.keywords]
            if places and parse(Source("<text>", text))[0] is not None:
                found.append((text, places))
    return found


def slips(first: int, count: int) -> Counter[str]:
    seen, rng = Counter[str](), random.Random(SEED + first)
    while seen["slips"] < count:
        text, places = rng.choice(sections())
        found = rng.choice(places)
        wrong = slip(found[0], rng)
        if wrong in SECOND.keywords:
            continue
        source = Source("<text>", text[: found.start()] + wrong + text[found.end() :])
        _, problems = parse(source)
        if not problems:
            continue  # it has become part of a name, which is for the checker to find
        seen["slips"] += 1
        seen["named"] += found[0] in problems[0].message + problems[0].help
        for problem in problems:
            assert wrong_with(problem, source) is None, f"{problem.message!r} on {source.text!r}"
    return seen


def hostile_files(first: int, count: int) -> Counter[str]:
    seen, worker = Counter[str](), test_limits.Worker()
    cases = [*test_limits.CASES.items(), *((p.stem, (p.read_text("utf-8"), "any")) for p in FILES)]
    try:
        for name, (text, expected) in cases[first : first + count]:
            answer = worker.ask(text)
            test_limits.judge(text, expected, answer)
            seen["files"] += 1
            for told in answer:
                seen["events"] += len(told.get("events", ()))
                assert not told.get("events"), f"{name}: {told['events']}"
                if "cpu" in told:
                    slowest = f"slowest {told['phase']}, ms"
                    seen[slowest] = max(seen[slowest], round(1000 * told["cpu"]))
                if "peak" in told:
                    seen["most memory, MiB"] = max(seen["most memory, MiB"], told["peak"] >> 20)
    finally:
        worker.close()
    return seen


def hermetic(first: int, count: int) -> Counter[str]:
    seen = Counter[str]()
    for name in test_hermetic.NAMES[first : first + count]:
        answer = test_hermetic.watched(name, "alone" if name in test_hermetic.ALONE else "together")
        foreign = [e for e in (*answer["checked"], *answer["played"]) if not test_hermetic.ALLOWED.fullmatch(e)]
        assert not foreign, f"{name}: {foreign}"
        assert not any(re.search("[\"'#]", code) for _, code in answer["codes"]), f"{name}: a text in generated code"
        seen["rulebooks"] += 1
        seen["pieces of generated code"] += len(answer["codes"])
        seen["events"] += len(foreign)
    return seen


def playouts(first: int, count: int) -> Counter[str]:
    """Of every rulebook in turn, by the fastest engine there is here."""
    seen = Counter[str]()
    for book, (name, _) in enumerate(games()):
        program = Game.named(name).table().program
        tally = engine_for(program).playouts(None, SEED + book, first, count, MOST_GAME_EVENTS)
        seen["games"] += sum(tally.actions.values())
        seen["steps"] += sum(steps * n for steps, n in tally.actions.items())
        seen["longest game, steps"] = max(seen["longest game, steps"], *tally.actions)
    return seen


def paired_worlds(first: int, count: int) -> Counter[str]:
    seen, tables = Counter[str](), worlds.secretive()
    for number in range(first, first + count):
        table = tables[number % len(tables)]
        seen += worlds.pair(table, (number // len(tables)) % table.players, 1_000_003 + number)
    return seen


def generated(first: int, count: int) -> Counter[str]:
    """Each by every engine there is here, held to the definition step by step, game by game and in tallies."""
    seen = Counter[str]()
    for seed in range(first, first + count):
        for name in ENGINES:
            seen[f"steps on the {name} engine"] += hold_seeded(name, seed)
        seen["programs"] += 1
    return seen


FILES = sorted((Path(__file__).parent / "files").glob("*.dice"))
CORPUS = len(test_limits.CASES) + len(FILES)
BOOKS = len(test_hermetic.NAMES)
RUNS = [
    Run("bytes", "T3 rows of bytes", rows_of_bytes, (200_000, 2_000_000, 10_000_000), 50_000),
    Run("pieces", "T3 spoilt pieces of rulebooks", pieces, (20_000, 2_000_000, 10_000_000), 10_000),
    Run("made-up", "T3 made-up games, right and nearly right", made_up, (2_000, 50_000, 200_000), 500),
    Run(
        "slips", "T4 slips in a word of the language", slips, (2_000, 50_000, 50_000), 1_000,
        lambda total: "" if total["named"] >= NAMED * total["slips"] else "too few are named",
    ),
    Run("files", "T5, T6 hostile files", hostile_files, (CORPUS, CORPUS, CORPUS), 20),
    Run("hermetic", "T6 rulebooks", hermetic, (BOOKS, BOOKS, BOOKS), 5),
    Run("playouts", f"T7 playouts of each of {BOOKS} rulebooks", playouts, (1_000, 10_000, 100_000), 1_000),
    Run("programs", "generated programs", generated, (100, 1_000, 10_000), 50),
    Run("worlds", "T11 pairs of worlds", paired_worlds, (200, 10_000, 50_000), 100),
]  # fmt: skip
MOST = ("slowest", "most", "longest")  # figures of which the sum of parts would say nothing


def add(total: Counter[str], part: dict[str, int]) -> None:
    for name, figure in part.items():
        total[name] = max(total[name], figure) if name.startswith(MOST) else total[name] + figure


def code() -> str:
    """Changes with any code and any rulebook."""
    total = hashlib.blake2b(digest_size=16)
    for top in ("dsl", "interpreter", "grammar", "rulebooks", "tests/hostile", "tests/program"):
        for path in sorted(p for p in (ROOT / top).rglob("*") if p.suffix in (".py", ".lark", ".dice")):
            total.update(path.name.encode() + path.read_bytes())
    return total.hexdigest()


class Done:
    """The parts that are done, kept in a file."""

    def __init__(self, path: Path, stamp: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path, self._stamp = path, stamp
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        self._known = {row["key"]: row for row in map(json.loads, lines)}

    def part(self, run: Run, first: int, size: int) -> tuple[dict[str, int], float]:
        """What a part came to, and the seconds it took; done now unless it was before."""
        key = f"{self._stamp} {run.name} {first} {size}"
        if key not in self._known:
            began = time.perf_counter()
            seen = dict(run.do(first, size))
            self._known[key] = {"key": key, "seen": seen, "seconds": round(time.perf_counter() - began, 2)}
            with self._path.open("a", encoding="utf-8") as file:
                print(json.dumps(self._known[key]), file=file)
        return self._known[key]["seen"], self._known[key]["seconds"]


def went(run: Run, tier: int, done: Done) -> str:
    """Print the line of a run in the table; what is wrong, if anything is."""
    total, seconds, wrong, asked = Counter[str](), 0.0, "", run.counts[tier]
    for first in range(0, asked, run.part):
        size = min(run.part, asked - first)
        try:
            seen, taken = done.part(run, first, size)
        except Exception as error:  # whatever it is, it is the finding
            wrong = f"{type(error).__name__}: {error}"
            break
        add(total, seen)
        seconds += taken
        print(f"{run.name}: {first + size:,} of {asked:,}", file=sys.stderr, flush=True)
    wrong = wrong or run.enough(total)
    figures = ", ".join(f"{name} {figure:,}" for name, figure in total.items())
    print(f"{run.what:<42} {asked:>10,}  {seconds:>6.0f} s  {wrong or 'good'}  ({figures})", flush=True)
    return wrong


def main() -> int:
    words = sys.argv[1:]
    tier = TIERS.index(words.pop(0)) if words and words[0] in TIERS else 1
    unknown = set(words) - {run.name for run in RUNS}
    if unknown:
        print(f"there is no run {', '.join(sorted(unknown))}; there are {', '.join(run.name for run in RUNS)}")
        return 2
    done = Done(ROOT / "build" / "reliability.jsonl", code())
    return any([bool(went(run, tier, done)) for run in RUNS if not words or run.name in words])


if __name__ == "__main__":
    sys.exit(main())
