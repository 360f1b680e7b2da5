"""The page of one seat: what its model of the table holds, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from nicegui import ui

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.model.naming import sentence
from dicedsl.interpreter.model.things import Board, Die, Form, Model, Sheet, Zone
from dicedsl.interpreter.web.choosing import Choosing
from dicedsl.interpreter.web.clicking import Spot, Targets, targets_of
from dicedsl.interpreter.web.pieces import picture, spoken
from dicedsl.interpreter.web.pyramid import Pyramid
from dicedsl.interpreter.web.sitting import Sitting
from dicedsl.plain import plain

STATIC = Path(__file__).parent / "static"
MOST_DICE = 12  # of a zone that are drawn one by one
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
        model = self.model
        choosing = self.choosing
        targets = targets_of(choosing.asking, model, choosing.pick) if choosing else Targets()
        with ui.element("div").classes("dd-row justify-between"):
            ui.html(f'<h1 class="dd-title">{_safe(model.title)}</h1>', sanitize=False)
            ui.label(f"round {model.round}").classes("dd-small")
        self._players()
        facts = [f"{f.name} {f.value}".strip() for f in model.facts]
        if facts:
            ui.label("; ".join(map(plain, facts))).classes("dd-small dd-facts")
        with ui.element("div").classes("dd-zones"):
            for number, zone in enumerate(model.zones):
                if zone.dice:
                    self._zone(number, zone, targets)
        for number, board in enumerate(model.boards):
            self._board(number, board, targets)
        for sheet in model.sheets:
            self._sheet(sheet)

    def _players(self) -> None:
        with ui.element("div").classes("dd-players"):
            for player in self.model.players:
                classes = "dd-player dd-now" if player.is_on_turn else "dd-player"
                with ui.element("div").classes(classes):
                    name = f"{player.name} (you)" if player.you else player.name
                    if player.is_on_turn:
                        name = f"▶ {name}"
                    ui.label(plain(name)).classes("font-semibold")
                    told = [f"{f.name} {f.value}".strip() for f in player.facts]
                    told += ["out"] if player.is_out else []
                    if told:
                        ui.label(plain(", ".join(told))).classes("dd-small")

    def _zone(self, number: int, zone: Zone, targets: Targets) -> None:
        with ui.element("section").classes("dd-card dd-zone"):
            ui.html(f"<h3>{_safe(zone.title)}</h3>", sanitize=False)
            with ui.element("div").classes("dd-row"):
                clickable = any(("zone", number, i) in targets.spots for i in range(len(zone.dice)))
                if len(zone.dice) > MOST_DICE and not clickable:
                    self._die_button(zone.dice[0], ("zone", number, 0), targets, "")
                    ui.label(f"{len(zone.dice)} dice")
                    return
                for position, die in enumerate(zone.dice):
                    self._die_button(die, ("zone", number, position), targets, "")

    def _die_button(self, die: Die, spot: Spot, targets: Targets, owner: str) -> None:
        button = ui.element("button").classes("dd-die").props('type="button"')
        button.props["aria-label"] = plain(spoken(die, owner))
        with button:
            ui.html(picture(die, by_owner=True), sanitize=False)
        self._light(button, spot, targets)

    def _light(self, element: Any, spot: Spot, targets: Targets) -> None:
        """Mark what can be picked, and let it be clicked."""
        number = targets.spots.get(spot)
        if number is None:
            element.on("click", lambda _: self._why(spot))
            return
        element.classes("dd-lit")
        choosing = self.choosing
        if choosing and choosing.pick and choosing.is_taken(choosing.pick.options[number]):
            element.classes("dd-taken")
            element.props["aria-pressed"] = "true"
        element.on("click", lambda _: self._take(number))

    def _board(self, number: int, board: Board, targets: Targets) -> None:
        with ui.element("section").classes("dd-card dd-board"):
            ui.html(f"<h3>{_safe(board.name)}</h3>", sanitize=False)
            if board.form is Form.PYRAMID:
                self._pyramid(number, board, targets)
            for layer in board.layers if board.form is not Form.PYRAMID else ():
                self._plane(number, board, layer.rows, targets)

    def _pyramid(self, number: int, board: Board, targets: Targets) -> None:
        lit = {at for kind, n, at in targets.spots if kind == "board" and n == number}

        def picked(key: int) -> None:
            spot: Spot = ("board", number, key)
            if spot in targets.spots:
                self._take(targets.spots[spot])
            else:
                self._why(spot)

        Pyramid(board, lit, picked)

    def _plane(self, number: int, board: Board, rows: Any, targets: Targets) -> None:
        upside = board.sides > 1
        found: dict[tuple[int, int], int] = {}
        for row, columns in rows:
            for column, key in columns:
                found[(column, row) if upside else (row, column)] = key
        across = sorted({c for _, c in found})
        down = sorted({r for r, _ in found}, reverse=upside)
        style = f"grid-template-columns: 1.4rem repeat({len(across)}, max-content)"
        with ui.element("div").classes("dd-grid").style(style):
            ui.element("span")
            for column in across:
                ui.label(str(column)).classes("dd-head")
            for row in down:
                ui.label(str(row)).classes("dd-head")
                for column in across:
                    key = found.get((row, column))
                    if key is None:
                        ui.element("span")
                        continue
                    self._place(number, board, key, targets)

    def _place(self, number: int, board: Board, key: int, targets: Targets) -> None:
        place = board.places[key]
        button = ui.element("button").classes("dd-place").props('type="button"')
        who = ""
        if place.die is not None and place.die.owner is not None:
            who = self.model.players[place.die.owner].name
        told = "empty" if place.die is None else spoken(place.die, who)
        button.props["aria-label"] = plain(f"{place.text} {told}")
        with button:
            if place.die is not None:
                letter = "" if place.die.owner is None else "ABCDEFGHIJKL"[place.die.owner % 12]
                ui.html(picture(place.die, by_owner=True, letter=letter), sanitize=False)
        self._light(button, ("board", number, key), targets)

    def _sheet(self, sheet: Sheet) -> None:
        head = "".join(f"<th>{_safe(c)}</th>" for c in sheet.columns)
        rows = "".join(
            f"<tr><th>{_safe(name)}</th>{''.join(f'<td>{_safe(v)}</td>' for v in values)}</tr>"
            for name, values in sheet.rows
        )
        text = f'<table class="dd-sheet"><caption>{_safe(sheet.name)}</caption><tr><th></th>{head}</tr>{rows}</table>'
        with ui.element("section").classes("dd-card"):
            ui.html(text, sanitize=False)

    def _draw_log(self) -> None:
        with ui.element("section").classes("dd-card"):
            ui.html("<h2 class='dd-title'>What happened</h2>", sanitize=False)
            told = [e.text for entry in self.sitting.log(self.seat) for e in entry if not e.minor][-MOST_EVENTS:]
            lines = "".join(f"<p>{_safe(text)}</p>" for text in reversed(told))
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


def _safe(text: str) -> str:
    from html import escape

    return escape(plain(text))
