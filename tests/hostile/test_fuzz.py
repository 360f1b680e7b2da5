"""No text whatever brings out anything but the project's own problems, and each of those can be shown to its author."""

from __future__ import annotations

import os
import random
import re
from functools import cache
from pathlib import Path

import pytest

from dicedsl.check_door import check
from dicedsl.errors import DiceError, Problem
from dicedsl.rulebook.library import shipped_files
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.parser import parse
from dicedsl.text.source import Source, Span

SOAK = int(os.environ.get("SOAK_FUZZ", "200"))  # rounds of each kind with -m soak
GAMES = sorted(Path(__file__).parents[1].glob("language/*.dice"))
WORD = re.compile(r'"[^"\n]*"|[A-Za-z][A-Za-z0-9-]*|[0-9]+|\S')
PYTHON = re.compile(
    r"Traceback|\b\w*(?:Error|Exception)\b|NoneType|\bNone\b|\bself\b|object at 0x|<class|<function|\blark\b|dicedsl\.|\bToken\(|\bTree\(|"
    r"\b_[A-Z]{2,}\b|\b__\w+__\b|\bops\.|\bnodes\.|\bn\.[A-Z]|attrs|Unexpected(?:Token|Characters|Input)"
)


@cache
def texts() -> tuple[str, ...]:
    """Every shipped rulebook without most of its examples, and the small games of the language's own tests."""
    found = []
    for path in [*shipped_files().values(), *GAMES]:
        parts = re.split(r"^(?=example )", path.read_text("utf-8"), flags=re.MULTILINE)
        found.append("".join(parts[:3]))
    return tuple(found)


@cache
def vocabulary() -> tuple[str, ...]:
    words = {w for text in texts() for w in WORD.findall(text) if len(w) < 30}
    return tuple(sorted(words | set(SECOND.keywords)))


# -------------------------------------------------------------- ways to spoil a text


def bytes_changed(text: str, rng: random.Random) -> str:
    data = bytearray(text.encode("utf-8"))
    for _ in range(rng.choice((1, 1, 2, 5, 30))):
        at = rng.randrange(len(data))
        match rng.randrange(4):
            case 0:
                data[at] = rng.randrange(256)
            case 1:
                del data[at : at + rng.choice((1, 3, 40))]
            case 2:
                data[at:at] = bytes(rng.randrange(256) for _ in range(rng.choice((1, 4))))
            case _:
                data[at:at] = data[rng.randrange(len(data)) :][: rng.randrange(60)]
        if not data:
            break
    return bytes(data).decode("utf-8", "replace")


def lines_changed(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(lines))
        match rng.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, rng.choice(lines))
            case 2:
                other = rng.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                lines[at] = " " * rng.randrange(13) + lines[at].lstrip()
            case 4:
                lines[at] = rng.choice(lines) + " " + lines[at].strip()
            case _:
                lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
        if not lines:
            break
    return "\n".join(lines)


def words_changed(text: str, rng: random.Random) -> str:
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        places = list(WORD.finditer(text))
        if not places:
            return text
        found = rng.choice(places)
        other = rng.choice(places)[0] if rng.random() < 0.5 else rng.choice(vocabulary())
        match rng.randrange(4):
            case 0:
                new = ""
            case 1:
                new = found[0] + " " + found[0]
            case 2:
                new = other
            case _:
                new = other + " " + found[0]
        text = text[: found.start()] + new + text[found.end() :]
    return text


def soup(text: str, rng: random.Random) -> str:
    """Lines of words drawn from the language, after a proper head or none."""
    lines = ['game "Soup"', "players 2", "", "turn:"][: rng.randrange(5)]
    for _ in range(rng.randrange(12)):
        words = [rng.choice(vocabulary()) for _ in range(rng.randrange(9))]
        lines.append("    " * rng.randrange(4) + " ".join(words) + rng.choice(("", "", ":", " |")))
    return "\n".join(lines) + "\n"


def noise(text: str, rng: random.Random) -> str:
    return bytes(rng.randrange(256) for _ in range(rng.randrange(300))).decode("utf-8", "replace")


WAYS = {"bytes": bytes_changed, "lines": lines_changed, "words": words_changed, "soup": soup, "noise": noise}


