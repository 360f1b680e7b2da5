"""A file being written: saved whole, and never over what somebody else wrote."""

from pathlib import Path

import pytest

from dicedsl.errors import UsageError
from dicedsl.studio.draft import ChangedOnDisk, Draft


def test_a_file_that_is_not_there_is_begun_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "new.dice"
    draft = Draft.of(path, "start\n")
    assert draft.text == "start\n" and not draft.is_saved and not path.exists()
    draft.save()
    assert path.read_text() == "start\n" and draft.is_saved
    assert [p.name for p in tmp_path.iterdir()] == ["new.dice"]


def test_a_file_is_read_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "mine.dice"
    path.write_text("old\n")
    draft = Draft.of(path, "start\n")
    assert draft.text == "old\n" and draft.is_saved
    draft.text = "new\n"
    assert not draft.is_saved
    draft.save()
    assert path.read_text() == "new\n"


def test_what_somebody_else_wrote_is_not_written_over_unasked(tmp_path: Path) -> None:
    path = tmp_path / "mine.dice"
    path.write_text("old\n")
    draft = Draft.of(path, "")
    draft.text = "mine\n"
    path.write_text("theirs\n")
    with pytest.raises(ChangedOnDisk, match="changed"):
        draft.save()
    assert path.read_text() == "theirs\n"
    draft.save(over=True)
    assert path.read_text() == "mine\n" and draft.is_saved


def test_what_somebody_else_wrote_can_be_taken(tmp_path: Path) -> None:
    path = tmp_path / "mine.dice"
    draft = Draft.of(path, "mine\n")
    path.write_text("theirs\n")
    with pytest.raises(ChangedOnDisk):
        draft.save()
    draft.take_theirs()
    assert draft.text == "theirs\n" and draft.is_saved


def test_a_file_that_is_gone_or_the_same_again_needs_no_question(tmp_path: Path) -> None:
    path = tmp_path / "mine.dice"
    path.write_text("old\n")
    draft = Draft.of(path, "")
    draft.text = "new\n"
    path.write_text("new\n")
    draft.save()
    assert draft.is_saved


def test_something_that_is_no_rulebook_is_not_written_over_unasked(tmp_path: Path) -> None:
    path = tmp_path / "mine.dice"
    draft = Draft.of(path, "mine\n")
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ChangedOnDisk):
        draft.save()


def test_without_a_file_there_is_nothing_to_save_to() -> None:
    with pytest.raises(UsageError, match="no file"):
        Draft("text").save()
