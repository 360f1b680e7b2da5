"""Records in the user's cache: what is read is what was kept under this very key."""

from pathlib import Path

import pytest

from dicedsl import kept_files
from dicedsl.cached_records import make_record_once, read_record, write_record


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept_files, "folder", lambda: tmp_path)
    return tmp_path


def test_a_record_is_read_as_it_was_kept() -> None:
    name = write_record("one", (1, "two"))

    assert name
    assert read_record("one", tuple) == ((1, "two"), name)


def test_there_is_none_under_another_key_or_of_another_class(folder: Path) -> None:
    write_record("one", (1, "two"))
    (folder / "other").write_bytes((folder / "one").read_bytes())

    assert read_record("other", tuple) is None
    assert read_record("one", str) is None
    assert read_record("none", tuple) is None


def test_a_damaged_record_is_none(folder: Path) -> None:
    write_record("one", (1, "two"))
    (folder / "one").write_bytes((folder / "one").read_bytes()[:-1] + b"?")

    assert read_record("one", tuple) is None


def test_what_cannot_be_written_down_is_not_kept(folder: Path) -> None:
    assert write_record("one", lambda: None) == ""
    assert list(folder.iterdir()) == []


def test_a_record_is_made_once() -> None:
    made: list[str] = []

    def make() -> str:
        made.append("made")
        return "record"

    assert [make_record_once("one", str, make) for _ in range(3)] == ["record"] * 3
    assert made == ["made"]
