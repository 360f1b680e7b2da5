"""A table drawn on a page: players, zones, boards and sheets of a model; what is lit up can be clicked."""

from __future__ import annotations

from collections.abc import Callable

from attrs import field, frozen

from dicedsl.interpreter.model.records import Board, Die, Fact, Model, Player, Sheet, Zone
from dicedsl.interpreter.web.boards import BoardsOnPage
from dicedsl.interpreter.web.click_targets import Spot, Targets, spot_name, spot_named
from dicedsl.interpreter.web.dice_pictures import die_in_words, fill_of, picture
from dicedsl.interpreter.web.markup import Html, card, join, tag, text
from dicedsl.interpreter.web.server_drawing import ServerDrawing

MOST_DRAWN_DICE = 12  # of a zone that are drawn one by one


@frozen
class TablePicture:
    """`on_click` is told of every die and place that somebody clicks on; `taken` are spots picked already, `last` those of the last move.

    thinking: the seats of programs that are about to move.
    """

    model: Model
    targets: Targets = field(factory=Targets)
    taken: frozenset[Spot] = frozenset()
    on_click: Callable[[Spot], None] | None = None
    last: frozenset[Spot] = frozenset()
    thinking: frozenset[int] = frozenset()

    def build(self) -> None:
        """Put it on the page that is being made."""
        ServerDrawing(self.html(), lambda press: self._handle_press(press.do))

    def _handle_press(self, do: str) -> None:
        spot = spot_named(do)
        if spot is not None and self.on_click is not None:
            self.on_click(spot)

    def html(self) -> Html:
        model = self.model
        boards = BoardsOnPage(model.players, self.targets, self.taken, self.last, self._asks)
        zones = [self._zone(number, zone) for number, zone in enumerate(model.zones) if zone.dice]
        empty = [zone.title for zone in model.zones if not zone.dice]
        return join(
            [
                self._head(),
                tag("div", *(self._player(player) for player in model.players), cls="dd-players"),
                self._facts(),
                tag("div", *zones, cls="dd-zones") if zones else None,
                tag("p", "Empty: ", ", ".join(empty), cls="dd-small dd-empty") if empty else None,
                *(part for number, board in enumerate(model.boards) for part in self._board(boards, number, board)),
                *(self._sheet(number, sheet) for number, sheet in enumerate(model.sheets)),
            ]
        )

    def _board(self, boards: BoardsOnPage, number: int, board: Board) -> list[Html]:
        """The sides that matter first, and then all of it."""
        sides = [aspect for aspect in self.model.aspects if aspect.board == board.name]
        return [*(boards.aspect(number, board, aspect) for aspect in sides), boards.html(number, board)]

    @property
    def _asks(self) -> bool:
        return self.on_click is not None and bool(self.targets.spots)

    def _head(self) -> Html:
        return tag(
            "header",
            tag("h1", self.model.title, cls="dd-title"),
            tag("span", f"round {self.model.round}", cls="dd-small"),
            cls="dd-row dd-between",
        )

    # -------------------------------------------------------------- players and facts

    def _player(self, player: Player) -> Html:
        spot: Spot = ("player", 0, player.seat)
        name = f"{player.name} (you)" if player.you and player.name != "you" else player.name
        marks = [tag("b", "▶ ", aria_hidden="true"), tag("b", name), tag("span", " on turn", cls="dd-hush")]
        parts: list[Html] = [tag("div", *marks) if player.is_on_turn else tag("div", tag("b", name))]
        if player.bot:
            thinks = player.seat in self.thinking
            parts.append(tag("div", "thinking …" if thinks else "plays by itself", cls="dd-small"))
        facts = [_fact(fact) for fact in player.facts]
        if player.is_out:
            facts.append(tag("b", "out"))
        if facts:
            parts.append(tag("div", *facts, cls="dd-facts"))
        cls = "dd-player" + " dd-now" * player.is_on_turn + " dd-out" * player.is_out
        if spot in self.targets.spots and self.on_click is not None:
            return tag("button", *parts, type="button", cls=f"{cls} dd-lit", data_do=spot_name(spot))
        return tag("div", *parts, cls=cls)

    def _facts(self) -> Html | None:
        facts = [_fact(fact) for fact in self.model.facts]
        return tag("div", *facts, cls="dd-facts dd-common") if facts else None

    # -------------------------------------------------------------- zones

    def _zone(self, number: int, zone: Zone) -> Html:
        bound = {at for kind, of, at in (*self.targets.spots, *self.taken) if kind == "zone" and of == number}
        if len(zone.dice) > MOST_DRAWN_DICE and not bound:
            dice = self._heaps(zone)
        else:
            dice = [self._die(die, ("zone", number, at)) for at, die in enumerate(zone.dice)]
        mine = self.model.seat is not None and zone.owner == self.model.seat
        return card(zone.title, tag("div", *dice, cls="dd-row"), cls="dd-zone" + " dd-mine" * mine)

    def _heaps(self, zone: Zone) -> list[Html]:
        """Many dice as one of each look, and how many there are."""
        looks: dict[tuple[str, int | None, bool], list[Die]] = {}
        for die in zone.dice:
            looks.setdefault((fill_of(die), die.number, die.hidden), []).append(die)
        heaps = []
        for dice in looks.values():
            count = tag("b", f"\u00d7 {len(dice)}" if len(dice) > 1 else "")
            label = f"{len(dice)} dice: {die_in_words(dice[0])}"
            die_ = tag("span", picture(dice[0]), cls="dd-die", role="img", aria_label=label)
            heaps.append(tag("span", die_, count, cls="dd-heap"))
        return heaps

    def _die(self, die: Die, spot: Spot) -> Html:
        lit, taken = spot in self.targets.spots, spot in self.taken
        worth = self.targets.worth.get(spot, "")
        words = [die_in_words(die), worth, *["can be picked"] * (lit and not taken), *["picked"] * taken]
        refused = self.targets.refused.get(spot, "")
        label = ", ".join(word for word in [*words, refused] if word)
        cls = "dd-die" + " dd-lit" * lit + " dd-taken" * taken
        if not self._asks:
            return tag("span", picture(die), cls=cls, role="img", aria_label=label, title=", ".join(die.marks) or None)
        return tag(
            "button",
            picture(die),
            type="button",
            cls=cls,
            data_do=spot_name(spot),
            aria_label=label,
            title=worth or refused or ", ".join(die.marks) or None,
            tabindex=None if lit else "-1",
            aria_disabled=None if lit else "true",
            aria_pressed=("true" if taken else "false") if lit else None,
        )

    # -------------------------------------------------------------- sheets

    def _sheet(self, number: int, sheet: Sheet) -> Html:
        heads = [tag("th", column, scope="col") for column in sheet.columns]
        rows = [self._row(number, at, name, values) for at, (name, values) in enumerate(sheet.rows)]
        head = tag("tr", tag("td"), *heads) if any(sheet.columns) else None
        table = tag("table", tag("caption", sheet.name), head, *rows, cls="dd-sheet")
        return tag("section", tag("div", table, cls="dd-scroll"), cls="dd-card")

    def _row(self, number: int, at: int, name: str, values: tuple[str, ...]) -> Html:
        spot: Spot = ("sheet", number, at)
        cells = [tag("td", value) for value in values]
        if spot not in self.targets.spots or self.on_click is None:
            return tag("tr", tag("th", name, scope="row"), *cells)
        worth = self.targets.worth.get(spot, "")
        label = f"{name}: {worth}" if worth else name
        pick = tag("button", label, type="button", cls="dd-pick dd-lit", data_do=spot_name(spot))
        return tag("tr", tag("th", pick, scope="row"), *cells, cls="dd-open", data_do=spot_name(spot))


def _fact(fact: Fact) -> Html:
    if not fact.value:
        return tag("span", fact.name, cls="dd-fact")
    return tag("span", fact.name, " ", tag("b", fact.value), cls="dd-fact")


def safe(words: str) -> str:
    """A stranger's text as it may stand in a page."""
    return text(words)
