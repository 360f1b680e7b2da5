"""A file being written: saved whole, and never over what somebody else wrote."""

from pathlib import Path

import pytest

from dicedsl.errors import UsageError
from dicedsl.studio.desk import ChangedOnDisk, StudioDesk


def test_a_file_that_is_not_there_is_begun_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "new.dice"
    desk = StudioDesk.of(path, "start\n")
    assert desk.text == "start\n" and not desk.is_saved and not path.exists()
    desk.save()
    assert path.read_text() == "start\n" and desk.is_saved
    assert [p.name for p in tmp_path.iterdir()] == ["new.dice"]


def test_a_file_is_read_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "mine.dice"
    path.write_text("old\n")
    desk = StudioDesk.of(path, "start\n")
    assert desk.text == "old\n" and desk.is_saved
    desk.text = "new\n"
    assert not desk.is_saved
    desk.save()
    assert path.read_text() == "new\n"


def test_what_somebody_else_wrote_is_not_written_over_unasked(tmp_path: Path) -> None:
    path = tmp_path / "mine.dice"
    path.write_text("old\n")
    desk = StudioDesk.of(path, "")
    desk.text = "mine\n"
    path.write_text("theirs\n")
    with pytest.raises(ChangedOnDisk, match="changed"):
        desk.save()
    assert path.read_text() == "theirs\n"
    desk.save(over=True)
    assert path.read_text() == "mine\n" and desk.is_saved


def test_what_somebody_else_wrote_can_be_taken(tmp_path: Path) -> None:
    path = tmp_path / "mine.dice"
    desk = StudioDesk.of(path, "mine\n")
    path.write_text("theirs\n")
    with pytest.raises(ChangedOnDisk):
        desk.save()
    desk.take_theirs()
    assert desk.text == "theirs\n" and desk.is_saved


def test_a_file_that_is_gone_or_the_same_again_needs_no_question(tmp_path: Path) -> None:
    path = tmp_path / "mine.dice"
    path.write_text("old\n")
    desk = StudioDesk.of(path, "")
    desk.text = "new\n"
    path.write_text("new\n")
    desk.save()
    assert desk.is_saved


def test_something_that_is_no_rulebook_is_not_written_over_unasked(tmp_path: Path) -> None:
    path = tmp_path / "mine.dice"
    desk = StudioDesk.of(path, "mine\n")
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ChangedOnDisk):
        desk.save()


def test_without_a_file_there_is_nothing_to_save_to() -> None:
    with pytest.raises(UsageError, match="no file"):
        StudioDesk("text").save()
