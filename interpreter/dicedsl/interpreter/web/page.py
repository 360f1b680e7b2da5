"""The page of one seat: what its model of the table holds, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from nicegui import ui

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.model.naming import sentence
from dicedsl.interpreter.model.things import Model
from dicedsl.interpreter.web.choosing import Choosing
from dicedsl.interpreter.web.clicking import Spot, targets_of
from dicedsl.interpreter.web.drawing import Drawing, safe
from dicedsl.interpreter.web.sitting import Sitting
from dicedsl.plain import plain

STATIC = Path(__file__).parent / "static"
MOST_EVENTS = 200


class Page:
    """What one visitor sees of a sitting. It is drawn anew whenever something happens."""

    def __init__(self, sitting: Sitting, seat: int | None, go_on: Callable[[], None]) -> None:
        self.sitting = sitting
        self.seat = seat
        self.go_on = go_on
        self.model: Model = sitting.model(seat)
        self.choosing: Choosing | None = None
        self.refused = ""
        self._table = ui.refreshable(self._draw_table)
        self._log = ui.refreshable(self._draw_log)
        self._ask = ui.refreshable(self._draw_question)

    # -------------------------------------------------------------- when something happens

    def build(self) -> None:
        self._look()
        with ui.element("main").classes("dd-page"):
            with ui.element("div").classes("dd-table"):
                self._table()
            with ui.element("aside").classes("dd-beside"):
                self._ask()
                self._log()

    def refresh(self) -> None:
        self.refused = ""
        self._look()
        self._redraw()

    def _look(self) -> None:
        self.model = self.sitting.model(self.seat)
        asking = self.sitting.asking(self.seat) if self.seat is not None else None
        self.choosing = None if asking is None else Choosing(asking)

    def _redraw(self) -> None:
        self._table.refresh()
        self._log.refresh()
        self._ask.refresh()

    def _try(self, act: Callable[[], None]) -> None:
        """Do something; if it is refused, say why and leave all as it is."""
        self.refused = ""
        try:
            act()
        except (UsageError, DiceError) as error:
            self.refused = sentence(str(error))
        self._redraw()

    # -------------------------------------------------------------- choosing

    def _begin(self, index: int) -> None:
        choosing = self.choosing
        assert choosing is not None
        if index not in choosing.open:
            self.refused = self.model.question.alternatives[index].refused if self.model.question else ""
            self._redraw()
            return
        self._try(lambda: self._chosen(choosing, lambda: choosing.begin(index)))

    def _take(self, number: int) -> None:
        choosing = self.choosing
        if choosing is not None:
            self._try(lambda: self._chosen(choosing, lambda: choosing.take(number)))

    def _done(self) -> None:
        choosing = self.choosing
        if choosing is not None:
            self._try(lambda: self._chosen(choosing, choosing.done))

    def _back(self) -> None:
        if self.choosing is not None:
            self._try(self.choosing.back)

    def _chosen(self, choosing: Choosing, act: Callable[[], None]) -> None:
        act()
        if choosing.is_whole:
            assert self.seat is not None
            move = choosing.move
            choosing.begin(choosing.index or 0)
            self.sitting.answer(self.seat, move)
            self.go_on()

    def _why(self, spot: Spot) -> None:
        """Somebody clicked what cannot be picked: the sentence of the rule."""
        choosing = self.choosing
        if choosing is None or choosing.index is None or choosing.pick is None:
            return
        value = self._value_at(spot)
        said = None
        if value is not None:
            chosen = choosing.chosen | 1 << value if choosing.pick.many else value
            said = choosing.asking.refused(choosing.index, (*choosing.values, chosen))
        self.refused = said or "That cannot be picked now."
        self._redraw()

    def _value_at(self, spot: Spot) -> int | None:
        kind, number, at = spot
        pick = self.choosing.pick if self.choosing else None
        if pick is None:
            return None
        if kind == "board":
            board = self.model.boards[number]
            if pick.shape == f"place:{board.name}":
                return at
            die = board.places[at].die
        else:
            die = self.model.zones[number].dice[at]
        return die.key if die is not None and pick.shape == "die" and die.key >= 0 else None

    # -------------------------------------------------------------- drawing

    def _draw_table(self) -> None:
        choosing = self.choosing
        if choosing is None or choosing.pick is None:
            Drawing(self.model, clicked=self._clicked).build()
            return
        targets = targets_of(choosing.asking, self.model, choosing.pick)
        options = choosing.pick.options
        taken = frozenset(spot for spot, number in targets.spots.items() if choosing.is_taken(options[number]))
        Drawing(self.model, targets, taken, self._clicked).build()

    def _clicked(self, spot: Spot) -> None:
        choosing = self.choosing
        if choosing is None:
            return
        targets = targets_of(choosing.asking, self.model, choosing.pick)
        if spot in targets.spots:
            self._take(targets.spots[spot])
        else:
            self._why(spot)

    def _draw_log(self) -> None:
        with ui.element("section").classes("dd-card"):
            ui.html("<h2 class='dd-title'>What happened</h2>", sanitize=False)
            told = [e.text for entry in self.sitting.log(self.seat) for e in entry if not e.minor][-MOST_EVENTS:]
            lines = "".join(f"<p>{safe(text)}</p>" for text in reversed(told))
            ui.html(f'<div class="dd-log" role="log" aria-live="polite">{lines}</div>', sanitize=False)

    def _draw_question(self) -> None:
        with ui.element("section").classes("dd-ask"):
            if self.model.ending is not None:
                self._ending()
                return
            question = self.model.question
            if self.refused:
                ui.label(plain(self.refused)).classes("dd-refused").props('role="alert"')
            if question is None:
                ui.label("…")
                return
            ui.label(plain(question.text)).classes("font-semibold")
            if question.waiting or self.choosing is None:
                return
            self._alternatives()
            self._options()

    def _ending(self) -> None:
        ending = self.model.ending
        assert ending is not None
        ui.label(plain(ending.text)).classes("font-semibold")
        if ending.reason:
            ui.label(plain(ending.reason))
        for place, name, score in ending.places:
            ui.label(plain(f"{place}. {name}{', ' + score if score else ''}"))

    def _alternatives(self) -> None:
        question, choosing = self.model.question, self.choosing
        assert question is not None and choosing is not None
        with ui.element("div").classes("dd-row"):
            for alternative in question.alternatives:
                text = alternative.name + (f": {alternative.worth}" if alternative.worth else "")
                button = ui.element("button").classes("dd-button dd-way").props('type="button"')
                if alternative.index == choosing.index:
                    button.classes("dd-main")
                if alternative.ways == 0:
                    button.props["aria-disabled"] = "true"
                    button.style("opacity: .6")
                with button:
                    ui.label(plain(text))
                button.on("click", lambda _, index=alternative.index: self._begin(index))

    def _options(self) -> None:
        choosing = self.choosing
        assert choosing is not None
        pick = choosing.pick
        if pick is None:
            return
        targets = targets_of(choosing.asking, self.model, pick)
        how = f"{pick.least} to {pick.most}" if pick.many else ""
        where = " Click on the table." if targets.spots else ""
        ui.label(plain(f"{pick.name}: {how}{where}")).classes("dd-small")
        with ui.element("div").classes("dd-row"):
            for number in targets.words:
                option = pick.options[number]
                button = ui.element("button").classes("dd-button dd-option").props('type="button"')
                if choosing.is_taken(option):
                    button.classes("dd-taken")
                with button:
                    ui.label(plain(option.text + (f": {option.worth}" if option.worth else "")))
                button.on("click", lambda _, n=number: self._take(n))
            if pick.many:
                done = ui.element("button").classes("dd-button dd-main").props('type="button"')
                if not pick.done:
                    done.props["disabled"] = "true"
                with done:
                    ui.label("done")
                done.on("click", lambda _: self._done())
            if choosing.values or choosing.chosen or len(choosing.open) > 1:
                back = ui.element("button").classes("dd-button").props('type="button"')
                with back:
                    ui.label("back")
                back.on("click", lambda _: self._back())
