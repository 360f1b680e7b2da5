"""Whatever becomes of a text while somebody writes, every question has an answer, and only a sentence refuses one."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest
from lsprotocol import types as lsp

from dicedsl.errors import UsageError
from dicedsl.lsp import problems
from dicedsl.lsp.documents import OpenText, TextShift
from dicedsl.lsp.open_rulebooks import OpenRulebooks
from dicedsl.rulebook.files import read
from dicedsl.rulebook.library import shipped_files

NAMES = sorted(shipped_files())
PIECES = (
    '"',
    "(",
    ")",
    "\n",
    "    ",
    ":",
    "#",
    "choose",
    "is",
    "of",
    "the",
    "\N{GAME DIE}",
    "\x00",
    "1" * 12,
    "\t",
    "|",
)


def spoilt(text: str, random: Random) -> str:
    """A text after somebody's cat has been at it."""
    for _ in range(random.randint(1, 3)):
        at, length = random.randrange(len(text) + 1), random.choice((0, 1, 5, 40, 400))
        piece = random.choice((*PIECES, "", text[at // 2 : at // 2 + 30]))
        text = text[:at] + piece + text[at + length :]
    return text


@pytest.mark.parametrize("seed", range(int(os.environ.get("DICEDSL_SPOILT", "6"))))
def test_every_question_has_an_answer_whatever_the_text(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    name = random.choice(NAMES)
    text = read(shipped_files()[name]).text
    bench = OpenRulebooks()
    uri = (tmp_path / f"{name}.dice").as_uri()
    if random.random() < 0.8:
        bench.last_readable(bench.documents.put(uri, 1, text))
    document = bench.documents.put(uri, 2, spoilt(text, random))
    found = problems.diagnostics(document, bench.problems(document))
    bench.marked[uri] = found
    for each in found:
        start, end = document.offset(each.range.start), document.offset(each.range.end)
        assert 0 <= start <= end <= len(document.text)
    answers = 0
    for _ in range(8):
        place = document.position(random.randrange(len(document.text) + 1))
        bench.hover(uri, place)
        bench.complete(uri, place)
        bench.highlights(uri, place)
        for location in (*bench.definition(uri, place), *bench.references(uri, place, True)):
            assert location.range.start.line <= location.range.end.line
            answers += 1
        bench.actions(uri, lsp.Range(place, place), found)
        try:
            bench.prepare_rename(uri, place)
        except UsageError as refused:
            assert refused.message.endswith(".")
    for lens in bench.lenses(uri):
        assert lens.command is not None
    bench.symbols(uri)
    bench.format(uri)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_places_are_found_again_in_every_encoding(encoding: str) -> None:
    document = OpenText("file:///a.dice", 1, 'a "\N{GAME DIE}é" b\n\nc', encoding)
    for offset in range(len(document.text) + 1):
        assert document.offset(document.position(offset)) == offset
    units = {"utf-8": 10, "utf-16": 6, "utf-32": 5}
    assert document.position(document.text.index('" b')) == lsp.Position(0, units[encoding] - (encoding == "utf-8"))
    assert document.offset(lsp.Position(0, 999)) == document.text.index("\n")
    assert document.offset(lsp.Position(99, 0)) == len(document.text)


def test_what_stands_before_and_behind_a_change_is_found_again() -> None:
    moved = TextShift.between("one two three", "one three")
    assert moved.to_new(2) == 2
    assert moved.to_new(len("one two three")) == len("one three")
    assert moved.to_new(len("one two")) is None
    assert moved.to_old(len("one three")) == len("one two three")
    assert TextShift.between("same", "same").to_new(2) == 2
