"""What is written of a tree reads as that tree; drafts are laid out as they are."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from dicedsl.syntax import nodes as n
from dicedsl.syntax.declared_names import NO_DECLARED_NAMES, DeclaredNames
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.formatter import format_text
from dicedsl.syntax.parser import parse_as
from dicedsl.syntax.writer import file_text
from dicedsl.text.source import Source
from tests.syntax.second.generated import FILE

DRAFTS = sorted((Path(__file__).parents[3] / "docs/design/second-edition/drafts").glob("*.dice"))


def read(text: str, own: DeclaredNames | None = None) -> n.File:
    file, problems = parse_as(Source("test.dice", text), SECOND, own)
    assert not problems, (text, [(p.code, p.message, p.span.line) for p in problems])
    assert file is not None
    return file


def test_drafts_are_found() -> None:
    assert len(DRAFTS) == 27


@pytest.mark.parametrize("path", DRAFTS, ids=lambda path: path.stem)
def test_a_draft_is_laid_out_and_written_again(path: Path) -> None:
    text = path.read_text("utf-8")
    file = read(text)

    assert format_text(Source(path.name, text)) == text
    assert read(file_text(file)) == file


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(FILE)
def test_a_tree_is_read_as_it_was_written(file: n.File) -> None:
    text = file_text(file)

    assert (
        read(text, NO_DECLARED_NAMES) == file
    )  # its kinds are declared nowhere; its names hold no words of the language
