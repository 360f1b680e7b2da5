"""The long runs do what they say, in small, and a wrong part shows in the table and is not taken for done."""

from collections import Counter
from pathlib import Path

import pytest

from tests.hostile import reliability
from tests.hostile.reliability import RUNS, Done, Run, went

FEW = {"bytes": 200, "pieces": 50, "made-up": 3, "slips": 20, "files": 2, "hermetic": 1, "programs": 2, "worlds": 2}


@pytest.mark.parametrize("run", [run for run in RUNS if run.name in FEW], ids=lambda run: run.name)
def test_a_small_part_of_each_run(run: Run) -> None:
    seen = run.do(0, FEW[run.name])

    assert seen
    assert run.enough(seen) == ""


def test_few_named_slips_are_not_enough() -> None:
    run = next(run for run in RUNS if run.name == "slips")

    assert run.enough(Counter(slips=100, named=95)) == ""
    assert run.enough(Counter(slips=100, named=94)) != ""


def test_what_is_done_is_not_done_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts: list[int] = []

    def do(first: int, count: int) -> Counter[str]:
        parts.append(first)
        assert first < 20 or len(parts) > 3, "this one is wrong"
        return Counter({"cases": count, "most": first})

    run = Run("some", "T0 some", do, (5, 25, 100), 10)
    assert "this one is wrong" in went(run, 1, Done(tmp_path / "done", "stamp"))
    assert parts == [0, 10, 20]
    assert "this one is wrong" in capsys.readouterr().out

    assert went(run, 1, Done(tmp_path / "done", "stamp")) == ""
    assert parts == [0, 10, 20, 20]
    assert "(cases 25, most 20)" in capsys.readouterr().out

    went(run, 1, Done(tmp_path / "done", "another stamp"))
    assert parts[4:] == [0, 10, 20]


def test_an_unknown_run_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["reliability.py", "N", "nothing"])

    assert reliability.main() == 2
    assert "there is no run nothing" in capsys.readouterr().out
