"""Pages are drawn one after the other, and a press that comes before a page is drawn answers what the page still showed."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from functools import partial
from typing import Any

import pytest

pytest.importorskip("nicegui")

from dicedsl.interpreter.web import sitting as web_sitting
from dicedsl.interpreter.web.draw_queue import DrawQueue
from dicedsl.interpreter.web.markup import Html, tag
from dicedsl.interpreter.web.page import Page
from dicedsl.interpreter.web.server_drawing import Press
from dicedsl.interpreter.web.sitting import Sitting

from .person import Read, sitting_of


def _drawn(fails: str = "") -> list[str]:
    """What is drawn, in which order, when three pages have heard of something and the last of them was pressed."""
    drawn: list[str] = []
    tasks: list[asyncio.Task[None]] = []

    def draw(name: str) -> None:
        drawn.append(name)
        if name == fails:
            raise ValueError(name)

    async def run() -> None:
        def start(task: Coroutine[Any, Any, None]) -> None:
            tasks.append(asyncio.create_task(task))

        draw_queue = DrawQueue(start)
        pages = [partial(draw, name) for name in "abc"]
        for _ in range(2):  # what happens twice is drawn once
            for page in pages:
                draw_queue.draw_soon(page)
        draw_queue.draw_first(pages[2])
        asyncio.get_running_loop().call_soon(drawn.append, "a press is read")
        for _ in range(20):
            await asyncio.sleep(0)
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(run())
    return drawn


def test_whoever_pressed_is_served_first_and_requests_are_read_between_two_pages() -> None:
    drawn = _drawn()
    assert [name for name in drawn if len(name) == 1] == ["c", "a", "b"]
    assert drawn.index("a press is read") < drawn.index("b")


def test_a_page_that_fails_keeps_no_other_from_being_drawn() -> None:
    assert [name for name in _drawn(fails="c") if len(name) == 1] == ["c", "a", "b"]


def test_what_takes_long_is_worked_out_in_a_thread_while_others_are_drawn() -> None:
    drawn: list[str] = []
    done, worked = threading.Event(), threading.Event()

    def work() -> None:
        assert threading.current_thread() is not threading.main_thread()
        assert done.wait(30)  # until the others are drawn
        worked.set()
        raise ValueError("and what fails there is drawn all the same")

    async def run() -> None:
        tasks: list[asyncio.Task[None]] = []
        draw_queue = DrawQueue(lambda task: tasks.append(asyncio.create_task(task)))
        draw_queue.draw_soon(partial(drawn.append, "long"), lambda: work)
        draw_queue.draw_soon(partial(drawn.append, "b"))
        draw_queue.draw_soon(partial(drawn.append, "c"))
        while len(drawn) < 2:
            await asyncio.sleep(0)
        assert drawn == ["b", "c"] and not worked.is_set()
        done.set()
        while not draw_queue.is_idle or len(drawn) < 3:
            await asyncio.sleep(0.001)
        await asyncio.gather(*tasks)

    asyncio.run(asyncio.wait_for(run(), 60))
    assert drawn == ["b", "c", "long"] and worked.is_set()


def test_a_question_that_took_long_is_left_to_a_thread_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = sitting_of("yahtzee", "Ann", "Ben", seed=2)
    pages = [Page(sitting, seat, lambda: None) for seat in (0, 1, None)]
    while sitting.step():
        pass
    assert [page.preparation() for page in pages] == [None, None, None]  # nothing is known yet
    for page in pages:
        page.refresh()
    monkeypatch.setattr(web_sitting, "LONG_PREPARATION", -1.0)  # whatever it took
    assert [page.preparation() for page in pages] == [None, None, None]  # they show everything already
    sitting.answer(0, sitting.session.moves()[0])
    while sitting.step():
        pass
    asked = sitting.need.seat
    sitting._seconds_taken[asked] = 0.0
    work = [page.preparation() for page in pages]
    assert [found is not None for found in work] == [seat == asked for seat in (0, 1, None)]
    todo = work[asked]
    assert todo is not None
    todo()
    assert pages[asked].preparation() is None
    alone = Page(sitting_like(sitting), asked, lambda: None)
    pages[asked].refresh()
    assert pages[asked].html() == alone.html()


def sitting_like(sitting: Sitting) -> Sitting:
    """Another one at the same point of the same game, of which nothing was worked out before."""
    return Sitting.of(sitting.session)


def test_a_press_on_a_page_that_is_not_drawn_yet_answers_no_later_question() -> None:
    sitting = sitting_of("pig", "Ann", "Ben", seed=2)
    waiting: list[object] = []

    def go_on() -> None:
        while sitting.step():
            pass

    page = Page(sitting, 0, go_on, draw=lambda draw, ahead: waiting.append(draw))
    go_on()
    page.refresh()
    roll = next(thing.do for thing in Read(page.html()).pressable() if thing.label.startswith("roll"))
    page.handle_press(Press(roll))
    entries = len(sitting.session.entries)
    assert entries and waiting == [page.refresh]
    page.handle_press(Press(roll))  # twice in a hurry: the page still showed the first question
    assert len(sitting.session.entries) == entries
    page.handle_press(Press(roll))  # now it shows the next one
    assert len(sitting.session.entries) > entries


def test_a_name_that_is_typed_meanwhile_takes_nobodys_picks_away() -> None:
    sitting = sitting_of("yahtzee", "Ann", "Ben", seed=2)
    page = Page(sitting, 0, lambda: None)
    while sitting.step():
        pass
    page.refresh()
    page.handle_press(Press(next(t.do for t in Read(page.html()).pressable() if t.do.startswith("zone:"))))
    assert page.answer is not None and page.answer.chosen
    stamp, chosen = page.stamp, page.answer.chosen
    sitting.sit_down(1, "Cleo")
    page.refresh()
    assert page.stamp == stamp and page.answer.chosen == chosen
    assert "Cleo" in page.html()


def test_words_and_markup_of_the_same_letters_are_not_taken_for_each_other() -> None:
    for _ in range(2):
        assert tag("i", title="&amp;") == '<i title="&amp;amp;"></i>'
        assert tag("i", title=Html("&amp;")) == '<i title="&amp;"></i>'
        assert tag("i", hidden=True) == "<i hidden></i>"
        assert tag("i", hidden=1) == '<i hidden="1"></i>'
        assert tag("i", "&amp;") == "<i>&amp;amp;</i>"
        assert tag("i", Html("&amp;")) == "<i>&amp;</i>"
