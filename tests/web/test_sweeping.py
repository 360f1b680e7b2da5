"""Garbage is looked for while nothing else is to be done."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from weakref import ref

import pytest

pytest.importorskip("nicegui")

from dicedsl.interpreter.web.garbage_sweeping import YOUNG_OBJECTS, sweep


class Ring:
    """Something that holds itself: only whoever looks for garbage finds that it is not used."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    """As the module gc was before."""
    before = gc.get_threshold()
    gc.disable()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)
    gc.enable()


def _swept(whole: float, is_old: bool) -> list[bool]:
    """Whether a ring that nobody uses is gone: while pages are drawn, and when they are."""
    is_quiet = False
    gone: list[bool] = []

    async def run() -> None:
        nonlocal is_quiet
        task = asyncio.create_task(sweep(lambda: is_quiet, 0.0, whole))
        lost, used = Ring(), [[number] for number in range(2 * YOUNG_OBJECTS)]
        known = ref(lost)
        if is_old:
            gc.freeze()
        del lost
        for now in (False, True):
            is_quiet = now
            used += [[number] for number in range(2 * YOUNG_OBJECTS)]
            for _ in range(20):
                await asyncio.sleep(0)
            gone.append(known() is None)
        task.cancel()

    asyncio.run(run())
    return gone


def test_the_young_are_looked_through_when_nobody_waits() -> None:
    assert _swept(whole=3600.0, is_old=False) == [False, True]


def test_the_old_are_looked_through_now_and_then() -> None:
    assert _swept(whole=3600.0, is_old=True) == [False, False]
    assert _swept(whole=0.0, is_old=True) == [False, True]
