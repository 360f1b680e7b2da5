"""Messages speak the edition that authors write: no sample in them is of the first one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dicedsl.syntax.edition_forms import FORMS_OF
from dicedsl.syntax.editions import OF_FIRST
from dicedsl.syntax.first import forms as first
from dicedsl.syntax.forms import FORMS

LANGUAGE = Path(__file__).parents[2] / "dsl" / "dicedsl"
SAMPLE = re.compile(r"`([^`]+)`")
GONE = sorted(set(first.FORMS) - set(FORMS))
# Told only of a file of the first edition, and said so there.
OF_OLD_FILES = {("syntax/mistakes/stray.py", "must"), ("explain/text_codes.py", "cap")}
TOOLS = [Path(__file__).parents[2] / "interpreter" / "dicedsl" / name for name in ("author", "cli", "lsp", "studio")]
PATHS = [
    path
    for top in (LANGUAGE, *TOOLS)
    for path in sorted(top.rglob("*.py"))
    if LANGUAGE / "syntax" / "first" not in path.parents
]


def named(path: Path) -> str:
    """A path without the halves of the package."""
    return path.as_posix().rpartition("/dicedsl/")[2]


def said(text: str) -> Iterator[str]:
    """The texts of a module, without what explains its code; what is put in stands as a name."""
    tree = ast.parse(text)
    skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    skipped |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def old_samples(text: str) -> list[str]:
    return [
        sample
        for each in said(text)
        for sample in SAMPLE.findall(each)
        if sample in GONE or OF_FIRST.search(sample) or re.match(r'"[^"]*" (?:some|any) of ', sample)
    ]


def test_what_is_gone() -> None:
    assert GONE == ["cap", "do", "eliminate", "must", "ruling"]


@pytest.mark.parametrize("path", PATHS, ids=named)
def test_no_message_shows_a_form_that_is_gone(path: Path) -> None:
    name = named(path)

    assert [found for found in old_samples(path.read_text("utf-8")) if (name, found) not in OF_OLD_FILES] == []


@pytest.mark.parametrize("line", ['f"write `do {name}` here"', '"put `must` there"', "'write `ruling \"Why.\"`'"])
def test_a_form_that_is_gone_is_found(line: str) -> None:
    assert len(old_samples(f"help = {line}")) == 1


def test_no_model_line_is_of_the_first_edition() -> None:
    forms = FORMS_OF[2]
    lines = [*forms.lines.values(), *forms.lines_of.values(), *forms.in_examples.values(), *forms.foreign.values()]

    assert [line for form in lines for line in form.split("`")[::2] if OF_FIRST.search(line)] == []
