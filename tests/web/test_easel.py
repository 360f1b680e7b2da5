"""Pages are drawn one after the other, and a press that comes before a page is drawn answers what the page still showed."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import partial
from typing import Any

import pytest

pytest.importorskip("nicegui")

from dicedsl.interpreter.web.easel import Easel
from dicedsl.interpreter.web.felt import Pressed
from dicedsl.interpreter.web.markup import Html, tag
from dicedsl.interpreter.web.page import Page

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

        easel = Easel(start)
        pages = [partial(draw, name) for name in "abc"]
        for _ in range(2):  # what happens twice is drawn once
            for page in pages:
                easel.soon(page)
        easel.first(pages[2])
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


def test_a_press_on_a_page_that_is_not_drawn_yet_answers_no_later_question() -> None:
    sitting = sitting_of("pig", "Ann", "Ben", seed=2)
    waiting: list[object] = []

    def go_on() -> None:
        while sitting.step():
            pass

    page = Page(sitting, 0, go_on, draw=waiting.append)
    go_on()
    page.refresh()
    roll = next(thing.do for thing in Read(page.html()).pressable() if thing.label.startswith("roll"))
    page.pressed(Pressed(roll))
    entries = len(sitting.session.entries)
    assert entries and waiting == [page.refresh]
    page.pressed(Pressed(roll))  # twice in a hurry: the page still showed the first question
    assert len(sitting.session.entries) == entries
    page.pressed(Pressed(roll))  # now it shows the next one
    assert len(sitting.session.entries) > entries


def test_a_name_that_is_typed_meanwhile_takes_nobodys_picks_away() -> None:
    sitting = sitting_of("yahtzee", "Ann", "Ben", seed=2)
    page = Page(sitting, 0, lambda: None)
    while sitting.step():
        pass
    page.refresh()
    page.pressed(Pressed(next(t.do for t in Read(page.html()).pressable() if t.do.startswith("zone:"))))
    assert page.choosing is not None and page.choosing.chosen
    stamp, chosen = page.stamp, page.choosing.chosen
    sitting.sit_down(1, "Cleo")
    page.refresh()
    assert page.stamp == stamp and page.choosing.chosen == chosen
    assert "Cleo" in page.html()


def test_words_and_markup_of_the_same_letters_are_not_taken_for_each_other() -> None:
    for _ in range(2):
        assert tag("i", title="&amp;") == '<i title="&amp;amp;"></i>'
        assert tag("i", title=Html("&amp;")) == '<i title="&amp;"></i>'
        assert tag("i", hidden=True) == "<i hidden></i>"
        assert tag("i", hidden=1) == '<i hidden="1"></i>'
        assert tag("i", "&amp;") == "<i>&amp;amp;</i>"
        assert tag("i", Html("&amp;")) == "<i>&amp;</i>"
