"""What is said about broken rulebooks: helpful, at the right place, and all of it in one run."""

import random
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicedsl.errors import Problem
from dicedsl.syntax import token_lines
from dicedsl.syntax.edition_parser import FIRST
from dicedsl.syntax.parser import parse
from dicedsl.text.render import render_all
from dicedsl.text.source import Source

ROOT = Path(__file__).parents[2]
BROKEN = sorted((Path(__file__).parent / "broken").glob("*.dice"))
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def problems_of(text: str) -> list[Problem]:
    return parse(Source("test.dice", text))[1]


@cache
def rulebooks() -> dict[str, str]:
    texts = {path.stem: path.read_text("utf-8") for path in sorted((ROOT / "rulebooks").rglob("*.dice"))}
    return {name: text for name, text in texts.items() if not problems_of(text)}


def assert_sound(problems: list[Problem], text: str) -> None:
    for problem in problems:
        for span in (problem.span, *(label.span for label in problem.also)):
            assert 0 <= span.start <= span.end <= len(text)
        assert re.fullmatch(r"E1\d\d", problem.code)
        assert 0 < len(problem.message) <= 200
        said = " ".join([problem.message, problem.label, *problem.notes, problem.help])
        assert not re.search(r"Token|Unexpected|Error|Exception|Traceback|__|\b_[A-Z]+|\b[A-Z]+_[A-Z]+", said), said
    places = [p.span.start for p in problems]
    assert places == sorted(places)
    render_all(problems)


def test_there_are_enough_examples() -> None:
    assert len(BROKEN) >= 40


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_what_is_said(path: Path) -> None:
    """The expected texts are written by update_goldens.py, and read by a person."""
    text = path.read_bytes().decode("utf-8")
    problems = parse(Source(path.name, text))[1]

    assert render_all(problems) + "\n" == path.with_suffix(".txt").read_text("utf-8")
    assert_sound(problems, text)


def test_every_text_belongs_to_a_rulebook() -> None:
    texts = {path.stem for path in (Path(__file__).parent / "broken").glob("*.txt")}

    assert texts == {path.stem for path in BROKEN}


def misspelt(word: str, chance: random.Random) -> str:
    at = chance.randrange(len(word))
    way = chance.choice(["swap", "drop", "double", "replace"])
    if way == "swap" and len(word) > 1:
        at = chance.randrange(len(word) - 1)
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if way == "drop" and len(word) > 1:
        return word[:at] + word[at + 1 :]
    if way == "double":
        return word[: at + 1] + word[at:]
    return word[:at] + chance.choice(LETTERS) + word[at + 1 :]


def test_a_misspelt_word_is_named() -> None:
    chance = random.Random(2004)
    names = sorted(rulebooks())
    wrong = []
    alone = tried = 0
    while tried < 100:
        text = rulebooks()[chance.choice(names)]
        words = [
            t
            for line in token_lines.lines_of(text)
            for t in line.tokens
            if t.kind == "word" and t.text in FIRST.keywords
        ]
        token = chance.choice(words)
        typo = misspelt(token.text, chance)
        problems = problems_of(text[: token.start] + typo + text[token.end :])
        if not problems:
            continue
        tried += 1
        alone += len(problems) == 1
        if not any(f'"{token.text}"' in p.message.partition("did you mean")[2] for p in problems):
            wrong.append((token.text, typo, [p.message for p in problems]))

    assert len(wrong) <= tried * 0.05, wrong
    assert alone >= tried * 0.98


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_damage_is_told(data: st.DataObject) -> None:
    text = rulebooks()[data.draw(st.sampled_from(sorted(rulebooks())))]
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        piece = data.draw(
            st.sampled_from(
                ["", "(", ")", '"', "\n", "\t", ":", "    ", "|", "=", "is", "\u4e2d", "\r", "\x00", "#", "-"]
            )
        )
        text = text[:start] + piece + text[end:]
    file, problems = parse(Source("test.dice", text))

    assert (file is None) == bool(problems)
    assert_sound(problems, text)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.sampled_from(list('game "turn":\n ()|#=-,59\t\r\u00e9')), max_size=60))
def test_any_text_is_answered(text: str) -> None:
    file, problems = parse(Source("test.dice", text))

    assert (file is None) == bool(problems)
    assert_sound(problems, text)


def test_mistakes_far_apart_are_all_told() -> None:
    text = rulebooks()["keep-on-rolling"]
    for right, bad in [("loose pile: 6", "loose pile 6"), ("set bank to", "set bank"), ("roll 2 4 4", "roll two")]:
        assert text.count(right) >= 1
        text = text.replace(right, bad, 1)

    assert len(problems_of(text)) == 3


def test_no_more_than_twenty() -> None:
    assert len(problems_of('game "A"\n\nturn:\n' + "    set cup = 5\n" * 50)) == 20


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x" * (1 << 20) + "\n", "E103"),
        ('game "A"\n\nturn:\n    let x be ' + "(" * 101 + "5" + ")" * 101 + "\n", "E104"),
        ('game "A"\n\nturn:\n' + " " * 500 + "stop\n", "E104"),
        ('game "A"\n\nturn:\n    let x be 9999999999\n', "E105"),
    ],
)
def test_limits(text: str, code: str) -> None:
    assert [p.code for p in problems_of(text + " ")] == [code]


def test_digits_in_texts_are_no_numbers() -> None:
    assert problems_of('game "A 12345678901"\n# 12345678901\n') == []