# -------------------------------------------------------------- what must hold of every answer


def wrong_with(problem: Problem, source: Source) -> str | None:
    """What is wrong with a problem as an answer to an author; None if nothing is."""
    if not problem.message or len(problem.message) > 200:
        return f"a message of {len(problem.message)} characters"
    said = " ".join([problem.message, problem.help, problem.label, *problem.notes])
    # What the author wrote may be anything; what we say about it may not.
    if (found := PYTHON.search(re.sub(r'"[^"]*"|`[^`]*`', "", said))) is not None:
        return f"{found[0]!r} in {said!r}"
    if not re.fullmatch(r"[EWFX]\d{3}", problem.code):
        return f"the code {problem.code!r}"
    for span in (problem.span, *(label.span for label in problem.also)):
        if span.source.name != source.name and not span.source.name.endswith(".dice"):
            return f"a place in {span.source.name}"
        if not 0 <= span.start <= span.end <= len(span.source.text):
            return f"a place from {span.start} to {span.end}"
        if span.line < 1 or span.column < 1:
            return "a place before the first line"
    return None


def answer(text: str, whole: bool) -> list[Problem]:
    source = Source("<text>", text)
    try:
        problems = check(source) if whole else parse(source)[1]
    except DiceError as error:
        problems = list(error.problems)
    except Exception as error:
        raise AssertionError(f"{type(error).__name__}: {error}\n--- the text:\n{text}") from error
    for problem in problems:
        wrong = wrong_with(problem, source)
        assert wrong is None, f"{problem.code} {problem.message!r}: {wrong}\n--- the text:\n{text}"
    return problems


def rounds(way: str, whole: bool, count: int, seed: int) -> tuple[int, int]:
    """How many spoilt texts were refused, and how many were not."""
    rng = random.Random(f"{way} {whole} {seed}")
    refused = 0
    for _ in range(count):
        refused += bool([p for p in answer(WAYS[way](rng.choice(texts()), rng), whole) if p.is_error])
    return refused, count - refused


@pytest.mark.parametrize("way", WAYS)
def test_reading_a_spoilt_text(way: str) -> None:
    refused, _ = rounds(way, whole=False, count=250, seed=1)

    assert refused > 50


@pytest.mark.parametrize("way", ["bytes", "lines", "words", "soup"])
def test_checking_a_spoilt_text(way: str) -> None:
    refused, _ = rounds(way, whole=True, count=90, seed=2)

    assert refused > 30


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n",
        "\0",
        "\ufeff",
        '"',
        "(",
        "|",
        ":",
        "game",
        'game "',
        'game ""',
        "#",
        "\t",
        "\r",
        "\u2028",
        "é",
        "🎲",
        "\ud800",
    ],
)
def test_the_smallest_texts(text: str) -> None:
    assert [p for p in answer(text, whole=True) if p.is_error]
    assert answer('game "x"\nplayers 1\n' + text, whole=True)


def test_every_beginning_of_a_rulebook() -> None:
    text = texts()[0]
    for end in range(0, len(text), 9):
        answer(text[:end], whole=False)


def test_a_bad_answer_is_noticed() -> None:
    source = Source("<text>", "abc")
    here = Span(source, 0, 1)
    good = Problem("E100", "this is wrong", here)
    assert wrong_with(good, source) is None
    assert len(Problem("E100", "x" * 1000, here).message) <= 200
    for bad in [
        Problem("E100", "", here), Problem("E100", "KeyError: 3", here), Problem("?", "x", here),
        Problem("E100", "x", Span(source, 2, 9)), Problem("E100", "x", Span(source, -1, 0)), Problem("E100", "Traceback (most", here),
        Problem("E100", "x", here, help="a lark Token(NAME)"), Problem("E100", "x", Span(Source("<built in>", ""), 0, 0)),
    ]:  # fmt: skip
        assert wrong_with(bad, source) is not None


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("way", WAYS)
def test_many_spoilt_texts(way: str, seed: int) -> None:
    rounds(way, whole=False, count=20 * SOAK, seed=100 + seed)
    rounds(way, whole=True, count=SOAK, seed=200 + seed)
