"""What is sent of a page after the first time: only what is new, and it makes the same page."""

from __future__ import annotations

import asyncio
import random

import aiohttp
import pytest

pytest.importorskip("nicegui")

from dicedsl.interpreter.web.page import Page
from dicedsl.interpreter.web.page_patch import patch_between, pieces_of
from dicedsl.interpreter.web.server_drawing import Press
from tests.web.patched import patched

from .person import Read, sitting_of
from .serving import served
from .wire import Wire

PIECES = ("<p>", "a", "p>b", "", "span>", "x" * 9)


def test_the_new_page_is_made_from_the_old_one() -> None:
    lot = random.Random(1)
    for _ in range(3_000):
        old, new = ("</".join(lot.choices(PIECES, k=lot.randrange(12))) for _ in range(2))
        assert "</".join(patched(pieces_of(old), patch_between(pieces_of(old), pieces_of(new)))) == new


def test_what_is_the_same_is_not_sent_again() -> None:
    old = pieces_of("<p>1</p><p>2</p><p>3</p><p>4</p>")
    assert patch_between(old, old) == [[0, 5]]
    assert patch_between(old, pieces_of("<p>1</p><p>two</p><p>3</p><p>4</p>")) == [[0, 1], "p><p>two", [2, 3]]
    assert patch_between(old, pieces_of("<p>0</p><p>1</p><p>2</p><p>3</p><p>4</p>")) == ["<p>0</p><p>1", [1, 4]]
    assert patch_between(old, pieces_of("")) == [""]


def test_little_of_a_large_page_is_new_after_a_move() -> None:
    sitting = sitting_of("26-dora", "Ann", "Ben", seed=1)

    def go_on() -> None:
        while sitting.step():
            pass

    go_on()
    onlooker = Page(sitting, None, go_on)
    whole = sent = 0
    for _ in range(12):
        old = pieces_of(onlooker.html())
        page = Page(sitting, sitting.need.seat, go_on)
        words = {"way", "board", "option"}
        found = [thing.do for thing in Read(page.html()).pressable() if thing.do.partition(":")[0] in words]
        page.handle_press(Press(found[0]))
        onlooker.refresh()
        new = onlooker.html()
        parts = patch_between(old, pieces_of(new))
        assert "</".join(patched(old, parts)) == new
        whole += len(new)
        sent += sum(len(part) if isinstance(part, str) else 8 for part in parts)
    assert sent * 2 < whole


def test_a_browser_gets_all_of_a_page_once_and_whenever_it_has_lost_something() -> None:
    async def played(link: str) -> None:
        async with aiohttp.ClientSession() as session:
            wire = Wire(link, session)
            await wire.open()
            whole = wire.html
            roll = next(t.do for t in Read(whole).pressable() if t.label.startswith("roll"))
            await wire.press_and_wait(roll)
            assert wire.props["number"] == 1 and wire.parts  # only what is new
            assert wire.html != whole and Read(wire.html).things
            shown = wire.html
            wire.changed.clear()
            await wire.event([], listener=wire.lost)
            await asyncio.wait_for(wire.changed.wait(), 10)
            assert wire.parts is None  # all of it
            assert wire.html == shown
            await wire.close()

    with served("pig", "--seed", "3", "--people", "2", "--starter", "1", "--pause", "0") as place:
        asyncio.run(played(place.link("Player 1")))
