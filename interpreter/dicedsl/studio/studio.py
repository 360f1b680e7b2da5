"""The studio: a rulebook in an editor beside the game it describes."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from nicegui import ui

from dicedsl.author.mistakes import Mistake
from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.model.naming import count_of, sentence
from dicedsl.interpreter.play.session.fair_dice import fresh_seed
from dicedsl.interpreter.web.hall import Hall
from dicedsl.studio.balance_panel import BalancePanel
from dicedsl.studio.draft import ChangedOnDisk, Draft
from dicedsl.studio.edited_rulebook import EditedRulebook
from dicedsl.studio.editor import Editor
from dicedsl.studio.example_panel import ExamplePanel
from dicedsl.studio.game_panel import GamePanel
from dicedsl.studio.problem_panel import ProblemPanel
from dicedsl.studio.sharing_panel import SharingPanel
from dicedsl.studio.widgets import button, in_a_thread, say
from dicedsl.text.plain import plain_lines

TABS = ("Game", "Examples", "Rules", "Balance", "Share")
logger = logging.getLogger(__name__)


class Studio:
    """The page of one author. The newest text is looked at; an older one is given up as soon as that is noticed."""

    def __init__(
        self, draft: Draft, hall: Hall, shipped: dict[str, str], draft_text_from: Callable[[str], str], origin: str
    ) -> None:
        self.draft = draft
        self.rulebook = EditedRulebook(draft.text, draft.name, draft.folder)
        self.hall = hall
        self.shipped = shipped
        self.draft_text_from = draft_text_from  # the text of a new rulebook that differs from a shipped one
        self.game_panel = GamePanel(self.rulebook, hall.start)
        self.example_panel = ExamplePanel(self.rulebook, lambda line: self.editor.go_line(line))
        self.balance = BalancePanel(self.rulebook)
        self.sharing = SharingPanel(draft, origin, self.put, self.notify)
        self._looking = False
        self._seen = -1  # the number of the text that was looked at last
        self._line = 1  # of the cursor
        self._led = ""  # the tab that the cursor, not a hand, has opened
        self._stays = False  # a hand has, while the cursor was in an example
        self._failed = ""
        self._problems = ProblemPanel(self._go, self._mend)
        self._rules = ui.refreshable(self._draw_rules)
        self._status = ui.refreshable(self._draw_status)
        self._saved = ui.refreshable(self._draw_saved)
        self._words = ""

    def build(self) -> None:
        self.root = ui.element("div").classes("dd-studio")
        with self.root:
            self._bar()
            with ui.element("section").classes("ds-left").props('aria-label="the rulebook"'):
                self.editor = Editor(
                    self.draft.text,
                    self._on_typed,
                    self._on_cursor_moved,
                    self._on_sign_clicked,
                    self.save,
                    self.notify,
                )
                self.editor.classes("ds-editor")
                self._problems.build()
            with ui.element("section").classes("ds-right").props('aria-label="what it describes"'):
                self.tabs = (
                    ui.tabs(on_change=lambda e: self._on_tab_changed(e.value))
                    .classes("ds-tabs")
                    .props("no-caps dense align=left")
                )
                with self.tabs:
                    for name in TABS:
                        ui.tab(name)
                parts: tuple[Callable[[], Any], ...] = (
                    self.game_panel.build, self.example_panel.build, self._rules, self.balance.build, self.sharing.build,
                )  # fmt: skip
                with ui.tab_panels(self.tabs, value=TABS[0], animated=False).classes("ds-panels bg-transparent"):
                    for name, part in zip(TABS, parts, strict=True):
                        with ui.tab_panel(name):
                            part()
        self.dialog = ui.dialog()

    def _bar(self) -> None:
        with ui.element("header").classes("ds-bar"):
            ui.html('<h1 class="dd-title">dicedsl studio</h1>', sanitize=False)
            button("My game, from …", self._choose, "ds-from", "Begin a game of your own, from any that there is")
            self._saved()
            with ui.element("div").classes("ds-state").props('role="status"'):
                self._status()

    def notify(self, text: str) -> None:
        with self.root:
            ui.notify(text, position="bottom-left", close_button="close", attrs={"role": "status"})

    # -------------------------------------------------------------- writing

    def put(self, text: str) -> None:
        self.editor.put(text)
        self.notify("Another text is in the editor; Ctrl+Z brings back the one before.")

    def _choose(self) -> None:
        """Every game there is, by its title; a few letters are enough."""
        self.dialog.clear()
        with self.dialog, ui.card().classes("ds-games"):
            ui.html('<h2 class="dd-title">A game of your own, from …</h2>', sanitize=False)
            part = ui.input("a part of its title").classes("w-full").props("autofocus")
            with ui.element("div").classes("ds-titles"):
                made = [
                    (title, button(title, partial(self._begin_from, name), "ds-title"))
                    for name, title in self.shipped.items()
                ]
            button("Cancel", self.dialog.close)

        def sift(wanted: str) -> None:
            for title, each in made:
                each.set_visibility(wanted.lower() in title.lower())

        part.on_value_change(lambda e: sift(e.value or ""))
        self.dialog.open()

    async def _begin_from(self, name: str) -> None:
        """A game of one's own, as a difference from a shipped one."""
        self.dialog.close()
        try:
            self.put(await in_a_thread(self.draft_text_from, name))
        except (DiceError, UsageError) as error:
            self.notify(sentence(str(error)))

    def _on_typed(self, text: str, line: int) -> None:
        self.draft.text = text
        self._saved.refresh()
        self._line = line
        self.hall.start(self._look())

    async def _look(self) -> None:
        """Look at the newest text, one after the other, until there is no newer one."""
        if self._looking:
            return
        self._looking = True
        try:
            while self._seen != self.editor.version:
                self._seen = self.editor.version
                await self._look_at(self.editor.text)
        finally:
            self._looking = False
        await self._on_cursor_moved(self._line)
        if self.tabs.value == "Examples" and self.rulebook.example_at(self._line) is None:
            await self.example_panel.show(self.example_panel.line)
            self._mark()

    @property
    def _is_old(self) -> bool:
        return self._seen != self.editor.version

    async def _look_at(self, text: str) -> None:
        self._failed = ""
        try:
            sound = await in_a_thread(self.rulebook.take_text, text)
            self._show_results()
            if not sound or self._is_old:
                return
            await in_a_thread(self.rulebook.prove)
            self._show_results()
            if self._is_old:
                return
            if self.rulebook.session is None:
                await in_a_thread(self.rulebook.start, None, fresh_seed())
            else:
                await in_a_thread(self.rulebook.go_on)
        except (DiceError, UsageError) as error:
            self.rulebook.note = sentence(str(error))
        except Exception:  # somebody who writes has to see that it was not looked at, and can go on
            logger.exception("a text could not be looked at")
            self._failed = "This text could not be looked at; the terminal says why."
            self._show_results()
        self.game_panel.show_session()
        self.balance.refresh()
        if self.tabs.value == "Rules":
            await self._read_rules()

    def _show_results(self) -> None:
        self._status.refresh()
        self._problems.show(self.rulebook.mistakes, self.rulebook.text)
        self.example_panel.refresh()
        self._mark()

    def _mark(self) -> None:
        sound = self.rulebook.is_sound
        shown = self.example_panel.line if sound and self.tabs.value == "Examples" else 0
        examples = self.rulebook.examples if sound else []
        self.editor.show(self._seen, self.rulebook.text, self.rulebook.mistakes, examples, shown)

    # -------------------------------------------------------------- where the cursor is

    async def _on_cursor_moved(self, line: int) -> None:
        """In an example, its position is shown; out of it, the game is again, unless somebody has turned to another tab by hand."""
        self._line = line
        if self._looking or not self.rulebook.is_sound:
            return
        inside = self.rulebook.example_at(line) is not None
        if not inside:
            self._stays = False
        if inside and self.tabs.value == "Game" and not self._stays:
            self._turn_to("Examples")
        if inside and self.tabs.value == "Examples":
            await self.example_panel.show(line)
            self._mark()
        elif not inside and self._led and self.tabs.value == "Examples":
            self._turn_to("Game")

    def _turn_to(self, name: str) -> None:
        self._led = name
        self.tabs.set_value(name)

    async def _on_sign_clicked(self, line: int) -> None:
        """Somebody clicked beside a line."""
        mistake = next((m for m in self.rulebook.mistakes if m.line == line), None)
        if mistake is not None:
            self._go(mistake)
        elif self.rulebook.example_at(line) is not None:
            self.tabs.set_value("Examples")
            await self.example_panel.show(line)
            self._mark()

    async def _on_tab_changed(self, name: str) -> None:
        if name != self._led:
            self._led, self._stays = "", True
        if name == "Rules":
            await self._read_rules()
        self._mark()

    # -------------------------------------------------------------- what is wrong

    def _draw_status(self) -> None:
        wrong = sum(m.is_error for m in self.rulebook.mistakes)
        examples = self.rulebook.examples
        fine = sum(e.holds for e in examples)
        if self._failed or self._seen < 0:
            text, look = self._failed or "…", ""
        elif wrong:
            text, look = f"✘ {count_of(wrong, 'mistake')}", "ds-bad"
        elif not examples:
            text, look = "✔ no mistakes; no examples yet", "ds-good"
        elif fine < len(examples):
            text, look = f"✘ {count_of(len(examples) - fine, 'example')} of {len(examples)} failing", "ds-bad"
        else:
            text, look = (
                f"✔ no mistakes; {'all ' if fine > 1 else ''}{count_of(fine, 'example')} hold{'s' * (fine == 1)}",
                "ds-good",
            )
        say(text, f"ds-status {look}")

    def _is_there(self, mistake: Mistake) -> bool:
        """Whether the text that it was found in still stands in the editor."""
        return self.editor.text == self.rulebook.text and mistake in self.rulebook.mistakes

    def _go(self, mistake: Mistake) -> None:
        if self._is_there(mistake):
            self.editor.go(mistake.start, mistake.end)
        else:
            self.editor.go_line(mistake.line, focus=True)

    def _mend(self, mistake: Mistake, wrong: str) -> None:
        """The text may have grown below since it was looked at: what is wrong has to stand where it stood."""
        if self.editor.text[mistake.start : mistake.end] == wrong:
            self.editor.replace(mistake.start, mistake.end, mistake.fix)

    # -------------------------------------------------------------- the rules in words

    async def _read_rules(self) -> None:
        try:
            self._words = await in_a_thread(self.rulebook.rules)
        except (DiceError, UsageError) as error:
            self._words = sentence(str(error))
        self._rules.refresh()

    def _draw_rules(self) -> None:
        if self._words and not self.rulebook.is_sound:
            say("As they were before the last mistake:", "dd-small")
        ui.markdown(plain_lines(self._words)).classes("ds-rules")

    # -------------------------------------------------------------- saving

    def _draw_saved(self) -> None:
        with ui.element("div").classes("dd-row ds-file"):
            if self.draft.path is None:
                button("Download", self.sharing.download, title="Keep the text as a file")
                return
            button("Save", self.save, title="Ctrl+S")
            say(self.draft.name + ("" if self.draft.is_saved else " ● not saved"), "dd-small ds-saved")

    def save(self, over: bool = False) -> None:
        if self.draft.path is None:
            with self.root:
                self.sharing.download()
            return
        try:
            self.draft.save(over)
        except ChangedOnDisk as error:
            self._ask_over(error.message)
            return
        except UsageError as error:
            self.notify(error.message)
        self._saved.refresh()

    def _ask_over(self, why: str) -> None:
        def over() -> None:
            self.dialog.close()
            self.save(over=True)

        def theirs() -> None:
            self.dialog.close()
            self.draft.take_theirs()
            self.put(self.draft.text)

        self.dialog.clear()
        with self.dialog, ui.card().props('role="alertdialog"'):
            say(why)
            with ui.element("div").classes("dd-row"):
                button("Write mine over it", over, "ds-over")
                button("Take theirs", theirs, "ds-theirs")
                button("Cancel", self.dialog.close, "dd-main")
        self.dialog.open()
