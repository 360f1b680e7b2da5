"""The game beside its rulebook: played on the page, gone on with by programs, set up anew, taken back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from nicegui import ui

from dicedsl.about import OptionInfo, OptionValue
from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.bots import DEFAULT, levels
from dicedsl.interpreter.model.naming import sentence
from dicedsl.interpreter.play.session.fair_dice import fresh_seed
from dicedsl.interpreter.web.page import Page
from dicedsl.interpreter.web.sitting import Sitting
from dicedsl.rulebook.setting import usual_players
from dicedsl.studio.edited_rulebook import EditedRulebook, players_of
from dicedsl.studio.widgets import button, in_a_thread, say
from dicedsl.text.plain import plain

PAUSE = 0.25  # seconds between two actions of programs
PERSON = "a person"


class GamePanel:
    """One game at a time; a newer one makes programs let go of the one before."""

    def __init__(self, rulebook: EditedRulebook, start: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        self.rulebook = rulebook
        self.start = start
        self.sitting: Sitting | None = None
        self.page: Page | None = None
        self._going: Sitting | None = None
        self._note = ui.refreshable(self._draw_note)
        self._view = ui.refreshable(self._draw)
        # What was chosen for the last new game.
        self._seats: list[str] = []
        self._options: dict[str, OptionValue] = {}
        self._variants: list[str] = []

    def build(self) -> None:
        with ui.element("div").classes("dd-row ds-tools"):
            button("New game", self.start_again, title="The same seats, options and variants")
            button("Set up …", self._set_up, title="Players, seats, options, variants")
            button("Undo", self.undo, title="Take back the last move, dice or not")
            with ui.element("div").classes("ds-note").props('role="status"'):
                self._note()
        self._view()
        self.dialog = ui.dialog().props('aria-label="A new game"')

    def leave(self) -> None:
        """Nobody looks any more."""
        self.sitting = None

    # -------------------------------------------------------------- the game goes on

    def show_session(self) -> None:
        """The rulebook has another session: show it."""
        session = self.rulebook.session
        if session is not None and (self.sitting is None or self.sitting.session is not session):
            self.sitting = Sitting.of(session)
            self._view.refresh()
        self._note.refresh()

    def _draw(self) -> None:
        sitting = self.sitting
        if sitting is None:
            say("The game appears here as soon as the rulebook has no mistakes.", "dd-small")
            return
        try:
            self.page = Page(sitting, self._seat_asked(sitting), self.go_on, start=self.start)
            self.page.build()
        except (DiceError, UsageError) as error:
            self._show_stop(error)
            return
        sitting.listeners.append(self._on_change)
        self.go_on()

    @staticmethod
    def _seat_asked(sitting: Sitting) -> int | None:
        """Whose page it is: several people at one screen take turns."""
        people = sitting.session.people
        need = sitting.session.need()
        return need.seat if need.is_person and need.seat in people else people[0] if people else None

    def _on_change(self) -> None:
        if self.page is None or self.page.sitting is not self.sitting:
            return
        try:
            self.page.seat = self._seat_asked(self.page.sitting)
            self.page.refresh()
        except (DiceError, UsageError) as error:
            self._show_stop(error)

    def go_on(self) -> None:
        if self.sitting is not None and self._going is not self.sitting:
            self._going = self.sitting
            self.start(self._advance(self.sitting))

    async def _advance(self, sitting: Sitting) -> None:
        try:
            while sitting is self.sitting and await asyncio.to_thread(sitting.step):
                sitting.notify()
                await asyncio.sleep(PAUSE)
        except (DiceError, UsageError) as error:
            self._show_stop(error)
        finally:
            if self._going is sitting:
                self._going = None
            sitting.notify()

    def _show_stop(self, error: Exception) -> None:
        self.rulebook.note = f"The game cannot go on: {sentence(str(error))}"
        if self.sitting is not None:
            self.sitting.stop_reason = self.rulebook.note
        self._note.refresh()

    # -------------------------------------------------------------- above it

    def _draw_note(self) -> None:
        say(self.rulebook.note, "dd-small")

    async def start_again(self) -> None:
        seats = self._seats or None
        if seats is None and self.rulebook.session is not None:
            seats = [seat.name for seat in self.rulebook.session.seats]
        await self._begin(seats)

    async def _begin(self, seats: list[str] | None) -> None:
        try:
            await in_a_thread(self.rulebook.start, seats, fresh_seed(), self._options, self._variants)
        except (DiceError, UsageError) as error:
            self.rulebook.note = sentence(str(error))
            if seats is not None:  # what was chosen does not fit the rules any more
                self._seats, self._options, self._variants = [], {}, []
        self.show_session()

    async def undo(self) -> None:
        try:
            await in_a_thread(self.rulebook.undo)
        except (DiceError, UsageError) as error:
            self.rulebook.note = sentence(str(error))
        self.show_session()

    # -------------------------------------------------------------- a game as one wants it

    def _set_up(self) -> None:
        try:
            about = self.rulebook.game.about
        except UsageError as error:
            self.rulebook.note = error.message
            self._note.refresh()
            return
        session = self.rulebook.session
        counts = list(players_of(about))
        usual = len(session.seats) if session is not None else usual_players(about) or counts[0]
        who = [PERSON, *levels()]
        chosen = [PERSON if s.bot is None else s.bot for s in session.seats] if session is not None else [PERSON]
        self.dialog.clear()
        with self.dialog, ui.card().classes("ds-setup"):
            ui.html('<h2 class="dd-title">A new game</h2>', sanitize=False)
            count = ui.select(counts, value=usual if usual in counts else counts[0], label="players").classes("w-full")
            rows = ui.element("div").classes("ds-fields")
            selects: list[Any] = []

            def seats() -> None:
                before = [each.value for each in selects] or chosen
                rows.clear()
                selects.clear()
                with rows:
                    for number in range(int(count.value)):
                        value = before[number] if number < len(before) and before[number] in who else DEFAULT
                        selects.append(ui.select(who, value=value, label=f"seat {number + 1}"))

            count.on_value_change(lambda _: seats())
            seats()
            options = {option.name: (option, self._field(option)) for option in about.options}
            variants = {name: ui.checkbox(plain(name), value=name in self._variants) for name in about.variants}

            async def begin() -> None:
                people = [each.value for each in selects].count(PERSON)
                self._seats = []
                for number, each in enumerate(selects, start=1):
                    person = "you" if people == 1 else f"Player {number}"
                    self._seats.append(person if each.value == PERSON else each.value)
                read = {name: _read(option, field) for name, (option, field) in options.items()}
                self._options = {name: value for name, value in read.items() if value is not None}
                self._variants = [name for name, box in variants.items() if box.value]
                self.dialog.close()
                await self._begin(self._seats)

            with ui.element("div").classes("dd-row"):
                button("Start", begin, "dd-main ds-start")
                button("Cancel", self.dialog.close)
        self.dialog.open()

    def _field(self, option: OptionInfo) -> Any:
        label_text = plain(f"{option.name}: {option.text}" if option.text else option.name)
        now: Any = self._options.get(option.name)
        if option.sort == "truth":
            usual = option.default == "yes"
            return ui.select({True: "yes", False: "no"}, value=usual if now is None else now, label=label_text)
        if option.values:
            choices: dict[Any, str] = {None: f"as usual ({plain(option.default)})"}
            choices.update({value: plain(str(value)) for value in option.values})
            return ui.select(choices, value=now if now in choices else None, label=label_text)
        label = label_text + (f" ({option.low} to {option.high})" if option.low is not None else "")
        return ui.number(
            label, value=now, placeholder=plain(option.default), min=option.low, max=option.high, step=1
        ).props("stack-label")


def _read(option: OptionInfo, field: Any) -> OptionValue | None:
    """What was chosen; None for what is usual."""
    value = field.value
    if value is None or value == "":
        return None
    if option.sort == "truth":
        return None if bool(value) == (option.default == "yes") else bool(value)
    return value if option.values else int(value)
