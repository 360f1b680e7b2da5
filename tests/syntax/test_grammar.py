"""The grammar is unambiguous, its words are few and known, and words never run into each other."""

import re
import threading
from pathlib import Path

import pytest
from lark import Lark

from dicedsl.syntax import build_examples, build_expressions, build_parts, build_steps, build_words
from dicedsl.syntax.builder import HANDLERS
from dicedsl.syntax.edition_parser import FIRST, FREE_WORDS, SECOND
from dicedsl.syntax.indent import DiceIndenter
from dicedsl.syntax.parser import parse_as
from dicedsl.text.source import Source

ROOT = Path(__file__).parents[2]


def problems_of(text: str) -> list[str]:
    return [p.message for p in parse_as(Source("test.dice", text), FIRST)[1]]


def in_turn(*lines: str) -> str:
    return 'game "Test"\n\nturn:\n' + "".join(f"    {line}\n" for line in lines)


def test_grammar_has_no_ambiguity() -> None:
    pytest.importorskip("interegular")

    Lark(FIRST.grammar, parser="lalr", strict=True, postlex=DiceIndenter())


def test_every_terminal_has_a_name() -> None:
    assert [t.name for t in FIRST.parser.terminals if t.name.startswith("__ANON")] == []


def test_reserved_words_are_few() -> None:
    assert len(FIRST.reserved_words) <= 100


def test_words_that_the_manual_calls_reserved_are() -> None:
    assert {"in", "of", "to", "with"} <= SECOND.reserved_words
    assert not {"opening", "roll", "match", "points", "turn", "total"} & SECOND.reserved_words


def test_every_reserved_word_is_in_the_manual() -> None:
    manual = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "docs").glob("*.md")))

    assert [word for word in sorted(SECOND.reserved_words) if not re.search(rf"\b{word}s?\b", manual)] == []


@pytest.mark.parametrize("word", sorted(FIRST.reserved_words - {"players", "the"}))
def test_a_reserved_word_is_no_name(word: str) -> None:
    assert problems_of(in_turn(f"let {word} be 5"))
    assert problems_of(in_turn(f"let my {word} be 5"))


@pytest.mark.parametrize("word", [*sorted(FREE_WORDS), "players", "first", "turns", "least", "table", "extra"])
def test_other_words_may_be_part_of_a_name(word: str) -> None:
    assert problems_of(in_turn(f"let my {word} be 5")) == []


@pytest.mark.parametrize(
    "line",
    [
        "letx be 5",
        "let x be5",
        "for eachx in players: stop",
        "set x to5",
        "roll(cup)s",
        "if x is atleast 5: stop",
        "let x be sum ofcup",
        "playturn",
        "endturn",
        "move cup tobox",
        "extra turns",
        "repeat 3 timesover: stop",
    ],
)
def test_words_do_not_stick_together(line: str) -> None:
    assert problems_of(in_turn(line))


def test_a_sign_needs_no_blanks() -> None:
    assert problems_of(in_turn("let x be (5+3)*2", "set x to -5", "add 5 to  total   of  you")) == []


def test_every_word_has_a_spelling() -> None:
    missing = [
        t.name for t in FIRST.parser.terminals if t.name not in FIRST.spellings and not t.name.startswith("__IGNORE")
    ]

    assert sorted(missing) == ["INT", "NAME", "STRING", "_NL"]


def test_the_head_of_a_table_may_stand_further_right() -> None:
    table = ["choose:", '    "a"', "    allowed:", '                  | "a" | refused', "        x is 5    | yes |"]

    assert problems_of(in_turn(*table, '        otherwise | -   | "No."', "stop")) == []


def test_threads_may_parse_at_the_same_time() -> None:
    found: list[list[str]] = []
    text = in_turn("if x is 5:", "    repeat:", "        stop")

    def work() -> None:
        for _ in range(10):
            found.append(problems_of(text))
            problems_of(in_turn("let x be (5"))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == [[]] * 40


def test_a_rule_is_built_in_one_place() -> None:
    tables = [build_parts.HANDLERS, build_words.HANDLERS, build_steps.HANDLERS, build_expressions.HANDLERS, build_examples.HANDLERS]  # fmt: skip

    assert len(HANDLERS) == sum(map(len, tables))
