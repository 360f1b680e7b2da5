"""Boards on a page: grids, planes one beside the other, and piles as a 3-D picture with a plan of their layers."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from functools import lru_cache

from attrs import evolve, frozen

from dicedsl.interpreter.model.aspects import aspect_rows, is_seen_from_sides
from dicedsl.interpreter.model.records import Aspect, Board, Die, Layer, Place, Player
from dicedsl.interpreter.web.click_targets import Spot, Targets, spot_name
from dicedsl.interpreter.web.dice_pictures import die_in_words, picture
from dicedsl.interpreter.web.markup import Html, card, tag
from dicedsl.interpreter.web.pile_view import PileView, Storey, scene

MOST_REMEMBERED_PLACES = 16_384  # that are remembered as they were drawn
MOST_REMEMBERED_BOARDS = 32  # of those at which somebody only looks
MARKS = ("dd-lit", "dd-taken", "dd-last", "dd-full")

_STILL: deque[tuple[Board, tuple[int, tuple[str, ...], frozenset[Spot]], Html]] = deque(maxlen=MOST_REMEMBERED_BOARDS)


@frozen
class BoardsOnPage:
    """`asks` if something is being picked: then every place can be clicked, and those that cannot be picked say why."""

    players: tuple[Player, ...]
    targets: Targets
    taken: frozenset[Spot]
    last: frozenset[Spot]
    asks: bool

    def html(self, number: int, board: Board) -> Html:
        """A board on which nothing can be picked looks the same to all who see the same of it: it is drawn once for them."""
        if self.asks or self.targets.spots or self.taken or self.targets.refused:
            return self._draw(number, board)
        names = tuple(player.name for player in self.players)
        last = frozenset(spot for spot in self.last if spot[:2] == ("board", number))
        for same, how, html in _STILL:
            if same is board and how == (number, names, last):
                return html
        html = self._draw(number, board)
        _STILL.append((board, (number, names, last), html))
        return html

    def _draw(self, number: int, board: Board) -> Html:
        solid = PileView.of(board)
        parts = (
            [self._plane(number, board, layer, len(board.layers)) for layer in board.layers]
            if solid is None
            else self._pile(number, board, solid)
        )
        return card(board.name, tag("div", *parts, cls="dd-planes" if solid is None else "dd-pile"), cls="dd-board")

    def aspect(self, number: int, board: Board, aspect: Aspect) -> Html:
        """A side of a pile as one looks at it: every die shows the one number that the rulebook shows there."""
        shown = dict(aspect.values)
        if not is_seen_from_sides(board):
            return card(
                aspect.name, tag("div", *(self._plan(board, layer, shown) for layer in board.layers)), cls="dd-board"
            )

        def seen(key: int) -> Place:
            place, value = board.places[key], shown[key]
            if place.die is None or not value.isdecimal():
                return place
            return evolve(place, die=evolve(place.die, number=int(value)))

        rows = [
            tag("div", *(self.place(number, seen(key), "dd-round") for key in row), cls="dd-tier")
            for row in aspect_rows(board, aspect)
        ]
        plan = tag("div", *rows, cls="dd-plan", role="group", aria_label=aspect.name)
        return card(aspect.name, plan, cls="dd-board")

    def _plan(self, board: Board, layer: Layer, shown: Mapping[int, str]) -> Html:
        """What is shown for places that lie flat, each where its place is."""
        upside = board.sides > 1
        key_at = {(c, r) if upside else (r, c): key for r, columns in layer.rows for c, key in columns}
        columns = sorted({column for _, column in key_at})
        rows = [
            tag(
                "tr",
                *(
                    tag("td", shown.get(key_at[row, column], ""), title=board.places[key_at[row, column]].text)
                    if (row, column) in key_at
                    else tag("td")
                    for column in columns
                ),
            )
            for row in sorted({row for row, _ in key_at}, reverse=upside)
        ]
        return tag("table", *rows, cls="dd-sheet")

    # -------------------------------------------------------------- places

    def place(self, number: int, place: Place, across: str) -> Html:
        spot: Spot = ("board", number, place.key)
        lit, taken, last = spot in self.targets.spots, spot in self.taken, spot in self.last
        who = ""
        if place.die is not None and place.die.owner is not None:
            who = self.players[place.die.owner].name
        worth_and_refusal = self.targets.worth.get(spot, ""), self.targets.refused.get(spot, "")
        marks = lit, taken, last, place.die is not None
        return _place(
            spot_name(spot) if self.asks else "", place.text, place.die, who, worth_and_refusal, marks, across
        )

    # -------------------------------------------------------------- flat

    def _plane(self, number: int, board: Board, layer: Layer, of: int) -> Html:
        upside = board.sides > 1
        key_at: dict[tuple[int, int], int] = {}
        for row, columns in layer.rows:
            for column, key in columns:
                key_at[(column, row) if upside else (row, column)] = key
        across = sorted({c for _, c in key_at})
        down = sorted({r for r, _ in key_at}, reverse=upside)
        cells: list[Html] = [tag("span"), *(tag("span", str(column), cls="dd-head") for column in across)]
        for row in down:
            cells.append(tag("span", str(row), cls="dd-head"))
            for column in across:
                at = key_at.get((row, column))
                cells.append(tag("span") if at is None else self.place(number, board.places[at], "dd-square"))
        style = f"grid-template-columns: 1.2rem repeat({len(across)}, minmax(1.5rem, 2.6rem))"
        heading = tag("h3", f"{board.coordinates[-1]} {layer.total}", cls="dd-small") if of > 1 else None
        grid = tag("div", *cells, cls="dd-grid", style=style, role="group", aria_label=f"{board.name} {layer.level}")
        return tag("div", heading, grid)

    # -------------------------------------------------------------- piles

    def _pile(self, number: int, board: Board, solid: PileView) -> list[Html]:
        def keys(spots: Iterable[Spot]) -> list[int]:
            return [at for kind, of, at in spots if kind == "board" and of == number]

        lit = keys(self.targets.spots)
        data = scene(board, solid, lit, keys(self.taken), keys(self.last))
        standing = sum(place.die is not None for place in board.places)
        label = f"{board.name} in three dimensions: {standing} dice. The plan beside it shows the same."
        picture_ = tag(
            "div", cls="dd-pyramid", data_pyramid=data, data_key=f"pyramid-{number}", role="group", aria_label=label
        )
        bound = set(lit)
        shown = [s for s in solid.storeys if s.level == 1 or any(p.die or p.key in bound for r in s.rows for p in r)]
        empty = len(solid.storeys) - len(shown)
        plans = [self._storey(number, board, storey) for storey in shown]
        note = tag("p", f"{empty} more layers are empty.", cls="dd-small") if empty else None
        names = board.coordinates
        how = f"{names[0]} grows upwards, {names[1]} to the lower right, {names[2]} to the lower left."
        return [picture_, tag("div", *plans, note, tag("p", how, cls="dd-small"), cls="dd-plans")]

    def _storey(self, number: int, board: Board, storey: Storey) -> Html:
        rows = [tag("div", *(self.place(number, p, "dd-round") for p in row), cls="dd-tier") for row in storey.rows]
        title = f"layer {storey.level}"
        heading = tag("h3", title, cls="dd-small")
        return tag("div", heading, *rows, cls="dd-plan", role="group", aria_label=f"{board.name}, {title}")


@lru_cache(maxsize=MOST_REMEMBERED_PLACES)
def _place(
    do: str,
    name: str,
    die: Die | None,
    who: str,
    worth_and_refusal: tuple[str, str],
    marks: tuple[bool, ...],
    across: str,
) -> Html:
    """A place as it is drawn: most of them look as they did before.

    do: what it means to click it, nothing if it cannot be clicked. worth_and_refusal: what it is worth, and the rule
    that forbids it. marks: as in MARKS.
    """
    lit, taken, last, _ = marks
    words = ["empty" if die is None else die_in_words(die, who), f"on {name}", worth_and_refusal[0]]
    words += ["can be picked"] * lit + ["picked"] * taken + ["last move"] * last
    label = ", ".join(word for word in [*words, worth_and_refusal[1]] if word)
    cls = " ".join(["dd-place", across, *(mark for mark, holds in zip(MARKS, marks, strict=True) if holds)])
    face = picture(die) if die is not None else None
    if not do:
        return tag("span", face, cls=cls, role="img", aria_label=label, title=label)
    return tag(
        "button",
        face,
        type="button",
        cls=cls,
        data_do=do,
        aria_label=label,
        title=label,
        tabindex=None if lit else "-1",
        aria_disabled=None if lit else "true",
        aria_pressed="true" if taken else None,
    )
