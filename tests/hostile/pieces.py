"""Reads spoilt pieces of rulebooks: only problems with a place and a short sentence may come of it.

python tests/hostile/pieces.py 200000     how many pieces (default 20,000), and after it a seed
"""

from __future__ import annotations

import sys
import time
from random import Random

from dicedsl.rulebook.library import shipped_files
from dicedsl.syntax.parser import parse
from dicedsl.text.source import Source

ALPHABET = [*map(chr, range(32, 127)), "\n", "\t", "\r", "é", "\u2028", "\x00", '"', "(", "|", ":", "    "]


def spoilt(random: Random, texts: list[list[str]]) -> str:
    """A few lines of a rulebook with letters, words or lines changed."""
    lines = random.choice(texts)
    at = random.randrange(len(lines))
    piece = list("\n".join(lines[at : at + random.randint(1, 4)]))
    for _ in range(random.randint(1, 4)):
        where = random.randrange(len(piece) + 1)
        way = random.randrange(4)
        if way == 0:
            piece.insert(where, random.choice(ALPHABET))
        elif way == 1 and piece:
            del piece[min(where, len(piece) - 1)]
        elif way == 2 and piece:
            piece[min(where, len(piece) - 1)] = random.choice(ALPHABET)
        else:
            piece[where : where + random.randint(1, 12)] = []
    return "".join(piece)


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    random = Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    texts = [path.read_text("utf-8").split("\n") for path in shipped_files().values()]
    began, refused = time.perf_counter(), 0
    for i in range(count):
        text = spoilt(random, texts)
        source = Source("<piece>", text)
        try:
            file, problems = parse(source)
        except Exception as error:
            print(f"{type(error).__name__} after {i} pieces, on {text!r}")
            return 1
        refused += file is None
        for problem in problems:
            inside = 0 <= problem.span.start <= problem.span.end <= len(text)
            if not inside or not problem.message or len(problem.message) > 200:
                print(f"a bad answer {problem!r} on {text!r}")
                return 1
        if (i + 1) % 10_000 == 0:
            print(f"{i + 1} pieces, {refused} refused, {time.perf_counter() - began:.0f} s", flush=True)
    print(f"{count} pieces read, {refused} refused, nothing but problems with a place came of it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
