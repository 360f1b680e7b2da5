"""What is done on several cores comes to the same, in the same order, as if it were done here; and nothing is left of it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dicedsl.interpreter import processes
from dicedsl.interpreter.processes import map_in_order
from dicedsl.kept_files import folder, write_entry

THINGS = list(range(12))


def squared(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


def slow_at_first(number: int) -> int:
    time.sleep(0.05 if number % 2 else 0.0)
    return number


def refusing(number: int) -> int:
    if number == 7:
        raise ValueError(f"not {number}")
    return number


def dying_elsewhere(given: tuple[int, int]) -> int:
    number, home = given
    if number % 5 == 4 and os.getpid() != home:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def unsendable(number: int) -> object:
    return (lambda: number) if number == 5 else number


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    yield
    assert multiprocessing.active_children() == []


@pytest.fixture(params=["fork", "spawn"])
def at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shared after the first thing, in both ways to start a process."""
    if request.param not in multiprocessing.get_all_start_methods():
        pytest.skip("processes are not started so here")
    monkeypatch.setattr(processes, "START_METHOD", request.param)
    monkeypatch.setattr(processes, "SECONDS_ALONE", 0.0)


def test_what_is_shared_comes_in_order_from_other_processes(at_once: None) -> None:
    found = list(map_in_order(squared, THINGS, 2))

    assert [made for made, _ in found] == [number * number for number in THINGS]
    assert {pid for _, pid in found[1:]}.isdisjoint({os.getpid()})


def test_the_order_is_kept_when_some_take_longer(at_once: None) -> None:
    assert list(map_in_order(slow_at_first, THINGS, 3)) == THINGS


def test_what_goes_wrong_is_raised_in_its_turn(at_once: None) -> None:
    found = []
    with pytest.raises(ValueError, match="not 7"):
        for made in map_in_order(refusing, THINGS, 2):
            found.append(made)

    assert found == THINGS[:7]


def test_what_a_process_that_dies_leaves_undone_is_done_here(at_once: None) -> None:
    things = [(number, os.getpid()) for number in THINGS]

    assert list(map_in_order(dying_elsewhere, things, 2)) == THINGS


def test_what_cannot_be_sent_is_made_here(at_once: None) -> None:
    found = list(map_in_order(unsendable, THINGS, 2))

    assert callable(found[5]) and found[5]() == 5
    assert found[6:] == THINGS[6:]


def test_who_stops_half_way_leaves_no_process_behind(at_once: None) -> None:
    going = map_in_order(slow_at_first, THINGS, 2)
    assert [next(going), next(going)] == [0, 1]
    assert multiprocessing.active_children()

    going.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize(("count", "jobs", "alone"), [(3, 2, 0.0), (12, 1, 0.0), (12, 2, 1000.0)])
def test_little_work_is_done_here(count: int, jobs: int, alone: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "SECONDS_ALONE", alone)

    assert {pid for _, pid in map_in_order(squared, THINGS[:count], jobs)} == {os.getpid()}


def test_whoever_is_stopped_while_keeping_something_leaves_no_half_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(part: Path, whole: Path) -> None:
        raise KeyboardInterrupt

    home = folder()
    assert home is not None
    monkeypatch.setattr(os, "replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_entry("stopped", b"half")

    assert not list(home.glob("stopped*"))
