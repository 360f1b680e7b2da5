"""A move waits for the disk in a thread: nobody sees it before, nothing else waits with it, and presses keep their order."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from attrs import define, field

pytest.importorskip("nicegui")

from dicedsl.errors import UsageError
from dicedsl.interpreter.play.keeping import GameStore, Keeper
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.web.page import Page
from dicedsl.interpreter.web.server_drawing import Press
from dicedsl.interpreter.web.sitting import Sitting

from .person import Read, sitting_of

SECONDS = 20.0
MANY = 40  # more than there are threads for them


@define
class Disk:
    """A follower of a game that takes as long as it is told to."""

    may_end: threading.Event = field(factory=threading.Event)
    begun: threading.Event = field(factory=threading.Event)
    is_full: bool = False

    def accept_change(self, since: int, after: Session) -> None:
        if after.entries[-1].need.kind != "choose":
            return
        self.begun.set()
        assert self.may_end.wait(SECONDS)
        if self.is_full:
            raise UsageError("there is no room")


@define
class Before:
    """A page of a game of Pig, in a loop of its own."""

    sitting: Sitting
    disk: Disk
    page: Page
    tasks: list[asyncio.Task[None]]

    def press(self, label: str) -> None:
        found = next(thing.do for thing in Read(self.page.html()).pressable() if thing.label.startswith(label))
        self.page.handle_press(Press(found))

    @property
    def moves(self) -> int:
        return sum(entry.need.kind == "choose" for entry in self.sitting.session.entries)

    async def passes_text(self) -> None:
        self.disk.may_end.set()
        while any(not task.done() for task in self.tasks):
            await asyncio.gather(*self.tasks)


@contextmanager
def _before() -> Iterator[Before]:
    sitting, disk, tasks = sitting_of("pig", "Ann", "Ben", seed=2), Disk(), list[asyncio.Task[None]]()

    def go_on() -> None:
        while sitting.step():
            pass

    def start(task: Coroutine[Any, Any, None]) -> None:
        tasks.append(asyncio.create_task(task))

    go_on()
    sitting.rules = lambda: "# Rules"
    sitting.session.add_follower(disk)
    page = Page(sitting, 0, go_on, start=start)
    sitting.add_listener(page.refresh)
    try:
        yield Before(sitting, disk, page, tasks)
    finally:
        disk.may_end.set()


def test_a_move_is_seen_when_it_is_written_and_the_loop_goes_on_meanwhile() -> None:
    async def run() -> None:
        with _before() as at:
            steps = at.page.html().count("dd-step")
            at.press("roll")
            await asyncio.to_thread(at.disk.begun.wait, SECONDS)
            at.page.refresh()
            assert at.moves == 0 and at.page.html().count("dd-step") == steps
            await at.passes_text()
            assert at.moves == 1 and at.page.html().count("dd-step") > steps

    asyncio.run(run())


def test_a_move_waits_for_no_bot_that_thinks() -> None:
    async def run() -> None:
        with _before() as at:
            thought = threading.Event()
            bots = [asyncio.create_task(asyncio.to_thread(thought.wait, SECONDS)) for _ in range(MANY)]
            try:
                await asyncio.sleep(0)
                at.press("roll")
                await asyncio.wait_for(at.passes_text(), SECONDS / 2)
                assert at.moves == 1 and not any(bot.done() for bot in bots)
            finally:
                thought.set()
                await asyncio.gather(*bots)

    asyncio.run(run())


def test_what_is_pressed_meanwhile_answers_no_later_question() -> None:
    async def run() -> None:
        with _before() as at:
            at.press("roll")
            await asyncio.to_thread(at.disk.begun.wait, SECONDS)
            at.press("roll")
            at.page.handle_press(Press("tab:rules"))
            assert at.page.tab == "log"
            await at.passes_text()
            assert at.moves == 1 and not at.page.refused
            assert at.page.tab == "rules"

    asyncio.run(run())


def test_what_cannot_be_written_is_refused_and_not_done() -> None:
    async def run() -> None:
        with _before() as at:
            at.disk.is_full = True
            at.press("roll")
            await at.passes_text()
            assert at.moves == 0 and "no room" in at.page.html()
            at.disk.is_full = False
            at.press("roll")
            await at.passes_text()
            assert at.moves == 1 and "no room" not in at.page.html()

    asyncio.run(run())


def test_games_that_are_written_at_the_same_time_wait_for_the_disk_once(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "games.sqlite")
    keepers = [Keeper(sitting_of("pig", "Ann", "Ben", seed=seed).session, store) for seed in range(5)]
    numbers = [keeper.kept_as.number for keeper in keepers if keeper.kept_as is not None]
    keepers[4].release()
    gone = next(game for game in store.games() if game.number == numbers[4])
    store.delete(gone)
    commits: list[str] = []
    refused: dict[int, str] = {}

    def write(number: int) -> None:
        try:
            store.write(number, 1, ["a line"], 0, "")
        except UsageError as error:
            refused[number] = str(error)

    with store._connected() as database:  # nobody else gets to it before all of them wait
        database.set_trace_callback(lambda line: commits.append(line) if line == "COMMIT" else None)
        threads = [threading.Thread(target=write, args=(number,)) for number in numbers]
        for thread in threads:
            thread.start()
        while len(store._wishes) < len(numbers):
            pass
    for thread in threads:
        thread.join(SECONDS)
    with store._connected() as database:
        found = database.execute("SELECT game FROM lines WHERE line = 'a line' ORDER BY game").fetchall()
    assert [game for (game,) in found] == numbers[:4]
    assert len(commits) == 1
    assert refused == {numbers[4]: "this game has been deleted meanwhile"}
