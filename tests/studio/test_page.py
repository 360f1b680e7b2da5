"""The page of the studio with a simulated visitor: what it shows, and that nobody waits for it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("nicegui")

from nicegui import ElementFilter, ui
from nicegui.testing import User, UserInteraction, user_simulation

from dicedsl.interpreter.web.server import new_hall
from dicedsl.studio.draft import Draft
from dicedsl.studio.edited_rulebook import EditedRulebook
from dicedsl.studio.editor import Editor
from dicedsl.studio.pages import add_studio, draft_text_from, titles
from tests.samples import RACE as GAME

Visit = Callable[[User, Editor], Awaitable[None]]


def visited(draft: Draft, visit: Visit) -> None:
    """Open the studio with a draft and do something there."""

    async def whole() -> None:
        async with user_simulation(lambda: None) as user:
            add_studio(new_hall(0), draft, "key", "http://here")
            await user.open("/studio/key")
            with user:
                editor = next(iter(ElementFilter(kind=Editor)))
            await visit(user, editor)

    asyncio.run(whole())


def send(user: User, editor: Editor, text: str, line: int = 1) -> None:
    with user:
        editor._receive({"text": text, "version": editor.version + 1, "line": line})


def press(user: User, text: str) -> None:
    """Click on the button that says this."""
    with user:
        label = next(iter(ElementFilter(content=text)))
        assert label.parent_slot is not None
        UserInteraction(user, {label.parent_slot.parent}, text).click()


async def sees(user: User, text: str) -> None:
    await user.should_see(text, retries=300)


def test_mistakes_come_and_go() -> None:
    async def visit(user: User, editor: Editor) -> None:
        send(user, editor, GAME.replace("sum of number", "sum of nuber"))
        await sees(user, "✘ 1 mistake")
        await sees(user, "use number")
        send(user, editor, GAME)
        await sees(user, "✔ no mistakes; 1 example holds")

    visited(Draft(""), visit)


def test_a_mistake_that_stays_keeps_its_place_on_the_page() -> None:
    """Whoever presses its button while others come and go presses that button."""
    wrong = GAME.replace("sum of number", "sum of nuber")

    def row(user: User) -> tuple[int, str]:
        with user:
            label = next(iter(ElementFilter(content="use number")))
            lines = [found.text for found in ElementFilter(kind=ui.label, content="✘ line")]
        return label.id, lines[-1]

    async def visit(user: User, editor: Editor) -> None:
        send(user, editor, wrong)
        await sees(user, "✘ 1 mistake")
        before, line = row(user)
        send(user, editor, "\n\n" + wrong)
        await sees(user, f"✘ line {int(line.split()[-1]) + 2}")
        assert row(user)[0] == before
        press(user, "use number")
        await sees(user, "use number")
        send(user, editor, "\n\n" + GAME)
        await sees(user, "✔ no mistakes; 1 example holds")
        await user.should_not_see("use number")

    visited(Draft(""), visit)


def test_the_newest_text_wins_and_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a text is looked at for as long as it may take, the page answers; what was typed in between is looked at
    once, the last of it."""
    looked: list[str] = []
    new_draft_text, may_go_on = threading.Event(), threading.Event()
    look = EditedRulebook.take_text

    def slow(rulebook: EditedRulebook, text: str) -> bool:
        looked.append(text)
        if len(looked) == 1:
            new_draft_text.set()
            assert may_go_on.wait(60)
        return look(rulebook, text)

    monkeypatch.setattr(EditedRulebook, "take_text", slow)

    async def visit(user: User, editor: Editor) -> None:
        try:
            send(user, editor, "# first")
            assert await asyncio.to_thread(new_draft_text.wait, 60)
            send(user, editor, "# second")
            send(user, editor, "# third")
            send(user, editor, GAME)
            press(user, "Make a link")
            await sees(user, "http://here/studio/open/")
            assert len(looked) == 1
        finally:
            may_go_on.set()
        await sees(user, "✔ no mistakes; 1 example holds")
        assert looked == ["# first", GAME]

    visited(Draft(""), visit)


def test_a_page_that_is_loaded_again_has_what_was_written() -> None:
    draft = Draft("")

    async def visit(user: User, editor: Editor) -> None:
        send(user, editor, GAME)
        await user.open("/studio/key")
        with user:
            again = next(iter(ElementFilter(kind=Editor)))
        assert again.text == GAME

    visited(draft, visit)
    assert draft.text == GAME


def test_what_the_browser_sends_is_judged() -> None:
    draft = Draft(GAME)

    async def visit(user: User, editor: Editor) -> None:
        junk: list[Any] = [
            {"text": 5, "version": 1}, {"text": "x" * 60_000, "version": 1}, {"text": "x", "version": "1"}, {},
        ]  # fmt: skip
        for args in junk:
            editor._receive(args)
        assert draft.text == GAME

    visited(draft, visit)


def test_saving_asks_before_it_writes_over(tmp_path: Path) -> None:
    path = tmp_path / "race.dice"
    path.write_text(GAME)

    async def visit(user: User, editor: Editor) -> None:
        send(user, editor, "# mine\n" + GAME)
        await sees(user, "race.dice ● not saved")
        path.write_text("# theirs\n" + GAME)
        press(user, "Save")
        await sees(user, "changed by somebody else")
        assert path.read_text().startswith("# theirs")
        press(user, "Write mine over it")
        await user.should_not_see("not saved", retries=50)
        assert path.read_text().startswith("# mine")

    visited(Draft.of(path, ""), visit)


def test_balance_is_played_beside_the_page() -> None:
    async def visit(user: User, editor: Editor) -> None:
        send(user, editor, GAME)
        await sees(user, "✔ no mistakes")
        await sees(user, "Play 1,000 games")
        press(user, "Play 1,000 games")
        await sees(user, "95 % interval")

    visited(Draft(""), visit)


def test_every_shipped_game_is_in_the_menu_by_its_title() -> None:
    found = titles()
    assert len(found) > 70 and found["pig"] == "Pig"
    assert list(found.values()) == sorted(found.values(), key=str.lower)
    assert 'changes "pig"' in draft_text_from("pig")
