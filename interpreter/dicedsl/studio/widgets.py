"""Small pieces of the page, and work that is done beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from nicegui import ui

from dicedsl.text.plain import plain

Found = TypeVar("Found")
# So few that those who only play are answered, however many texts are looked at.
POOL = ThreadPoolExecutor(max_workers=2, thread_name_prefix="studio")


async def in_a_thread(work: Callable[..., Found], *given: Any) -> Found:
    """Do something that takes a while where nobody waits for it."""
    return await asyncio.get_running_loop().run_in_executor(POOL, partial(work, *given))


def button(text: str, act: Callable[[], Any], classes: str = "", title: str = "") -> ui.element:
    made = ui.element("button").classes(f"dd-button {classes}").props('type="button"')
    if title:
        made.props["title"] = plain(title)
    with made:
        ui.label(plain(text))
    made.on("click", lambda _: act())
    return made


def say(text: str, classes: str = "") -> ui.label:
    return ui.label(plain(text)).classes(classes)
