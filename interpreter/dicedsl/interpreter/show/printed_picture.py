"""A position as a picture for print: every die with its pips or numbers, told apart by hatching and a letter, never by colour alone.

Grids and rows are seen from above. So is a pyramid; where that does not show all that matters, and where dice lie flat, its layers
stand side by side, the plate first.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from math import sqrt

from attrs import define, evolve, field

from dicedsl.interpreter.model.corner_sides import corner_sides
from dicedsl.interpreter.model.dice_and_boards import boards_of, zones_of
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.model.records import Board, Die, Form, Layer, Place, Zone
from dicedsl.interpreter.show.hexagons import AXES, Point, hexagon
from dicedsl.interpreter.show.pile_from_above import Tile, can_be_seen, is_piled, middle_of, tiles
from dicedsl.interpreter.show.printed_dice import SHADES, DiceLetters, circle, cube, figure, flat_die, markup_of, word
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.view import view

At = tuple[int, ...]

CELL, HEX, EDGE, APART = 34.0, 17.0, 22.0, 14.0
WIDEST_PICTURE = 660.0
MOST_OUTLINED_PLACES = 12  # places that have changed: of more nobody would see what is meant
MOST_STANDING_DICE = 3  # dice on their corners in a zone that are drawn as they stand
MOST_SINGLE_DICE = 12  # dice of a zone that are drawn one by one


def printed_picture(
    table: GameTable,
    state: State,
    names: Sequence[str],
    places: Collection[At] = (),
    before: State | None = None,
    beside: State | None = None,
    said: str | None = None,
) -> str:
    """All dice of a position as markup; nothing if there are none, and no board. Where an author has `said` something beside it, dice
    that lie beside a board are drawn only if that speaks of them, dice have their names only if it calls them so, and corners of a
    plate are named only if places are.

    `places` are named in the picture; what is not as it was `before` is outlined. `beside` is drawn in a picture beside this one,
    and both show the same part of a board that is mostly empty.
    """
    seen = view(table, state, None, revealed=True)
    reader = Reader(None, tuple(names))
    boards = boards_of(table, state, seen)
    earlier = _boards(table, before)
    other = _boards(table, beside)
    zones = zones_of(table, state, seen, reader)
    is_told = said is not None
    letters = DiceLetters(boards, zones, names, said is None or re.search(r"\bd[0-9]", said) is not None)
    parts = []
    for number, board in enumerate(boards):
        past = earlier[number] if earlier else None
        if len(boards) > 1 and not any(place.die for place in board.places) and not past:
            continue
        live = frozenset(p.key for b in (board, *other[number : number + 1]) for p in b.places if p.die is not None)
        piled = board.form == Form.PYRAMID and any(map(is_piled, (board, *other[number : number + 1])))
        tips = not is_told or bool(places)
        parts.append(
            _PrintedPicture(board, letters, frozenset(places), past, live if other else None, tips, piled).svg()
        )
    lying = [zone for zone in zones if zone.dice]
    if said is not None:
        spoken = [zone for zone in lying if _is_spoken_of(zone, said)]
        lying = spoken if boards or spoken else lying
    if lying:
        parts.append(f'<div class="zones">{"".join(_zones(lying, zones, letters))}</div>')
    drawn = [place.die for board in boards for place in board.places if place.die is not None]
    legend = letters.legend(lying, [*drawn, *(die for zone in lying for die in zone.dice)])
    if legend and parts:
        parts.append(f'<div class="zones">{legend}</div>')
    return "\n".join(parts)


def _is_spoken_of(zone: Zone, said: str) -> bool:
    """Whether what lies there is worth drawing beside a board: a heap in which dice only wait is not."""
    return len(zone.dice) <= MOST_SINGLE_DICE and any(word in said for word in (zone.name, zone.title) if word)


def is_bare(table: GameTable, state: State) -> bool:
    """Whether there are boards, and nothing stands on any of them."""
    boards = _boards(table, state)
    return bool(boards) and not any(place.die for board in boards for place in board.places)


def only_plates(table: GameTable) -> bool:
    """Whether all its boards are plates for pyramids."""
    return all(board.form == Form.PYRAMID for board in _boards(table, table.start()))


def _boards(table: GameTable, state: State | None) -> tuple[Board, ...]:
    return () if state is None else boards_of(table, state, view(table, state, None, revealed=True))


# ------------------------------------------------------------------ zones


def _zones(lying: Iterable[Zone], every: Iterable[Zone], letters: DiceLetters) -> Iterator[str]:
    """What lies on the table; zones that somebody has for each of a kind stand below each other, the empty ones as well."""
    done = set[str]()
    for zone in lying:
        if not zone.family:
            yield f'<span class="zone"><b>{markup_of(zone.title)}</b>&#160;{_pieces(zone, letters)}</span>'
        elif zone.family not in done:
            done.add(zone.family)
            rows = (
                f'<span class="zone"><i>{markup_of(one.key)}</i>&#160;{_pieces(one, letters) if one.dice else "&#8211;"}</span>'
                for one in every
                if one.family == zone.family
            )
            yield f'<span class="zone below"><b>{markup_of(zone.family)}</b>{"".join(rows)}</span>'


def _pieces(zone: Zone, letters: DiceLetters) -> str:
    """The dice that lie together: one by one, or of many one of each look and how many there are."""
    many = len(zone.dice) > MOST_SINGLE_DICE
    # How dice stand that wait in a box tells nobody anything.
    waiting = len(zone.dice) > MOST_STANDING_DICE and all(corner_sides(die.number) for die in zone.dice)
    looks: dict[tuple[object, ...], list[Die]] = {}
    for at, die in enumerate(zone.dice):
        shown = evolve(die, number=None) if waiting else die
        look = (letters.letter(die), letters.mark(die), shown.number, die.hidden) if many or waiting else (at,)
        looks.setdefault(look, []).append(shown)
    pieces = []
    for dice in looks.values():
        die = dice[0]
        sides = None if die.hidden else corner_sides(die.number)
        named = letters.named and die.name and (die.hidden or die.number is not None) and len(dice) == 1
        middle = (17.0, 17.0)
        drawn = flat_die(middle, 30.0, die, letters) if sides is None else cube(middle, 16.0, die, sides, letters)
        svg = (
            f'<svg class="piece" viewBox="0 0 34 {40 if named else 34}" role="img" data-dice="{len(dice)}"'
            f' aria-label="{markup_of(_said(die))}">{drawn}</svg>'
        )
        pieces.append(svg + (f" &#215;{len(dice)} " if len(dice) > 1 else ""))
    return "".join(pieces)


def _said(die: Die) -> str:
    shows = "hidden" if die.hidden else "" if die.number is None else f"showing {die.number}"
    return " ".join(filter(None, (die.colour, "die", die.name, shows)))


# ------------------------------------------------------------------ boards


@define
class _PrintedPicture:
    board: Board
    letters: DiceLetters
    named: frozenset[At]
    past: Board | None
    live: frozenset[int] | None  # where something stands here or beside; None: all of the board is shown
    tips: bool = True  # whether the corners of a plate are named
    piled: bool = False  # a pyramid, here or in the picture beside it: seen from above
    parts: list[str] = field(factory=list)
    over: list[str] = field(factory=list)  # what lies on top of the dice
    corners: list[Point] = field(factory=list)
    middles: dict[int, Point] = field(factory=dict)
    changed: frozenset[int] = frozenset()

    def svg(self) -> str:
        if self.past is not None:
            pairs = zip(self.board.places, self.past.places, strict=True)
            changed = frozenset(now.key for now, then in pairs if self._look(now) != self._look(then))
            self.changed = changed if len(changed) <= MOST_OUTLINED_PLACES else frozenset()
        if self.piled and can_be_seen(self.board):
            if not self._above():
                self._pile(max(y for _, y in self.corners) + 2 * APART)
        elif self.board.form in {Form.PYRAMID, Form.HEAP}:
            self._pile()
        else:
            self._levels()
        self._draw_arrow()
        left, top = min(x for x, _ in self.corners) - 4, min(y for _, y in self.corners) - 4
        width = max(x for x, _ in self.corners) + 4 - left
        height = max(y for _, y in self.corners) + 4 - top
        scale = min(1.35, WIDEST_PICTURE / width)
        return (
            f'<svg viewBox="{figure(left)} {figure(top)} {figure(width)} {figure(height)}" width="{figure(width * scale)}" role="img"'
            f' font-family="Helvetica, Arial, sans-serif" aria-label="{markup_of(self._told())}">{"".join([*self.parts, *self.over])}</svg>'
        )

    def _told(self) -> str:
        dice = [place for place in self.board.places if place.die is not None]
        return f"{self.board.name}: {len(dice)} dice"

    # -------------------------------------------------------------- piles

    def _above(self) -> bool:
        """The pyramid from above; whether all can be seen there that has changed, or is spoken of."""
        seen_tiles = tiles(self.board, HEX)
        seen = {tile.place.key for tile in seen_tiles}
        plate = {p.key: middle_of(p.at, HEX) for layer in self.board.layers[:1] for p in self._places(layer)}
        if self.live is not None:
            plate = _around(plate, [middle_of(self.board.places[key].at, HEX) for key in self.live])
        for key, at in plate.items():
            if self.board.places[key].die is None:
                self._place(self.board.places[key], at)
            self.corners += hexagon(at, HEX)
        for place, sides in groupby(seen_tiles, lambda tile: tile.place):
            new = place.key in self.changed
            self.middles[place.key] = middle_of(place.at, HEX)
            drawn = "".join(self._tile(tile, new) for tile in sides)
            (self.over if new else self.parts).append(f'<g data-dice="1">{drawn}</g>')
        for place in self.board.places:
            if place.key in seen and place.at in self.named:
                self._label(next(t.middle for t in seen_tiles if t.place is place), place)
        asked = {
            p.key for p in self.board.places if p.die is not None and (p.key in self.changed or p.at in self.named)
        }
        return asked <= seen

    def _tile(self, tile: Tile, new: bool) -> str:
        die = tile.place.die
        assert die is not None
        self.corners += tile.corners
        outline = " ".join(f"{figure(x)},{figure(y)}" for x, y in tile.corners)
        stroke = f'stroke="#111" stroke-width="{2.4 if new else 0.9}" stroke-linejoin="round"'
        fill = self.letters.fill(die)
        drawn = f'<polygon points="{outline}" fill="{SHADES.get(fill, (fill,) * 3)[tile.side]}" {stroke}/>'
        if tile.number is None:
            return drawn
        return drawn + word(tile.middle, str(tile.number), HEX * 0.58, self.letters.ink(die), halo=True)

    def _places(self, layer: Layer) -> list[Place]:
        return [self.board.places[key] for _, cells in layer.rows for _, key in cells]

    def _pile(self, y: float = 0.0) -> None:
        """The layers side by side, those in which nothing stands left out."""
        x = tallest = 0.0
        shown = [layer for layer in self.board.layers if layer.level == 1 or self._is_live(layer)]
        if self.live is not None:
            shown = [layer for layer in shown if self._is_live(layer)] or shown[:1]
        for layer in shown:
            parts = self._part_of(layer)
            left, top = min(x for x, _ in parts.values()), min(y for _, y in parts.values())
            width = max(x for x, _ in parts.values()) - left + 2 * EDGE + 8
            height = max(y for _, y in parts.values()) - top + 2 * EDGE + 16
            if x and x + width > WIDEST_PICTURE:
                x, y, tallest = 0.0, y + tallest + APART, 0.0
            title = "plate" if layer.level == 1 and self.board.form == Form.PYRAMID else f"layer {layer.level}"
            if len(shown) > 1:
                self._say((x + width / 2, y - 8), title, 11)
            self._triangle(layer, parts, (x + EDGE + 4 - left, y + EDGE + 8 - top))
            x, tallest = x + width + APART, max(tallest, height)

    def _is_live(self, layer: Layer) -> bool:
        return any(self._is_seen(place) for place in self._places(layer))

    def _is_seen(self, place: Place) -> bool:
        stands = place.die is not None or (self.live is not None and place.key in self.live)
        return stands or place.at in self.named

    def _part_of(self, layer: Layer) -> dict[int, Point]:
        """The places of a layer and where they lie; of a large one with little on it only those around what stands there."""
        points: dict[int, Point] = {}
        for place in self._places(layer):
            points[place.key] = ((place.at[1] - place.at[2]) * HEX * sqrt(3) / 2, -place.at[0] * 1.5 * HEX)
        if self.live is None:
            return points
        return _around(points, [points[key] for key in points if self._is_seen(self.board.places[key])])

    def _triangle(self, layer: Layer, parts: dict[int, Point], off: Point) -> None:
        for key, (x, y) in parts.items():
            self._place(self.board.places[key], (x + off[0], y + off[1]))
        if layer.level > 1 or not self.tips:
            return
        places = self._places(layer)
        for axis in range(3):
            far = max(places, key=lambda place: (place.at[axis], -sum(place.at)))
            if far.at not in self.named and far.key in parts:
                x, y = self.middles[far.key]
                dx, dy = AXES[axis]
                self._say((x + dx * 1.75 * HEX, y + dy * (1.5 if dy < 0 else 2.2) * HEX), _written(far.at), 8.5)

    def _place(self, place: Place, at: Point) -> None:
        self.middles[place.key] = at
        self.corners += hexagon(at, HEX)
        outline = " ".join(f"{figure(x)},{figure(y)}" for x, y in hexagon(at, HEX))
        self.parts.append(f'<polygon points="{outline}" fill="none" stroke="#999" stroke-width=".7"/>')
        die = place.die
        if die is None:
            self.parts.append(circle(at, 1.4, "#888"))
        elif (sides := corner_sides(die.number)) is not None and not die.hidden:
            self.parts.append(f'<g data-dice="1">{cube(at, HEX * 0.96, die, sides, self.letters)}</g>')
        else:
            self.parts.append(f'<g data-dice="1">{flat_die(at, HEX * 1.36, die, self.letters)}</g>')
        if self._is_new(place):
            ring = " ".join(f"{figure(x)},{figure(y)}" for x, y in hexagon(at, HEX - 0.6))
            self.over.append(f'<polygon points="{ring}" fill="none" stroke="#111" stroke-width="2.6"/>')
        if place.at in self.named:
            self._label(at, place)

    # -------------------------------------------------------------- grids

    def _levels(self) -> None:
        """Squares in rows and columns, one plane beside the other."""
        left = 0.0
        sided = self.board.form == Form.GRID and self.board.sides > 1
        for layer in self.board.layers:
            keys = [key for _, cells in layer.rows for _, key in cells]
            places = [self.board.places[key] for key in keys]
            across, down = self._axes(places, sided)
            for place in places:
                column, row = self._cell(place, sided)
                self._square(place, (left + across.index(column) * CELL, down.index(row) * CELL))
            for i, column in enumerate(across):
                self._say((left + (i + 0.5) * CELL, -8), str(column), 10)
            if len(down) > 1:
                for i, row in enumerate(down):
                    self._say((left - 10, (i + 0.5) * CELL), str(row), 10)
            if len(self.board.layers) > 1:
                self._say(
                    (left + len(across) * CELL / 2, -CELL * 0.75), f"{self.board.coordinates[2]} = {layer.total}", 11
                )
            left += CELL * (len(across) + 1)

    def _cell(self, place: Place, sided: bool) -> tuple[int, int]:
        """Its column and its row."""
        if len(place.at) == 1:
            return place.at[0], 0
        return (place.at[0], place.at[1]) if sided else (place.at[1], place.at[0])

    def _axes(self, places: Sequence[Place], sided: bool) -> tuple[list[int], list[int]]:
        cells = [self._cell(place, sided) for place in places]
        down = sorted({row for _, row in cells}, reverse=sided)
        return sorted({column for column, _ in cells}), down

    def _square(self, place: Place, corner: Point) -> None:
        x, y = corner
        at = (x + CELL / 2, y + CELL / 2)
        self.middles[place.key] = at
        self.corners += [corner, (x + CELL, y + CELL)]
        self.parts.append(
            f'<rect x="{figure(x)}" y="{figure(y)}" width="{figure(CELL)}" height="{figure(CELL)}" fill="none" stroke="#777" stroke-width=".9"/>'
        )
        if place.die is not None:
            self.parts.append(f'<g data-dice="1">{flat_die(at, CELL * 0.78, place.die, self.letters)}</g>')
        if self._is_new(place):
            self.over.append(
                f'<rect x="{figure(x + 1)}" y="{figure(y + 1)}" width="{figure(CELL - 2)}" height="{figure(CELL - 2)}" fill="none" stroke="#111" stroke-width="2.8"/>'
            )

    # -------------------------------------------------------------- what has changed

    def _look(self, place: Place) -> tuple[object, ...] | None:
        die = place.die
        return None if die is None else (die.colour, die.owner, die.number, die.name)

    def _is_new(self, place: Place) -> bool:
        return place.key in self.changed

    def _draw_arrow(self) -> None:
        """An arrow where one die has gone from one place to another."""
        if self.past is None:
            return
        left = [p for p in self.past.places if p.die is not None and self.board.places[p.key].die is None]
        come = [p for p in self.board.places if p.die is not None and self.past.places[p.key].die is None]
        if len(left) != 1 or len(come) != 1 or left[0].key not in self.middles or come[0].key not in self.middles:
            return
        one, other = left[0].die, come[0].die
        assert one is not None and other is not None
        if (one.colour, one.owner) == (other.colour, other.owner):
            self._arrow(self.middles[left[0].key], self.middles[come[0].key])

    def _arrow(self, start: Point, end: Point) -> None:
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = sqrt(dx * dx + dy * dy) or 1.0
        ux, uy = dx / length, dy / length
        tip = (end[0] - ux * HEX, end[1] - uy * HEX)
        base = (tip[0] - ux * 8, tip[1] - uy * 8)
        head = [tip, (base[0] - uy * 4.5, base[1] + ux * 4.5), (base[0] + uy * 4.5, base[1] - ux * 4.5)]
        path = f"M{figure(start[0])} {figure(start[1])}L{figure(base[0])} {figure(base[1])}"
        self.over.append(f'<path d="{path}" stroke="#fff" stroke-width="4.5" fill="none"/>')
        self.over.append(f'<path d="{path}" stroke="#111" stroke-width="2" fill="none" stroke-dasharray="5 3"/>')
        points = " ".join(f"{figure(x)},{figure(y)}" for x, y in head)
        self.over.append(f'<polygon points="{points}" fill="#111"/>')

    # -------------------------------------------------------------- words

    def _label(self, at: Point, place: Place) -> None:
        """What a place is called: in its middle if that is free, else below the die."""
        words = _written(place.at)[1:-1]
        if place.die is None or (place.die.number is None and not place.die.hidden):
            ink = "#111" if place.die is None else self.letters.ink(place.die)
            below = 0.0 if place.die is None else 8.0
            self.over.append(word((at[0], at[1] + below), words, 7.4, ink, halo=True))
            return
        y = at[1] + HEX * 0.98
        self.corners.append((at[0], y + 6))
        self.over.append(
            f'<rect x="{figure(at[0] - 11.5)}" y="{figure(y - 4.6)}" width="23" height="9.2" rx="2" fill="#fff" stroke="#111" stroke-width=".6"/>'
        )
        self.over.append(word((at[0], y), words, 7.2, "#111"))

    def _say(self, at: Point, words: str, size: float) -> None:
        half = 0.32 * size * len(words)
        self.corners += [(at[0] - half, at[1] - size / 2), (at[0] + half, at[1] + size / 2)]
        self.parts.append(word(at, words, size, "#111"))


# ------------------------------------------------------------------ small things


def _around(places: dict[int, Point], seen: Sequence[Point]) -> dict[int, Point]:
    """The places that are drawn: of many with little on them only those around what is seen there."""
    if not seen:
        return places
    around = 2.1 * HEX * sqrt(3)
    left, right = min(x for x, _ in seen) - around, max(x for x, _ in seen) + around
    top, bottom = min(y for _, y in seen) - around, max(y for _, y in seen) + around
    near = {key: (x, y) for key, (x, y) in places.items() if left <= x <= right and top <= y <= bottom}
    return near if len(near) < 0.7 * len(places) else places


def _written(at: At) -> str:
    return f"({','.join(map(str, at))})"
