"""Drafts in the second edition resolve without a problem of names or kinds."""

from pathlib import Path

import pytest

from dicedsl.rulebook.loading import load_path
from dicedsl.typed.game import elaborate

DRAFTS = Path(__file__).parents[2] / "docs/design/second-edition/drafts"
# They use what is read but not worked out yet: lists of lists.
UNFINISHED = {"roof-lines", "slide"}


@pytest.mark.parametrize("name", sorted(path.stem for path in DRAFTS.glob("*.dice") if path.stem not in UNFINISHED))
def test_a_draft_resolves(name: str) -> None:
    book, problems = load_path(DRAFTS / f"{name}.dice")

    assert book is not None
    assert [p.message for p in [*problems, *elaborate(book).problems] if p.code.startswith("E")] == []


@pytest.mark.parametrize("name", sorted(UNFINISHED))
def test_what_is_not_worked_out_yet_is_told(name: str) -> None:
    book, problems = load_path(DRAFTS / f"{name}.dice")

    assert book is not None
    assert {p.code for p in [*problems, *elaborate(book).problems] if p.code.startswith("E")}
