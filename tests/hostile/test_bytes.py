"""Two hundred thousand rows of bytes are read without anything but problems; a slip in a word of the language is named."""

from __future__ import annotations

import random
import re

import pytest

from dicedsl.rulebook.library import games
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.parser import parse
from dicedsl.text.source import Source

INPUTS = 200_000
PARTS = 8
SLIPS = 80


@pytest.mark.parametrize("part", range(PARTS))
def test_bytes_bring_out_nothing_but_problems(part: int) -> None:
    rng = random.Random(part)
    refused = 0
    for number in range(INPUTS // PARTS):
        if number % 20:
            data = rng.randbytes(rng.randrange(40))
        else:  # letters, signs and line ends only
            data = bytes(rng.choice(b'abcdefgh setpldicr"():|#=+-1234567890\n\n    ') for _ in range(rng.randrange(24)))
        text = data.decode("utf-8", "replace")
        _, problems = parse(Source("<bytes>", text))
        refused += bool(problems)
        for problem in problems:
            assert 0 <= problem.span.start <= problem.span.end <= len(text)
            assert 0 < len(problem.message) <= 200

    assert refused == INPUTS // PARTS


def slip(word: str, rng: random.Random) -> str:
    """One letter left out, doubled, changed, or two of them swapped."""
    at = rng.randrange(len(word))
    way = rng.randrange(4)
    if way == 0:
        return word[:at] + word[at + 1 :]
    if way == 1:
        return word[:at] + word[at : at + 2][::-1] + word[at + 2 :]
    if way == 2:
        return word[: at + 1] + word[at:]
    return word[:at] + rng.choice("abcdefghijklmnopqrstuvwxyz") + word[at + 1 :]


def test_a_slip_in_a_word_of_the_language_is_named() -> None:
    rng = random.Random(4)
    texts = [path.read_text("utf-8") for _, path in games()]
    total, missed = 0, []
    while total < SLIPS:
        text = rng.choice(texts)
        rules = re.split(r"^example", text, flags=re.MULTILINE)[0]
        places = [
            m for m in re.finditer(r'"[^"\n]*"|#[^\n]*|[A-Za-z]+', rules) if len(m[0]) > 3 and m[0] in SECOND.keywords
        ]
        if not places:
            continue
        found = rng.choice(places)
        wrong = slip(found[0], rng)
        if wrong in SECOND.keywords:
            continue
        _, problems = parse(Source("<text>", text[: found.start()] + wrong + text[found.end() :]))
        if not problems:
            continue  # it has become part of a name, which is for the checker to find
        total += 1
        if found[0] not in problems[0].message + problems[0].help:
            missed.append((wrong, found[0], problems[0].message))

    assert len(missed) <= 0.05 * total, missed
