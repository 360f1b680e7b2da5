"""The studio: a rulebook in an editor beside the game it describes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

from nicegui import ui

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.model.model import model_of
from dicedsl.interpreter.model.naming import counted, sentence
from dicedsl.interpreter.play.session import Session
from dicedsl.interpreter.web.drawing import Drawing
from dicedsl.interpreter.web.hall import Hall
from dicedsl.interpreter.web.page import Page
from dicedsl.interpreter.web.sitting import Sitting
from dicedsl.plain import plain, plain_lines
from dicedsl.studio.workshop import Workshop

WAIT = 0.4  # seconds after the last key before the text is looked at
GAMES = 1_000  # of the balance


class Studio:
    """The page of one author."""

    def __init__(
        self, workshop: Workshop, hall: Hall, shipped: dict[str, str], begun_from: Callable[[str], str]
    ) -> None:
        self.workshop = workshop
        self.hall = hall
        self.shipped = shipped
        self.begun_from = begun_from  # the text of a new rulebook that differs from a shipped one
        self.page: Page | None = None
        self._edits = 0
        self._problems = ui.refreshable(self._draw_problems)
        self._examples = ui.refreshable(self._draw_examples)
        self._game = ui.refreshable(self._draw_game)
        self._rules = ui.refreshable(self._draw_rules)
        self._status = ui.refreshable(self._draw_status)
        self.balance = ""
        self.shown: tuple[int, Drawing] | None = None

    def build(self) -> None:
        with ui.splitter(value=46).classes("w-full dd-studio") as split:
            with split.before:
                self._bar()
                self.editor = ui.codemirror(
                    self.workshop.text, on_change=lambda e: self._typed(e.value), line_wrapping=True
                ).classes("dd-editor")
                self._problems()
            with split.after:
                with ui.tabs().classes("dd-tabs") as tabs:
                    names = ["Game", "Examples", "Rules", "Balance", "Share"]
                    found = {name: ui.tab(name) for name in names}
                with ui.tab_panels(tabs, value=found["Game"]).classes("w-full bg-transparent"):
                    with ui.tab_panel(found["Game"]):
                        self._game()
                    with ui.tab_panel(found["Examples"]):
                        self._examples()
                    with ui.tab_panel(found["Rules"]):
                        self._rules()
                    with ui.tab_panel(found["Balance"]):
                        self._balance()
                    with ui.tab_panel(found["Share"]):
                        self._share()
        ui.timer(0.1, self._first, once=True)

    async def _first(self) -> None:
        await self._look()

    # -------------------------------------------------------------- writing

    def _bar(self) -> None:
        with ui.element("div").classes("dd-row dd-bar"):
            ui.label("dicedsl studio").classes("dd-title")
            ui.select(
                self.shipped, label="start from a game", with_input=True, on_change=lambda e: self._from(e.value)
            ).classes("dd-from")
            self._status()

    def _from(self, name: str | None) -> None:
        """A game of one's own, as a difference from a shipped one."""
        if name:
            self.editor.set_value(self.begun_from(name))

    def _typed(self, text: str) -> None:
        """Look at the text when nothing has been typed for a while."""
        self._edits += 1
        mine = self._edits
        self.workshop.text = text

        async def later() -> None:
            await asyncio.sleep(WAIT)
            if mine == self._edits:
                await self._look()

        self.hall.start(later())

    async def _look(self) -> None:
        before = self.workshop.session
        try:
            await asyncio.to_thread(self.workshop.edit, self.editor.value or "")
            if self.workshop.is_sound and self.workshop.session is None:
                await asyncio.to_thread(self.workshop.start)
        except (DiceError, UsageError) as error:
            self.workshop.note = sentence(str(error))
        if self.workshop.session is not before:
            self._seat()
        for part in (self._problems, self._examples, self._rules, self._status):
            part.refresh()

    # -------------------------------------------------------------- the game

    def _seat(self) -> None:
        session = self.workshop.session
        if session is None:
            return
        self.sitting = Sitting.of(session)
        self.name = self.hall.seat(self.sitting)
        self._game.refresh()

    def _draw_game(self) -> None:
        session: Session | None = self.workshop.session
        with ui.element("div").classes("dd-row"):
            _button("new game", self._again)
            ui.label(plain(self.workshop.note)).classes("dd-small")
        if session is None:
            ui.label("The game appears here as soon as the rulebook is sound.")
            return
        seat = session.people[0] if session.people else None
        self.page = Page(self.sitting, seat, lambda: self.hall.go_on(self.name))
        self.page.build()
        self.sitting.listeners.append(self.page.refresh)
        self.hall.go_on(self.name)

    async def _again(self) -> None:
        try:
            await asyncio.to_thread(self.workshop.start)
        except (DiceError, UsageError) as error:
            self.workshop.note = sentence(str(error))
        self._seat()

    # -------------------------------------------------------------- beside it

    def _draw_status(self) -> None:
        wrong = sum(m.is_error for m in self.workshop.mistakes)
        fine = sum(e.holds for e in self.workshop.examples)
        text = counted(wrong, "mistake") if wrong else f"sound; {fine} of {len(self.workshop.examples)} examples hold"
        ui.label(text).classes("dd-status dd-refused" if wrong else "dd-status").props('role="status"')

    def _draw_problems(self) -> None:
        with ui.element("div").classes("dd-problems").props('role="log" aria-live="polite"'):
            for mistake in self.workshop.mistakes[:20]:
                with ui.element("div").classes("dd-problem"):
                    mark = "mistake" if mistake.is_error else "hint"
                    ui.html(
                        f"<b>line {mistake.line}</b> ({mark} {escape(mistake.code)}): {escape(plain(mistake.text))}"
                        + (f"<br><i>{escape(plain(mistake.help))}</i>" if mistake.help else ""),
                        sanitize=False,
                    )

    def _draw_examples(self) -> None:
        for example in self.workshop.examples:
            with ui.element("div").classes("dd-example " + ("dd-holds" if example.holds else "dd-fails")):
                sign = "✔ holds" if example.holds else f"✘ line {example.wrong}"
                ui.label(plain(f"{sign}: {example.title}")).classes("font-semibold")
                if example.text:
                    ui.label(plain(sentence(example.text))).classes("dd-refused")
                last = example.wrong or example.line + 1_000
                _button("show the position", partial(self._show, example.line, last))
        if self.shown is not None:
            ui.label(f"After line {self.shown[0]}:").classes("font-semibold")
            self.shown[1].build()

    def _show(self, first: int, line: int) -> None:
        lines = self.workshop.text.splitlines()
        last = first
        for number in range(first + 1, min(line, len(lines)) + 1):
            if lines[number - 1].strip() and not lines[number - 1].startswith((" ", "\t")):
                break
            last = number
        found = self.workshop.position(last)
        if found is not None:
            self.shown = last, Drawing(model_of(found.table, found.state, None, found.names))
        self._examples.refresh()

    def _draw_rules(self) -> None:
        if not self.workshop.is_sound or not self.workshop.text.strip():
            ui.label("The rules in words appear here as soon as the rulebook is sound.")
            return
        try:
            ui.markdown(plain_lines(self.workshop.rules()))
        except (DiceError, UsageError) as error:
            ui.label(plain(sentence(str(error))))

    def _balance(self) -> None:
        told = ui.element("pre").classes("dd-balance")
        with told:
            self._balance_text = ui.label("")

        async def play() -> None:
            self._balance_text.set_text(f"{GAMES:,} games at random ...")
            try:
                self._balance_text.set_text(await asyncio.to_thread(self._simulated))
            except (DiceError, UsageError) as error:
                self._balance_text.set_text(plain(sentence(str(error))))

        _button(f"play {GAMES:,} games at random", play)

    def _simulated(self) -> str:
        from dicedsl.interpreter.lab.reporting import report
        from dicedsl.interpreter.lab.simulate import simulate

        session = self.workshop.session
        if session is None:
            raise UsageError("the rulebook has mistakes")
        return plain_lines(report(simulate(session.table.program, GAMES, 1, None, 1)))

    def _share(self) -> None:
        _button("download the file", lambda: ui.download(self.workshop.text.encode(), self.workshop.name))
        told = ui.input("a link that holds the text").classes("w-full").props("readonly")

        def make() -> None:
            try:
                told.set_value(f"/studio/{self.workshop.link()}")
            except UsageError as error:
                told.set_value(str(error))

        _button("make a link", make)


def _button(text: str, act: Callable[[], Any]) -> None:
    button = ui.element("button").classes("dd-button").props('type="button"')
    with button:
        ui.label(text)
    button.on("click", lambda _: act())
