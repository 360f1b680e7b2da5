"""A table drawn on a page: players, zones, boards and sheets of a model; what is lit up can be clicked."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from attrs import field, frozen
from nicegui import ui

from dicedsl.interpreter.model.things import Board, Die, Form, Model, Sheet, Zone
from dicedsl.interpreter.web.clicking import Spot, Targets
from dicedsl.interpreter.web.pieces import picture, spoken
from dicedsl.interpreter.web.pyramid import Pyramid
from dicedsl.plain import plain

MOST_DICE = 12  # of a zone that are drawn one by one


@frozen
class Drawing:
    """`clicked` is told of every die and place that somebody clicks on; `taken` are spots picked already."""

    model: Model
    targets: Targets = field(factory=Targets)
    taken: frozenset[Spot] = frozenset()
    clicked: Callable[[Spot], None] | None = None

    def build(self) -> None:
        model = self.model
        targets = self.targets
        with ui.element("div").classes("dd-row justify-between"):
            ui.html(f'<h1 class="dd-title">{safe(model.title)}</h1>', sanitize=False)
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
            ui.html(f"<h3>{safe(zone.title)}</h3>", sanitize=False)
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
        if spot in targets.spots:
            element.classes("dd-lit")
        if spot in self.taken:
            element.classes("dd-taken")
            element.props["aria-pressed"] = "true"
        clicked = self.clicked
        if clicked is not None:
            element.on("click", lambda _: clicked(spot))

    def _board(self, number: int, board: Board, targets: Targets) -> None:
        with ui.element("section").classes("dd-card dd-board"):
            ui.html(f"<h3>{safe(board.name)}</h3>", sanitize=False)
            if board.form is Form.PYRAMID:
                self._pyramid(number, board, targets)
            for layer in board.layers if board.form is not Form.PYRAMID else ():
                self._plane(number, board, layer.rows, targets)

    def _pyramid(self, number: int, board: Board, targets: Targets) -> None:
        lit = {at for kind, n, at in targets.spots if kind == "board" and n == number}

        def picked(key: int) -> None:
            if self.clicked is not None:
                self.clicked(("board", number, key))

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
        head = "".join(f"<th>{safe(c)}</th>" for c in sheet.columns)
        rows = "".join(
            f"<tr><th>{safe(name)}</th>{''.join(f'<td>{safe(v)}</td>' for v in values)}</tr>"
            for name, values in sheet.rows
        )
        text = f'<table class="dd-sheet"><caption>{safe(sheet.name)}</caption><tr><th></th>{head}</tr>{rows}</table>'
        with ui.element("section").classes("dd-card"):
            ui.html(text, sanitize=False)


def safe(text: str) -> str:
    """A stranger's text as it may stand in a page."""
    return escape(plain(text))
